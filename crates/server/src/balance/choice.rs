//! Which instances of an application move.

use ferromq_admin::applications::ApplicationInstance;
use ferromq_mqi::options::Balancing;
use std::collections::BTreeMap;

/// Instances that move together, because they share sockets.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Movers<'a> {
    pub(super) instances: Vec<&'a ApplicationInstance>,
}

impl Movers<'_> {
    /// How long they may go on with what they are at, in seconds: as long as the most patient of them says.
    pub(super) fn patience_s(&self) -> Option<u32> {
        let mut most = 0;
        for instance in &self.instances {
            most = most.max(instance.balancing.patience_s()?);
        }
        Some(most)
    }

    /// Whether all of them may be in the middle of a unit of work.
    pub(super) fn ignore_transactions(&self) -> bool {
        let mut all = self.instances.iter().map(|it| &it.balancing);
        all.all(Balancing::ignores_transactions)
    }

    fn can_go(&self) -> bool {
        self.instances.iter().all(|it| it.is_movable())
    }
}

/// At most so many instances of an application, those first that can go at once. What shares a socket with another application, or with too
/// many of its own, stays.
pub(super) fn choose<'a>(
    instances: &'a [ApplicationInstance],
    application: &str,
    count: u32,
) -> Vec<Movers<'a>> {
    let mut groups = together(instances);
    let is_fit = |movers: &Movers<'_>| {
        let mut all = movers.instances.iter();
        all.all(|it| it.name == application && it.is_movable_later())
    };
    groups.retain(is_fit);
    groups.sort_by_key(|movers| !movers.can_go());
    let mut left = count as usize;
    groups.retain(|movers| {
        let fits = movers.instances.len() <= left;
        if fits {
            left -= movers.instances.len();
        }
        fits
    });
    groups
}

/// Instances by what shares sockets.
fn together(instances: &[ApplicationInstance]) -> Vec<Movers<'_>> {
    let mut groups: Vec<Option<Movers<'_>>> = Vec::new();
    let mut of_socket: BTreeMap<&(String, u16), usize> = BTreeMap::new();
    for instance in instances {
        let mut movers = Movers {
            instances: vec![instance],
        };
        let mut shared: Vec<usize> = instance
            .sockets
            .iter()
            .filter_map(|socket| of_socket.get(socket).copied())
            .collect();
        shared.sort_unstable();
        shared.dedup();
        for group in shared {
            if let Some(joined) = groups.get_mut(group).and_then(Option::take) {
                movers.instances.extend(joined.instances);
            }
        }
        for member in &movers.instances {
            for socket in &member.sockets {
                of_socket.insert(socket, groups.len());
            }
        }
        groups.push(Some(movers));
    }
    groups.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::constants::{
        MQBNO_TIMEOUT_NEVER, MQIMMREASON_IN_TRANSACTION, MQIMMREASON_NONE, MQIMMREASON_NOT_CLIENT,
    };

    fn instance(number: u8, name: &str, immovable: i32, ports: &[u16]) -> ApplicationInstance {
        ApplicationInstance {
            name: name.to_owned(),
            id: [number; 24],
            connections: vec![[number; 24]],
            sockets: ports.iter().map(|port| ("::1".to_owned(), *port)).collect(),
            immovable,
            balancing: Balancing::default(),
            told: (0, 0),
        }
    }

    fn chosen(instances: &[ApplicationInstance], count: u32) -> Vec<Vec<u8>> {
        let movers = choose(instances, "a", count);
        let numbers = movers.iter().map(|it| {
            let mut numbers: Vec<u8> = it.instances.iter().map(|it| it.id[0]).collect();
            numbers.sort_unstable();
            numbers
        });
        numbers.collect()
    }

    #[test]
    fn those_that_can_go_at_once_go_first_and_no_more_than_are_asked_for() {
        let mut never = instance(5, "a", MQIMMREASON_IN_TRANSACTION, &[5]);
        never.balancing.timeout = MQBNO_TIMEOUT_NEVER;
        let all = [
            instance(1, "a", MQIMMREASON_IN_TRANSACTION, &[1]),
            instance(2, "a", MQIMMREASON_NOT_CLIENT, &[]),
            instance(3, "a", MQIMMREASON_NONE, &[3]),
            instance(4, "b", MQIMMREASON_NONE, &[4]),
            never,
        ];
        assert_eq!(chosen(&all, 1), [[3]]);
        assert_eq!(chosen(&all, 9), [[3], [1]]);
        assert!(chosen(&all, 0).is_empty());
    }

    #[test]
    fn what_shares_a_socket_goes_together_or_stays() {
        let free = |number, name, ports: &[u16]| instance(number, name, MQIMMREASON_NONE, ports);
        let all = [
            free(1, "a", &[1]),
            free(2, "a", &[2]),
            free(3, "a", &[1, 2]),
            free(4, "a", &[4]),
            free(5, "b", &[4]),
            free(6, "a", &[6]),
        ];
        assert_eq!(chosen(&all, 2), [[6]]);
        assert_eq!(chosen(&all, 4), [vec![1, 2, 3], vec![6]]);
    }
}
