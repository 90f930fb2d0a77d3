//! Any bytes as message data in any code page.

use super::*;
use crate::code_page::{CodePage, End};

const FORMATS: [&str; 16] = [
    MQFMT_STRING,
    MQFMT_STRING,
    MQFMT_STRING,
    MQFMT_PCF,
    MQFMT_EVENT,
    MQFMT_IMS_VAR_STRING,
    MQFMT_IMS,
    MQFMT_CICS,
    MQFMT_DEAD_LETTER_HEADER,
    MQFMT_DIST_HEADER,
    MQFMT_MD_EXTENSION,
    MQFMT_REF_MSG_HEADER,
    MQFMT_RF_HEADER_1,
    MQFMT_RF_HEADER_2,
    MQFMT_TRIGGER,
    MQFMT_XMIT_Q_HEADER,
];
/// Those that are no table of single bytes, and some that are no page at all.
const CCSIDS: [i32; 24] = [
    1208, 1200, 13488, 932, 943, 954, 970, 949, 950, 936, 1386, 1392, 5488, 33722, 930, 939, 5026,
    5035, 300, 0, -1, -2, -3, 9999,
];
const ENCODINGS: [i32; 4] = [MQENC_INTEGER_NORMAL, MQENC_INTEGER_REVERSED, MQENC_S390, 0];
/// What is said before the data.
const CONVERSION_BYTES: usize = 6;
/// No byte of a message becomes more than this: four strings may share it, and each of them may need a shift
/// before and behind a character of two bytes.
const GROWTH_MAX: usize = 16;

/// Converts `bytes` behind the first few, which say from what to what, and checks what must hold for any data:
/// nothing panics, the result fits the buffer and is text where it should be, and data that is not converted is
/// still described as it was.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let Some((said, data)) = bytes.split_first_chunk::<CONVERSION_BYTES>() else {
        return;
    };
    let conversion = conversion(*said, data.len());
    let converted = convert(data, &conversion);
    let made = converted.data.as_deref();
    let len = made.map_or(data.len(), <[u8]>::len);
    assert!(made.is_none() || len <= conversion.room, "{conversion:?}");
    assert!(converted.len >= len, "{conversion:?}");
    assert!(
        converted.len <= GROWTH_MAX * data.len() + 64,
        "{conversion:?}"
    );
    if converted.reason == Reason::TRUNCATED_MSG_ACCEPTED {
        assert!(conversion.may_cut && converted.len > conversion.room);
    } else {
        assert_eq!(converted.len, len, "{conversion:?}");
    }
    if conversion.format == fmt(MQFMT_STRING) {
        check_string(data, &conversion, &converted);
    }
}

fn conversion(said: [u8; CONVERSION_BYTES], len: usize) -> Conversion {
    let [format, from, to, q_mgr, flags, room] = said;
    let described = |page: u8, order: u8| Described {
        ccsid: ccsid(page),
        encoding: ENCODINGS[usize::from(order & 3)],
    };
    Conversion {
        format: fmt(FORMATS[usize::from(format) % FORMATS.len()]),
        from: described(from, flags),
        to: described(to, flags >> 2),
        q_mgr: described(q_mgr, flags >> 4),
        cut: flags & 0x40 != 0,
        room: if flags & 0x80 == 0 {
            usize::MAX
        } else {
            // The data came through the same buffer, so that it fits before.
            len + usize::from(room >> 1)
        },
        may_cut: room & 1 != 0,
    }
}

fn ccsid(selector: u8) -> i32 {
    let selector = usize::from(selector);
    CCSIDS.get(selector).copied().unwrap_or_else(|| {
        let mut single = CodePage::single_byte_ccsids();
        single.nth(selector - CCSIDS.len()).unwrap_or(819)
    })
}

fn check_string(data: &[u8], conversion: &Conversion, converted: &Converted) {
    let done = [Reason::NONE, Reason::TRUNCATED_MSG_ACCEPTED].contains(&converted.reason);
    if !done {
        assert_eq!(converted.described, conversion.from, "{conversion:?}");
        let kept = converted.data.as_deref().unwrap_or(data);
        assert_eq!(kept, data, "{conversion:?}");
        return;
    }
    let Ok(TextChange::Pages(_, to)) = TextChange::between(conversion.from, conversion.to) else {
        return;
    };
    assert!(
        converted.data.is_some() || data.is_ascii(),
        "{conversion:?}"
    );
    let made = converted.data.as_deref().unwrap_or(data);
    let mut text = String::new();
    let decoded = to.page.decode(made, to.order, End::Whole, &mut text);
    assert_eq!(decoded, Ok(()), "{conversion:?} {made:02x?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::structs::{
        DeadLetterHeader, DistributionHeader, MsgDescriptorExtension, ReferenceHeader, RulesHeader,
        RulesHeader2, TransmissionHeader, TriggerMessage,
    };

    fn noise(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// Headers in ASCII, the most significant byte first, with room behind them.
    fn headers() -> Vec<(&'static str, Vec<u8>)> {
        let mut all = Vec::new();
        macro_rules! header {
            ($($format:ident $name:ident),*) => {$({
                let mut bytes = vec![0; $name::SIZE];
                $name::default().encode_be_into(&mut bytes);
                bytes.extend_from_slice(&[0; 40]);
                all.push(($format, bytes));
            })*};
        }
        header!(
            MQFMT_DEAD_LETTER_HEADER DeadLetterHeader,
            MQFMT_DIST_HEADER DistributionHeader,
            MQFMT_MD_EXTENSION MsgDescriptorExtension,
            MQFMT_REF_MSG_HEADER ReferenceHeader,
            MQFMT_RF_HEADER_1 RulesHeader,
            MQFMT_RF_HEADER_2 RulesHeader2,
            MQFMT_TRIGGER TriggerMessage,
            MQFMT_XMIT_Q_HEADER TransmissionHeader
        );
        all
    }

    #[test]
    fn noise_in_any_code_page_is_converted_or_left_alone() {
        let mut state = 0x1234_5678_9abc_def1;
        for _ in 0..30_000 {
            let len = noise(&mut state) % 120;
            let mask = [0xff, 0x7f][noise(&mut state) as usize & 1];
            let mut bytes: Vec<u8> = (0..len).map(|_| noise(&mut state) as u8 & mask).collect();
            if noise(&mut state).is_multiple_of(2) && bytes.len() > 3 {
                // Half of them from and to the pages of more than one byte.
                bytes[1] %= 19;
                bytes[2] %= 19;
            }
            fuzz_one(&bytes);
        }
    }

    #[test]
    fn damaged_headers_are_converted_or_left_alone() {
        let mut state = 0x9abc_def1_1234_5678;
        let headers = headers();
        for _ in 0..20_000 {
            let (format, mut data) = headers[noise(&mut state) as usize % headers.len()].clone();
            for _ in 0..noise(&mut state) % 5 {
                let at = noise(&mut state) as usize % data.len();
                data[at] = (noise(&mut state) % 256) as u8 >> (noise(&mut state) % 8);
            }
            data.truncate(data.len() - noise(&mut state) as usize % 60);
            let format = FORMATS.iter().position(|one| *one == format).unwrap() as u8;
            let flags = noise(&mut state) as u8 & 0xcc;
            let [to, q_mgr, room] = [(); 3].map(|()| noise(&mut state) as u8 % 140);
            let said = [format, 0, to, q_mgr, flags, room];
            fuzz_one(&[said.as_slice(), &data].concat());
        }
    }
}
