//! Data that stand behind something, and are not copied before that is put.

use bytes::BytesMut;
use ferromq_mqi::call::Request;

/// Longer data are not copied and not converted by the thread of an agent, for whom others wait.
const IN_LINE_BYTES_MAX: usize = 1 << 20;

/// Whether that is to be left to a worker.
pub(crate) fn is_long(data: &[u8]) -> bool {
    data.len() > IN_LINE_BYTES_MAX
}

/// A put of data behind something.
#[derive(Debug)]
pub(crate) struct FrontedPut {
    /// Has what is behind.
    pub(crate) request: Request,
    pub(crate) front: Vec<u8>,
}

impl FrontedPut {
    /// Whole, which copies the data.
    pub(crate) fn joined(&self) -> Request {
        let mut request = self.request.clone();
        if let Request::Put1 { body, .. } = &mut request
            && !self.front.is_empty()
        {
            let mut whole = BytesMut::with_capacity(self.front.len() + body.len());
            whole.extend_from_slice(&self.front);
            whole.extend_from_slice(body);
            *body = whole.freeze();
        }
        request
    }
}
