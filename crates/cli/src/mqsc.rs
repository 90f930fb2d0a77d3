//! `runmqsc`: a script, or a conversation.

mod completing;
mod edit;
mod escape;
mod line_editor;
pub(crate) mod runmqsc;
