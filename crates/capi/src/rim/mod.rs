//! The C functions, and the only code of this crate that follows a caller's pointer.
//!
//! What C gives no way to check is the caller's promise, and the soundness of every block in here rests on it:
//! a pointer is null, or leads to memory as long as the documented type, the structure's `Version` or the length
//! passed with it says, which nobody else writes to during the call. Nothing more is assumed: neither alignment,
//! nor a byte after the end of a version's fields, nor a NUL at the end of a name, nor that two areas are apart.
//!
//! * A structure is copied once (`memory::Block`), checked, and read from the copy; results go to the fields of
//!   the caller's version only.
//! * No reference to the caller's memory outlives the call, and none is held to memory that is written.
//! * No panic gets out: it becomes `MQRC_UNEXPECTED_ERROR`.
#![allow(non_snake_case, non_upper_case_globals)]

mod bag_messages;
mod bags;
mod codes;
mod connecting;
mod consuming;
mod converting;
mod exits;
mod forking;
mod lists;
mod loading;
pub mod loopback;
mod memory;
mod messages;
mod objects;
mod properties;
mod shapes;
mod strings;
mod subscribing;
mod switches;
mod work;

pub use bag_messages::{mqExecute, mqGetBag, mqPutBag};
pub use bags::{
    mqAddBag, mqAddByteString, mqAddByteStringFilter, mqAddInquiry, mqAddInteger, mqAddInteger64,
    mqAddIntegerFilter, mqAddString, mqAddStringFilter, mqBagToBuffer, mqBufferToBag, mqClearBag,
    mqCountItems, mqCreateBag, mqDeleteBag, mqDeleteItem, mqInquireBag, mqInquireByteString,
    mqInquireByteStringFilter, mqInquireInteger, mqInquireInteger64, mqInquireIntegerFilter,
    mqInquireItemInfo, mqInquireString, mqInquireStringFilter, mqPad, mqSetByteString,
    mqSetByteStringFilter, mqSetInteger, mqSetInteger64, mqSetIntegerFilter, mqSetString,
    mqSetStringFilter, mqTrim, mqTruncateBag,
};
pub use connecting::{MQCONN, MQCONNX, MQDISC};
pub use consuming::{MQCB, MQCTL};
pub use converting::MQXCNVC;
pub use exits::{MQXCLWLN, MQXEP, MQZEP};
pub use messages::{MQGET, MQPUT, MQPUT1};
pub use objects::{MQCLOSE, MQINQ, MQOPEN, MQSET};
pub use properties::{MQBUFMH, MQCRTMH, MQDLTMH, MQDLTMP, MQINQMP, MQMHBUF, MQSETMP};
pub use subscribing::{MQSUB, MQSUBRQ};
pub use switches::{CXid, MQRMIXASwitch, MQRMIXASwitchDynamic, XaSwitch};
pub use work::{MQBACK, MQBEGIN, MQCMIT, MQSTAT};
