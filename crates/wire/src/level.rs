//! Protocol levels: what the two ends agree to speak, as a number.

/// The level both current generations of clients ask for.
pub const FAP_MAX: u8 = 17;

/// Below it, opening a queue fails inside current clients and conversations cannot share a socket.
pub const FAP_FLOOR: u8 = 9;

/// The lowest level at which conversations can share a socket.
pub const FAP_MULTIPLEXED: u8 = 9;

/// From this level on the password rules apply: the server lists protection algorithms.
pub const FAP_PASSWORD_PROTECTION: u8 = 13;

/// From this level on a multiplexed client gets messages by `MQGET`; below, by asking for messages.
pub const FAP_MULTIPLEXED_GET: u8 = 13;

/// Bytes of the initial data at a level.
#[must_use]
pub const fn initial_bytes(fap: u8) -> usize {
    match fap {
        0..=2 => 44,
        3 => 48,
        4..=8 => 128,
        9 => 160,
        10..=12 => 208,
        _ => 240,
    }
}

/// True when the user id segment has the long user id and the security id.
#[must_use]
pub const fn has_long_user_id(fap: u8) -> bool {
    fap >= 5
}

/// True when the credentials have two further words in front of the user id.
#[must_use]
pub const fn has_long_credentials(fap: u8) -> bool {
    fap >= 17
}

/// True when the connect call has flags and options.
#[must_use]
pub const fn has_connect_options(fap: u8) -> bool {
    fap >= 4
}

/// The version of the structure at the end of the connect call; `None` where there is none.
#[must_use]
pub const fn connect_extension_version(fap: u8) -> Option<i32> {
    match fap {
        0..=7 => None,
        8 | 9 => Some(1),
        10..=13 => Some(2),
        14 => Some(3),
        _ => Some(4),
    }
}

/// True when the open call ends with attributes of the object.
#[must_use]
pub const fn has_open_attributes(fap: u8) -> bool {
    fap >= 9
}
