//! The XML of file transfer: documents read into a small tree within fixed limits, and written so that they read back.
//!
//! Documents come from whoever may put on a command queue. So what one can cost is bounded before it is looked at: its length, how
//! deep and how many its elements are, their attributes, and the prefixes in scope. There are no entities but the five of XML itself, and
//! no document type but that of Java's properties, which is not read.

mod chars;
mod problem;
mod reader;
mod tree;
mod writer;

pub use chars::is_allowed;
pub(crate) use problem::beginning;
pub use problem::{Problem, ProblemKind};
pub use reader::{read, read_properties_document};
pub use tree::Element;
pub(crate) use tree::trim;
pub use writer::Writer;

/// Bytes of a document, at most: what a command queue takes as one message.
pub const DOCUMENT_BYTES_MAX: usize = 4 << 20;

/// Elements that lie in one another, at most.
pub const DEPTH_MAX: usize = 32;

/// Elements of a document, at most.
pub const ELEMENTS_MAX: usize = 100_000;

/// Attributes of an element, at most; those that declare prefixes count.
pub const ATTRIBUTES_MAX: usize = 64;

/// Declarations of prefixes in scope at one place, at most.
pub const PREFIXES_MAX: usize = 64;
