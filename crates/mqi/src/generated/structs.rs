//! MQI structures that travel as bytes, with the defaults of their initialisers.
//!
//! Generated from `tables/structs.csv` by `cargo xtask generate`; do not edit.

use super::layout;
use crate::header::{ByteOrder, TooShort};

/// The message descriptor, always with room for the version 2 fields. (MQMD)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MsgDescriptor {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// Report
    pub report: i32,
    /// MsgType
    pub msg_type: i32,
    /// Expiry
    pub expiry: i32,
    /// Feedback
    pub feedback: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Priority
    pub priority: i32,
    /// Persistence
    pub persistence: i32,
    /// MsgId
    pub msg_id: [u8; 24],
    /// CorrelId
    pub correl_id: [u8; 24],
    /// BackoutCount
    pub backout_count: i32,
    /// ReplyToQ
    pub reply_to_q: [u8; 48],
    /// ReplyToQMgr
    pub reply_to_q_mgr: [u8; 48],
    /// UserIdentifier
    pub user_identifier: [u8; 12],
    /// AccountingToken
    pub accounting_token: [u8; 32],
    /// ApplIdentityData
    pub appl_identity_data: [u8; 32],
    /// PutApplType
    pub put_appl_type: i32,
    /// PutApplName
    pub put_appl_name: [u8; 28],
    /// PutDate
    pub put_date: [u8; 8],
    /// PutTime
    pub put_time: [u8; 8],
    /// ApplOriginData
    pub appl_origin_data: [u8; 4],
    /// GroupId
    pub group_id: [u8; 24],
    /// MsgSeqNumber
    pub msg_seq_number: i32,
    /// Offset
    pub offset: i32,
    /// MsgFlags
    pub msg_flags: i32,
    /// OriginalLength
    pub original_length: i32,
}

const _: () = assert!(364 == MsgDescriptor::SIZE);

impl Default for MsgDescriptor {
    fn default() -> MsgDescriptor {
        MsgDescriptor {
            struc_id: *b"MD  ",
            version: 1,
            report: 0,
            msg_type: 8,
            expiry: -1,
            feedback: 0,
            encoding: 546,
            coded_char_set_id: 0,
            format: [b' '; 8],
            priority: -1,
            persistence: 2,
            msg_id: [0; 24],
            correl_id: [0; 24],
            backout_count: 0,
            reply_to_q: [0; 48],
            reply_to_q_mgr: [0; 48],
            user_identifier: [0; 12],
            accounting_token: [0; 32],
            appl_identity_data: [0; 32],
            put_appl_type: 0,
            put_appl_name: [0; 28],
            put_date: [0; 8],
            put_time: [0; 8],
            appl_origin_data: [0; 4],
            group_id: [0; 24],
            msg_seq_number: 1,
            offset: 0,
            msg_flags: 0,
            original_length: -1,
        }
    }
}

