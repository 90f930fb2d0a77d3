//! Two columns of attributes, as DISPLAY prints them.

/// Blanks before every line.
const INDENT: &str = "   ";
/// Width of the first column. An item as wide as this gets a line of its own.
const COLUMN_CHARS: usize = 40;

/// The reply for one object, taking shape.
#[derive(Debug)]
pub(crate) struct Columns {
    text: String,
    /// Characters used in the line under way, without the indent; nothing if none is.
    used_chars: Option<usize>,
}

impl Columns {
    /// Begins with a heading line.
    pub(crate) fn new(heading: &str) -> Self {
        Self {
            text: format!("{heading}\n"),
            used_chars: None,
        }
    }

    /// Adds an item: to the second column if there is room for it beside the first.
    pub(crate) fn item(&mut self, item: &str) {
        let width = item.chars().count();
        if width >= COLUMN_CHARS {
            self.fresh_line();
            self.line(item);
            return;
        }
        match self.used_chars.take() {
            Some(used) => {
                self.text
                    .extend(std::iter::repeat_n(' ', COLUMN_CHARS - used));
                self.text.push_str(item);
                self.text.push('\n');
            }
            None => {
                self.text.push_str(INDENT);
                self.text.push_str(item);
                self.used_chars = Some(width);
            }
        }
    }

    /// Adds a list with one entry a line, the commas under the parenthesis.
    pub(crate) fn list(&mut self, keyword: &str, entries: &[String]) {
        self.fresh_line();
        if entries.len() <= 1 {
            let entry = entries.first().map_or(" ", String::as_str);
            self.item(&format!("{keyword}({entry})"));
            return;
        }
        let margin = " ".repeat(keyword.len());
        for (at, entry) in entries.iter().enumerate() {
            let before = if at == 0 {
                format!("{keyword}(")
            } else {
                format!("{margin},")
            };
            let after = if at + 1 == entries.len() { ")" } else { "" };
            self.line(&format!("{before}{entry}{after}"));
        }
    }

    /// Ends the line under way, if there is one.
    pub(crate) fn fresh_line(&mut self) {
        if self.used_chars.take().is_some() {
            self.text.push('\n');
        }
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.fresh_line();
        self.text.push('\n');
    }

    /// The finished text; every line has its end.
    pub(crate) fn finish(mut self) -> String {
        self.fresh_line();
        self.text
    }

    fn line(&mut self, item: &str) {
        self.text.push_str(INDENT);
        self.text.push_str(item);
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn two_items_share_a_line_and_the_second_begins_at_column_44() {
        let mut columns = Columns::new("AMQ8409I: Display Queue details.");
        columns.item("QUEUE(QL.B)");
        columns.item("TYPE(QLOCAL)");
        columns.item("DESCR( )");
        assert_eq!(
            columns.finish(),
            "AMQ8409I: Display Queue details.\n   QUEUE(QL.B)                             TYPE(QLOCAL)\n   DESCR( )\n"
        );
    }

    #[test]
    fn an_item_of_forty_characters_stands_alone() {
        let alone = "DESCR(Allows connection via APP channel)";
        let beside = "CONNAME(partner.example.internal(1414))";
        let mut columns = Columns::new("x");
        columns.item("A(1)");
        columns.item(alone);
        columns.item(beside);
        columns.item("CURRENT");
        assert_eq!(
            columns.finish(),
            format!("x\n   A(1)\n   {alone}\n   {beside} CURRENT\n")
        );
    }

    #[test]
    fn a_list_has_one_entry_a_line() {
        let mut columns = Columns::new("x");
        columns.item("NAMCOUNT(2)");
        columns.list("NAMES", &["A".into(), "B".into()]);
        columns.item("DESCR( )");
        assert_eq!(
            columns.finish(),
            "x\n   NAMCOUNT(2)\n   NAMES(A\n        ,B)\n   DESCR( )\n"
        );
        let mut columns = Columns::new("x");
        columns.list("NAMES", &[]);
        assert_eq!(columns.finish(), "x\n   NAMES( )\n");
    }
}
