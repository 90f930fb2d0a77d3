//! The caller's memory: structures by version, buffers, arrays.

use ferromq_mqi::Reason;
use std::ffi::c_void;

/// What a structure has to look like.
pub(super) struct Shape {
    /// `StrucId`; `None` for the one structure without.
    pub(super) id: Option<[u8; 4]>,
    /// Where its `Version` is.
    pub(super) version_offset: usize,
    /// Length in bytes of each version, the first version first; zero for one that never was.
    pub(super) lengths: &'static [usize],
    /// What to answer when it is not one.
    pub(super) error: Reason,
}

/// A structure of the caller: the place, and a copy of as much as its version has. The rest is zero.
pub(super) struct Block<const SIZE: usize> {
    at: *mut u8,
    version: i32,
    length: usize,
    bytes: [u8; SIZE],
}

impl<const SIZE: usize> Block<SIZE> {
    /// Copies a structure and checks identifier and version.
    ///
    /// # Errors
    /// The shape's own reason.
    ///
    /// # Safety
    /// `at` is null or leads to a structure that is as long as its version says and may be written to for as long
    /// as the block is used.
    pub(super) unsafe fn read(at: *const c_void, shape: &Shape) -> Result<Self, Reason> {
        let at = at.cast::<u8>().cast_mut();
        if at.is_null() {
            return Err(shape.error);
        }
        if let Some(id) = shape.id {
            // SAFETY: every version of a structure begins with the four bytes of its identifier.
            let found = unsafe { at.cast::<[u8; 4]>().read_unaligned() };
            if found != id {
                return Err(shape.error);
            }
        }
        // SAFETY: every version has the version field at the same place.
        let version = unsafe { at.add(shape.version_offset).cast::<i32>().read_unaligned() };
        let length = usize::try_from(version)
            .ok()
            .and_then(|version| shape.lengths.get(version.checked_sub(1)?))
            .copied()
            .filter(|length| *length > 0 && *length <= SIZE)
            .ok_or(shape.error)?;
        let mut bytes = [0; SIZE];
        // SAFETY: the structure is as long as its version says; `length` is at most `SIZE`.
        unsafe { at.copy_to_nonoverlapping(bytes.as_mut_ptr(), length) };
        Ok(Self {
            at,
            version,
            length,
            bytes,
        })
    }

    /// A structure without identifier and version, as it is; `None` for null.
    ///
    /// # Safety
    /// `at` is null or leads to `SIZE` bytes that may be written to for as long as the block is used.
    pub(super) unsafe fn plain(at: *const c_void) -> Option<Self> {
        let at = at.cast::<u8>().cast_mut();
        if at.is_null() {
            return None;
        }
        // SAFETY: as promised.
        let bytes = unsafe { at.cast::<[u8; SIZE]>().read_unaligned() };
        Some(Self {
            at,
            version: 1,
            length: SIZE,
            bytes,
        })
    }

    /// The version the caller set.
    pub(super) fn version(&self) -> i32 {
        self.version
    }

    /// The bytes the caller's version has.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// An integer; zero in a version without the field.
    pub(super) fn int(&self, offset: usize) -> i32 {
        i32::from_ne_bytes(self.array(offset))
    }

    /// A message handle; zero in a version without the field.
    pub(super) fn long(&self, offset: usize) -> i64 {
        i64::from_ne_bytes(self.array(offset))
    }

