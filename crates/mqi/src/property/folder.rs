//! Reading a folder: a small part of XML, without what MQ does not use.

use super::{PROPERTY_FOLDERS, Property, Value, is_user_name};
use crate::generated::constants::*;
use crate::hex::from_hex;
use crate::rfh2::Rfh2Error;
use std::borrow::Cow;
use std::ops::Range;

/// Groups in groups go no deeper than this: the folder and the groups that stand in front of a name.
pub(crate) const GROUPS_MAX: usize = 64;

const BAD: Rfh2Error = Rfh2Error::Folder;

/// Name of a folder, and whether it holds properties.
///
/// # Errors
/// [`Rfh2Error::Folder`].
pub fn folder_name(text: &str) -> Result<(&str, bool), Rfh2Error> {
    let mut scan = Scan::new(text);
    let tag = scan.first_tag()?;
    let marked = tag.attribute("content").is_some_and(|v| v == "properties");
    Ok((tag.name, marked || PROPERTY_FOLDERS.contains(&tag.name)))
}

/// Adds the properties of a folder to a list. A folder that holds none is not looked into. Elements whose value does
/// not fit their type, and names that cannot be those of properties, are passed over.
///
/// # Errors
/// [`Rfh2Error::Folder`] for a folder of properties that is not well formed.
pub fn read_folder(text: &str, out: &mut Vec<Property>) -> Result<(), Rfh2Error> {
    let (name, properties) = folder_name(text)?;
    if !properties {
        return Ok(());
    }
    read(text, name, |path, tag, text| {
        out.extend(element_property(path, tag, text)?);
        Ok(true)
    })?;
    Ok(())
}

/// A folder of properties without those whose copy options `goes` refuses, and groups with nothing left. All else in it stays as it is written,
/// what is no property with it, which has no copy options. `None` where nothing is left.
///
/// # Errors
/// [`Rfh2Error::Folder`] for a folder that is not well formed.
pub(super) fn copied_folder(
    text: &str,
    goes: impl Fn(i32) -> bool,
) -> Result<Option<Cow<'_, str>>, Rfh2Error> {
    let (name, _) = folder_name(text)?;
    let kept = read(text, name, |path, tag, text| {
        let property = element_property(path, tag, text)?;
        Ok(property.is_none_or(|property| goes(property.copy)))
    })?;
    if !kept.any {
        return Ok(None);
    }
    if kept.cuts.is_empty() {
        return Ok(Some(Cow::Borrowed(text)));
    }
    let (mut copied, mut at) = (String::with_capacity(text.len()), 0);
    for cut in kept.cuts {
        copied.push_str(&text[at..cut.start]);
        at = cut.end;
    }
    copied.push_str(&text[at..]);
    Ok(Some(Cow::Owned(copied)))
}

/// The property an element of a folder of properties stands for, whose text is as it is written; `None` for one that is none.
fn element_property(path: &str, tag: &Tag<'_>, text: &str) -> Result<Option<Property>, Rfh2Error> {
    let named = match path.strip_prefix("usr.") {
        Some(name) => is_user_name(name),
        None => true,
    };
    if !named || tag.name.contains('.') {
        return Ok(None);
    }
    Ok(property(path, tag, &unescape(text)?))
}

/// The elements of a folder of any kind, with the text in each, whatever type it claims, in order. The name of one in a
/// group has that of the group in front, and a period.
///
/// # Errors
/// [`Rfh2Error::Folder`] for a folder that is not well formed.
pub fn read_elements(text: &str) -> Result<Vec<(String, String)>, Rfh2Error> {
    let mut out = Vec::new();
    read(text, "", |path, _, text| {
        out.push((path[1..].to_owned(), unescape(text)?.into_owned()));
        Ok(true)
    })?;
    Ok(out)
}

/// What stays of a folder.
struct Kept {
    /// Anything does.
    any: bool,
    /// Where in the text what does not stay is, in order.
    cuts: Vec<Range<usize>>,
}

