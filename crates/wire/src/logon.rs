//! Who the client is: the user id segment and the credentials.

use std::fmt;

use crate::field::{Reader, Wire, Writer};
use crate::level;
use crate::malformed::{Malformed, Why};
use crate::text::Text;

/// The user of the client process: `UID`. Nobody answers it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UserId {
    /// User, cut to 12 characters and usually in upper case.
    pub user_id: Text<12>,
    /// Password, cut to 12 characters; blank unless the client is in compatibility mode. In clear.
    pub password: Text<12>,
    /// The whole user id and the security id: from level 5 on.
    pub long: Option<LongUserId>,
}

/// The part of [`UserId`] that level 5 brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongUserId {
    /// User in its own case.
    pub user_id: Text<64>,
    /// Security id; its first byte is its length.
    pub security_id: [u8; 40],
}

impl UserId {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"UID ";
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never a password in a trace.
        f.debug_struct("UserId")
            .field("user_id", &self.user_id)
            .field("long", &self.long)
            .finish_non_exhaustive()
    }
}

impl Wire<'_> for UserId {
    const BYTES: usize = 132;

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let outer = from.enter("UserId");
        from.id(Self::ID)?;
        let mut it = Self {
            user_id: Text::read(from)?,
            password: Text::read(from)?,
            long: None,
        };
        if from.left_bytes() > 0 {
            it.long = Some(LongUserId {
                user_id: Text::read(from)?,
                security_id: from.array()?,
            });
        }
        from.leave(outer);
        Ok(it)
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        self.user_id.write(to);
        self.password.write(to);
        if let Some(long) = &self.long {
            long.user_id.write(to);
            to.bytes(&long.security_id);
        }
    }
}

/// User and password of the application: `CAUT`. A status answers it.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials<'a> {
    /// 1: user and password.
    pub authentication: i32,
    /// Longest user id; clients send its length.
    pub user_id_bytes_max: i32,
    /// Longest password; clients send its length.
    pub password_bytes_max: i32,
    /// Bytes of the password in clear. With protection the password field is longer than this.
    pub password_clear_bytes: i32,
    /// Two words of level 17, zero.
    pub unknown: [i32; 2],
    /// User.
    pub user_id: &'a [u8],
    /// Password: in clear, or protected and then everything that follows the user.
    pub password: &'a [u8],
}

impl Credentials<'_> {
    /// The four bytes it begins with.
    pub const ID: [u8; 4] = *b"CAUT";

    /// Longest user id or password there is room for; the documented bounds are 1024 and 256.
    pub const FIELD_BYTES_MAX: usize = 4096;

    /// Bytes in which clients protect passwords.
    const PROTECTED_BYTES: usize = 8;

    /// True when nothing but what both ends agreed on tells whether the password is protected: protected it is as long
    /// as in clear.
    #[must_use]
    pub fn may_be_protected(&self) -> bool {
        !self.password.is_empty() && self.password.len().is_multiple_of(Self::PROTECTED_BYTES)
    }

    /// True when the password cannot be read: it is longer than it is in clear.
    #[must_use]
    pub fn is_protected(&self) -> bool {
        usize::try_from(self.password_clear_bytes) != Ok(self.password.len())
    }
}

impl fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never a password in a trace.
        f.debug_struct("Credentials")
            .field("authentication", &self.authentication)
            .field("user_id", &self.user_id.escape_ascii().to_string())
            .finish_non_exhaustive()
    }
}

impl<'a> Wire<'a> for Credentials<'a> {
    const BYTES: usize = 24;

    fn read(from: &mut Reader<'a>) -> Result<Self, Malformed> {
        let outer = from.enter("Credentials");
        from.id(Self::ID)?;
        let authentication = i32::read(from)?;
        let user_id_bytes_max = i32::read(from)?;
        let password_bytes_max = i32::read(from)?;
        let here = from.clone();
        let user_id_bytes = i32::read(from)?;
        let password_clear_bytes = i32::read(from)?;
        let mut unknown = [0; 2];
        if level::has_long_credentials(from.form().fap) {
            unknown = [i32::read(from)?, i32::read(from)?];
        }
        let bounded = |value: i32| {
            let length = usize::try_from(value).ok();
            length
                .filter(|length| *length <= Self::FIELD_BYTES_MAX)
                .ok_or_else(|| here.wrong(Why::Length(value.into())))
        };
        let (user_id_bytes, clear_bytes) =
            (bounded(user_id_bytes)?, bounded(password_clear_bytes)?);
        let user_id = from.take(user_id_bytes)?;
        // The segment is filled to four bytes with noughts. Anything else behind it means a protected password,
        // which comes in blocks of eight: one of five to seven bytes is no longer than it would be in clear.
        let rest = from.rest();
        if rest.len() < clear_bytes || rest.len() > Self::FIELD_BYTES_MAX {
            return Err(here.wrong(Why::Length(password_clear_bytes.into())));
        }
        let (clear, filler) = rest.split_at(clear_bytes);
        let password = if filler.len() < 4 && filler.iter().all(|byte| *byte == 0) {
            clear
        } else {
            rest
        };
        from.leave(outer);
        Ok(Self {
            authentication,
            user_id_bytes_max,
            password_bytes_max,
            password_clear_bytes,
            unknown,
            user_id,
            password,
        })
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.id(Self::ID);
        self.authentication.write(to);
        self.user_id_bytes_max.write(to);
        self.password_bytes_max.write(to);
        (self.user_id.len() as i32).write(to);
        self.password_clear_bytes.write(to);
        if level::has_long_credentials(to.form().fap) {
            self.unknown[0].write(to);
            self.unknown[1].write(to);
        }
        to.bytes(self.user_id);
        to.bytes(self.password);
        to.fill_to_word();
    }
}
