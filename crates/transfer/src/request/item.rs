//! Items of a transfer.

use super::end::{DestinationQueue, FileSpec, SourceQueue};
use super::together;
use crate::fields::{check_root, flag, flag_text, word, words};
use crate::xml::{Element, Problem, Writer, read};

/// What is transferred in one piece: one source, which may stand for many files, and one destination.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Bytes or characters.
    pub mode: Mode,
    /// How it is made sure that everything arrived as it was.
    pub checksum: Checksum,
    /// Where it comes from.
    pub source: Source,
    /// Where it goes.
    pub destination: Destination,
}

/// Whether bytes or characters are transferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bytes, as they are.
    Binary,
    /// Characters: code pages and line ends are changed.
    Text,
}

words!(Mode, "binary or text", "binary" => Binary, "text" => Text);

/// How it is made sure that everything arrived as it was. BLAKE3 and XXH3 are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// MD5, of the whole.
    Md5,
    /// Not at all.
    None,
    /// BLAKE3, of the whole.
    Blake3,
    /// XXH3 of 128 bits, of the whole.
    Xxh3,
}

words!(Checksum, "MD5, none, BLAKE3 or XXH3",
    "MD5" => Md5, "none" => None, "BLAKE3" => Blake3, "XXH3" => Xxh3);

/// Where an item comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// What lies in directories below goes as well.
    pub recursive: bool,
    /// What becomes of it afterwards.
    pub disposition: Disposition,
    /// What it is.
    pub end: SourceEnd,
}

/// What an item comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceEnd {
    /// Files.
    File {
        /// What the request says it is. Nobody looks at the file when it is made, so it may be a directory, or a pattern, all the same.
        kind: Option<SourceKind>,
        /// Where.
        file: FileSpec,
    },
    /// Messages.
    Queue(SourceQueue),
}

/// What a source is said to be, if it is no queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A file.
    File,
    /// A directory.
    Directory,
}

words!(SourceKind, "file, directory or queue", "file" => File, "directory" => Directory);

/// What becomes of a source that was transferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// It stays.
    Leave,
    /// It is deleted.
    Delete,
}

words!(Disposition, "leave or delete", "leave" => Leave, "delete" => Delete);

/// Where an item goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    /// What to do when it is there already.
    pub exist: Exist,
    /// What it is.
    pub end: DestinationEnd,
}

/// What to do when a destination is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exist {
    /// The item fails.
    Error,
    /// It is replaced.
    Overwrite,
    /// It is replaced, and what it has of the file already is not sent: ours.
    Update,
    /// What comes is put behind what it has: ours.
    Append,
}

words!(Exist, "error, overwrite, update or append",
    "error" => Error, "overwrite" => Overwrite, "update" => Update, "append" => Append);

/// What an item goes to.
#[derive(Clone, Debug, PartialEq)]
pub enum DestinationEnd {
    /// One file.
    File(FileSpec),
    /// Files in a directory, under the names they have.
    Directory(FileSpec),
    /// Messages.
    Queue(DestinationQueue),
    /// What there is on other platforms only.
    Foreign {
        /// What it is.
        kind: Foreign,
        /// Its name.
        name: String,
    },
}

/// Destinations there are on other platforms only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A sequential data set.
    Dataset,
    /// A partitioned data set.
    PartitionedDataset,
    /// A file space of a web gateway.
    FileSpace,
}

words!(Foreign, "file, directory, queue, dataset, pds or filespace",
    "dataset" => Dataset, "pds" => PartitionedDataset, "filespace" => FileSpace);

/// A transfer definition file that has items only; a command adds what is missing for a request.
#[derive(Clone, Debug, PartialEq)]
pub struct TransferSpecifications {
    /// The items, at least one.
    pub items: Vec<Item>,
}

impl TransferSpecifications {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(
            &root,
            "transferSpecifications",
            "",
            "'transferSpecifications'",
        )?;
        Ok(Self {
            items: Item::all_in(&root)?,
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        writer.open("transferSpecifications");
        self.items.iter().for_each(|item| item.write(&mut writer));
        writer.finish()
    }
}

impl Item {
    /// All items in `parent`.
    pub(crate) fn any_in(parent: &Element) -> Result<Vec<Self>, Problem> {
        parent.children("item").map(Self::read).collect()
    }

    /// All items in `parent`, at least one.
    pub(crate) fn all_in(parent: &Element) -> Result<Vec<Self>, Problem> {
        let items = Self::any_in(parent)?;
        if items.is_empty() {
            return Err(parent.missing("item"));
        }
        Ok(items)
    }

