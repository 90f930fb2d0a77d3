//! How structures are declared: their fields in order, and nothing said twice.

/// Declares a structure without name or version: its fields in their order.
macro_rules! fixed {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $crate::field::Wire<'_> for $name {
            const BYTES: usize = 0 $(+ <$type as $crate::field::Wire<'static>>::BYTES)*;

            fn read(
                from: &mut $crate::field::Reader<'_>,
            ) -> Result<Self, $crate::malformed::Malformed> {
                let outer = from.enter(stringify!($name));
                $(let $field = <$type as $crate::field::Wire<'_>>::read(from)?;)*
                from.leave(outer);
                Ok(Self { $($field,)* })
            }

            fn write(&self, to: &mut $crate::field::Writer<'_>) {
                $($crate::field::Wire::write(&self.$field, to);)*
            }
        }
    };
}

/// Declares a structure that begins with its name and version: per version its length in bytes and the
/// fields it adds, with their values where an earlier version does not have them.
macro_rules! versioned {
    ($(#[$meta:meta])* pub struct $name:ident, $id:literal { $($body:tt)* }) => {
        $crate::declare::versioned!(@all [$(#[$meta])*] $name [] ['w] $id { $($body)* });
    };
    ($(#[$meta:meta])* pub struct $name:ident<$life:lifetime>, $id:literal { $($body:tt)* }) => {
        $crate::declare::versioned!(@all [$(#[$meta])*] $name [<$life>] [$life] $id { $($body)* });
    };
    (
        @all [$(#[$meta:meta])*] $name:ident [$($generics:tt)*] [$life:lifetime] $id:literal {
            $($version:literal => $bytes:literal {
                $($(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr,)*
            })*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name $($generics)* {
            /// Version of the structure: which of the fields travel.
            pub version: i32,
            $($($(#[$field_meta])* pub $field: $type,)*)*
        }

        impl $($generics)* Default for $name $($generics)* {
            fn default() -> Self {
                Self {
                    version: 1,
                    $($($field: $default,)*)*
                }
            }
        }

        impl $($generics)* $name $($generics)* {
            /// The four bytes a structure of this kind begins with.
            pub const ID: [u8; 4] = *$id;

            /// Every version with its length in bytes.
            pub const LENGTHS: &'static [(i32, usize)] = &[$(($version, $bytes),)*];

            /// Bytes of a version on the wire, strings not counted; `None` when there is no such version.
            #[must_use]
            pub fn length(version: i32) -> Option<usize> {
                let found = Self::LENGTHS.iter().find(|(other, _)| *other == version);
                found.map(|(_, length)| *length)
            }
        }

        impl<$life> $crate::field::Wire<$life> for $name $($generics)* {
            const BYTES: usize = {
                let mut sum = 8;
                $(
                    $(sum += <$type as $crate::field::Wire<$life>>::BYTES;)*
                    // invariant: a constant, checked by the compiler
                    assert!(sum == $bytes, "the fields make the length of the version");
                )*
                sum
            };

            fn read(
                from: &mut $crate::field::Reader<$life>,
            ) -> Result<Self, $crate::malformed::Malformed> {
                const { assert!(<Self as $crate::field::Wire<$life>>::BYTES >= 8) };
                let outer = from.enter(stringify!($name));
                from.id(Self::ID)?;
                let here = from.at();
                let version = <i32 as $crate::field::Wire<'_>>::read(from)?;
                if Self::length(version).is_none() {
                    return Err($crate::malformed::Malformed {
                        at: here,
                        ..from.wrong($crate::malformed::Why::Version(version))
                    });
                }
                let mut it = Self { version, ..Self::default() };
                $(if version >= $version {
                    $(it.$field = <$type as $crate::field::Wire<$life>>::read(from)?;)*
                })*
                from.leave(outer);
                Ok(it)
            }

            fn write(&self, to: &mut $crate::field::Writer<'_>) {
                // invariant: a version that was read is one there is, and so is one we write
                let length = Self::length(self.version).expect("its author gave it a version there is");
                let outer = to.enter(length);
                to.id(Self::ID);
                $crate::field::Wire::write(&self.version, to);
                $(if self.version >= $version {
                    $($crate::field::Wire::write(&self.$field, to);)*
                })*
                $(if self.version >= $version {
                    $($crate::field::Wire::write_strings(&self.$field, to);)*
                })*
                to.leave(outer);
            }
        }
    };
}

pub(crate) use {fixed, versioned};
