//! `tables/code_pages.csv` and `tables/code_page_300.csv` to arrays of Unicode characters.

use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

/// What a byte without a character becomes: the replacement character.
const REPLACEMENT: u16 = 0xfffd;
const FIRST_TRAIL: usize = 0x40;
const LAST_TRAIL: usize = 0xfe;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let mut out = heading(
        "Code pages byte by byte.",
        "`tables/code_pages.csv` and `tables/code_page_300.csv`",
    );
    out.push_str("use crate::code_page::single::SinglePage;\n");
    let table = Table::read(root, "code_pages.csv")?;
    let count = table.rows().count();
    let _ = writeln!(
        out,
        "\n/// Every single-byte code page, by CCSID.\npub(crate) static SINGLE: [SinglePage; {count}] = ["
    );
    let mut last = 0;
    for row in table.rows() {
        let ccsid = row.integer("ccsid")?;
        if ccsid <= last {
            return Err(row.error("code pages are not in the order of their CCSIDs"));
        }
        last = ccsid;
        out.push_str(&page(&row)?);
    }
    out.push_str("];\n");
    out.push_str(&pairs(root)?);
    Ok(out)
}

fn page(row: &Row<'_>) -> Result<String, String> {
    let mut units = units(row, 256)?;
    let ebcdic = match row.get("family") {
        "ascii" => false,
        "ebcdic" => true,
        _ => return Err(row.error("unknown family")),
    };
    if !ebcdic {
        // Pages that leave some of the C1 controls out are read as having them, as browsers do.
        for code in 0x80..0xa0_u16 {
            if units[usize::from(code)] == REPLACEMENT && !units.contains(&code) {
                units[usize::from(code)] = code;
            }
        }
    }
    let ascii = (0..0x80_u16).all(|code| units[usize::from(code)] == code);
    Ok(format!(
        "    SinglePage::new({}, {ebcdic}, {ascii}, [{}]), // {}\n",
        row.get("ccsid"),
        list(&units),
        row.get("name")
    ))
}

fn pairs(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "code_page_300.csv")?;
    let mut rows = String::new();
    let mut first = None;
    let mut count = 0;
    for row in table.rows() {
        let lead =
            i64::from_str_radix(row.get("lead"), 16).map_err(|e| row.error(&e.to_string()))?;
        let expected = *first.get_or_insert(lead) + count;
        if lead != expected {
            return Err(row.error("first bytes are not in order"));
        }
        let _ = writeln!(
            rows,
            "    [{}],",
            list(&units(&row, LAST_TRAIL - FIRST_TRAIL + 1)?)
        );
        count += 1;
    }
    let first = first.ok_or("tables/code_page_300.csv: no rows")?;
    Ok(format!(
        "\n/// First byte of the first row of [`PAIRS_300`].\npub(crate) const FIRST_LEAD_300: u8 = {first:#x};\n\
         /// Second byte of the first column of [`PAIRS_300`].\npub(crate) const FIRST_TRAIL_300: u8 = {FIRST_TRAIL:#x};\n\
         /// The double-byte half of 930 and 939.\npub(crate) static PAIRS_300: [[u16; {}]; {count}] = [\n{rows}];\n",
        LAST_TRAIL - FIRST_TRAIL + 1
    ))
}

fn units(row: &Row<'_>, count: usize) -> Result<Vec<u16>, String> {
    let text = row.get("unicode").as_bytes();
    if text.len() != 4 * count {
        return Err(row.error(&format!("{} digits where {} belong", text.len(), 4 * count)));
    }
    let unit = |digits: &[u8]| match digits {
        b"...." => Ok(REPLACEMENT),
        _ => std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .ok_or_else(|| row.error("not four hexadecimal digits")),
    };
    text.chunks(4).map(unit).collect()
}

fn list(units: &[u16]) -> String {
    let texts: Vec<String> = units.iter().map(|unit| format!("{unit:#x}")).collect();
    texts.join(", ")
}
