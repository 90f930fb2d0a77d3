//! The project's own commands: generate, tidy, ci, simulate.
fn main() {}
