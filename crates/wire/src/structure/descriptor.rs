//! The message descriptor: `MQMD`, in the version its sender chose.

use ferromq_mqi::MsgDescriptor;

use crate::field::{Reader, Wire, Writer};
use crate::malformed::{Malformed, Why};
use crate::text::CodePage;

impl Wire<'_> for MsgDescriptor {
    const BYTES: usize = MsgDescriptor::SIZE;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("MsgDescriptor");
        let mut ahead = from.clone();
        ahead.id(*b"MD  ")?;
        let version = i32::read(&mut ahead)?;
        let length = match version {
            1 => Self::SIZE_1,
            2 => Self::SIZE,
            _ => return Err(from.wrong(Why::Version(version))),
        };
        let form = from.form();
        let raw = from.take(length)?;
        let mut it = Self::decode(raw, form.order).map_err(|short| {
            from.wrong(Why::TooShort {
                needed_bytes: short.needed_bytes,
                given_bytes: short.given_bytes,
            })
        })?;
        it.struc_id = *b"MD  ";
        if form.page != CodePage::Ascii {
            for field in texts(&mut it) {
                form.page.decode(field);
            }
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        let form = to.form();
        let raw = to.room(Self::SIZE);
        if form.page == CodePage::Ascii {
            self.encode_into(raw, form.order);
        } else {
            let mut converted = self.clone();
            for field in texts(&mut converted) {
                form.page.encode(field);
            }
            converted.encode_into(raw, form.order);
        }
        let id = form.eye_catchers.of(*b"MD  ");
        raw.iter_mut()
            .zip(id)
            .for_each(|(place, byte)| *place = byte);
        if self.version == 1 {
            to.take_back(Self::SIZE - Self::SIZE_1);
        }
    }
}

/// The fields that are text.
fn texts(of: &mut MsgDescriptor) -> [&mut [u8]; 9] {
    [
        &mut of.format,
        &mut of.reply_to_q,
        &mut of.reply_to_q_mgr,
        &mut of.user_identifier,
        &mut of.appl_identity_data,
        &mut of.put_appl_name,
        &mut of.put_date,
        &mut of.put_time,
        &mut of.appl_origin_data,
    ]
}
