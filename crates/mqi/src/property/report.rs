//! What a report carries of a message with properties, and what copies of a publication do.

use super::folder::copied_folder;
use super::{Properties, folder_name};
use crate::convert::Described;
use crate::fronted::Fronted;
use crate::generated::constants::{MQCOPY_ALL, MQCOPY_PUBLISH, MQCOPY_REPORT};
use crate::header::{ByteOrder, RulesHeader2};
use crate::rfh2::{FORMAT, Rfh2, Rfh2Error, write};
use bytes::Bytes;
use std::borrow::Cow;

/// How much application data a report carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// None of it.
    Nothing,
    /// So many bytes, and the headers in front of them.
    First(usize),
    /// All of it.
    All,
}

impl Carried {
    fn of(self, data: &[u8]) -> &[u8] {
        match self {
            Self::Nothing => &data[..0],
            Self::First(bytes) => &data[..data.len().min(bytes)],
            Self::All => data,
        }
    }
}

/// The data of a report about a message that begins with `MQRFH2` headers: properties whose copy options say report, and
/// application data as far as it is asked for; folders that hold no properties are such data. Headers with nothing left
/// go, and the format is then that of what was behind them. `None` when there is no such header, or it is not well formed.
///
/// Source: `MQCOPY_REPORT`; `MQRO_COA_WITH_DATA` and its like; conversion of report messages.
#[must_use]
pub fn report_data(
    format: [u8; 8],
    described: Described,
    body: &Bytes,
    carried: Carried,
) -> Option<Fronted> {
    copied_data(format, described, body, carried, MQCOPY_REPORT)
}

/// The data of copies of a publication that begins with `MQRFH2` headers: without the properties whose copy options do not say publish.
/// `None` where it is what was published, which is the usual case: then nothing but a word is looked for.
///
/// Source: `MQCOPY_PUBLISH`.
#[must_use]
pub fn published_data(format: [u8; 8], described: Described, body: &Bytes) -> Option<Fronted> {
    if format != FORMAT || !says_copy(described, body) {
        return None;
    }
    // What is not well formed has no properties.
    let properties = Properties::read(format, described, body).ok()?;
    let goes = |copy| copy & (MQCOPY_PUBLISH | MQCOPY_ALL) != 0;
    if properties.iter().all(|property| goes(property.copy)) {
        return None;
    }
    copied_data(format, described, body, Carried::All, MQCOPY_PUBLISH)
}

/// Whether a folder may say copy options.
fn says_copy(mut described: Described, mut data: &[u8]) -> bool {
    let mut format = FORMAT;
    while format == FORMAT
        && let Ok(header) = Rfh2::read(data, described.encoding)
    {
        let mut folders = header.folders().map_while(Result::ok);
        if folders.any(|folder| header.text(folder).is_ok_and(|text| text.contains("copy"))) {
            return true;
        }
        described = header.following(described);
        (format, data) = (header.fixed.format, header.rest);
    }
    false
}

fn copied_data(
    format: [u8; 8],
    described: Described,
    body: &Bytes,
    carried: Carried,
    copy: i32,
) -> Option<Fronted> {
    let (mut end, mut data) = ((format, described), &body[..]);
    let mut headers = Vec::new();
    while end.0 == FORMAT
        && let Ok(read) = Rfh2::read(data, end.1.encoding)
        && let Ok(folders) = folders(&read, carried, copy)
    {
        let behind = (read.fixed.format, read.following(end.1));
        data = read.rest;
        headers.push(Header {
            fixed: read.fixed,
            order: read.order,
            described: std::mem::replace(&mut end, behind).1,
            folders,
        });
    }
    if headers.is_empty() {
        return None;
    }
    let rest = carried.of(data);
    if rest.is_empty() && end.0 == FORMAT {
        // It was not well formed, and nothing of it is there.
        end.0 = [b' '; 8];
    }
    headers.retain(|header| !header.folders.is_empty());
    let Some(first) = headers.first() else {
        return Some(Fronted {
            format: end.0,
            described: end.1,
            front: Vec::new(),
            rest: body.slice_ref(rest),
        });
    };
    let outer = first.described;
    let mut front = Vec::new();
    for (at, header) in headers.iter().enumerate() {
        let next = headers.get(at + 1);
        let (format, behind) = next.map_or(end, |next| (FORMAT, next.described));
        front.extend_from_slice(&header.write(format, behind));
    }
    Some(Fronted {
        format: FORMAT,
        described: outer,
        front,
        rest: body.slice_ref(rest),
    })
}

