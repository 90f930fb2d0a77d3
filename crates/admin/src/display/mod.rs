//! Everything that is shown: records of fields, chosen, filtered and laid out.

pub(crate) mod application;
pub(crate) mod channel_status;
pub(crate) mod cluster;
pub(crate) mod connection;
pub(crate) mod filter;
pub(crate) mod layout;
pub(crate) mod network;
pub(crate) mod object;
pub(crate) mod option_names;
pub(crate) mod query;
pub(crate) mod record;
pub(crate) mod status;
