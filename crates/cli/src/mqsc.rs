//! `runmqsc`: a script, or a conversation.

mod edit;
mod line_editor;
pub(crate) mod runmqsc;
