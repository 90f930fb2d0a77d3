//! Under which name this library was installed: a program that opens `libmqic` means to be a client.

/// Marks where `cargo xtask libraries` writes the name of a copy. The bytes before the name are looked for in the
/// file and must be there once.
static IDENTITY: [u8; 48] = *b"ferromq:library:name=libmqmzf_r.so\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Bytes of [`IDENTITY`] before the name.
const PREFIX_BYTES: usize = 21;

/// The file name this copy was made for.
#[must_use]
pub fn library_name() -> &'static str {
    // The compiler must not assume that the bytes in the file are those it has written.
    let name = &std::hint::black_box(&IDENTITY)[PREFIX_BYTES..];
    let end = name.iter().position(|byte| *byte == 0);
    std::str::from_utf8(&name[..end.unwrap_or(name.len())]).unwrap_or_default()
}

/// True when the library's name alone makes every connection one of a client.
#[must_use]
pub fn is_client_library() -> bool {
    let name = library_name();
    name.starts_with("libmqic") || name.starts_with("libmqdc")
}
