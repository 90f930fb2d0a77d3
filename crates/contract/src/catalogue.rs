//! All contracts there are.

use crate::subject::Contract;
use crate::{
    async_put, authority, authority_command, authority_topic, await_any, begin, browse,
    browse_lock, browse_mark, connect, context, convert, copies, durable, dynamic, event,
    event_depth, event_object, expiry, get, group_get, group_put, inquire, list, message_handle,
    monitor, name_resolution, open, order, property, publish, put, put_limit, put_number, report,
    restart, retained, segment, segmentation, select, selector, set, stat, stream, syncpoint,
    transmit, trigger, trigger_edge, wait, xa, xa_recover,
};

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
        segmentation::CONTRACTS,
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
