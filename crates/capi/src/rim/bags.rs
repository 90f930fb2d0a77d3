//! The administration interface (MQAI): bags, by the calls of `cmqbc.h`. What a bag is, `ferromq_bag` knows.
//!
//! Bags belong to the process: any thread may use any of them. A call that waits for a queue manager holds no
//! bag meanwhile.

use super::codes::answer;
use super::memory::{buffer, fill, room, store};
use ferromq_bag::{BagHandle, Bags, Item, ItemKind};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQBL_NULL_TERMINATED, MQCCSI_DEFAULT, MQCCSI_Q_MGR, MQHB_NONE, MQHB_UNUSABLE_HBAG,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::Text;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

static BAGS: Mutex<Option<Bags>> = Mutex::new(None);

/// The bags of this process, for as long as the result lives.
pub(super) struct Held(MutexGuard<'static, Option<Bags>>);

impl Held {
    pub(super) fn get(&mut self) -> &mut Bags {
        self.0.get_or_insert_default()
    }
}

pub(super) fn bags() -> Held {
    Held(BAGS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The bytes of a string, which may end with a NUL instead of having a length.
///
/// # Errors
/// `MQRC_BUFFER_LENGTH_ERROR`, `MQRC_BUFFER_ERROR`.
///
/// # Safety
/// `at` is null or leads to as many bytes as the length says, or to a NUL.
unsafe fn string(at: *const u8, length: i32) -> Result<Text, Reason> {
    let bytes = if length == MQBL_NULL_TERMINATED {
        if at.is_null() {
            return Err(Reason::BUFFER_ERROR);
        }
        // SAFETY: the caller promises that there is a NUL.
        unsafe { std::ffi::CStr::from_ptr(at.cast()) }.to_bytes()
    } else {
        // SAFETY: the caller's promise is passed on.
        unsafe { buffer(at.cast(), length)? }
    };
    Ok(Text {
        ccsid: MQCCSI_DEFAULT,
        bytes: bytes.to_vec(),
    })
}

/// Returns bytes, as many as fit, and NULs behind them.
///
/// # Safety
/// `at` is null or leads to `length` bytes; the other pointer is null or leads to an `MQLONG`.
unsafe fn give(
    bytes: &[u8],
    at: *mut u8,
    length: i32,
    length_at: *mut i32,
) -> Result<Reason, Reason> {
    let room = room(at.cast(), length)?;
    let mut filled = bytes[..bytes.len().min(room)].to_vec();
    filled.resize(room, 0);
    // SAFETY: as promised.
    unsafe {
        fill(at.cast(), &filled);
        store(length_at, i32::try_from(bytes.len()).unwrap_or(i32::MAX));
    }
    Ok(match bytes.len() > room {
        true => Reason::STRING_TRUNCATED,
        false => Reason::NONE,
    })
}

/// Carries out something with the bags that answers nothing more than how it went.
///
/// # Safety
/// The pointers are null or lead to an `MQLONG` each.
unsafe fn simply(
    comp_code: *mut i32,
    reason: *mut i32,
    act: impl FnOnce(&mut Bags) -> Result<(), Reason>,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            act(bags().get()).map(|()| Reason::NONE)
        })
    }
}

/// `mqCreateBag`: makes an empty bag of the type the options say; its handle is good in the whole process until it
/// is deleted. Refused with `MQRC_OPTIONS_ERROR` for options that are not valid together, `MQRC_HBAG_ERROR`.
///
/// # Safety
/// The pointers are as the MQAI asks: see the module above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqCreateBag(
    options: i32,
    bag: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            if bag.is_null() {
                return Err(Reason::HBAG_ERROR);
            }
            store(bag, bags().get().create(options)?.0);
            Ok(Reason::NONE)
        });
    }
}

/// `mqDeleteBag`: deletes a bag, and those nested in it that the system made; the variable holds
/// `MQHB_UNUSABLE_HBAG` on return. Refused with `MQRC_HBAG_ERROR`, `MQRC_SYSTEM_BAG_NOT_DELETABLE`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqDeleteBag(bag: *mut i32, comp_code: *mut i32, reason: *mut i32) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let handle = super::memory::load(bag).ok_or(Reason::HBAG_ERROR)?;
            bags().get().delete(BagHandle(handle))?;
            store(bag, MQHB_UNUSABLE_HBAG);
            Ok(Reason::NONE)
        });
    }
}

