//! `MQBUFMH` and `MQMHBUF`: properties out of a buffer, and into one.

use super::field::FieldSet;
use super::name::{Target, told};
use super::value::integer_order;
use super::{MessageHandle, Position};
use crate::code_page::{CCSID_UTF_8, CodePage};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::generated::structs::MsgDescriptor;
use crate::header::{ByteOrder, RulesHeader2};
use crate::name::fill_with_blanks;
use crate::property::{Properties, Property, PropertyControl, strip, write_folders};
use crate::reason::Reason;
use crate::rfh2::{self, FORMAT};
use bytes::Bytes;

impl MessageHandle {
    /// `MQBUFMH` with `MQBMHO_*` options: the handle has the properties in the headers `buffer` begins with, and the
    /// fields of `descriptor`, and no others. Gives back the data, without properties when that was asked for; then
    /// `descriptor` describes what is left.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR`; `MQRC_RFH_ERROR` and `MQRC_RFH_FORMAT_ERROR` for a header that is not well formed. The handle is
    /// as it was.
    pub fn read_buffer(
        &mut self,
        options: i32,
        descriptor: &mut MsgDescriptor,
        buffer: Bytes,
    ) -> Result<Bytes, Reason> {
        if options & !MQBMHO_DELETE_PROPERTIES != 0 {
            return Err(Reason::OPTIONS_ERROR);
        }
        let read = Properties::read(descriptor.format, Described::of(descriptor), &buffer);
        let read = read.map_err(|error| error.reason())?;
        self.clear();
        self.properties = read.into_list();
        let data = if options & MQBMHO_DELETE_PROPERTIES == 0 {
            buffer
        } else {
            without_properties(descriptor, buffer)
        };
        self.remember(descriptor);
        Ok(data)
    }

    /// `MQMHBUF` with `MQMHBO_*` options: a header with the properties of a name, `%` at its end standing for any
    /// characters. `descriptor` describes what is to follow the header, and the header on return.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR`; `MQRC_PROPERTY_NOT_AVAILABLE` when no property has the name, which fields of the descriptor do
    /// not count for; with the length of the header, `MQRC_PROPERTY_VALUE_TOO_BIG` when that is more than `room`.
    pub fn write_buffer(
        &mut self,
        options: i32,
        name: &str,
        descriptor: &mut MsgDescriptor,
        room: usize,
    ) -> Result<Bytes, (Reason, usize)> {
        let fail = |reason| Err((reason, 0));
        let known = MQMHBO_PROPERTIES_IN_MQRFH2 | MQMHBO_DELETE_PROPERTIES;
        if options & MQMHBO_PROPERTIES_IN_MQRFH2 == 0 || options & !known != 0 {
            return fail(Reason::OPTIONS_ERROR);
        }
        let target = Target::of(name);
        let wanted = |property: &Property| match name.strip_suffix('%') {
            Some(prefix) => {
                property.path.starts_with(prefix) || told(&property.path).starts_with(prefix)
            }
            None => target.path() == Some(&*property.path),
        };
        let chosen: Vec<Property> = self.iter().filter(|one| wanted(one)).cloned().collect();
        if chosen.is_empty() {
            return fail(Reason::PROPERTY_NOT_AVAILABLE);
        }
        let mut behind = descriptor.clone();
        let header = header(&mut behind, &chosen);
        if header.len() > room {
            return Err((Reason::PROPERTY_VALUE_TOO_BIG, header.len()));
        }
        *descriptor = behind;
        if options & MQMHBO_DELETE_PROPERTIES != 0 {
            let gone: Vec<usize> = (0..self.properties.len())
                .filter(|at| wanted(&self.properties[*at]))
                .collect();
            for at in gone.into_iter().rev() {
                self.remove(Position::Property(at));
            }
        }
        Ok(header.into())
    }

    /// Holds all fields of a descriptor.
    pub(super) fn remember(&mut self, descriptor: &MsgDescriptor) {
        self.descriptor = descriptor.clone();
        self.known = FieldSet::ALL;
    }
}

/// The data without folders of properties; the descriptor describes what is left.
pub(super) fn without_properties(descriptor: &mut MsgDescriptor, body: Bytes) -> Bytes {
    let Some(left) = strip(
        descriptor.format,
        Described::of(descriptor),
        &body,
        PropertyControl::None,
    ) else {
        return body;
    };
    left.described_by(descriptor)
}

/// A header with properties, in front of data that `descriptor` describes; then it describes the header.
pub(super) fn header(descriptor: &mut MsgDescriptor, properties: &[Property]) -> Vec<u8> {
    let folders = write_folders(properties);
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let mut behind = Described::of(descriptor);
    // The header is coded as the data is, so that one conversion does for both. Where that cannot be, as in EBCDIC, it is
    // in UTF-8.
    match behind.ccsid {
        MQCCSI_Q_MGR => behind.ccsid = MQCCSI_INHERIT,
        ccsid if CodePage::find(ccsid).is_some_and(CodePage::has_ascii) => {}
        _ => descriptor.coded_char_set_id = CCSID_UTF_8,
    }
    if integer_order(behind.encoding).is_none() {
        descriptor.encoding = MQENC_NATIVE;
    }
    let mut fixed = RulesHeader2 {
        format: descriptor.format,
        ..rfh2::fixed("", behind)
    };
    fill_with_blanks(&mut fixed.format);
    descriptor.format = FORMAT;
    let order = ByteOrder::from_encoding(descriptor.encoding);
    rfh2::write(&fixed, order, &folders)
}
