//! Three EBCDIC code pages of the Latin-1 repertoire, made of the queue manager's tables at compile time: header
//! text is converted in place, with one look at a table per byte.

use ferromq_mqi::code_page::latin_1_of_bytes;

/// A code page both ways.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    to_latin: [u8; 256],
    from_latin: [u8; 256],
}

#[expect(
    clippy::indexing_slicing,
    reason = "a byte is the number of one of 256 places"
)]
impl Table {
    const fn of(ccsid: i32) -> Self {
        // invariant: constants are made of it, by the compiler
        let to_latin = latin_1_of_bytes(ccsid).expect("the page is in the tables");
        let mut from_latin = [0; 256];
        let mut at = 0;
        while at < 256 {
            from_latin[to_latin[at] as usize] = at as u8;
            at += 1;
        }
        Self {
            to_latin,
            from_latin,
        }
    }

    /// Turns the bytes to Latin-1.
    pub(super) fn decode(&self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.to_latin[usize::from(*byte)];
        }
    }

    /// Turns the bytes from Latin-1.
    pub(super) fn encode(&self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.from_latin[usize::from(*byte)];
        }
    }
}

/// Code page 037: United States, Canada, Portugal, Brazil.
pub(super) static PAGE_037: Table = Table::of(37);
/// Code page 500: international.
pub(super) static PAGE_500: Table = Table::of(500);
/// Code page 1047: open systems on z/OS.
pub(super) static PAGE_1047: Table = Table::of(1047);
