//! `ferromq bench` as a program of its own, for tests and profilers.

use std::process::ExitCode;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    ferromq_bench::main(&given)
}
