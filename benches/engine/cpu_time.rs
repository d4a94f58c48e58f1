//! Time of the processor spent in this thread: other work on the machine does not count.

use std::time::Duration;

use ::cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

static WALL: WallTime = WallTime;

/// The measure.
pub struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WALL.formatter()
    }
}

/// The time that something takes, in seconds.
pub fn seconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64()
}