/// A header as the copy has it.
struct Header {
    fixed: RulesHeader2,
    order: ByteOrder,
    /// How the header itself is coded.
    described: Described,
    folders: Vec<String>,
}

impl Header {
    fn write(&self, format: [u8; 8], behind: Described) -> Vec<u8> {
        let fixed = RulesHeader2 {
            format,
            encoding: behind.encoding,
            coded_char_set_id: behind.ccsid,
            ..self.fixed.clone()
        };
        let folders: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        write(&fixed, self.order, &folders)
    }
}

/// What is copied of the folders of a header.
fn folders(header: &Rfh2<'_>, carried: Carried, copy: i32) -> Result<Vec<String>, Rfh2Error> {
    let mut copied = Vec::new();
    for folder in header.folders() {
        let text = header.text(folder?)?;
        let (_, holds_properties) = folder_name(&text)?;
        if !holds_properties {
            if carried != Carried::Nothing {
                copied.push(text.into_owned());
            }
            continue;
        }
        let goes = |said: i32| said & (copy | MQCOPY_ALL) != 0;
        copied.extend(copied_folder(&text, goes)?.map(Cow::into_owned));
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code_page::CCSID_UTF_8;
    use crate::fronted::DescribedData;
    use crate::generated::constants::MQENC_NATIVE;
    use crate::property::{Properties, Value};
    use crate::rfh2::fixed;

    const DESCRIBED: Described = Described {
        ccsid: CCSID_UTF_8,
        encoding: MQENC_NATIVE,
    };
    const TEXT: Described = Described {
        ccsid: 819,
        encoding: 273,
    };

    fn message(folders: &[&str], body: &str) -> Bytes {
        let mut whole = write(&fixed("MQSTR", TEXT), ByteOrder::NATIVE, folders);
        whole.extend_from_slice(body.as_bytes());
        whole.into()
    }

    fn report(body: &Bytes, carried: Carried) -> DescribedData {
        report_data(FORMAT, DESCRIBED, body, carried)
            .expect("a header")
            .joined()
    }

    fn names(of: &DescribedData) -> Vec<String> {
        let read = Properties::read(of.format, of.described, &of.body).expect("properties");
        read.iter().map(|one| one.name().to_owned()).collect()
    }

    const FOLDERS: [&str; 3] = [
        "<mcd><Msd>jms_text</Msd></mcd>",
        "<usr><a>1</a><b copy='reply'>2</b><c copy='all'>3</c></usr>",
        "<mine><x>4</x></mine>",
    ];

    #[test]
    fn properties_are_copied_whose_options_say_so_and_data_as_asked_for() {
        let body = message(&FOLDERS, &"d".repeat(300));
        for (carried, length) in [
            (Carried::Nothing, 0),
            (Carried::First(100), 100),
            (Carried::First(1000), 300),
            (Carried::All, 300),
        ] {
            let report = report(&body, carried);
            assert_eq!((report.format, report.described), (FORMAT, DESCRIBED));
            assert_eq!(names(&report), ["mcd.Msd", "a", "c"]);
            let header = Rfh2::read(&report.body, MQENC_NATIVE).expect("a header");
            assert_eq!(header.fixed.format, *b"MQSTR   ");
            assert_eq!(header.following(DESCRIBED), TEXT);
            assert_eq!(header.rest, "d".repeat(length).as_bytes());
            let own = String::from_utf8_lossy(&report.body).contains("<mine>");
            assert_eq!(own, carried != Carried::Nothing);
        }
    }

    #[test]
    fn a_header_of_which_nothing_is_copied_goes() {
        let body = message(&["<usr><b copy='forward,reply'>2</b></usr>"], "data");
        for (carried, data) in [(Carried::Nothing, ""), (Carried::First(2), "da")] {
            let report = report(&body, carried);
            assert_eq!((report.format, report.described), (*b"MQSTR   ", TEXT));
            assert_eq!(report.body, data);
        }
        let of_its_own = message(&[FOLDERS[2]], "data");
        let report = report(&of_its_own, Carried::Nothing);
        assert_eq!((report.format, report.body.len()), (*b"MQSTR   ", 0));
    }

    #[test]
    fn headers_in_a_row_say_what_follows_them() {
        let inner = message(&[FOLDERS[1]], "data");
        let first = RulesHeader2 {
            format: FORMAT,
            ..fixed("", DESCRIBED)
        };
        let with = |folder: &str| {
            let mut whole = write(&first, ByteOrder::NATIVE, &[folder]);
            whole.extend_from_slice(&inner);
            Bytes::from(whole)
        };
        let both = report(&with("<usr><z>1</z></usr>"), Carried::All);
        assert_eq!(names(&both), ["z", "a", "c"]);
        let one = report(&with("<usr><z copy='none'>1</z></usr>"), Carried::All);
        assert_eq!(names(&one), ["a", "c"]);
        assert!(one.body.ends_with(b"data"));
    }

    #[test]
    fn copies_of_a_publication_have_what_may_be_published_and_are_the_same_data_where_that_is_all()
    {
        let of = |folders: &[&str]| {
            let body = message(folders, "data");
            published_data(FORMAT, DESCRIBED, &body).map(Fronted::joined)
        };
        assert_eq!(of(&[FOLDERS[0], "<usr><a>1</a></usr>"]), None);
        assert_eq!(of(&["<usr><copy>1</copy><c copy='all'>3</c></usr>"]), None);
        let copy = of(&FOLDERS).expect("another");
        assert_eq!(names(&copy), ["mcd.Msd", "a", "c"]);
        assert!(String::from_utf8_lossy(&copy.body).contains("<mine>"));
        assert!(copy.body.ends_with(b"data"));
        let bare = of(&["<usr><b copy='reply'>2</b></usr>"]).expect("another");
        assert_eq!((bare.format, &bare.body[..]), (*b"MQSTR   ", &b"data"[..]));
        assert_eq!(of(&["<usr><b copy='reply'>2</usr>"]), None, "no properties");
        let text = Bytes::from_static(b"copy");
        assert_eq!(published_data(*b"MQSTR   ", TEXT, &text), None);
    }

    /// Elements whose value does not fit their type, and names no property has, are data of the publisher's.
    #[test]
    fn what_is_no_property_is_in_copies_where_something_beside_it_is_held_back() {
        let odd = "<n dt='i4'>many</n><a.b>1</a.b><!-- said --><other x='1'>\u{fc}</other>";
        let held = "<b copy='none'>2</b>";
        let of = |folders: &[&str]| {
            let body = message(folders, "data");
            let copy = published_data(FORMAT, DESCRIBED, &body).expect("another");
            let copy = copy.joined();
            let header = Rfh2::read(&copy.body, MQENC_NATIVE).expect("a header");
            let text = |folder: Result<&[u8], Rfh2Error>| {
                header
                    .text(folder.expect("one"))
                    .expect("text")
                    .trim_end()
                    .to_owned()
            };
            header.folders().map(text).collect::<Vec<_>>()
        };
        let left = format!("<usr>{odd}</usr>");
        assert_eq!(of(&[&format!("<usr>{held}{odd}</usr>")]), [&*left]);
        assert_eq!(of(&[&format!("<usr>{odd}{held}</usr>")]), [&*left]);
        let group = format!("<mqext><g><c copy='none'/></g><h>{odd}{held}</h></mqext>");
        let of_group = format!("<mqext><h>{odd}</h></mqext>");
        assert_eq!(of(&[&group]), [of_group]);
        let all_odd = "<mqext><k dt='i4'>many</k></mqext>";
        assert_eq!(
            of(&[all_odd, &format!("<usr>{odd}{held}</usr>")]),
            [all_odd, &*left]
        );
    }

    #[test]
    fn what_is_no_header_has_no_report_of_its_own() {
        let text = Bytes::from_static(b"data");
        assert_eq!(report_data(*b"MQSTR   ", TEXT, &text, Carried::All), None);
        assert_eq!(report_data(FORMAT, DESCRIBED, &text, Carried::All), None);
        let first = RulesHeader2 {
            format: FORMAT,
            ..fixed("", DESCRIBED)
        };
        let mut body = write(
            &first,
            ByteOrder::NATIVE,
            &["<usr><b copy='none'>1</b></usr>"],
        );
        body.extend_from_slice(b"no header");
        let body = Bytes::from(body);
        let nothing = report(&body, Carried::Nothing);
        assert_eq!((nothing.format, nothing.body.len()), ([b' '; 8], 0));
        let all = report(&body, Carried::All);
        assert_eq!((all.format, &all.body[..]), (FORMAT, &b"no header"[..]));
    }

    #[test]
    fn a_property_keeps_its_value_and_descriptor() {
        let folders =
            ["<usr><a dt='i4' copy='report' context='user'>1</a><b copy='none'>2</b></usr>"];
        let body = message(&folders, "");
        let report = report(&body, Carried::Nothing);
        let read = Properties::read(report.format, report.described, &report.body).expect("one");
        let [property] = &read.into_list()[..] else {
            panic!("one property");
        };
        assert_eq!((property.name(), &property.value), ("a", &Value::Int32(1)));
        assert_eq!(property.copy, MQCOPY_REPORT);
    }
}
