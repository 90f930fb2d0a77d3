//! Fields of structures in messages, as conversion sees them.
//!
//! Generated from `tables/structs.csv` by `cargo xtask generate`; do not edit.

use crate::convert::field::{Field, Kind};

/// MQCIH
pub(crate) static MQCIH: [Field; 21] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 48, kind: Kind::Numbers },
    Field { offset: 76, len: 8, kind: Kind::Bytes },
    Field { offset: 84, len: 4, kind: Kind::Text },
    Field { offset: 88, len: 4, kind: Kind::Text },
    Field { offset: 92, len: 8, kind: Kind::Text },
    Field { offset: 100, len: 8, kind: Kind::Text },
    Field { offset: 108, len: 8, kind: Kind::Text },
    Field { offset: 116, len: 4, kind: Kind::Text },
    Field { offset: 120, len: 4, kind: Kind::Text },
    Field { offset: 124, len: 4, kind: Kind::Text },
    Field { offset: 128, len: 4, kind: Kind::Text },
    Field { offset: 132, len: 4, kind: Kind::Text },
    Field { offset: 136, len: 4, kind: Kind::Text },
    Field { offset: 140, len: 4, kind: Kind::Text },
    Field { offset: 144, len: 4, kind: Kind::Text },
    Field { offset: 148, len: 8, kind: Kind::Text },
    Field { offset: 156, len: 8, kind: Kind::Text },
    Field { offset: 164, len: 16, kind: Kind::Numbers },
];

/// MQDH
pub(crate) static MQDH: [Field; 4] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 20, kind: Kind::Numbers },
];

/// MQDLH
pub(crate) static MQDLH: [Field; 10] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 8, kind: Kind::Numbers },
    Field { offset: 12, len: 48, kind: Kind::Text },
    Field { offset: 60, len: 48, kind: Kind::Text },
    Field { offset: 108, len: 8, kind: Kind::Numbers },
    Field { offset: 116, len: 8, kind: Kind::Text },
    Field { offset: 124, len: 4, kind: Kind::Numbers },
    Field { offset: 128, len: 28, kind: Kind::Text },
    Field { offset: 156, len: 8, kind: Kind::Text },
    Field { offset: 164, len: 8, kind: Kind::Text },
];

/// MQEPH
pub(crate) static MQEPH: [Field; 4] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 40, kind: Kind::Numbers },
];

/// MQIIH
pub(crate) static MQIIH: [Field; 13] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 4, kind: Kind::Numbers },
    Field { offset: 32, len: 8, kind: Kind::Text },
    Field { offset: 40, len: 8, kind: Kind::Text },
    Field { offset: 48, len: 8, kind: Kind::Text },
    Field { offset: 56, len: 8, kind: Kind::Text },
    Field { offset: 64, len: 16, kind: Kind::Bytes },
    Field { offset: 80, len: 1, kind: Kind::Text },
    Field { offset: 81, len: 1, kind: Kind::Text },
    Field { offset: 82, len: 1, kind: Kind::Text },
    Field { offset: 83, len: 1, kind: Kind::Text },
];

/// MQMDE
pub(crate) static MQMDE: [Field; 6] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 4, kind: Kind::Numbers },
    Field { offset: 32, len: 24, kind: Kind::Bytes },
    Field { offset: 56, len: 16, kind: Kind::Numbers },
];

/// MQOR
pub(crate) static MQOR: [Field; 2] = [
    Field { offset: 0, len: 48, kind: Kind::Text },
    Field { offset: 48, len: 48, kind: Kind::Text },
];

/// MQRFH
pub(crate) static MQRFH: [Field; 4] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 4, kind: Kind::Numbers },
];

/// MQRFH2
pub(crate) static MQRFH2: [Field; 4] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 8, kind: Kind::Numbers },
];

/// MQRMH
pub(crate) static MQRMH: [Field; 7] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 4, kind: Kind::Numbers },
    Field { offset: 32, len: 8, kind: Kind::Text },
    Field { offset: 40, len: 24, kind: Kind::Bytes },
    Field { offset: 64, len: 44, kind: Kind::Numbers },
];

/// MQTM
pub(crate) static MQTM: [Field; 9] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 4, kind: Kind::Numbers },
    Field { offset: 8, len: 48, kind: Kind::Text },
    Field { offset: 56, len: 48, kind: Kind::Text },
    Field { offset: 104, len: 64, kind: Kind::Text },
    Field { offset: 168, len: 4, kind: Kind::Numbers },
    Field { offset: 172, len: 256, kind: Kind::Text },
    Field { offset: 428, len: 128, kind: Kind::Text },
    Field { offset: 556, len: 128, kind: Kind::Text },
];

/// MQWIH
pub(crate) static MQWIH: [Field; 8] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 16, kind: Kind::Numbers },
    Field { offset: 20, len: 8, kind: Kind::Text },
    Field { offset: 28, len: 4, kind: Kind::Numbers },
    Field { offset: 32, len: 32, kind: Kind::Text },
    Field { offset: 64, len: 8, kind: Kind::Text },
    Field { offset: 72, len: 16, kind: Kind::Bytes },
    Field { offset: 88, len: 32, kind: Kind::Text },
];

/// MQXQH
pub(crate) static MQXQH: [Field; 21] = [
    Field { offset: 0, len: 4, kind: Kind::Text },
    Field { offset: 4, len: 4, kind: Kind::Numbers },
    Field { offset: 8, len: 48, kind: Kind::Text },
    Field { offset: 56, len: 48, kind: Kind::Text },
    Field { offset: 104, len: 4, kind: Kind::Text },
    Field { offset: 108, len: 28, kind: Kind::Numbers },
    Field { offset: 136, len: 8, kind: Kind::Text },
    Field { offset: 144, len: 8, kind: Kind::Numbers },
    Field { offset: 152, len: 24, kind: Kind::Bytes },
    Field { offset: 176, len: 24, kind: Kind::Bytes },
    Field { offset: 200, len: 4, kind: Kind::Numbers },
    Field { offset: 204, len: 48, kind: Kind::Text },
    Field { offset: 252, len: 48, kind: Kind::Text },
    Field { offset: 300, len: 12, kind: Kind::Text },
    Field { offset: 312, len: 32, kind: Kind::Bytes },
    Field { offset: 344, len: 32, kind: Kind::Text },
    Field { offset: 376, len: 4, kind: Kind::Numbers },
    Field { offset: 380, len: 28, kind: Kind::Text },
    Field { offset: 408, len: 8, kind: Kind::Text },
    Field { offset: 416, len: 8, kind: Kind::Text },
    Field { offset: 424, len: 4, kind: Kind::Text },
];
