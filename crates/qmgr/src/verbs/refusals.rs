//! What is to be told of a verb when it is answered.

use crate::core::observation::EventMessage;
use crate::deliver::event::EventDetails;
use crate::objects::operations::Changed;

/// Events about the verb under way, to be told when it is answered. Most verbs have none.
#[derive(Debug, Default)]
pub(crate) struct Refusals {
    pub(super) refused: Vec<(EventMessage, EventDetails)>,
    pub(super) changed: Option<Box<Changed>>,
}

impl Refusals {
    pub(crate) fn is_empty(&self) -> bool {
        self.refused.is_empty() && self.changed.is_none()
    }

    /// The verb is begun, or begun anew.
    pub(crate) fn clear(&mut self) {
        self.refused.clear();
        self.changed = None;
    }
}
