//! What the options say: which messages, and how.

use super::form::Form;
use crate::arguments::Arguments;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::from_hex;

/// Which messages are meant, by their place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u64,
    pub(super) last: u64,
}

impl Range {
    /// `x`, `x..y`, `x#y`, `#x`.
    fn of(text: &str) -> Option<Self> {
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        if let Some((first, last)) = text.split_once("..") {
            return Some(Self {
                first: number(first)?,
                last: number(last)?,
            });
        }
        if let Some((first, count)) = text.split_once('#') {
            let first = if first.trim().is_empty() {
                1
            } else {
                number(first)?
            };
            let last = first.saturating_add(number(count)? - 1);
            return Some(Self { first, last });
        }
        let first = number(text)?;
        Some(Self { first, last: first })
    }
}

/// Which messages are meant, by what is in them.
#[derive(Default)]
pub(super) struct Search {
    with: Vec<Vec<u8>>,
    without: Vec<Vec<u8>>,
}

impl Search {
    pub(super) fn fits(&self, data: &[u8]) -> bool {
        let has = |part: &Vec<u8>| data.windows(part.len().max(1)).any(|window| window == part);
        self.with.iter().all(has) && !self.without.iter().any(has)
    }
}

/// What is to be done.
pub(super) struct Job {
    pub(super) range: Option<Range>,
    pub(super) search: Search,
    pub(super) form: Form,
    pub(super) is_quiet: bool,
    /// Messages of a unit of work.
    pub(super) commit_after: u64,
    pub(super) wait_ms: i32,
    pub(super) context: i32,
    pub(super) matched: Option<(i32, [u8; 24])>,
    pub(super) convert: Option<(i32, Option<i32>)>,
    pub(super) strips: bool,
}

/// Reads them.
///
/// # Errors
/// What is wrong, without a full stop.
pub(super) fn job(arguments: &Arguments) -> Result<Job, String> {
    let range = match arguments.value("-r") {
        Some(text) => Some(
            Range::of(text)
                .ok_or_else(|| format!("'{text}' of option -r is not x, x..y, x#y or #x"))?,
        ),
        None => None,
    };
    let text = |flag| arguments.value(flag).map(|text| text.as_bytes().to_vec());
    let hex = |flag: &str| match arguments.value(flag) {
        Some(digits) => bytes_of(digits)
            .map(Some)
            .ok_or_else(|| format!("'{digits}' of option {flag} is not hexadecimal")),
        None => Ok(None),
    };
    let search = Search {
        with: text("-s").into_iter().chain(hex("-x")?).collect(),
        without: text("-S").into_iter().chain(hex("-X")?).collect(),
    };
    let seconds = arguments.number("-w", 0_i32, 1_000_000)?.unwrap_or(0);
    Ok(Job {
        range,
        search,
        form: form_of(arguments.value("-d").unwrap_or_default())?,
        is_quiet: arguments.has("-q"),
        commit_after: arguments.number("-t", 1_u64, 10_000)?.unwrap_or(200),
        wait_ms: seconds.saturating_mul(1_000),
        context: match arguments.value("-C").unwrap_or("A") {
            "A" => MQPMO_SET_ALL_CONTEXT,
            "I" => MQPMO_SET_IDENTITY_CONTEXT,
            "d" => MQPMO_DEFAULT_CONTEXT,
            "n" => MQPMO_NO_CONTEXT,
            other => return Err(format!("'{other}' of option -C is not one of A, I, d, n")),
        },
        matched: arguments.value("-g").map(matched_by).transpose()?,
        convert: arguments.value("-P").map(converted_to).transpose()?,
        strips: arguments.has("-h"),
    })
}

/// At least one byte, from its digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    from_hex(digits).filter(|bytes| !bytes.is_empty())
}

/// `xm<hex>`, `c<text>`: by which identifier.
fn matched_by(text: &str) -> Result<(i32, [u8; 24]), String> {
    let (is_hex, rest) = match text.strip_prefix('x') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (kind, id) = rest.split_at_checked(1).unwrap_or((rest, ""));
    let options = match kind {
        "m" => MQMO_MATCH_MSG_ID,
        "c" => MQMO_MATCH_CORREL_ID,
        "g" => MQMO_MATCH_GROUP_ID,
        _ => {
            return Err(format!(
                "'{text}' of option -g is not [x] and one of m, c, g and an identifier"
            ));
        }
    };
    let given = if is_hex {
        bytes_of(id)
    } else {
        Some(id.as_bytes().to_vec())
    };
    let mut field = [0; 24];
    let given = given.filter(|given| given.len() <= field.len());
    let given = given.ok_or_else(|| format!("'{id}' of option -g is no identifier"))?;
    field[..given.len()].copy_from_slice(&given);
    Ok((options, field))
}

fn converted_to(text: &str) -> Result<(i32, Option<i32>), String> {
    let wrong = || format!("'{text}' of option -P is not CCSID[:encoding]");
    let (ccsid, encoding) = match text.split_once(':') {
        Some((ccsid, encoding)) => {
            let digits = encoding
                .trim_start_matches(['x', 'X', '\''])
                .trim_end_matches('\'');
            (
                ccsid,
                Some(i32::from_str_radix(digits, 16).map_err(|_| wrong())?),
            )
        }
        None => (text, None),
    };
    Ok((ccsid.parse().map_err(|_| wrong())?, encoding))
}

fn form_of(text: &str) -> Result<Form, String> {
    let mut form = Form::default();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            'a' => form.with_text = true,
            'A' | 'p' => form.as_strings = true,
            't' => form.as_lines = true,
            'N' => form.with_descriptor = false,
            'i' => form.with_index = true,
            'H' | 'c' => {}
            'w' => {
                let mut digits = String::new();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let width = digits
                    .parse()
                    .ok()
                    .filter(|width| (1..=4_096).contains(width));
                form.width = width.ok_or("w of option -d needs a number from 1 to 4096")?;
            }
            other => {
                return Err(format!(
                    "'{other}' of option -d is not one of a A c H i N p t w"
                ));
            }
        }
    }
    Ok(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_their_four_forms() {
        let range = |text| Range::of(text).map(|range| (range.first, range.last));
        assert_eq!(range("3"), Some((3, 3)));
        assert_eq!(range("3..7"), Some((3, 7)));
        assert_eq!(range("3#2"), Some((3, 4)));
        assert_eq!(range("#5"), Some((1, 5)));
        assert_eq!((range("0"), range("x"), range("..")), (None, None, None));
    }
}
