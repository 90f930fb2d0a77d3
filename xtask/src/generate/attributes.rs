//! `tables/attributes.csv` to the static attribute tables.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table, parse_integer};
use crate::generate::constants::Constants;
use crate::generate::kinds::kinds;
use crate::generate::source::heading;

/// The index entry of an attribute that an object kind does not have.
const ABSENT: usize = 255;

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let table = Table::read(root, "attributes.csv")?;
    let kinds = kinds(root)?;
    let objects: Vec<&str> = kinds.iter().map(|kind| kind.keyword.as_str()).collect();
    let ids = ids(&table, &objects)?;
    let mut out = heading(
        "Every attribute of every object kind.",
        "`tables/attributes.csv`",
    );
    out.push_str("use crate::attribute::{AttributeInfo, Form, Initial, Uses};\n\n");
    render_enum(&mut out, &ids);
    for object in &objects {
        let rows: Vec<Row<'_>> = table
            .rows()
            .filter(|row| row.get("object") == *object)
            .collect();
        render_object(&mut out, object, &rows, &ids, constants)?;
    }
    Ok(out)
}

/// Keyword to id, checked to be one to one.
fn ids(table: &Table, objects: &[&str]) -> Result<BTreeMap<String, usize>, String> {
    let mut by_keyword: BTreeMap<String, usize> = BTreeMap::new();
    let mut by_id: BTreeMap<usize, String> = BTreeMap::new();
    for row in table.rows() {
        let keyword = row.get("keyword").to_owned();
        let id = usize::try_from(row.integer("id")?).map_err(|_| row.error("negative id"))?;
        if !objects.contains(&row.get("object")) {
            return Err(row.error("unknown object"));
        }
        if *by_keyword.entry(keyword.clone()).or_insert(id) != id {
            return Err(row.error("the keyword has another id elsewhere"));
        }
        if *by_id.entry(id).or_insert(keyword.clone()) != keyword {
            return Err(row.error("the id belongs to another keyword"));
        }
    }
    Ok(by_keyword)
}

fn render_enum(out: &mut String, ids: &BTreeMap<String, usize>) {
    let _ = writeln!(
        out,
        "/// An attribute; the number is the one in the log and is never given out again."
    );
    out.push_str(
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u16)]\n",
    );
    out.push_str("pub enum Attr {\n");
    for (keyword, id) in ids {
        let _ = writeln!(out, "    /// `{keyword}`");
        let _ = writeln!(out, "    {} = {id},", variant(keyword));
    }
    out.push_str("}\n\nimpl Attr {\n    /// The MQSC keyword.\n    #[must_use]\n");
    out.push_str("    pub const fn keyword(self) -> &'static str {\n        match self {\n");
    for keyword in ids.keys() {
        let _ = writeln!(
            out,
            "            Attr::{} => {keyword:?},",
            variant(keyword)
        );
    }
    out.push_str(
        "        }\n    }\n\n    /// The attribute with that number in the log.\n    #[must_use]\n",
    );
    out.push_str("    pub const fn from_id(id: u16) -> Option<Attr> {\n        match id {\n");
    for (keyword, id) in ids {
        let _ = writeln!(out, "            {id} => Some(Attr::{}),", variant(keyword));
    }
    out.push_str("            _ => None,\n        }\n    }\n}\n");
}