/// `mqClearBag`: takes all user items out; system items are as they were at first. Refused with `MQRC_HBAG_ERROR`,
/// `MQRC_SYSTEM_BAG_NOT_ALTERABLE`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqClearBag(bag: i32, comp_code: *mut i32, reason: *mut i32) {
    // SAFETY: the caller's promise is passed on.
    unsafe { simply(comp_code, reason, |bags| bags.clear(BagHandle(bag))) }
}

/// `mqTruncateBag`: leaves so many user items, from the first. Refused with `MQRC_HBAG_ERROR`,
/// `MQRC_SYSTEM_BAG_NOT_ALTERABLE`, `MQRC_ITEM_COUNT_ERROR`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqTruncateBag(
    bag: i32,
    item_count: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        simply(comp_code, reason, |bags| {
            bags.truncate(BagHandle(bag), item_count)
        })
    }
}

/// `mqCountItems`: how many items have the selector, which may be `MQSEL_ALL_SELECTORS` and its like. Refused with
/// `MQRC_HBAG_ERROR`, `MQRC_SELECTOR_NOT_SUPPORTED`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqCountItems(
    bag: i32,
    selector: i32,
    item_count: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            store(item_count, bags().get().count(BagHandle(bag), selector)?);
            Ok(Reason::NONE)
        });
    }
}

/// `mqDeleteItem`: takes out an item, or with `MQIND_ALL` all with the selector. Refused with `MQRC_HBAG_ERROR`,
/// `MQRC_INDEX_NOT_PRESENT`, `MQRC_SELECTOR_NOT_PRESENT`, `MQRC_SYSTEM_ITEM_NOT_DELETABLE` and their kin.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqDeleteItem(
    bag: i32,
    selector: i32,
    item_index: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        simply(comp_code, reason, |bags| {
            bags.delete_item(BagHandle(bag), selector, item_index)
        });
    }
}

/// `mqAddInquiry`: adds the selector of an attribute that is asked for to an administration bag. Refused with `MQRC_HBAG_ERROR`,
/// `MQRC_BAG_WRONG_TYPE`, `MQRC_SELECTOR_OUT_OF_RANGE`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqAddInquiry(
    bag: i32,
    selector: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        simply(comp_code, reason, |bags| {
            bags.add_inquiry(BagHandle(bag), selector)
        });
    }
}

/// The calls that add an item and that set one, which differ in the index.
macro_rules! add_and_set {
    ($add:ident, $set:ident, ($($parameter:ident: $kind:ty),*), $item:expr) => {
        #[doc = concat!("`", stringify!($add), "`: a further item at the end. Refused as [`Bags::add`] says.\n\n# Safety\nAs [`mqCreateBag`].")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $add(
            bag: i32,
            selector: i32,
            $($parameter: $kind,)*
            comp_code: *mut i32,
            reason: *mut i32,
        ) {
            // SAFETY: the caller's promise is passed on.
            unsafe {
                simply(comp_code, reason, |bags| {
                    bags.add(BagHandle(bag), selector, $item)
                });
            }
        }

        add_and_set!(@set $set, ($($parameter: $kind),*), $item);
    };
    (@set $set:ident, ($($parameter:ident: $kind:ty),*), $item:expr) => {
        #[doc = concat!("`", stringify!($set), "`: changes an item, or puts one in the place of all with the selector. Refused as [`Bags::set`] says.\n\n# Safety\nAs [`mqCreateBag`].")]
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)] // As the MQAI has it.
        pub unsafe extern "C" fn $set(
            bag: i32,
            selector: i32,
            item_index: i32,
            $($parameter: $kind,)*
            comp_code: *mut i32,
            reason: *mut i32,
        ) {
            // SAFETY: the caller's promise is passed on.
            unsafe {
                simply(comp_code, reason, |bags| {
                    bags.set(BagHandle(bag), selector, item_index, $item)
                });
            }
        }
    };
}