impl MsgDescriptor {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqmd::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.report.to_le_bytes());
        out[12..16].copy_from_slice(&self.msg_type.to_le_bytes());
        out[16..20].copy_from_slice(&self.expiry.to_le_bytes());
        out[20..24].copy_from_slice(&self.feedback.to_le_bytes());
        out[24..28].copy_from_slice(&self.encoding.to_le_bytes());
        out[28..32].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[32..40].copy_from_slice(&self.format);
        out[40..44].copy_from_slice(&self.priority.to_le_bytes());
        out[44..48].copy_from_slice(&self.persistence.to_le_bytes());
        out[48..72].copy_from_slice(&self.msg_id);
        out[72..96].copy_from_slice(&self.correl_id);
        out[96..100].copy_from_slice(&self.backout_count.to_le_bytes());
        out[100..148].copy_from_slice(&self.reply_to_q);
        out[148..196].copy_from_slice(&self.reply_to_q_mgr);
        out[196..208].copy_from_slice(&self.user_identifier);
        out[208..240].copy_from_slice(&self.accounting_token);
        out[240..272].copy_from_slice(&self.appl_identity_data);
        out[272..276].copy_from_slice(&self.put_appl_type.to_le_bytes());
        out[276..304].copy_from_slice(&self.put_appl_name);
        out[304..312].copy_from_slice(&self.put_date);
        out[312..320].copy_from_slice(&self.put_time);
        out[320..324].copy_from_slice(&self.appl_origin_data);
        out[324..348].copy_from_slice(&self.group_id);
        out[348..352].copy_from_slice(&self.msg_seq_number.to_le_bytes());
        out[352..356].copy_from_slice(&self.offset.to_le_bytes());
        out[356..360].copy_from_slice(&self.msg_flags.to_le_bytes());
        out[360..364].copy_from_slice(&self.original_length.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.report.to_be_bytes());
        out[12..16].copy_from_slice(&self.msg_type.to_be_bytes());
        out[16..20].copy_from_slice(&self.expiry.to_be_bytes());
        out[20..24].copy_from_slice(&self.feedback.to_be_bytes());
        out[24..28].copy_from_slice(&self.encoding.to_be_bytes());
        out[28..32].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[32..40].copy_from_slice(&self.format);
        out[40..44].copy_from_slice(&self.priority.to_be_bytes());
        out[44..48].copy_from_slice(&self.persistence.to_be_bytes());
        out[48..72].copy_from_slice(&self.msg_id);
        out[72..96].copy_from_slice(&self.correl_id);
        out[96..100].copy_from_slice(&self.backout_count.to_be_bytes());
        out[100..148].copy_from_slice(&self.reply_to_q);
        out[148..196].copy_from_slice(&self.reply_to_q_mgr);
        out[196..208].copy_from_slice(&self.user_identifier);
        out[208..240].copy_from_slice(&self.accounting_token);
        out[240..272].copy_from_slice(&self.appl_identity_data);
        out[272..276].copy_from_slice(&self.put_appl_type.to_be_bytes());
        out[276..304].copy_from_slice(&self.put_appl_name);
        out[304..312].copy_from_slice(&self.put_date);
        out[312..320].copy_from_slice(&self.put_time);
        out[320..324].copy_from_slice(&self.appl_origin_data);
        out[324..348].copy_from_slice(&self.group_id);
        out[348..352].copy_from_slice(&self.msg_seq_number.to_be_bytes());
        out[352..356].copy_from_slice(&self.offset.to_be_bytes());
        out[356..360].copy_from_slice(&self.msg_flags.to_be_bytes());
        out[360..364].copy_from_slice(&self.original_length.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQMD whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQMD with little-endian integers.
    ///
    /// `SIZE_1` bytes are enough when the version field says 1; the later fields take their defaults.
    /// Bytes from an application must be cut to the length of the version it set.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let mut filled = [0; Self::SIZE];
        let bytes: &[u8; Self::SIZE] = match bytes.first_chunk() {
            Some(whole) => whole,
            None => {
                let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
                let version_1: &[u8; Self::SIZE_1] = bytes.first_chunk().ok_or(short)?;
                if i32::from_le_bytes([version_1[4], version_1[5], version_1[6], version_1[7]]) != 1 {
                    return Err(short);
                }
                Self::default().encode_le_into(&mut filled);
                filled[..324].copy_from_slice(version_1);
                &filled
            }
        };
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            report: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            msg_type: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            expiry: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            feedback: i32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]),
            encoding: i32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]),
            coded_char_set_id: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            format: crate::header::array(bytes, 32),
            priority: i32::from_le_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            persistence: i32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
            msg_id: crate::header::array(bytes, 48),
            correl_id: crate::header::array(bytes, 72),
            backout_count: i32::from_le_bytes([bytes[96], bytes[97], bytes[98], bytes[99]]),
            reply_to_q: crate::header::array(bytes, 100),
            reply_to_q_mgr: crate::header::array(bytes, 148),
            user_identifier: crate::header::array(bytes, 196),
            accounting_token: crate::header::array(bytes, 208),
            appl_identity_data: crate::header::array(bytes, 240),
            put_appl_type: i32::from_le_bytes([bytes[272], bytes[273], bytes[274], bytes[275]]),
            put_appl_name: crate::header::array(bytes, 276),
            put_date: crate::header::array(bytes, 304),
            put_time: crate::header::array(bytes, 312),
            appl_origin_data: crate::header::array(bytes, 320),
            group_id: crate::header::array(bytes, 324),
            msg_seq_number: i32::from_le_bytes([bytes[348], bytes[349], bytes[350], bytes[351]]),
            offset: i32::from_le_bytes([bytes[352], bytes[353], bytes[354], bytes[355]]),
            msg_flags: i32::from_le_bytes([bytes[356], bytes[357], bytes[358], bytes[359]]),
            original_length: i32::from_le_bytes([bytes[360], bytes[361], bytes[362], bytes[363]]),
        })
    }

    /// Reads an MQMD with big-endian integers.
    ///
    /// `SIZE_1` bytes are enough when the version field says 1; the later fields take their defaults.
    /// Bytes from an application must be cut to the length of the version it set.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let mut filled = [0; Self::SIZE];
        let bytes: &[u8; Self::SIZE] = match bytes.first_chunk() {
            Some(whole) => whole,
            None => {
                let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
                let version_1: &[u8; Self::SIZE_1] = bytes.first_chunk().ok_or(short)?;
                if i32::from_be_bytes([version_1[4], version_1[5], version_1[6], version_1[7]]) != 1 {
                    return Err(short);
                }
                Self::default().encode_be_into(&mut filled);
                filled[..324].copy_from_slice(version_1);
                &filled
            }
        };
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            report: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            msg_type: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            expiry: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            feedback: i32::from_be_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]),
            encoding: i32::from_be_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]),
            coded_char_set_id: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            format: crate::header::array(bytes, 32),
            priority: i32::from_be_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            persistence: i32::from_be_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
            msg_id: crate::header::array(bytes, 48),
            correl_id: crate::header::array(bytes, 72),
            backout_count: i32::from_be_bytes([bytes[96], bytes[97], bytes[98], bytes[99]]),
            reply_to_q: crate::header::array(bytes, 100),
            reply_to_q_mgr: crate::header::array(bytes, 148),
            user_identifier: crate::header::array(bytes, 196),
            accounting_token: crate::header::array(bytes, 208),
            appl_identity_data: crate::header::array(bytes, 240),
            put_appl_type: i32::from_be_bytes([bytes[272], bytes[273], bytes[274], bytes[275]]),
            put_appl_name: crate::header::array(bytes, 276),
            put_date: crate::header::array(bytes, 304),
            put_time: crate::header::array(bytes, 312),
            appl_origin_data: crate::header::array(bytes, 320),
            group_id: crate::header::array(bytes, 324),
            msg_seq_number: i32::from_be_bytes([bytes[348], bytes[349], bytes[350], bytes[351]]),
            offset: i32::from_be_bytes([bytes[352], bytes[353], bytes[354], bytes[355]]),
            msg_flags: i32::from_be_bytes([bytes[356], bytes[357], bytes[358], bytes[359]]),
            original_length: i32::from_be_bytes([bytes[360], bytes[361], bytes[362], bytes[363]]),
        })
    }

    /// Length of a version 1 descriptor in bytes.
    pub const SIZE_1: usize = layout::mqmd::LENGTH_1;

    /// Writes the version 1 fields with little-endian integers to the first `SIZE_1` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE_1`.
    pub fn encode_version_1_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE_1] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.report.to_le_bytes());
        out[12..16].copy_from_slice(&self.msg_type.to_le_bytes());
        out[16..20].copy_from_slice(&self.expiry.to_le_bytes());
        out[20..24].copy_from_slice(&self.feedback.to_le_bytes());
        out[24..28].copy_from_slice(&self.encoding.to_le_bytes());
        out[28..32].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[32..40].copy_from_slice(&self.format);
        out[40..44].copy_from_slice(&self.priority.to_le_bytes());
        out[44..48].copy_from_slice(&self.persistence.to_le_bytes());
        out[48..72].copy_from_slice(&self.msg_id);
        out[72..96].copy_from_slice(&self.correl_id);
        out[96..100].copy_from_slice(&self.backout_count.to_le_bytes());
        out[100..148].copy_from_slice(&self.reply_to_q);
        out[148..196].copy_from_slice(&self.reply_to_q_mgr);
        out[196..208].copy_from_slice(&self.user_identifier);
        out[208..240].copy_from_slice(&self.accounting_token);
        out[240..272].copy_from_slice(&self.appl_identity_data);
        out[272..276].copy_from_slice(&self.put_appl_type.to_le_bytes());
        out[276..304].copy_from_slice(&self.put_appl_name);
        out[304..312].copy_from_slice(&self.put_date);
        out[312..320].copy_from_slice(&self.put_time);
        out[320..324].copy_from_slice(&self.appl_origin_data);
    }

    /// Writes the version 1 fields with big-endian integers to the first `SIZE_1` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE_1`.
    pub fn encode_version_1_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE_1] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.report.to_be_bytes());
        out[12..16].copy_from_slice(&self.msg_type.to_be_bytes());
        out[16..20].copy_from_slice(&self.expiry.to_be_bytes());
        out[20..24].copy_from_slice(&self.feedback.to_be_bytes());
        out[24..28].copy_from_slice(&self.encoding.to_be_bytes());
        out[28..32].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[32..40].copy_from_slice(&self.format);
        out[40..44].copy_from_slice(&self.priority.to_be_bytes());
        out[44..48].copy_from_slice(&self.persistence.to_be_bytes());
        out[48..72].copy_from_slice(&self.msg_id);
        out[72..96].copy_from_slice(&self.correl_id);
        out[96..100].copy_from_slice(&self.backout_count.to_be_bytes());
        out[100..148].copy_from_slice(&self.reply_to_q);
        out[148..196].copy_from_slice(&self.reply_to_q_mgr);
        out[196..208].copy_from_slice(&self.user_identifier);
        out[208..240].copy_from_slice(&self.accounting_token);
        out[240..272].copy_from_slice(&self.appl_identity_data);
        out[272..276].copy_from_slice(&self.put_appl_type.to_be_bytes());
        out[276..304].copy_from_slice(&self.put_appl_name);
        out[304..312].copy_from_slice(&self.put_date);
        out[312..320].copy_from_slice(&self.put_time);
        out[320..324].copy_from_slice(&self.appl_origin_data);
    }
}

/// The extension that carries version 2 descriptor fields in front of a body. (MQMDE)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MsgDescriptorExtension {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// GroupId
    pub group_id: [u8; 24],
    /// MsgSeqNumber
    pub msg_seq_number: i32,
    /// Offset
    pub offset: i32,
    /// MsgFlags
    pub msg_flags: i32,
    /// OriginalLength
    pub original_length: i32,
}

const _: () = assert!(72 == MsgDescriptorExtension::SIZE);

impl Default for MsgDescriptorExtension {
    fn default() -> MsgDescriptorExtension {
        MsgDescriptorExtension {
            struc_id: *b"MDE ",
            version: 2,
            struc_length: 72,
            encoding: 546,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            group_id: [0; 24],
            msg_seq_number: 1,
            offset: 0,
            msg_flags: 0,
            original_length: -1,
        }
    }
}

