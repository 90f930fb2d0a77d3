//! The structures a caller passes: identifiers, lengths by version, and what to answer when one is wrong.

use super::memory::Shape;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::layout::*;

pub(super) const CNO: Shape = Shape {
    id: Some(*b"CNO "),
    version_offset: mqcno::VERSION_OFFSET,
    lengths: &[
        mqcno::LENGTH_1,
        mqcno::LENGTH_2,
        mqcno::LENGTH_3,
        mqcno::LENGTH_4,
        mqcno::LENGTH_5,
        mqcno::LENGTH_6,
        mqcno::LENGTH_7,
        mqcno::LENGTH_8,
    ],
    error: Reason::CNO_ERROR,
};

pub(super) const CD: Shape = Shape {
    id: None,
    version_offset: mqcd::VERSION_OFFSET,
    lengths: &[
        mqcd::LENGTH_1,
        mqcd::LENGTH_2,
        mqcd::LENGTH_3,
        mqcd::LENGTH_4,
        mqcd::LENGTH_5,
        mqcd::LENGTH_6,
        mqcd::LENGTH_7,
        mqcd::LENGTH_8,
        mqcd::LENGTH_9,
        mqcd::LENGTH_10,
        mqcd::LENGTH_11,
        mqcd::LENGTH_12,
        mqcd::LENGTH_13,
    ],
    error: Reason::CD_ERROR,
};

pub(super) const SCO: Shape = Shape {
    id: Some(*b"SCO "),
    version_offset: mqsco::VERSION_OFFSET,
    lengths: &[
        mqsco::LENGTH_1,
        mqsco::LENGTH_2,
        mqsco::LENGTH_3,
        mqsco::LENGTH_4,
        mqsco::LENGTH_5,
        mqsco::LENGTH_6,
        mqsco::LENGTH_7,
    ],
    error: Reason::SCO_ERROR,
};

pub(super) const CSP: Shape = Shape {
    id: Some(*b"CSP "),
    version_offset: mqcsp::VERSION_OFFSET,
    lengths: &[mqcsp::LENGTH_1, mqcsp::LENGTH_2, mqcsp::LENGTH_3],
    error: Reason::CSP_ERROR,
};

pub(super) const BNO: Shape = Shape {
    id: Some(*b"BNO "),
    version_offset: mqbno::VERSION_OFFSET,
    lengths: &[mqbno::LENGTH_1],
    error: Reason::BNO_ERROR,
};

pub(super) const OD: Shape = Shape {
    id: Some(*b"OD  "),
    version_offset: mqod::VERSION_OFFSET,
    lengths: &[
        mqod::LENGTH_1,
        mqod::LENGTH_2,
        mqod::LENGTH_3,
        mqod::LENGTH_4,
    ],
    error: Reason::OD_ERROR,
};

pub(super) const MD: Shape = Shape {
    id: Some(*b"MD  "),
    version_offset: mqmd::VERSION_OFFSET,
    lengths: &[mqmd::LENGTH_1, mqmd::LENGTH_2],
    error: Reason::MD_ERROR,
};

pub(super) const PMO: Shape = Shape {
    id: Some(*b"PMO "),
    version_offset: mqpmo::VERSION_OFFSET,
    lengths: &[mqpmo::LENGTH_1, mqpmo::LENGTH_2, mqpmo::LENGTH_3],
    error: Reason::PMO_ERROR,
};

pub(super) const GMO: Shape = Shape {
    id: Some(*b"GMO "),
    version_offset: mqgmo::VERSION_OFFSET,
    lengths: &[
        mqgmo::LENGTH_1,
        mqgmo::LENGTH_2,
        mqgmo::LENGTH_3,
        mqgmo::LENGTH_4,
    ],
    error: Reason::GMO_ERROR,
};

pub(super) const BO: Shape = Shape {
    id: Some(*b"BO  "),
    version_offset: mqbo::VERSION_OFFSET,
    lengths: &[mqbo::LENGTH_1],
    error: Reason::BO_ERROR,
};

pub(super) const STS: Shape = Shape {
    id: Some(*b"STAT"),
    version_offset: mqsts::VERSION_OFFSET,
    lengths: &[mqsts::LENGTH_1, mqsts::LENGTH_2],
    error: Reason::STS_ERROR,
};

pub(super) const CBD: Shape = Shape {
    id: Some(*b"CBD "),
    version_offset: mqcbd::VERSION_OFFSET,
    lengths: &[mqcbd::LENGTH_1],
    error: Reason::CBD_ERROR,
};

pub(super) const CTLO: Shape = Shape {
    id: Some(*b"CTLO"),
    version_offset: mqctlo::VERSION_OFFSET,
    lengths: &[mqctlo::LENGTH_1],
    error: Reason::CTLO_ERROR,
};

pub(super) const CMHO: Shape = Shape {
    id: Some(*b"CMHO"),
    version_offset: mqcmho::VERSION_OFFSET,
    lengths: &[mqcmho::LENGTH_1],
    error: Reason::CMHO_ERROR,
};

pub(super) const DMHO: Shape = Shape {
    id: Some(*b"DMHO"),
    version_offset: mqdmho::VERSION_OFFSET,
    lengths: &[mqdmho::LENGTH_1],
    error: Reason::DMHO_ERROR,
};

pub(super) const SMPO: Shape = Shape {
    id: Some(*b"SMPO"),
    version_offset: mqsmpo::VERSION_OFFSET,
    lengths: &[mqsmpo::LENGTH_1],
    error: Reason::SMPO_ERROR,
};

pub(super) const PD: Shape = Shape {
    id: Some(*b"PD  "),
    version_offset: mqpd::VERSION_OFFSET,
    lengths: &[mqpd::LENGTH_1],
    error: Reason::PD_ERROR,
};

pub(super) const IMPO: Shape = Shape {
    id: Some(*b"IMPO"),
    version_offset: mqimpo::VERSION_OFFSET,
    lengths: &[mqimpo::LENGTH_1],
    error: Reason::IMPO_ERROR,
};

pub(super) const DMPO: Shape = Shape {
    id: Some(*b"DMPO"),
    version_offset: mqdmpo::VERSION_OFFSET,
    lengths: &[mqdmpo::LENGTH_1],
    error: Reason::DMPO_ERROR,
};

pub(super) const BMHO: Shape = Shape {
    id: Some(*b"BMHO"),
    version_offset: mqbmho::VERSION_OFFSET,
    lengths: &[mqbmho::LENGTH_1],
    error: Reason::BMHO_ERROR,
};

pub(super) const MHBO: Shape = Shape {
    id: Some(*b"MHBO"),
    version_offset: mqmhbo::VERSION_OFFSET,
    lengths: &[mqmhbo::LENGTH_1],
    error: Reason::MHBO_ERROR,
};

pub(super) const SD: Shape = Shape {
    id: Some(*b"SD  "),
    version_offset: mqsd::VERSION_OFFSET,
    lengths: &[mqsd::LENGTH_1],
    error: Reason::SD_ERROR,
};

pub(super) const SRO: Shape = Shape {
    id: Some(*b"SRO "),
    version_offset: mqsro::VERSION_OFFSET,
    lengths: &[mqsro::LENGTH_1],
    error: Reason::SRO_ERROR,
};