fn render_object(
    out: &mut String,
    object: &str,
    rows: &[Row<'_>],
    ids: &BTreeMap<String, usize>,
    constants: &Constants,
) -> Result<(), String> {
    let last = ids.values().max().copied().unwrap_or(0);
    let mut index = vec![ABSENT; last + 1];
    let _ = writeln!(
        out,
        "\n/// The attributes of {object}, in the order they are shown."
    );
    let _ = writeln!(
        out,
        "pub(crate) static {object}: [AttributeInfo; {}] = [",
        rows.len()
    );
    for (at, row) in rows.iter().enumerate() {
        let id = ids[row.get("keyword")];
        if index[id] != ABSENT || at >= ABSENT {
            return Err(row.error("the attribute is there twice"));
        }
        index[id] = at;
        let _ = writeln!(out, "    {},", info(row, constants)?);
    }
    out.push_str("];\n\n");
    let _ = writeln!(
        out,
        "/// By attribute number: the place in [`{object}`], or 255."
    );
    let _ = writeln!(
        out,
        "pub(crate) static {object}_INDEX: [u8; {}] = {index:?};",
        index.len()
    );
    Ok(())
}

fn info(row: &Row<'_>, constants: &Constants) -> Result<String, String> {
    let selector = match row.get("selector") {
        "" => "None".to_owned(),
        name => format!(
            "Some({})",
            constants
                .long(name)
                .ok_or_else(|| row.error("unknown selector"))?
        ),
    };
    let synonym = Some(row.get("synonym")).filter(|word| !word.is_empty());
    let words = words(row, constants)?;
    let (form, initial) = form(row, &words)?;
    Ok(format!(
        "AttributeInfo {{ attr: Attr::{}, synonym: {synonym:?}, selector: {selector}, form: {form}, initial: {initial}, \
         uses: {} }}",
        variant(row.get("keyword")),
        uses(row)?,
    ))
}

fn uses(row: &Row<'_>) -> Result<String, String> {
    let given = row.get("use");
    if given.chars().any(|c| !"DASIMVF".contains(c)) {
        return Err(row.error("unknown letter in use"));
    }
    if row.get("form") == "secret" && given.contains('I') {
        return Err(row.error("MQINQ answers with the value, which nobody may read"));
    }
    let names = [
        "definable",
        "alterable",
        "shown",
        "inquirable",
        "settable",
        "volatile",
    ];
    let fields: Vec<String> = names
        .iter()
        .zip("DASIMV".chars())
        .map(|(n, c)| format!("{n}: {}", given.contains(c)))
        .collect();
    Ok(format!("Uses {{ {} }}", fields.join(", ")))
}

/// Words and the values they stand for.
fn words(row: &Row<'_>, constants: &Constants) -> Result<Vec<(String, i32)>, String> {
    let mut words = Vec::new();
    for pair in row.get("words").split_whitespace() {
        let (word, constant) = pair
            .split_once('=')
            .ok_or_else(|| row.error("a word without a value"))?;
        let value = constants
            .long(constant)
            .ok_or_else(|| row.error(&format!("unknown constant {constant}")))?;
        words.push((word.to_owned(), value));
    }
    Ok(words)
}

/// The form of the values and the value a new object starts with.
fn form(row: &Row<'_>, words: &[(String, i32)]) -> Result<(String, String), String> {
    let default = row.get("default");
    let max = || row.integer("max");
    let missing = || row.error("the default is not one of the values");
    let word = || {
        let found = words.iter().find(|(word, _)| word == default);
        found.map(|(_, value)| i64::from(*value))
    };
    let one_word = || word().ok_or_else(missing);
    let int = |number: i64| format!("Initial::Int({number})");
    let text = |form: &str, bytes: i64| match i64::try_from(default.len()) {
        Ok(len) if len <= bytes => Ok((form.to_owned(), format!("Initial::Text({default:?})"))),
        _ => Err(missing()),
    };
    let long_text = |form: &str| {
        let bytes = max()?;
        text(&format!("Form::{form} {{ length_max: {bytes} }}"), bytes)
    };
    let empty_list = |form: String| Ok((form, "Initial::List(&[])".to_owned()));
    match row.get("form") {
        "int" => {
            let (min, max) = (row.integer("min")?, max()?);
            let plain = parse_integer(default).filter(|v| (min..=max).contains(v));
            let initial = word().or(plain).ok_or_else(missing)?;
            let form = format!("Form::Int {{ min: {min}, max: {max}, words: &{words:?} }}");
            Ok((form, int(initial)))
        }
        "word" => Ok((
            format!("Form::Word {{ words: &{words:?} }}"),
            int(one_word()?),
        )),
        "flag" => match words {
            [(off, 0), (on, 1)] if *off == format!("NO{on}") && on == row.get("keyword") => {
                Ok(("Form::Flag".to_owned(), int(one_word()?)))
            }
            _ => Err(row.error("a flag has the words NO<keyword> and <keyword>, worth 0 and 1")),
        },
        "text" => long_text("Text"),
        "name" => long_text("Name"),
        "pattern" => long_text("Pattern"),
        "secret" => long_text("Secret"),
        "date" => text("Form::Date", 10),
        "time" => text("Form::Time", 8),
        "key" => text("Form::Key", 48),
        "names" => empty_list(format!("Form::Names {{ count_max: {} }}", max()?)),
        "texts" => empty_list(format!(
            "Form::Texts {{ count_max: {}, length_max: {} }}",
            row.integer("min")?,
            max()?
        )),
        "choices" => {
            one_word()?;
            let form = format!(
                "Form::Choices {{ words: &{words:?}, count_max: {} }}",
                max()?
            );
            Ok((form, format!("Initial::List(&[{default:?}])")))
        }
        _ => Err(row.error("unknown form")),
    }
}

/// `MAXDEPTH` to `Maxdepth`.
fn variant(keyword: &str) -> String {
    let mut letters = keyword.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters.map(|c| c.to_ascii_lowercase()))
        .collect()
}