impl MsgDescriptorExtension {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqmde::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..56].copy_from_slice(&self.group_id);
        out[56..60].copy_from_slice(&self.msg_seq_number.to_le_bytes());
        out[60..64].copy_from_slice(&self.offset.to_le_bytes());
        out[64..68].copy_from_slice(&self.msg_flags.to_le_bytes());
        out[68..72].copy_from_slice(&self.original_length.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..56].copy_from_slice(&self.group_id);
        out[56..60].copy_from_slice(&self.msg_seq_number.to_be_bytes());
        out[60..64].copy_from_slice(&self.offset.to_be_bytes());
        out[64..68].copy_from_slice(&self.msg_flags.to_be_bytes());
        out[68..72].copy_from_slice(&self.original_length.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQMDE whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQMDE with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            group_id: crate::header::array(bytes, 32),
            msg_seq_number: i32::from_le_bytes([bytes[56], bytes[57], bytes[58], bytes[59]]),
            offset: i32::from_le_bytes([bytes[60], bytes[61], bytes[62], bytes[63]]),
            msg_flags: i32::from_le_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            original_length: i32::from_le_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
        })
    }

    /// Reads an MQMDE with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            group_id: crate::header::array(bytes, 32),
            msg_seq_number: i32::from_be_bytes([bytes[56], bytes[57], bytes[58], bytes[59]]),
            offset: i32::from_be_bytes([bytes[60], bytes[61], bytes[62], bytes[63]]),
            msg_flags: i32::from_be_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            original_length: i32::from_be_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
        })
    }
}

/// The header in front of a message on a dead-letter queue. (MQDLH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetterHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// Reason
    pub reason: i32,
    /// DestQName
    pub dest_q_name: [u8; 48],
    /// DestQMgrName
    pub dest_q_mgr_name: [u8; 48],
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// PutApplType
    pub put_appl_type: i32,
    /// PutApplName
    pub put_appl_name: [u8; 28],
    /// PutDate
    pub put_date: [u8; 8],
    /// PutTime
    pub put_time: [u8; 8],
}

const _: () = assert!(172 == DeadLetterHeader::SIZE);

impl Default for DeadLetterHeader {
    fn default() -> DeadLetterHeader {
        DeadLetterHeader {
            struc_id: *b"DLH ",
            version: 1,
            reason: 0,
            dest_q_name: [0; 48],
            dest_q_mgr_name: [0; 48],
            encoding: 0,
            coded_char_set_id: 0,
            format: [b' '; 8],
            put_appl_type: 0,
            put_appl_name: [0; 28],
            put_date: [0; 8],
            put_time: [0; 8],
        }
    }
}

impl DeadLetterHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqdlh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.reason.to_le_bytes());
        out[12..60].copy_from_slice(&self.dest_q_name);
        out[60..108].copy_from_slice(&self.dest_q_mgr_name);
        out[108..112].copy_from_slice(&self.encoding.to_le_bytes());
        out[112..116].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[116..124].copy_from_slice(&self.format);
        out[124..128].copy_from_slice(&self.put_appl_type.to_le_bytes());
        out[128..156].copy_from_slice(&self.put_appl_name);
        out[156..164].copy_from_slice(&self.put_date);
        out[164..172].copy_from_slice(&self.put_time);
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.reason.to_be_bytes());
        out[12..60].copy_from_slice(&self.dest_q_name);
        out[60..108].copy_from_slice(&self.dest_q_mgr_name);
        out[108..112].copy_from_slice(&self.encoding.to_be_bytes());
        out[112..116].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[116..124].copy_from_slice(&self.format);
        out[124..128].copy_from_slice(&self.put_appl_type.to_be_bytes());
        out[128..156].copy_from_slice(&self.put_appl_name);
        out[156..164].copy_from_slice(&self.put_date);
        out[164..172].copy_from_slice(&self.put_time);
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQDLH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQDLH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            reason: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            dest_q_name: crate::header::array(bytes, 12),
            dest_q_mgr_name: crate::header::array(bytes, 60),
            encoding: i32::from_le_bytes([bytes[108], bytes[109], bytes[110], bytes[111]]),
            coded_char_set_id: i32::from_le_bytes([bytes[112], bytes[113], bytes[114], bytes[115]]),
            format: crate::header::array(bytes, 116),
            put_appl_type: i32::from_le_bytes([bytes[124], bytes[125], bytes[126], bytes[127]]),
            put_appl_name: crate::header::array(bytes, 128),
            put_date: crate::header::array(bytes, 156),
            put_time: crate::header::array(bytes, 164),
        })
    }

    /// Reads an MQDLH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            reason: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            dest_q_name: crate::header::array(bytes, 12),
            dest_q_mgr_name: crate::header::array(bytes, 60),
            encoding: i32::from_be_bytes([bytes[108], bytes[109], bytes[110], bytes[111]]),
            coded_char_set_id: i32::from_be_bytes([bytes[112], bytes[113], bytes[114], bytes[115]]),
            format: crate::header::array(bytes, 116),
            put_appl_type: i32::from_be_bytes([bytes[124], bytes[125], bytes[126], bytes[127]]),
            put_appl_name: crate::header::array(bytes, 128),
            put_date: crate::header::array(bytes, 156),
            put_time: crate::header::array(bytes, 164),
        })
    }
}

/// A trigger message as put on an initiation queue. (MQTM)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggerMessage {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// QName
    pub q_name: [u8; 48],
    /// ProcessName
    pub process_name: [u8; 48],
    /// TriggerData
    pub trigger_data: [u8; 64],
    /// ApplType
    pub appl_type: i32,
    /// ApplId
    pub appl_id: [u8; 256],
    /// EnvData
    pub env_data: [u8; 128],
    /// UserData
    pub user_data: [u8; 128],
}

const _: () = assert!(684 == TriggerMessage::SIZE);

impl Default for TriggerMessage {
    fn default() -> TriggerMessage {
        TriggerMessage {
            struc_id: *b"TM  ",
            version: 1,
            q_name: [0; 48],
            process_name: [0; 48],
            trigger_data: [0; 64],
            appl_type: 0,
            appl_id: [0; 256],
            env_data: [0; 128],
            user_data: [0; 128],
        }
    }
}

impl TriggerMessage {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqtm::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..56].copy_from_slice(&self.q_name);
        out[56..104].copy_from_slice(&self.process_name);
        out[104..168].copy_from_slice(&self.trigger_data);
        out[168..172].copy_from_slice(&self.appl_type.to_le_bytes());
        out[172..428].copy_from_slice(&self.appl_id);
        out[428..556].copy_from_slice(&self.env_data);
        out[556..684].copy_from_slice(&self.user_data);
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..56].copy_from_slice(&self.q_name);
        out[56..104].copy_from_slice(&self.process_name);
        out[104..168].copy_from_slice(&self.trigger_data);
        out[168..172].copy_from_slice(&self.appl_type.to_be_bytes());
        out[172..428].copy_from_slice(&self.appl_id);
        out[428..556].copy_from_slice(&self.env_data);
        out[556..684].copy_from_slice(&self.user_data);
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQTM whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQTM with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            q_name: crate::header::array(bytes, 8),
            process_name: crate::header::array(bytes, 56),
            trigger_data: crate::header::array(bytes, 104),
            appl_type: i32::from_le_bytes([bytes[168], bytes[169], bytes[170], bytes[171]]),
            appl_id: crate::header::array(bytes, 172),
            env_data: crate::header::array(bytes, 428),
            user_data: crate::header::array(bytes, 556),
        })
    }

    /// Reads an MQTM with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            q_name: crate::header::array(bytes, 8),
            process_name: crate::header::array(bytes, 56),
            trigger_data: crate::header::array(bytes, 104),
            appl_type: i32::from_be_bytes([bytes[168], bytes[169], bytes[170], bytes[171]]),
            appl_id: crate::header::array(bytes, 172),
            env_data: crate::header::array(bytes, 428),
            user_data: crate::header::array(bytes, 556),
        })
    }
}