add_and_set!(mqAddInteger, mqSetInteger, (item_value: i32), Item::Int(item_value));
add_and_set!(mqAddInteger64, mqSetInteger64, (item_value: i64), Item::Int64(item_value));
add_and_set!(
    mqAddIntegerFilter,
    mqSetIntegerFilter,
    (item_value: i32, operator: i32),
    Item::IntFilter { operator, value: item_value }
);
add_and_set!(
    mqAddString,
    mqSetString,
    (buffer_length: i32, data: *const u8),
    Item::Text(string(data, buffer_length)?)
);
add_and_set!(
    mqAddStringFilter,
    mqSetStringFilter,
    (buffer_length: i32, data: *const u8, operator: i32),
    Item::TextFilter { operator, value: string(data, buffer_length)? }
);
add_and_set!(
    mqAddByteString,
    mqSetByteString,
    (buffer_length: i32, data: *const u8),
    Item::Bytes(buffer(data.cast(), buffer_length)?.to_vec())
);
add_and_set!(
    mqAddByteStringFilter,
    mqSetByteStringFilter,
    (buffer_length: i32, data: *const u8, operator: i32),
    Item::BytesFilter { operator, value: buffer(data.cast(), buffer_length)?.to_vec() }
);

/// `mqAddBag`: puts a bag into a group bag. Refused with `MQRC_HBAG_ERROR`, `MQRC_BAG_WRONG_TYPE`,
/// `MQRC_SELECTOR_OUT_OF_RANGE`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqAddBag(
    bag: i32,
    selector: i32,
    item_value: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        simply(comp_code, reason, |bags| {
            bags.add(BagHandle(bag), selector, Item::Bag(BagHandle(item_value)))
        });
    }
}

/// The calls that inquire an item.
macro_rules! inquire {
    ($name:ident, $kind:expr, ($($parameter:ident: $type:ty),*), $found:pat => $give:expr) => {
        #[doc = concat!("`", stringify!($name), "`: the value of an item of this type. Refused as [`Bags::inquire`] says.\n\n# Safety\nAs [`mqCreateBag`].")]
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)] // As the MQAI has it.
        pub unsafe extern "C" fn $name(
            bag: i32,
            selector: i32,
            item_index: i32,
            $($parameter: $type,)*
            comp_code: *mut i32,
            reason: *mut i32,
        ) {
            // SAFETY: the caller's promise is passed on.
            unsafe {
                answer(comp_code, reason, || {
                    match bags().get().inquire(BagHandle(bag), selector, item_index, $kind)? {
                        $found => $give,
                        _ => Err(Reason::SELECTOR_WRONG_TYPE),
                    }
                });
            }
        }
    };
}

inquire!(mqInquireInteger, ItemKind::Int, (item_value: *mut i32), Item::Int(value) => {
    store(item_value, value);
    Ok(Reason::NONE)
});
inquire!(mqInquireInteger64, ItemKind::Int64, (item_value: *mut i64), Item::Int64(value) => {
    store(item_value, value);
    Ok(Reason::NONE)
});
inquire!(mqInquireBag, ItemKind::Bag, (item_value: *mut i32), Item::Bag(value) => {
    store(item_value, value.0);
    Ok(Reason::NONE)
});
inquire!(
    mqInquireIntegerFilter,
    ItemKind::IntFilter,
    (item_value: *mut i32, operator_at: *mut i32),
    Item::IntFilter { operator, value } => {
        store(item_value, value);
        store(operator_at, operator);
        Ok(Reason::NONE)
    }
);
inquire!(
    mqInquireString,
    ItemKind::Text,
    (buffer_length: i32, data: *mut u8, string_length: *mut i32, ccsid: *mut i32),
    Item::Text(text) => {
        store(ccsid, text.ccsid);
        give(&text.bytes, data, buffer_length, string_length)
    }
);
inquire!(
    mqInquireStringFilter,
    ItemKind::TextFilter,
    (
        buffer_length: i32,
        data: *mut u8,
        string_length: *mut i32,
        ccsid: *mut i32,
        operator_at: *mut i32
    ),
    Item::TextFilter { operator, value } => {
        store(ccsid, value.ccsid);
        store(operator_at, operator);
        give(&value.bytes, data, buffer_length, string_length)
    }
);
inquire!(
    mqInquireByteString,
    ItemKind::Bytes,
    (buffer_length: i32, data: *mut u8, string_length: *mut i32),
    Item::Bytes(bytes) => give(&bytes, data, buffer_length, string_length)
);
inquire!(
    mqInquireByteStringFilter,
    ItemKind::BytesFilter,
    (
        buffer_length: i32,
        data: *mut u8,
        string_length: *mut i32,
        operator_at: *mut i32
    ),
    Item::BytesFilter { operator, value } => {
        store(operator_at, operator);
        give(&value, data, buffer_length, string_length)
    }
);

