//! Tying a run to some of the processors.

use crate::arguments::Arguments;
use crate::failure::Failure;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Ties this process to `--cores` of the processors it may use, before it has other threads; what it starts is tied as well.
pub(crate) fn tie(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.text("cores").is_none() {
        return Ok(());
    }
    let wanted = arguments.count("cores", 1)?.max(1);
    let failed =
        |what: &'static str| move |error: rustix::io::Errno| Failure::Io(what.into(), error.into());
    let all = sched_getaffinity(None).map_err(failed("asking for processors"))?;
    let mut some = CpuSet::new();
    let usable: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|cpu| all.is_set(*cpu))
        .collect();
    if wanted > usable.len() {
        let there = usable.len();
        return Err(Failure::Usage(format!(
            "--cores {wanted}: this process may use {there} processors"
        )));
    }
    usable.iter().take(wanted).for_each(|cpu| some.set(*cpu));
    sched_setaffinity(None, &some).map_err(failed("tying to processors"))
}