/// A trigger message as text, handed to a started application. (MQTMC2)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggerMessage2 {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: [u8; 4],
    /// QName
    pub q_name: [u8; 48],
    /// ProcessName
    pub process_name: [u8; 48],
    /// TriggerData
    pub trigger_data: [u8; 64],
    /// ApplType
    pub appl_type: [u8; 4],
    /// ApplId
    pub appl_id: [u8; 256],
    /// EnvData
    pub env_data: [u8; 128],
    /// UserData
    pub user_data: [u8; 128],
    /// QMgrName
    pub q_mgr_name: [u8; 48],
}

const _: () = assert!(732 == TriggerMessage2::SIZE);

impl Default for TriggerMessage2 {
    fn default() -> TriggerMessage2 {
        TriggerMessage2 {
            struc_id: *b"TMC ",
            version: *b"   2",
            q_name: [0; 48],
            process_name: [0; 48],
            trigger_data: [0; 64],
            appl_type: [0; 4],
            appl_id: [0; 256],
            env_data: [0; 128],
            user_data: [0; 128],
            q_mgr_name: [0; 48],
        }
    }
}

impl TriggerMessage2 {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqtmc2::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version);
        out[8..56].copy_from_slice(&self.q_name);
        out[56..104].copy_from_slice(&self.process_name);
        out[104..168].copy_from_slice(&self.trigger_data);
        out[168..172].copy_from_slice(&self.appl_type);
        out[172..428].copy_from_slice(&self.appl_id);
        out[428..556].copy_from_slice(&self.env_data);
        out[556..684].copy_from_slice(&self.user_data);
        out[684..732].copy_from_slice(&self.q_mgr_name);
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version);
        out[8..56].copy_from_slice(&self.q_name);
        out[56..104].copy_from_slice(&self.process_name);
        out[104..168].copy_from_slice(&self.trigger_data);
        out[168..172].copy_from_slice(&self.appl_type);
        out[172..428].copy_from_slice(&self.appl_id);
        out[428..556].copy_from_slice(&self.env_data);
        out[556..684].copy_from_slice(&self.user_data);
        out[684..732].copy_from_slice(&self.q_mgr_name);
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQTMC2 whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQTMC2 with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: crate::header::array(bytes, 4),
            q_name: crate::header::array(bytes, 8),
            process_name: crate::header::array(bytes, 56),
            trigger_data: crate::header::array(bytes, 104),
            appl_type: crate::header::array(bytes, 168),
            appl_id: crate::header::array(bytes, 172),
            env_data: crate::header::array(bytes, 428),
            user_data: crate::header::array(bytes, 556),
            q_mgr_name: crate::header::array(bytes, 684),
        })
    }

    /// Reads an MQTMC2 with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: crate::header::array(bytes, 4),
            q_name: crate::header::array(bytes, 8),
            process_name: crate::header::array(bytes, 56),
            trigger_data: crate::header::array(bytes, 104),
            appl_type: crate::header::array(bytes, 168),
            appl_id: crate::header::array(bytes, 172),
            env_data: crate::header::array(bytes, 428),
            user_data: crate::header::array(bytes, 556),
            q_mgr_name: crate::header::array(bytes, 684),
        })
    }
}

/// The header in front of a message on a transmission queue. (MQXQH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransmissionHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// RemoteQName
    pub remote_q_name: [u8; 48],
    /// RemoteQMgrName
    pub remote_q_mgr_name: [u8; 48],
    /// MsgDesc
    pub msg_desc: MsgDescriptor,
}

const _: () = assert!(428 == TransmissionHeader::SIZE);

impl Default for TransmissionHeader {
    fn default() -> TransmissionHeader {
        TransmissionHeader {
            struc_id: *b"XQH ",
            version: 1,
            remote_q_name: [0; 48],
            remote_q_mgr_name: [0; 48],
            msg_desc: MsgDescriptor::default(),
        }
    }
}

impl TransmissionHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqxqh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..56].copy_from_slice(&self.remote_q_name);
        out[56..104].copy_from_slice(&self.remote_q_mgr_name);
        self.msg_desc.encode_version_1_le_into(&mut out[104..428]);
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..56].copy_from_slice(&self.remote_q_name);
        out[56..104].copy_from_slice(&self.remote_q_mgr_name);
        self.msg_desc.encode_version_1_be_into(&mut out[104..428]);
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQXQH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQXQH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            remote_q_name: crate::header::array(bytes, 8),
            remote_q_mgr_name: crate::header::array(bytes, 56),
            msg_desc: MsgDescriptor::decode_le(&bytes[104..428])?,
        })
    }

    /// Reads an MQXQH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            remote_q_name: crate::header::array(bytes, 8),
            remote_q_mgr_name: crate::header::array(bytes, 56),
            msg_desc: MsgDescriptor::decode_be(&bytes[104..428])?,
        })
    }
}

/// The fixed part of a version 2 rules and formatting header. (MQRFH2)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesHeader2 {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// NameValueCCSID
    pub name_value_ccsid: i32,
}

const _: () = assert!(36 == RulesHeader2::SIZE);

impl Default for RulesHeader2 {
    fn default() -> RulesHeader2 {
        RulesHeader2 {
            struc_id: *b"RFH ",
            version: 2,
            struc_length: 36,
            encoding: 546,
            coded_char_set_id: -2,
            format: [b' '; 8],
            flags: 0,
            name_value_ccsid: 1208,
        }
    }
}

impl RulesHeader2 {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqrfh2::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..36].copy_from_slice(&self.name_value_ccsid.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..36].copy_from_slice(&self.name_value_ccsid.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQRFH2 whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQRFH2 with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            name_value_ccsid: i32::from_le_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
        })
    }

    /// Reads an MQRFH2 with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            name_value_ccsid: i32::from_be_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
        })
    }
}

/// The fixed part of a version 1 rules and formatting header. (MQRFH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
}

const _: () = assert!(32 == RulesHeader::SIZE);

impl Default for RulesHeader {
    fn default() -> RulesHeader {
        RulesHeader {
            struc_id: *b"RFH ",
            version: 1,
            struc_length: 32,
            encoding: 546,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
        }
    }
}

impl RulesHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqrfh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQRFH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQRFH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
        })
    }

    /// Reads an MQRFH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
        })
    }
}

/// The header of a distribution list message on a transmission queue. (MQDH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistributionHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// PutMsgRecFields
    pub put_msg_rec_fields: i32,
    /// RecsPresent
    pub recs_present: i32,
    /// ObjectRecOffset
    pub object_rec_offset: i32,
    /// PutMsgRecOffset
    pub put_msg_rec_offset: i32,
}

const _: () = assert!(48 == DistributionHeader::SIZE);

impl Default for DistributionHeader {
    fn default() -> DistributionHeader {
        DistributionHeader {
            struc_id: *b"DH  ",
            version: 1,
            struc_length: 0,
            encoding: 0,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            put_msg_rec_fields: 0,
            recs_present: 0,
            object_rec_offset: 0,
            put_msg_rec_offset: 0,
        }
    }
}