/// Reads a folder: `each` is given the elements that are no groups, with their path below `name` and their text as it
/// is written, and says whether they stay.
fn read<'a>(
    text: &'a str,
    name: &str,
    each: impl FnMut(&str, &Tag<'a>, &'a str) -> Result<bool, Rfh2Error>,
) -> Result<Kept, Rfh2Error> {
    let mut reader = Reader {
        scan: Scan::new(text),
        path: name.to_owned(),
        each,
        cuts: Vec::new(),
    };
    let tag = reader.scan.first_tag()?;
    let any = !tag.empty && reader.content(&tag, 0)?;
    let rest = reader
        .scan
        .rest()
        .trim_matches([' ', '\t', '\r', '\n', '\0']);
    let cuts = reader.cuts;
    if rest.is_empty() {
        Ok(Kept { any, cuts })
    } else {
        Err(BAD)
    }
}

struct Reader<'a, F> {
    scan: Scan<'a>,
    path: String,
    each: F,
    cuts: Vec<Range<usize>>,
}

impl<'a, F> Reader<'a, F>
where
    F: FnMut(&str, &Tag<'a>, &'a str) -> Result<bool, Rfh2Error>,
{
    /// Reads up to and with the end tag of an element: whether it stays. `depth` is 0 in the folder itself.
    fn content(&mut self, tag: &Tag<'a>, depth: usize) -> Result<bool, Rfh2Error> {
        if depth > GROUPS_MAX {
            return Err(BAD);
        }
        let mut text = self.scan.until_tag()?;
        let (mut group, mut stays) = (false, false);
        loop {
            if self.scan.skip_comment()? {
                text = self.scan.until_tag()?;
                continue;
            }
            if self.scan.eat("</") {
                let name = self.scan.name()?;
                self.scan.blanks();
                if name != tag.name || !self.scan.eat(">") {
                    return Err(BAD);
                }
                if !group && depth > 0 {
                    return (self.each)(&self.path, tag, text);
                }
                return Ok(stays);
            }
            group = true;
            stays |= self.element(depth + 1)?;
            self.scan.until_tag()?;
        }
    }

    fn element(&mut self, depth: usize) -> Result<bool, Rfh2Error> {
        let start = self.scan.at;
        let tag = self.scan.tag()?;
        let len = self.path.len();
        self.path.push('.');
        self.path.push_str(tag.name);
        let stays = match tag.empty {
            true => (self.each)(&self.path, &tag, "")?,
            false => self.content(&tag, depth)?,
        };
        self.path.truncate(len);
        if !stays {
            let within = self.cuts.partition_point(|cut| cut.start < start);
            self.cuts.truncate(within);
            self.cuts.push(start..self.scan.at);
        }
        Ok(stays)
    }
}

/// The property an element stands for; `None` when the text does not fit the type.
fn property(path: &str, tag: &Tag<'_>, text: &str) -> Option<Property> {
    let nil = tag
        .attribute("xsi:nil")
        .is_some_and(|v| v == "true" || v == "1");
    let said = tag.attribute("dt").map(written);
    let said = said.as_deref();
    let value = if nil {
        Value::Null
    } else {
        typed(said.or(known_type(path)), text)?
    };
    Some(Property {
        path: path.into(),
        value,
        support: support(tag.attribute("support")),
        context: match tag.attribute("context") {
            Some("user") => MQPD_USER_CONTEXT,
            _ => MQPD_NO_CONTEXT,
        },
        copy: copy(tag.attribute("copy")),
        foreign_type: said.filter(|said| !TYPES.contains(said)).map(Into::into),
    })
}

/// The type of properties whose elements do not say it, as JMS clients write them.
pub(super) fn known_type(path: &str) -> Option<&'static str> {
    Some(match path {
        "jms.Tms" | "jms.Exp" => "i8",
        "jms.Pri" | "jms.Dlv" | "jms.Seq" => "i4",
        _ => return None,
    })
}

/// The data types there are.
const TYPES: &[&str] = &[
    "string", "boolean", "bin.hex", "i1", "i2", "i4", "i8", "int", "r4", "r8",
];

/// The value an element of this data type has; `None` when the text is none.
fn typed(data_type: Option<&str>, text: &str) -> Option<Value> {
    let number = text.trim();
    match data_type.unwrap_or("string") {
        "boolean" => match number {
            "1" | "true" | "TRUE" => Some(Value::Boolean(true)),
            "0" | "false" | "FALSE" => Some(Value::Boolean(false)),
            _ => None,
        },
        "bin.hex" => from_hex(number).map(|bytes| Value::Bytes(bytes.into())),
        "i1" => number.parse().ok().map(Value::Int8),
        "i2" => number.parse().ok().map(Value::Int16),
        "i4" => number.parse().ok().map(Value::Int32),
        // Documented: an integer of no stated size is taken for one of 64 bits.
        "i8" | "int" => number.parse().ok().map(Value::Int64),
        "r4" => number.parse().ok().map(Value::Float32),
        "r8" => number.parse().ok().map(Value::Float64),
        _ => Some(Value::Text(text.into())),
    }
}

