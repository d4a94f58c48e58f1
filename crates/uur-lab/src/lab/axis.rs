//! Parameter sweeps: parameters with several values, and all their combinations.

use uur::check::Settings;

/// A parameter and its values in a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The parameter.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// The maximum number of values of one parameter.
const MOST_VALUES: usize = 1_000;

impl Axis {
    /// Reads `pits=4..12`, `seeds=2,3,6`, or words such as `first_move=free,own_a`.
    ///
    /// ```
    /// let axis = uur_lab::lab::Axis::read("pits=2,4..6").expect("it names a parameter and its values");
    /// assert_eq!(axis.values, ["2", "4", "5", "6"]);
    /// ```
    ///
    /// # Errors
    /// What to write instead.
    pub fn read(text: &str) -> Result<Axis, String> {
        let help = || "write a parameter and its values, such as pits=4..12 or pits=4,6,12".to_string();
        let (name, values) = text.split_once('=').ok_or_else(help)?;
        let mut axis = Axis { name: name.to_string(), values: vec![] };
        for part in values.split(',') {
            match part.split_once("..") {
                None => axis.values.push(part.to_string()),
                Some((low, high)) => {
                    let (Ok(low), Ok(high)) = (low.parse::<u16>(), high.parse::<u16>()) else { return Err(help()) };
                    if low > high {
                        return Err(format!("{low}..{high} is not a range; write the lower number first"));
                    }
                    axis.values.extend((low..=high).take(MOST_VALUES + 1).map(|value| value.to_string()));
                }
            }
        }
        if name.is_empty() || axis.values.iter().any(String::is_empty) {
            return Err(help());
        }
        if axis.values.len() > MOST_VALUES {
            return Err(format!("a parameter takes up to {MOST_VALUES} values"));
        }
        if let Some(at) = (1..axis.values.len()).find(|&at| axis.values[..at].contains(&axis.values[at])) {
            return Err(format!("{name} has the value {} twice; write each value once", axis.values[at]));
        }
        Ok(axis)
    }

    /// Returns all combinations. The last parameter varies fastest.
    pub fn combinations(axes: &[Axis]) -> Vec<Vec<String>> {
        axes.iter().fold(vec![vec![]], |begun, axis| {
            let with = |begun: &Vec<String>, value: &String| [begun.as_slice(), std::slice::from_ref(value)].concat();
            begun.iter().flat_map(|begun| axis.values.iter().map(|value| with(begun, value))).collect()
        })
    }

    /// Returns the parameters with these values.
    pub fn settings(axes: &[Axis], values: &[String]) -> Settings {
        axes.iter().map(|axis| axis.name.clone()).zip(values.iter().cloned()).collect()
    }
}