    fn read(element: &Element) -> Result<Self, Problem> {
        Ok(Self {
            mode: word(element, "mode")?.unwrap_or(Mode::Binary),
            checksum: word(element, "checksumMethod")?.unwrap_or(Checksum::Md5),
            source: Source::read(element.needed("source")?)?,
            destination: Destination::read(element.needed("destination")?)?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let item = writer.open("item").attribute("mode", self.mode.as_str());
        item.attribute("checksumMethod", self.checksum.as_str());
        self.source.write(writer);
        self.destination.write(writer);
        writer.close();
    }
}

const ENDS: &str = "file or queue";

impl Source {
    fn read(element: &Element) -> Result<Self, Problem> {
        let kind = element.attribute("type").map(str::trim);
        let end = match (element.child("file"), element.child("queue")) {
            (Some(_), Some(_)) => return Err(together(element, TWO_ENDS)),
            (None, Some(queue)) => SourceEnd::Queue(SourceQueue::read(queue)?),
            (Some(_), None) if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("queue")) => {
                return Err(element.missing("queue"));
            }
            (Some(file), None) => SourceEnd::File {
                kind: word(element, "type")?,
                file: FileSpec::read(file)?,
            },
            (None, None) => return Err(element.missing(ENDS)),
        };
        Ok(Self {
            recursive: flag(element, "recursive")?.unwrap_or(false),
            disposition: word(element, "disposition")?.unwrap_or(Disposition::Leave),
            end,
        })
    }

    fn write(&self, writer: &mut Writer) {
        let kind = match &self.end {
            SourceEnd::File { kind, .. } => kind.map(SourceKind::as_str),
            SourceEnd::Queue(_) => Some("queue"),
        };
        let source = writer.open("source").attribute_if("type", kind);
        source
            .attribute("recursive", flag_text(self.recursive))
            .attribute("disposition", self.disposition.as_str());
        match &self.end {
            SourceEnd::File { file, .. } => file.write(writer),
            SourceEnd::Queue(queue) => queue.write(writer),
        }
        writer.close();
    }
}

const TWO_ENDS: &str = "an item has a file or a queue on each side; take out one of them";

impl Destination {
    fn read(element: &Element) -> Result<Self, Problem> {
        let kind = element.attribute("type").map_or("", str::trim);
        let end = match (element.child("file"), element.child("queue")) {
            (Some(_), Some(_)) => return Err(together(element, TWO_ENDS)),
            (None, Some(queue)) => DestinationEnd::Queue(DestinationQueue::read(queue)?),
            (file, None) => Self::read_no_queue(element, kind, file)?,
        };
        Ok(Self {
            exist: word(element, "exist")?.unwrap_or(Exist::Error),
            end,
        })
    }

    fn read_no_queue(
        element: &Element,
        kind: &str,
        file: Option<&Element>,
    ) -> Result<DestinationEnd, Problem> {
        let is = |known: &str| kind.eq_ignore_ascii_case(known);
        let file_space = element
            .child("filespace")
            .and_then(|space| space.child("name"));
        match file {
            _ if is("queue") => Err(element.missing("queue")),
            Some(file) if kind.is_empty() || is("file") => {
                Ok(DestinationEnd::File(FileSpec::read(file)?))
            }
            Some(file) if is("directory") => Ok(DestinationEnd::Directory(FileSpec::read(file)?)),
            file => {
                let Some(named) = file.or(file_space) else {
                    return Err(element.missing(ENDS));
                };
                let kind = if file.is_none() { "filespace" } else { kind };
                let known = Foreign::from_text(kind);
                Ok(DestinationEnd::Foreign {
                    kind: known.ok_or_else(|| {
                        element.wrong("type", kind, <Foreign as crate::fields::Word>::WANTED)
                    })?,
                    name: named.text.clone(),
                })
            }
        }
    }

    fn write(&self, writer: &mut Writer) {
        let kind = match &self.end {
            DestinationEnd::File(_) => "file",
            DestinationEnd::Directory(_) => "directory",
            DestinationEnd::Queue(_) => "queue",
            DestinationEnd::Foreign { kind, .. } => kind.as_str(),
        };
        writer
            .open("destination")
            .attribute("type", kind)
            .attribute("exist", self.exist.as_str());
        match &self.end {
            DestinationEnd::File(file) | DestinationEnd::Directory(file) => file.write(writer),
            DestinationEnd::Queue(queue) => queue.write(writer),
            DestinationEnd::Foreign {
                kind: Foreign::FileSpace,
                name,
            } => {
                writer.open("filespace").leaf("name", name);
                writer.close();
            }
            DestinationEnd::Foreign { name, .. } => writer.leaf("file", name),
        }
        writer.close();
    }
}