fn support(text: Option<&str>) -> i32 {
    match text {
        Some("required") => MQPD_SUPPORT_REQUIRED,
        Some("reqlocal") => MQPD_SUPPORT_REQUIRED_IF_LOCAL,
        _ => MQPD_SUPPORT_OPTIONAL,
    }
}

fn copy(text: Option<&str>) -> i32 {
    let Some(text) = text else {
        return MQCOPY_DEFAULT;
    };
    let words = text.split(',').map(|word| match word.trim() {
        "all" => MQCOPY_ALL,
        "forward" => MQCOPY_FORWARD,
        "publish" => MQCOPY_PUBLISH,
        "reply" => MQCOPY_REPLY,
        "report" => MQCOPY_REPORT,
        "default" => MQCOPY_DEFAULT,
        _ => MQCOPY_NONE,
    });
    words.fold(MQCOPY_NONE, |all, one| all | one)
}

/// A start tag.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    /// It is an end tag at once: `<name/>`.
    empty: bool,
}

impl<'a> Tag<'a> {
    fn attribute(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| *value)
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn eat(&mut self, word: &str) -> bool {
        let there = self.rest().starts_with(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.at += blanks;
    }

    /// Text up to the next tag, as it is written.
    fn until_tag(&mut self) -> Result<&'a str, Rfh2Error> {
        let rest = self.rest();
        let len = rest.find('<').ok_or(BAD)?;
        self.at += len;
        Ok(&rest[..len])
    }

    fn skip_comment(&mut self) -> Result<bool, Rfh2Error> {
        if !self.eat("<!--") {
            return Ok(false);
        }
        let end = self.rest().find("-->").ok_or(BAD)?;
        self.at += end + 3;
        Ok(true)
    }

    fn name(&mut self) -> Result<&'a str, Rfh2Error> {
        let rest = self.rest();
        let stop = |c: char| c.is_whitespace() || "<>/='\"&".contains(c);
        let len = rest.find(stop).unwrap_or(rest.len());
        if len == 0 {
            return Err(BAD);
        }
        self.at += len;
        Ok(&rest[..len])
    }

    fn first_tag(&mut self) -> Result<Tag<'a>, Rfh2Error> {
        self.blanks();
        self.tag()
    }

    fn tag(&mut self) -> Result<Tag<'a>, Rfh2Error> {
        if !self.eat("<") {
            return Err(BAD);
        }
        let name = self.name()?;
        let mut attributes = Vec::new();
        loop {
            self.blanks();
            if self.eat("/>") {
                return Ok(Tag {
                    name,
                    attributes,
                    empty: true,
                });
            }
            if self.eat(">") {
                return Ok(Tag {
                    name,
                    attributes,
                    empty: false,
                });
            }
            attributes.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Result<(&'a str, &'a str), Rfh2Error> {
        let name = self.name()?;
        self.blanks();
        if !self.eat("=") {
            return Err(BAD);
        }
        self.blanks();
        let quote = match self.rest().chars().next() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => return Err(BAD),
        };
        self.at += 1;
        let rest = self.rest();
        let len = rest.find(quote).ok_or(BAD)?;
        self.at += len + 1;
        Ok((name, &rest[..len]))
    }
}

/// Text with its entities replaced.
fn unescape(text: &str) -> Result<Cow<'_, str>, Rfh2Error> {
    if !text.contains('&') {
        return Ok(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut left = text;
    while let Some(at) = left.find('&') {
        out.push_str(&left[..at]);
        let end = left[at..].find(';').ok_or(BAD)? + at;
        out.push(entity(&left[at + 1..end]).ok_or(BAD)?);
        left = &left[end + 1..];
    }
    out.push_str(left);
    Ok(Cow::Owned(out))
}

/// What an attribute says. One with an entity that is none says what is written there.
fn written(value: &str) -> Cow<'_, str> {
    unescape(value).unwrap_or(Cow::Borrowed(value))
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}