impl DistributionHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqdh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..36].copy_from_slice(&self.put_msg_rec_fields.to_le_bytes());
        out[36..40].copy_from_slice(&self.recs_present.to_le_bytes());
        out[40..44].copy_from_slice(&self.object_rec_offset.to_le_bytes());
        out[44..48].copy_from_slice(&self.put_msg_rec_offset.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..36].copy_from_slice(&self.put_msg_rec_fields.to_be_bytes());
        out[36..40].copy_from_slice(&self.recs_present.to_be_bytes());
        out[40..44].copy_from_slice(&self.object_rec_offset.to_be_bytes());
        out[44..48].copy_from_slice(&self.put_msg_rec_offset.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQDH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQDH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            put_msg_rec_fields: i32::from_le_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
            recs_present: i32::from_le_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]),
            object_rec_offset: i32::from_le_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            put_msg_rec_offset: i32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
        })
    }

    /// Reads an MQDH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            put_msg_rec_fields: i32::from_be_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
            recs_present: i32::from_be_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]),
            object_rec_offset: i32::from_be_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            put_msg_rec_offset: i32::from_be_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
        })
    }
}

/// The header of an IMS bridge message. (MQIIH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImsHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// LTermOverride
    pub l_term_override: [u8; 8],
    /// MFSMapName
    pub mfs_map_name: [u8; 8],
    /// ReplyToFormat
    pub reply_to_format: [u8; 8],
    /// Authenticator
    pub authenticator: [u8; 8],
    /// TranInstanceId
    pub tran_instance_id: [u8; 16],
    /// TranState
    pub tran_state: u8,
    /// CommitMode
    pub commit_mode: u8,
    /// SecurityScope
    pub security_scope: u8,
    /// Reserved
    pub reserved: u8,
}

const _: () = assert!(84 == ImsHeader::SIZE);

impl Default for ImsHeader {
    fn default() -> ImsHeader {
        ImsHeader {
            struc_id: *b"IIH ",
            version: 1,
            struc_length: 84,
            encoding: 0,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            l_term_override: [b' '; 8],
            mfs_map_name: [b' '; 8],
            reply_to_format: [b' '; 8],
            authenticator: [b' '; 8],
            tran_instance_id: [0; 16],
            tran_state: b' ',
            commit_mode: b'0',
            security_scope: b'C',
            reserved: b' ',
        }
    }
}

impl ImsHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqiih::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..40].copy_from_slice(&self.l_term_override);
        out[40..48].copy_from_slice(&self.mfs_map_name);
        out[48..56].copy_from_slice(&self.reply_to_format);
        out[56..64].copy_from_slice(&self.authenticator);
        out[64..80].copy_from_slice(&self.tran_instance_id);
        out[80] = self.tran_state;
        out[81] = self.commit_mode;
        out[82] = self.security_scope;
        out[83] = self.reserved;
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..40].copy_from_slice(&self.l_term_override);
        out[40..48].copy_from_slice(&self.mfs_map_name);
        out[48..56].copy_from_slice(&self.reply_to_format);
        out[56..64].copy_from_slice(&self.authenticator);
        out[64..80].copy_from_slice(&self.tran_instance_id);
        out[80] = self.tran_state;
        out[81] = self.commit_mode;
        out[82] = self.security_scope;
        out[83] = self.reserved;
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQIIH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQIIH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            l_term_override: crate::header::array(bytes, 32),
            mfs_map_name: crate::header::array(bytes, 40),
            reply_to_format: crate::header::array(bytes, 48),
            authenticator: crate::header::array(bytes, 56),
            tran_instance_id: crate::header::array(bytes, 64),
            tran_state: bytes[80],
            commit_mode: bytes[81],
            security_scope: bytes[82],
            reserved: bytes[83],
        })
    }

    /// Reads an MQIIH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            l_term_override: crate::header::array(bytes, 32),
            mfs_map_name: crate::header::array(bytes, 40),
            reply_to_format: crate::header::array(bytes, 48),
            authenticator: crate::header::array(bytes, 56),
            tran_instance_id: crate::header::array(bytes, 64),
            tran_state: bytes[80],
            commit_mode: bytes[81],
            security_scope: bytes[82],
            reserved: bytes[83],
        })
    }
}

/// The header of a CICS bridge message. (MQCIH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CicsHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// ReturnCode
    pub return_code: i32,
    /// CompCode
    pub comp_code: i32,
    /// Reason
    pub reason: i32,
    /// UOWControl
    pub uow_control: i32,
    /// GetWaitInterval
    pub get_wait_interval: i32,
    /// LinkType
    pub link_type: i32,
    /// OutputDataLength
    pub output_data_length: i32,
    /// FacilityKeepTime
    pub facility_keep_time: i32,
    /// ADSDescriptor
    pub ads_descriptor: i32,
    /// ConversationalTask
    pub conversational_task: i32,
    /// TaskEndStatus
    pub task_end_status: i32,
    /// Facility
    pub facility: [u8; 8],
    /// Function
    pub function: [u8; 4],
    /// AbendCode
    pub abend_code: [u8; 4],
    /// Authenticator
    pub authenticator: [u8; 8],
    /// Reserved1
    pub reserved1: [u8; 8],
    /// ReplyToFormat
    pub reply_to_format: [u8; 8],
    /// RemoteSysId
    pub remote_sys_id: [u8; 4],
    /// RemoteTransId
    pub remote_trans_id: [u8; 4],
    /// TransactionId
    pub transaction_id: [u8; 4],
    /// FacilityLike
    pub facility_like: [u8; 4],
    /// AttentionId
    pub attention_id: [u8; 4],
    /// StartCode
    pub start_code: [u8; 4],
    /// CancelCode
    pub cancel_code: [u8; 4],
    /// NextTransactionId
    pub next_transaction_id: [u8; 4],
    /// Reserved2
    pub reserved2: [u8; 8],
    /// Reserved3
    pub reserved3: [u8; 8],
    /// CursorPosition
    pub cursor_position: i32,
    /// ErrorOffset
    pub error_offset: i32,
    /// InputItem
    pub input_item: i32,
    /// Reserved4
    pub reserved4: i32,
}

const _: () = assert!(180 == CicsHeader::SIZE);

impl Default for CicsHeader {
    fn default() -> CicsHeader {
        CicsHeader {
            struc_id: *b"CIH ",
            version: 2,
            struc_length: 180,
            encoding: 0,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            return_code: 0,
            comp_code: 0,
            reason: 0,
            uow_control: 273,
            get_wait_interval: -2,
            link_type: 1,
            output_data_length: -1,
            facility_keep_time: 0,
            ads_descriptor: 0,
            conversational_task: 0,
            task_end_status: 0,
            facility: [0; 8],
            function: [b' '; 4],
            abend_code: [b' '; 4],
            authenticator: [b' '; 8],
            reserved1: [b' '; 8],
            reply_to_format: [b' '; 8],
            remote_sys_id: [b' '; 4],
            remote_trans_id: [b' '; 4],
            transaction_id: [b' '; 4],
            facility_like: [b' '; 4],
            attention_id: [b' '; 4],
            start_code: [b' '; 4],
            cancel_code: [b' '; 4],
            next_transaction_id: [b' '; 4],
            reserved2: [b' '; 8],
            reserved3: [b' '; 8],
            cursor_position: 0,
            error_offset: 0,
            input_item: 0,
            reserved4: 0,
        }
    }
}

