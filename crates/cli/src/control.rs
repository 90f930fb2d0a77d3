//! Making, starting, ending, removing and showing queue managers.

pub(crate) mod automatic;
pub(crate) mod create;
pub(crate) mod delete;
mod developer;
pub(crate) mod display;
pub(crate) mod end;
pub(crate) mod serve;
pub(crate) mod start;
pub(crate) mod version;

pub(crate) use developer::{PASSWORD_BYTES_MIN, set_developer_passwords};
pub(crate) use display::{host_name, status_of};
pub(crate) use version::{INSTALLATION, installation_path};
