//! `ferromq bench`, and `ferromq report` by its first word, as a program of its own, for tests and profilers.

use std::process::ExitCode;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    match given.split_first() {
        Some((word, rest)) if word == "report" => ferromq_bench::report(rest, &[]),
        _ => ferromq_bench::main(&given),
    }
}