impl CicsHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqcih::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..36].copy_from_slice(&self.return_code.to_le_bytes());
        out[36..40].copy_from_slice(&self.comp_code.to_le_bytes());
        out[40..44].copy_from_slice(&self.reason.to_le_bytes());
        out[44..48].copy_from_slice(&self.uow_control.to_le_bytes());
        out[48..52].copy_from_slice(&self.get_wait_interval.to_le_bytes());
        out[52..56].copy_from_slice(&self.link_type.to_le_bytes());
        out[56..60].copy_from_slice(&self.output_data_length.to_le_bytes());
        out[60..64].copy_from_slice(&self.facility_keep_time.to_le_bytes());
        out[64..68].copy_from_slice(&self.ads_descriptor.to_le_bytes());
        out[68..72].copy_from_slice(&self.conversational_task.to_le_bytes());
        out[72..76].copy_from_slice(&self.task_end_status.to_le_bytes());
        out[76..84].copy_from_slice(&self.facility);
        out[84..88].copy_from_slice(&self.function);
        out[88..92].copy_from_slice(&self.abend_code);
        out[92..100].copy_from_slice(&self.authenticator);
        out[100..108].copy_from_slice(&self.reserved1);
        out[108..116].copy_from_slice(&self.reply_to_format);
        out[116..120].copy_from_slice(&self.remote_sys_id);
        out[120..124].copy_from_slice(&self.remote_trans_id);
        out[124..128].copy_from_slice(&self.transaction_id);
        out[128..132].copy_from_slice(&self.facility_like);
        out[132..136].copy_from_slice(&self.attention_id);
        out[136..140].copy_from_slice(&self.start_code);
        out[140..144].copy_from_slice(&self.cancel_code);
        out[144..148].copy_from_slice(&self.next_transaction_id);
        out[148..156].copy_from_slice(&self.reserved2);
        out[156..164].copy_from_slice(&self.reserved3);
        out[164..168].copy_from_slice(&self.cursor_position.to_le_bytes());
        out[168..172].copy_from_slice(&self.error_offset.to_le_bytes());
        out[172..176].copy_from_slice(&self.input_item.to_le_bytes());
        out[176..180].copy_from_slice(&self.reserved4.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..36].copy_from_slice(&self.return_code.to_be_bytes());
        out[36..40].copy_from_slice(&self.comp_code.to_be_bytes());
        out[40..44].copy_from_slice(&self.reason.to_be_bytes());
        out[44..48].copy_from_slice(&self.uow_control.to_be_bytes());
        out[48..52].copy_from_slice(&self.get_wait_interval.to_be_bytes());
        out[52..56].copy_from_slice(&self.link_type.to_be_bytes());
        out[56..60].copy_from_slice(&self.output_data_length.to_be_bytes());
        out[60..64].copy_from_slice(&self.facility_keep_time.to_be_bytes());
        out[64..68].copy_from_slice(&self.ads_descriptor.to_be_bytes());
        out[68..72].copy_from_slice(&self.conversational_task.to_be_bytes());
        out[72..76].copy_from_slice(&self.task_end_status.to_be_bytes());
        out[76..84].copy_from_slice(&self.facility);
        out[84..88].copy_from_slice(&self.function);
        out[88..92].copy_from_slice(&self.abend_code);
        out[92..100].copy_from_slice(&self.authenticator);
        out[100..108].copy_from_slice(&self.reserved1);
        out[108..116].copy_from_slice(&self.reply_to_format);
        out[116..120].copy_from_slice(&self.remote_sys_id);
        out[120..124].copy_from_slice(&self.remote_trans_id);
        out[124..128].copy_from_slice(&self.transaction_id);
        out[128..132].copy_from_slice(&self.facility_like);
        out[132..136].copy_from_slice(&self.attention_id);
        out[136..140].copy_from_slice(&self.start_code);
        out[140..144].copy_from_slice(&self.cancel_code);
        out[144..148].copy_from_slice(&self.next_transaction_id);
        out[148..156].copy_from_slice(&self.reserved2);
        out[156..164].copy_from_slice(&self.reserved3);
        out[164..168].copy_from_slice(&self.cursor_position.to_be_bytes());
        out[168..172].copy_from_slice(&self.error_offset.to_be_bytes());
        out[172..176].copy_from_slice(&self.input_item.to_be_bytes());
        out[176..180].copy_from_slice(&self.reserved4.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQCIH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQCIH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            return_code: i32::from_le_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
            comp_code: i32::from_le_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]),
            reason: i32::from_le_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            uow_control: i32::from_le_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
            get_wait_interval: i32::from_le_bytes([bytes[48], bytes[49], bytes[50], bytes[51]]),
            link_type: i32::from_le_bytes([bytes[52], bytes[53], bytes[54], bytes[55]]),
            output_data_length: i32::from_le_bytes([bytes[56], bytes[57], bytes[58], bytes[59]]),
            facility_keep_time: i32::from_le_bytes([bytes[60], bytes[61], bytes[62], bytes[63]]),
            ads_descriptor: i32::from_le_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            conversational_task: i32::from_le_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
            task_end_status: i32::from_le_bytes([bytes[72], bytes[73], bytes[74], bytes[75]]),
            facility: crate::header::array(bytes, 76),
            function: crate::header::array(bytes, 84),
            abend_code: crate::header::array(bytes, 88),
            authenticator: crate::header::array(bytes, 92),
            reserved1: crate::header::array(bytes, 100),
            reply_to_format: crate::header::array(bytes, 108),
            remote_sys_id: crate::header::array(bytes, 116),
            remote_trans_id: crate::header::array(bytes, 120),
            transaction_id: crate::header::array(bytes, 124),
            facility_like: crate::header::array(bytes, 128),
            attention_id: crate::header::array(bytes, 132),
            start_code: crate::header::array(bytes, 136),
            cancel_code: crate::header::array(bytes, 140),
            next_transaction_id: crate::header::array(bytes, 144),
            reserved2: crate::header::array(bytes, 148),
            reserved3: crate::header::array(bytes, 156),
            cursor_position: i32::from_le_bytes([bytes[164], bytes[165], bytes[166], bytes[167]]),
            error_offset: i32::from_le_bytes([bytes[168], bytes[169], bytes[170], bytes[171]]),
            input_item: i32::from_le_bytes([bytes[172], bytes[173], bytes[174], bytes[175]]),
            reserved4: i32::from_le_bytes([bytes[176], bytes[177], bytes[178], bytes[179]]),
        })
    }

    /// Reads an MQCIH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            return_code: i32::from_be_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
            comp_code: i32::from_be_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]),
            reason: i32::from_be_bytes([bytes[40], bytes[41], bytes[42], bytes[43]]),
            uow_control: i32::from_be_bytes([bytes[44], bytes[45], bytes[46], bytes[47]]),
            get_wait_interval: i32::from_be_bytes([bytes[48], bytes[49], bytes[50], bytes[51]]),
            link_type: i32::from_be_bytes([bytes[52], bytes[53], bytes[54], bytes[55]]),
            output_data_length: i32::from_be_bytes([bytes[56], bytes[57], bytes[58], bytes[59]]),
            facility_keep_time: i32::from_be_bytes([bytes[60], bytes[61], bytes[62], bytes[63]]),
            ads_descriptor: i32::from_be_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            conversational_task: i32::from_be_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
            task_end_status: i32::from_be_bytes([bytes[72], bytes[73], bytes[74], bytes[75]]),
            facility: crate::header::array(bytes, 76),
            function: crate::header::array(bytes, 84),
            abend_code: crate::header::array(bytes, 88),
            authenticator: crate::header::array(bytes, 92),
            reserved1: crate::header::array(bytes, 100),
            reply_to_format: crate::header::array(bytes, 108),
            remote_sys_id: crate::header::array(bytes, 116),
            remote_trans_id: crate::header::array(bytes, 120),
            transaction_id: crate::header::array(bytes, 124),
            facility_like: crate::header::array(bytes, 128),
            attention_id: crate::header::array(bytes, 132),
            start_code: crate::header::array(bytes, 136),
            cancel_code: crate::header::array(bytes, 140),
            next_transaction_id: crate::header::array(bytes, 144),
            reserved2: crate::header::array(bytes, 148),
            reserved3: crate::header::array(bytes, 156),
            cursor_position: i32::from_be_bytes([bytes[164], bytes[165], bytes[166], bytes[167]]),
            error_offset: i32::from_be_bytes([bytes[168], bytes[169], bytes[170], bytes[171]]),
            input_item: i32::from_be_bytes([bytes[172], bytes[173], bytes[174], bytes[175]]),
            reserved4: i32::from_be_bytes([bytes[176], bytes[177], bytes[178], bytes[179]]),
        })
    }
}

