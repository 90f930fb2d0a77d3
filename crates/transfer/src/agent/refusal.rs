//! Why a request is not taken.

use crate::code::ResultCode;
use crate::generated::notices::BFGTR9508;

/// See the module.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) code: ResultCode,
    pub(super) text: String,
}

pub(super) fn refusal<T>(code: ResultCode, text: impl Into<String>) -> Result<T, Refusal> {
    let text = text.into();
    Err(Refusal { code, text })
}

/// A transfer has more files than it may.
pub(super) fn too_many_files(most: usize) -> Refusal {
    Refusal {
        code: ResultCode::SourceFilesMaximum,
        text: BFGTR9508.line(&[&most]),
    }
}