    /// A pointer; null in a version without the field.
    pub(super) fn pointer(&self, offset: usize) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(usize::from_ne_bytes(self.array(offset)))
    }

    /// Bytes of a field; zeros in a version without it.
    pub(super) fn array<const N: usize>(&self, offset: usize) -> [u8; N] {
        let mut out = [0; N];
        out.copy_from_slice(&self.bytes[offset..offset + N]);
        out
    }

    /// Returns an integer, if the caller's version has the field.
    pub(super) fn set_int(&self, offset: usize, value: i32) {
        self.set(offset, &value.to_ne_bytes());
    }

    /// Returns a field, if the caller's version has it.
    pub(super) fn set(&self, offset: usize, value: &[u8]) {
        if offset + value.len() > self.length {
            return;
        }
        // SAFETY: the field lies within the structure, which `read` was promised may be written to.
        unsafe {
            self.at
                .add(offset)
                .copy_from_nonoverlapping(value.as_ptr(), value.len());
        }
    }

    /// Memory that a pointer in the structure leads to or, when it is null, an offset from its start. Null when
    /// there is neither.
    pub(super) fn target(&self, pointer_offset: usize, offset_offset: usize) -> *mut u8 {
        let pointer = self.pointer(pointer_offset);
        if !pointer.is_null() {
            return pointer.cast();
        }
        match self.int(offset_offset) {
            0 => std::ptr::null_mut(),
            // The caller says that something lies there; whether before or behind the structure is its business.
            offset => self.at.wrapping_offset(offset as isize),
        }
    }
}

/// Stores a value where the caller wants it, if it wants it.
///
/// # Safety
/// `at` is null or leads to a `T` that may be written to.
pub(super) unsafe fn store<T>(at: *mut T, value: T) {
    if !at.is_null() {
        // SAFETY: as promised; alignment is not asked for.
        unsafe { at.write_unaligned(value) };
    }
}

/// Loads a value; `None` for null.
///
/// # Safety
/// `at` is null or leads to a `T`.
pub(super) unsafe fn load<T: Copy>(at: *const T) -> Option<T> {
    if at.is_null() {
        return None;
    }
    // SAFETY: as promised; alignment is not asked for.
    Some(unsafe { at.read_unaligned() })
}

/// Bytes a buffer has room for. Null has none.
///
/// # Errors
/// `MQRC_BUFFER_LENGTH_ERROR` for a negative length, `MQRC_BUFFER_ERROR` for null with a length.
pub(super) fn room(at: *const c_void, length: i32) -> Result<usize, Reason> {
    let length = usize::try_from(length).map_err(|_| Reason::BUFFER_LENGTH_ERROR)?;
    match length > 0 && at.is_null() {
        true => Err(Reason::BUFFER_ERROR),
        false => Ok(length),
    }
}

/// The bytes of a buffer. Null is an empty buffer when the length is zero.
///
/// # Errors
/// `MQRC_BUFFER_LENGTH_ERROR` for a negative length, `MQRC_BUFFER_ERROR` for null with a length.
///
/// # Safety
/// `at` is null or leads to `length` bytes that nobody changes while the slice is used.
pub(super) unsafe fn buffer<'a>(at: *const c_void, length: i32) -> Result<&'a [u8], Reason> {
    let length = room(at, length)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: bytes need no alignment; the length is at most `i32::MAX`.
    Ok(unsafe { std::slice::from_raw_parts(at.cast(), length) })
}

/// Fills the beginning of a buffer.
///
/// # Safety
/// `at` leads to at least `bytes.len()` bytes, or `bytes` is empty.
pub(super) unsafe fn fill(at: *mut c_void, bytes: &[u8]) {
    if !bytes.is_empty() {
        // SAFETY: as promised; `bytes` is ours, so the two are apart.
        unsafe {
            at.cast::<u8>()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        }
    }
}

/// An array of integers.
///
/// # Safety
/// `at` leads to `count` integers, or `count` is zero.
pub(super) unsafe fn integers(at: *const i32, count: usize) -> Vec<i32> {
    // SAFETY: as promised; alignment is not asked for.
    (0..count)
        .map(|index| unsafe { at.add(index).read_unaligned() })
        .collect()
}

/// A name of at most `N` characters: it ends at a NUL or at full width, and nothing after the NUL is touched.
///
/// # Safety
/// `at` is null, or leads to `N` bytes or to fewer that end with a NUL.
pub(super) unsafe fn name<const N: usize>(at: *const u8) -> Option<[u8; N]> {
    if at.is_null() {
        return None;
    }
    let mut name = [b' '; N];
    for (index, byte) in name.iter_mut().enumerate() {
        // SAFETY: no NUL was met before this byte, so it is the caller's.
        let found = unsafe { at.add(index).read() };
        if found == 0 {
            break;
        }
        *byte = found;
    }
    Some(name)
}