/// The header of a message for a workload manager. (MQWIH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// ServiceName
    pub service_name: [u8; 32],
    /// ServiceStep
    pub service_step: [u8; 8],
    /// MsgToken
    pub msg_token: [u8; 16],
    /// Reserved
    pub reserved: [u8; 32],
}

const _: () = assert!(120 == WorkHeader::SIZE);

impl Default for WorkHeader {
    fn default() -> WorkHeader {
        WorkHeader {
            struc_id: *b"WIH ",
            version: 1,
            struc_length: 120,
            encoding: 0,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            service_name: [b' '; 32],
            service_step: [b' '; 8],
            msg_token: [0; 16],
            reserved: [b' '; 32],
        }
    }
}

impl WorkHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqwih::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..64].copy_from_slice(&self.service_name);
        out[64..72].copy_from_slice(&self.service_step);
        out[72..88].copy_from_slice(&self.msg_token);
        out[88..120].copy_from_slice(&self.reserved);
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..64].copy_from_slice(&self.service_name);
        out[64..72].copy_from_slice(&self.service_step);
        out[72..88].copy_from_slice(&self.msg_token);
        out[88..120].copy_from_slice(&self.reserved);
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQWIH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQWIH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            service_name: crate::header::array(bytes, 32),
            service_step: crate::header::array(bytes, 64),
            msg_token: crate::header::array(bytes, 72),
            reserved: crate::header::array(bytes, 88),
        })
    }

    /// Reads an MQWIH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            service_name: crate::header::array(bytes, 32),
            service_step: crate::header::array(bytes, 64),
            msg_token: crate::header::array(bytes, 72),
            reserved: crate::header::array(bytes, 88),
        })
    }
}

/// The fixed part of a reference message header. (MQRMH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceHeader {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Encoding
    pub encoding: i32,
    /// CodedCharSetId
    pub coded_char_set_id: i32,
    /// Format
    pub format: [u8; 8],
    /// Flags
    pub flags: i32,
    /// ObjectType
    pub object_type: [u8; 8],
    /// ObjectInstanceId
    pub object_instance_id: [u8; 24],
    /// SrcEnvLength
    pub src_env_length: i32,
    /// SrcEnvOffset
    pub src_env_offset: i32,
    /// SrcNameLength
    pub src_name_length: i32,
    /// SrcNameOffset
    pub src_name_offset: i32,
    /// DestEnvLength
    pub dest_env_length: i32,
    /// DestEnvOffset
    pub dest_env_offset: i32,
    /// DestNameLength
    pub dest_name_length: i32,
    /// DestNameOffset
    pub dest_name_offset: i32,
    /// DataLogicalLength
    pub data_logical_length: i32,
    /// DataLogicalOffset
    pub data_logical_offset: i32,
    /// DataLogicalOffset2
    pub data_logical_offset2: i32,
}

const _: () = assert!(108 == ReferenceHeader::SIZE);

impl Default for ReferenceHeader {
    fn default() -> ReferenceHeader {
        ReferenceHeader {
            struc_id: *b"RMH ",
            version: 1,
            struc_length: 0,
            encoding: 546,
            coded_char_set_id: 0,
            format: [b' '; 8],
            flags: 0,
            object_type: [b' '; 8],
            object_instance_id: [0; 24],
            src_env_length: 0,
            src_env_offset: 0,
            src_name_length: 0,
            src_name_offset: 0,
            dest_env_length: 0,
            dest_env_offset: 0,
            dest_name_length: 0,
            dest_name_offset: 0,
            data_logical_length: 0,
            data_logical_offset: 0,
            data_logical_offset2: 0,
        }
    }
}

impl ReferenceHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqrmh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_le_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_le_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_le_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_le_bytes());
        out[32..40].copy_from_slice(&self.object_type);
        out[40..64].copy_from_slice(&self.object_instance_id);
        out[64..68].copy_from_slice(&self.src_env_length.to_le_bytes());
        out[68..72].copy_from_slice(&self.src_env_offset.to_le_bytes());
        out[72..76].copy_from_slice(&self.src_name_length.to_le_bytes());
        out[76..80].copy_from_slice(&self.src_name_offset.to_le_bytes());
        out[80..84].copy_from_slice(&self.dest_env_length.to_le_bytes());
        out[84..88].copy_from_slice(&self.dest_env_offset.to_le_bytes());
        out[88..92].copy_from_slice(&self.dest_name_length.to_le_bytes());
        out[92..96].copy_from_slice(&self.dest_name_offset.to_le_bytes());
        out[96..100].copy_from_slice(&self.data_logical_length.to_le_bytes());
        out[100..104].copy_from_slice(&self.data_logical_offset.to_le_bytes());
        out[104..108].copy_from_slice(&self.data_logical_offset2.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.struc_length.to_be_bytes());
        out[12..16].copy_from_slice(&self.encoding.to_be_bytes());
        out[16..20].copy_from_slice(&self.coded_char_set_id.to_be_bytes());
        out[20..28].copy_from_slice(&self.format);
        out[28..32].copy_from_slice(&self.flags.to_be_bytes());
        out[32..40].copy_from_slice(&self.object_type);
        out[40..64].copy_from_slice(&self.object_instance_id);
        out[64..68].copy_from_slice(&self.src_env_length.to_be_bytes());
        out[68..72].copy_from_slice(&self.src_env_offset.to_be_bytes());
        out[72..76].copy_from_slice(&self.src_name_length.to_be_bytes());
        out[76..80].copy_from_slice(&self.src_name_offset.to_be_bytes());
        out[80..84].copy_from_slice(&self.dest_env_length.to_be_bytes());
        out[84..88].copy_from_slice(&self.dest_env_offset.to_be_bytes());
        out[88..92].copy_from_slice(&self.dest_name_length.to_be_bytes());
        out[92..96].copy_from_slice(&self.dest_name_offset.to_be_bytes());
        out[96..100].copy_from_slice(&self.data_logical_length.to_be_bytes());
        out[100..104].copy_from_slice(&self.data_logical_offset.to_be_bytes());
        out[104..108].copy_from_slice(&self.data_logical_offset2.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQRMH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQRMH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            object_type: crate::header::array(bytes, 32),
            object_instance_id: crate::header::array(bytes, 40),
            src_env_length: i32::from_le_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            src_env_offset: i32::from_le_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
            src_name_length: i32::from_le_bytes([bytes[72], bytes[73], bytes[74], bytes[75]]),
            src_name_offset: i32::from_le_bytes([bytes[76], bytes[77], bytes[78], bytes[79]]),
            dest_env_length: i32::from_le_bytes([bytes[80], bytes[81], bytes[82], bytes[83]]),
            dest_env_offset: i32::from_le_bytes([bytes[84], bytes[85], bytes[86], bytes[87]]),
            dest_name_length: i32::from_le_bytes([bytes[88], bytes[89], bytes[90], bytes[91]]),
            dest_name_offset: i32::from_le_bytes([bytes[92], bytes[93], bytes[94], bytes[95]]),
            data_logical_length: i32::from_le_bytes([bytes[96], bytes[97], bytes[98], bytes[99]]),
            data_logical_offset: i32::from_le_bytes([bytes[100], bytes[101], bytes[102], bytes[103]]),
            data_logical_offset2: i32::from_le_bytes([bytes[104], bytes[105], bytes[106], bytes[107]]),
        })
    }

    /// Reads an MQRMH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            struc_length: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            encoding: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            coded_char_set_id: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            format: crate::header::array(bytes, 20),
            flags: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            object_type: crate::header::array(bytes, 32),
            object_instance_id: crate::header::array(bytes, 40),
            src_env_length: i32::from_be_bytes([bytes[64], bytes[65], bytes[66], bytes[67]]),
            src_env_offset: i32::from_be_bytes([bytes[68], bytes[69], bytes[70], bytes[71]]),
            src_name_length: i32::from_be_bytes([bytes[72], bytes[73], bytes[74], bytes[75]]),
            src_name_offset: i32::from_be_bytes([bytes[76], bytes[77], bytes[78], bytes[79]]),
            dest_env_length: i32::from_be_bytes([bytes[80], bytes[81], bytes[82], bytes[83]]),
            dest_env_offset: i32::from_be_bytes([bytes[84], bytes[85], bytes[86], bytes[87]]),
            dest_name_length: i32::from_be_bytes([bytes[88], bytes[89], bytes[90], bytes[91]]),
            dest_name_offset: i32::from_be_bytes([bytes[92], bytes[93], bytes[94], bytes[95]]),
            data_logical_length: i32::from_be_bytes([bytes[96], bytes[97], bytes[98], bytes[99]]),
            data_logical_offset: i32::from_be_bytes([bytes[100], bytes[101], bytes[102], bytes[103]]),
            data_logical_offset2: i32::from_be_bytes([bytes[104], bytes[105], bytes[106], bytes[107]]),
        })
    }
}