/// `mqInquireItemInfo`: selector and type of an item. Refused with `MQRC_HBAG_ERROR`, `MQRC_INDEX_NOT_PRESENT`,
/// `MQRC_SELECTOR_NOT_PRESENT`, `MQRC_SELECTOR_NOT_UNIQUE`.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQAI has it.
pub unsafe extern "C" fn mqInquireItemInfo(
    bag: i32,
    selector: i32,
    item_index: i32,
    out_selector: *mut i32,
    item_type: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let found = bags()
                .get()
                .inquire_info(BagHandle(bag), selector, item_index)?;
            store(out_selector, found.0);
            store(item_type, found.1 as i32);
            Ok(Reason::NONE)
        });
    }
}

/// `mqBagToBuffer`: writes a bag as a PCF message; the length needed is returned in any case. Refused with
/// `MQRC_HBAG_ERROR`, `MQRC_BUFFER_LENGTH_ERROR`, and a reason of what in the bag cannot be written.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // As the MQAI has it.
pub unsafe extern "C" fn mqBagToBuffer(
    options_bag: i32,
    data_bag: i32,
    buffer_length: i32,
    data: *mut c_void,
    data_length: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            no_options(options_bag)?;
            let bytes = bags().get().to_bytes(BagHandle(data_bag))?;
            store(data_length, i32::try_from(bytes.len()).unwrap_or(i32::MAX));
            let room = usize::try_from(buffer_length).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
            if bytes.len() > room {
                return Err(Reason::BUFFER_LENGTH_ERROR);
            }
            if data.is_null() {
                return Err(Reason::BUFFER_ERROR);
            }
            fill(data, &bytes);
            Ok(Reason::NONE)
        });
    }
}

/// `mqBufferToBag`: reads a PCF message into a bag, which is cleared first. Refused with `MQRC_HBAG_ERROR`,
/// `MQRC_BAG_WRONG_TYPE`, `MQRC_BUFFER_ERROR`, and a reason of what in the message is not valid.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqBufferToBag(
    options_bag: i32,
    buffer_length: i32,
    data: *const c_void,
    data_bag: i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        simply(comp_code, reason, |bags| {
            let bytes = buffer(data, buffer_length)?;
            if options_bag != MQHB_NONE && !bags.bag(BagHandle(options_bag))?.items().is_empty() {
                return Err(Reason::OPTIONS_ERROR);
            }
            bags.fill_from_bytes(BagHandle(data_bag), bytes, ByteOrder::NATIVE, MQCCSI_Q_MGR)
        });
    }
}

/// There are no options of calls that convert.
fn no_options(bag: i32) -> Result<(), Reason> {
    let empty = bag == MQHB_NONE || bags().get().bag(BagHandle(bag))?.items().is_empty();
    if empty {
        Ok(())
    } else {
        Err(Reason::OPTIONS_ERROR)
    }
}

/// `mqTrim`: a string without the blanks at its end, and a NUL behind it.
///
/// # Safety
/// As [`mqCreateBag`]; the string has room for the buffer and one more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqTrim(
    buffer_length: i32,
    data: *const u8,
    text: *mut u8,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let given = string(data, buffer_length)?.bytes;
            if text.is_null() {
                return Err(Reason::STRING_ERROR);
            }
            let end = given.iter().position(|byte| *byte == 0);
            let given = &given[..end.unwrap_or(given.len())];
            let blanks = given.iter().rev().take_while(|byte| **byte == b' ').count();
            let mut trimmed = given[..given.len() - blanks].to_vec();
            trimmed.push(0);
            fill(text.cast(), &trimmed);
            Ok(Reason::NONE)
        });
    }
}

/// `mqPad`: a string that ends with a NUL, filled up with blanks.
///
/// # Safety
/// As [`mqCreateBag`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mqPad(
    text: *const u8,
    buffer_length: i32,
    data: *mut u8,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let room = usize::try_from(buffer_length).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
            if text.is_null() {
                return Err(Reason::STRING_ERROR);
            }
            let given = string(text, MQBL_NULL_TERMINATED)?.bytes;
            if data.is_null() && room > 0 {
                return Err(Reason::BUFFER_ERROR);
            }
            let mut padded = given[..given.len().min(room)].to_vec();
            padded.resize(room, b' ');
            fill(data.cast(), &padded);
            Ok(match given.len() > room {
                true => Reason::STRING_TRUNCATED,
                false => Reason::NONE,
            })
        });
    }
}
