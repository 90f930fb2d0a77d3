//! A page before it is HTML or Markdown.

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Where a number is from: a record or a published figure.
    pub(crate) from: Option<String>,
    pub(crate) number: bool,
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub(crate) fn number(text: impl Into<String>, from: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            from: Some(from.into()),
            number: true,
        }
    }
}

/// A piece of a page, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// A chapter or a section, 2 or 3, with the name of its place.
    Heading(u8, String, String),
    Text(String),
    /// What to keep in mind.
    Note(String),
    Table {
        head: Vec<String>,
        rows: Vec<Vec<Cell>>,
    },
    /// A picture, and its name as a file.
    Chart {
        name: String,
        title: String,
        drawn: String,
    },
    Code(String),
    List(Vec<String>),
    /// What is shown when asked for.
    Folded(String, Vec<Block>),
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) title: String,
    /// How it was taken, in a line or two: nobody should read a figure without it.
    pub(crate) headline: Vec<String>,
    pub(crate) blocks: Vec<Block>,
}

impl Document {
    pub(crate) fn heading(&mut self, level: u8, id: &str, text: &str) {
        self.blocks
            .push(Block::Heading(level, id.to_owned(), text.to_owned()));
    }

    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Note(text.into()));
    }

    pub(crate) fn table(&mut self, head: &[&str], rows: Vec<Vec<Cell>>) {
        if !rows.is_empty() {
            let head = head.iter().map(|name| (*name).to_owned()).collect();
            self.blocks.push(Block::Table { head, rows });
        }
    }

    /// A picture, where there is one.
    pub(crate) fn chart(&mut self, name: &str, title: &str, drawn: Option<String>) {
        if let Some(drawn) = drawn {
            self.blocks.push(Block::Chart {
                name: name.to_owned(),
                title: title.to_owned(),
                drawn,
            });
        }
    }

    /// The pictures and their names.
    pub(crate) fn charts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Chart { name, drawn, .. } => Some((name.as_str(), drawn.as_str())),
            _ => None,
        })
    }
}
