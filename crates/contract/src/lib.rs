//! The MQI as a contract: one text, many subjects.
//!
//! Each contract is a function that drives a queue manager through nothing but
//! [`Session`](ferromq_mqi::session::Session) and MQSC, and says in its name what must hold. A
//! road is tested by implementing [`Road`] and [`Subject`] and calling [`run_all`] from a test
//! binary without a harness. Contracts that need what a subject cannot do (restart, for one)
//! are reported as skipped, never silently left out.
//!
//! `README.md` has a row for every reason code with the contract that provokes it.

mod app;
mod async_put;
mod authority;
mod authority_command;
mod authority_topic;
mod await_any;
mod begin;
mod browse;
mod browse_lock;
mod browse_mark;
mod connect;
mod context;
mod convert;
mod copies;
mod durable;
mod dynamic;
mod event;
mod event_depth;
mod event_object;
mod expiry;
mod get;
mod group_get;
mod group_put;
mod inquire;
mod list;
mod message_handle;
mod monitor;
mod name_resolution;
mod open;
mod order;
mod property;
mod publish;
mod put;
mod put_limit;
mod put_number;
mod report;
mod restart;
mod retained;
mod run;
mod segment;
mod select;
mod selector;
mod set;
mod stat;
mod stream;
mod subject;
mod syncpoint;
mod transmit;
mod trial;
mod trigger;
mod trigger_edge;
mod wait;
mod xa;
mod xa_recover;

pub use run::{run_all, run_matching};
pub use subject::{Contract, Need, Road, Subject, Wire};
pub use trial::Trial;

/// Every contract, by subject matter.
#[must_use]
pub fn catalogue() -> Vec<Contract> {
    let chapters = [
        connect::CONTRACTS,
        open::CONTRACTS,
        name_resolution::CONTRACTS,
        dynamic::CONTRACTS,
        put::CONTRACTS,
        put_number::CONTRACTS,
        put_limit::CONTRACTS,
        list::CONTRACTS,
        context::CONTRACTS,
        transmit::CONTRACTS,
        stream::CONTRACTS,
        stat::CONTRACTS,
        get::CONTRACTS,
        convert::CONTRACTS,
        select::CONTRACTS,
        selector::CONTRACTS,
        property::CONTRACTS,
        message_handle::CONTRACTS,
        order::CONTRACTS,
        wait::CONTRACTS,
        await_any::CONTRACTS,
        browse::CONTRACTS,
        browse_lock::CONTRACTS,
        browse_mark::CONTRACTS,
        group_put::CONTRACTS,
        group_get::CONTRACTS,
        segment::CONTRACTS,
        expiry::CONTRACTS,
        report::CONTRACTS,
        syncpoint::CONTRACTS,
        async_put::CONTRACTS,
        copies::CONTRACTS,
        publish::CONTRACTS,
        retained::CONTRACTS,
        durable::CONTRACTS,
        monitor::CONTRACTS,
        event::CONTRACTS,
        event_depth::CONTRACTS,
        event_object::CONTRACTS,
        begin::CONTRACTS,
        xa::CONTRACTS,
        xa_recover::CONTRACTS,
        inquire::CONTRACTS,
        set::CONTRACTS,
        trigger::CONTRACTS,
        trigger_edge::CONTRACTS,
        restart::CONTRACTS,
        authority::CONTRACTS,
        authority_command::CONTRACTS,
        authority_topic::CONTRACTS,
    ];
    chapters.concat()
}

/// Lists the contracts of a chapter, each with what it needs beyond a connection.
macro_rules! contracts {
    ($chapter:literal: $($name:ident $([$($need:ident),+])?),* $(,)?) => {
        pub(crate) const CONTRACTS: &[crate::Contract] = &[$(crate::Contract {
            chapter: $chapter,
            name: stringify!($name),
            needs: &[$($(crate::Need::$need),+)?],
            run: $name,
        }),*];
    };
}
use contracts;

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::Reason;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_contracts_have_the_same_name() {
        let mut seen = BTreeSet::new();
        for contract in catalogue() {
            assert!(
                seen.insert(contract.full_name()),
                "{} twice",
                contract.full_name()
            );
        }
    }

    /// Rows of the table look like `| 2033 | NO_MSG_AVAILABLE | get::... |`.
    #[test]
    fn every_row_of_the_readme_names_a_reason_and_a_contract_that_exist() {
        let names: BTreeSet<_> = catalogue().iter().map(Contract::full_name).collect();
        let rows = include_str!("../README.md")
            .lines()
            .filter(|line| line.starts_with("| 2"));
        let mut count = 0;
        for row in rows {
            let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
            let code: i32 = cells[0].parse().expect("a reason code");
            assert_eq!(Reason(code).name(), format!("MQRC_{}", cells[1]), "{row}");
            assert!(
                names.contains(cells[2].trim_matches('`')),
                "no such contract: {row}"
            );
            count += 1;
        }
        assert!(count > 50, "the table was not found");
    }
}
