//! Random numbers that are the same on every computer, so that a game can be replayed from its seed; and
//! the confidence interval of a share.
//!
//! The generator is xorshift64* (S. Vigna, An experimental exploration of Marsaglia's xorshift
//! generators, scrambled, ACM Transactions on Mathematical Software 42 (2016), article 30), started
//! with splitmix64 (G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators,
//! OOPSLA 2014, 453-472).

/// A pseudorandom number generator.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Returns the generator for one game of a series. Its state is the output of splitmix64 for the seed and
    /// the number of the game, from 0, with the lowest bit set.
    pub fn for_game(seed: u64, game: u64) -> Self {
        Rng(splitmix64(seed, game) | 1)
    }

    /// Returns the next number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number from 0 up to, but not including, a bound of at least 1.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.next_u64() >> 32) * bound as u64) >> 32) as usize
    }
}

/// Returns one output of splitmix64, without computing those before it.
pub const fn splitmix64(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The 97.5 % quantile of the normal distribution, for two-sided 95 % intervals.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Returns the 95 % Wilson score interval for a share observed in a number of trials (E. B. Wilson,
/// Probable inference, the law of succession, and statistical inference, Journal of the American
/// Statistical Association 22 (1927), 209-212). Without trials it is 0 to 1.
pub fn interval(share: f64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let spread = Z_95 * Z_95 / n;
    let middle = (share + spread / 2.0) / (1.0 + spread);
    let half = Z_95 / (1.0 + spread) * (share * (1.0 - share) / n + spread / (4.0 * n)).max(0.0).sqrt();
    let low = if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_everywhere() {
        // The first outputs of splitmix64 for 0, as published with the generator.
        assert_eq!([0, 1].map(|game| splitmix64(0, game)), [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        let mut rng = Rng::for_game(1, 0);
        let first: Vec<usize> = (0..8).map(|_| rng.below(6)).collect();
        assert_eq!(first, [1, 5, 2, 1, 5, 0, 0, 3]);
    }
}
