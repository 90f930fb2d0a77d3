//! Values are written and read, one for each seed.

use crate::awkward::Awkward;
use ferromq_transfer::control::Status;
use ferromq_transfer::xml::Problem;
use std::fmt::Debug;

/// Makes `runs` values, each from a seed of its own, writes and reads them.
pub(super) fn round_trips<T: PartialEq + Debug>(
    runs: u64,
    make: impl Fn(&mut Awkward) -> T,
    to_xml: impl Fn(&T) -> String,
    parse: impl Fn(&[u8]) -> Result<T, Problem>,
) {
    for seed in 0..runs {
        let value = make(&mut Awkward::new(seed));
        let text = to_xml(&value);
        match parse(text.as_bytes()) {
            Ok(read) => assert_eq!(read, value, "seed {seed}: {text}"),
            Err(problem) => panic!("seed {seed}: {problem}\n{text}"),
        }
    }
}

pub(super) fn status(awkward: &mut Awkward) -> Status {
    Status {
        result_code: awkward.number() as i32,
        supplements: awkward.several(2, |it| it.text(20)),
    }
}
