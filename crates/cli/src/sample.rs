//! Small applications with the arguments and outputs of the well-known samples, over bindings or as
//! clients.

pub(crate) mod activity;
pub(crate) mod blast;
pub(crate) mod browse;
pub(crate) mod browse_text;
mod dump;
pub(crate) mod echo;
pub(crate) mod events;
pub(crate) mod get;
pub(crate) mod moment;
pub(crate) mod monitoring;
pub(crate) mod put;
pub(crate) mod request;
pub(crate) mod session;
pub(crate) mod usage;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// What runs a command.
type Run = fn(&Arguments) -> Result<u8, Failure>;

fn as_client(arguments: &Arguments, run: Run) -> Result<u8, Failure> {
    let mut arguments = arguments.clone();
    arguments.as_client = true;
    run(&arguments)
}

/// `amqsblstc`.
pub(crate) fn blast_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, blast::run)
}

/// `amqsputc`.
pub(crate) fn put_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, put::run)
}

/// `amqsgetc`.
pub(crate) fn get_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, get::run)
}

/// `amqsbcgc`.
pub(crate) fn browse_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, browse::run)
}

/// `amqsgbrc`.
pub(crate) fn browse_text_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, browse_text::run)
}

/// `amqsreqc`.
pub(crate) fn request_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, request::run)
}

/// `amqsechc`.
pub(crate) fn echo_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, echo::run)
}

/// `amqsruac`.
pub(crate) fn usage_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    as_client(arguments, usage::run)
}