/// The header of a programmable command format message. (MQCFH)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHeader {
    /// Type
    pub kind: i32,
    /// StrucLength
    pub struc_length: i32,
    /// Version
    pub version: i32,
    /// Command
    pub command: i32,
    /// MsgSeqNumber
    pub msg_seq_number: i32,
    /// Control
    pub control: i32,
    /// CompCode
    pub comp_code: i32,
    /// Reason
    pub reason: i32,
    /// ParameterCount
    pub parameter_count: i32,
}

const _: () = assert!(36 == CommandHeader::SIZE);

impl Default for CommandHeader {
    fn default() -> CommandHeader {
        CommandHeader {
            kind: 1,
            struc_length: 36,
            version: 1,
            command: 0,
            msg_seq_number: 1,
            control: 1,
            comp_code: 0,
            reason: 0,
            parameter_count: 0,
        }
    }
}

impl CommandHeader {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqcfh::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.kind.to_le_bytes());
        out[4..8].copy_from_slice(&self.struc_length.to_le_bytes());
        out[8..12].copy_from_slice(&self.version.to_le_bytes());
        out[12..16].copy_from_slice(&self.command.to_le_bytes());
        out[16..20].copy_from_slice(&self.msg_seq_number.to_le_bytes());
        out[20..24].copy_from_slice(&self.control.to_le_bytes());
        out[24..28].copy_from_slice(&self.comp_code.to_le_bytes());
        out[28..32].copy_from_slice(&self.reason.to_le_bytes());
        out[32..36].copy_from_slice(&self.parameter_count.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.kind.to_be_bytes());
        out[4..8].copy_from_slice(&self.struc_length.to_be_bytes());
        out[8..12].copy_from_slice(&self.version.to_be_bytes());
        out[12..16].copy_from_slice(&self.command.to_be_bytes());
        out[16..20].copy_from_slice(&self.msg_seq_number.to_be_bytes());
        out[20..24].copy_from_slice(&self.control.to_be_bytes());
        out[24..28].copy_from_slice(&self.comp_code.to_be_bytes());
        out[28..32].copy_from_slice(&self.reason.to_be_bytes());
        out[32..36].copy_from_slice(&self.parameter_count.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQCFH whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQCFH with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            kind: i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            struc_length: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            version: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            command: i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            msg_seq_number: i32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            control: i32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]),
            comp_code: i32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]),
            reason: i32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            parameter_count: i32::from_le_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
        })
    }

    /// Reads an MQCFH with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            kind: i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            struc_length: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            version: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
            command: i32::from_be_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]),
            msg_seq_number: i32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
            control: i32::from_be_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]),
            comp_code: i32::from_be_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]),
            reason: i32::from_be_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            parameter_count: i32::from_be_bytes([bytes[32], bytes[33], bytes[34], bytes[35]]),
        })
    }
}

/// The options of a begin call. (MQBO)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeginOptions {
    /// StrucId
    pub struc_id: [u8; 4],
    /// Version
    pub version: i32,
    /// Options
    pub options: i32,
}

const _: () = assert!(12 == BeginOptions::SIZE);

impl Default for BeginOptions {
    fn default() -> BeginOptions {
        BeginOptions {
            struc_id: *b"BO  ",
            version: 1,
            options: 0,
        }
    }
}

impl BeginOptions {
    /// Length of the whole structure in bytes.
    pub const SIZE: usize = layout::mqbo::SIZE;

    /// Writes all fields with little-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_le_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_le_bytes());
        out[8..12].copy_from_slice(&self.options.to_le_bytes());
    }

    /// Writes all fields with big-endian integers to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_be_into(&self, out: &mut [u8]) {
        let out: &mut [u8; Self::SIZE] =
            out.first_chunk_mut().expect("the caller sized the buffer");
        out[0..4].copy_from_slice(&self.struc_id);
        out[4..8].copy_from_slice(&self.version.to_be_bytes());
        out[8..12].copy_from_slice(&self.options.to_be_bytes());
    }

    /// Writes all fields to the first `SIZE` bytes of `out`.
    ///
    /// # Panics
    /// If `out` is shorter than `SIZE`.
    pub fn encode_into(&self, out: &mut [u8], order: ByteOrder) {
        match order {
            ByteOrder::Little => self.encode_le_into(out),
            ByteOrder::Big => self.encode_be_into(out),
        }
    }

    /// Reads an MQBO whose integers are in the given order.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode(bytes: &[u8], order: ByteOrder) -> Result<Self, TooShort> {
        match order {
            ByteOrder::Little => Self::decode_le(bytes),
            ByteOrder::Big => Self::decode_be(bytes),
        }
    }

    /// Reads an MQBO with little-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_le(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            options: i32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
        })
    }

    /// Reads an MQBO with big-endian integers.
    ///
    /// # Errors
    /// [`TooShort`] if the bytes cannot hold one.
    pub fn decode_be(bytes: &[u8]) -> Result<Self, TooShort> {
        let short = TooShort { needed_bytes: Self::SIZE, given_bytes: bytes.len() };
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk().ok_or(short)?;
        Ok(Self {
            struc_id: crate::header::array(bytes, 0),
            version: i32::from_be_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            options: i32::from_be_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]),
        })
    }
}
