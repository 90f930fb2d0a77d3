//! The report: what was measured, beside what others published, as one page with charts.
//!
//! It knows results as they are in a file, the tables of workloads and published figures, and nothing of how anything is measured. It does no I/O: what it
//! is given is text, and what it gives is text. `crates/report/README.md` says what may be compared with what.

mod chapters;
pub mod chart;
mod compare;
mod document;
mod escape;
pub mod generated;
mod html;
mod markdown;
mod middle;
mod peers;
mod picture;
mod reservations;
pub mod results;
mod select;
mod summary;

pub use chapters::{Page, page};
pub use compare::{Change, Compared, changes, changes_as_text, only_in_one};
pub use escape::{escaped, marked};
pub use markdown::picture as picture_in_markdown;
pub use middle::{median, of_rounds};
