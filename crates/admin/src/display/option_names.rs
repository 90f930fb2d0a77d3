//! Names of option bits, as DISPLAY CONN shows them.

use ferromq_mqi::generated::constants::{
    MQCNO_FASTPATH_BINDING, MQCNO_GENERATE_CONN_TAG, MQCNO_HANDLE_SHARE_BLOCK,
    MQCNO_HANDLE_SHARE_NO_BLOCK, MQCNO_HANDLE_SHARE_NONE, MQCNO_ISOLATED_BINDING,
    MQCNO_LOCAL_BINDING, MQCNO_RECONNECT, MQCNO_RECONNECT_DISABLED, MQCNO_RECONNECT_Q_MGR,
    MQCNO_SHARED_BINDING, MQOO_ALTERNATE_USER_AUTHORITY, MQOO_BIND_NOT_FIXED, MQOO_BIND_ON_GROUP,
    MQOO_BIND_ON_OPEN, MQOO_BROWSE, MQOO_CO_OP, MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_AS_Q_DEF,
    MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED, MQOO_INQUIRE, MQOO_NO_READ_AHEAD, MQOO_OUTPUT,
    MQOO_PASS_ALL_CONTEXT, MQOO_PASS_IDENTITY_CONTEXT, MQOO_READ_AHEAD, MQOO_RESOLVE_LOCAL_Q,
    MQOO_RESOLVE_NAMES, MQOO_SAVE_ALL_CONTEXT, MQOO_SET, MQOO_SET_ALL_CONTEXT,
    MQOO_SET_IDENTITY_CONTEXT,
};

/// The bits of `MQCNO.Options` that are set, or the name for none.
pub(crate) fn connect_options(options: i32) -> Vec<String> {
    let names = names_of(options, CONNECT);
    if names.is_empty() {
        vec!["MQCNO_STANDARD_BINDING".to_string()]
    } else {
        names
    }
}

/// The bits of the options of MQOPEN that are set.
pub(crate) fn open_options(options: i32) -> Vec<String> {
    names_of(options, OPEN)
}

/// The bit with a name.
pub(crate) fn option(name: &str) -> Option<i32> {
    let mut all = CONNECT.iter().chain(OPEN);
    all.find(|(_, known)| *known == name).map(|(bit, _)| *bit)
}

fn names_of(options: i32, table: &[(i32, &str)]) -> Vec<String> {
    table
        .iter()
        .filter(|(bit, _)| options & bit != 0)
        .map(|(_, name)| (*name).to_string())
        .collect()
}

/// Pairs each constant with its name.
macro_rules! named {
    ($($constant:ident),* $(,)?) => { &[$(($constant, stringify!($constant))),*] };
}

const CONNECT: &[(i32, &str)] = named![
    MQCNO_FASTPATH_BINDING,
    MQCNO_HANDLE_SHARE_NONE,
    MQCNO_HANDLE_SHARE_BLOCK,
    MQCNO_HANDLE_SHARE_NO_BLOCK,
    MQCNO_SHARED_BINDING,
    MQCNO_ISOLATED_BINDING,
    MQCNO_LOCAL_BINDING,
    MQCNO_GENERATE_CONN_TAG,
    MQCNO_RECONNECT,
    MQCNO_RECONNECT_DISABLED,
    MQCNO_RECONNECT_Q_MGR,
];

const OPEN: &[(i32, &str)] = named![
    MQOO_INPUT_AS_Q_DEF,
    MQOO_INPUT_SHARED,
    MQOO_INPUT_EXCLUSIVE,
    MQOO_BROWSE,
    MQOO_OUTPUT,
    MQOO_INQUIRE,
    MQOO_SET,
    MQOO_SAVE_ALL_CONTEXT,
    MQOO_PASS_IDENTITY_CONTEXT,
    MQOO_PASS_ALL_CONTEXT,
    MQOO_SET_IDENTITY_CONTEXT,
    MQOO_SET_ALL_CONTEXT,
    MQOO_ALTERNATE_USER_AUTHORITY,
    MQOO_FAIL_IF_QUIESCING,
    MQOO_BIND_ON_OPEN,
    MQOO_BIND_NOT_FIXED,
    MQOO_BIND_ON_GROUP,
    MQOO_RESOLVE_NAMES,
    MQOO_CO_OP,
    MQOO_RESOLVE_LOCAL_Q,
    MQOO_NO_READ_AHEAD,
    MQOO_READ_AHEAD,
];

#[cfg(test)]
mod tests {
    use super::{connect_options, open_options};
    use ferromq_mqi::generated::constants::{MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED};

    #[test]
    fn every_bit_has_its_name() {
        assert_eq!(
            open_options(MQOO_FAIL_IF_QUIESCING | MQOO_INPUT_SHARED),
            ["MQOO_INPUT_SHARED", "MQOO_FAIL_IF_QUIESCING"]
        );
        assert_eq!(connect_options(0), ["MQCNO_STANDARD_BINDING"]);
    }
}
