//! The file messages are written to.

use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::path::Path;

/// A file, or standard output.
pub(super) struct Place {
    path: String,
    out: BufWriter<Box<dyn Write>>,
    /// The same file, to be forced; none where what is behind standard output cannot be had.
    file: Option<File>,
    /// Its name in its directory is on the disk.
    is_named: bool,
}

impl Place {
    /// Makes or opens it, and writes a head where it is new.
    pub(super) fn open(path: &str, arguments: &Arguments) -> Result<Self, Failure> {
        if path == "stdout" {
            let behind = io::stdout().as_fd().try_clone_to_owned().map(File::from);
            return Ok(Self {
                path: path.to_owned(),
                out: BufWriter::new(Box::new(Printed)),
                file: behind.ok(),
                is_named: true,
            });
        }
        let failed = |error: io::Error| Failure::io(path, &error);
        let appends = arguments.value("-a").is_some_and(|mode| mode.contains('a'));
        let overwrites = arguments.has("-F");
        let mut options = File::options();
        match (appends, overwrites) {
            (true, _) => options.append(true).create(true),
            (false, true) => options.write(true).create(true).truncate(true),
            (false, false) => options.write(true).create_new(true),
        };
        let file = options.open(path).map_err(failed)?;
        let is_new = file.metadata().map_or(true, |facts| facts.len() == 0);
        let same = file.try_clone().map_err(failed)?;
        let mut place = Self {
            path: path.to_owned(),
            out: BufWriter::new(Box::new(file)),
            file: Some(same),
            is_named: false,
        };
        if is_new && !arguments.value("-d").is_some_and(|form| form.contains('H')) {
            place.write(&head(arguments))?;
        }
        Ok(place)
    }

    /// Writes; whoever reads along sees it.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.out.write_all(text.as_bytes());
        let written = written.and_then(|()| self.out.flush());
        written.map_err(|error| Failure::io(&self.path, &error))
    }

    /// What was written is on the disk. Some file systems say only now that there is no room.
    pub(super) fn force(&mut self) -> Result<(), Failure> {
        let forced = self.out.flush().and_then(|()| self.forced());
        forced.map_err(|error| Failure::io(&self.path, &error))
    }

    fn forced(&mut self) -> io::Result<()> {
        if let Some(file) = &self.file {
            match file.sync_data() {
                // A pipe or a terminal, which keeps nothing.
                Err(error) if keeps_nothing(&error) => return Ok(()),
                forced => forced?,
            }
        }
        if !std::mem::replace(&mut self.is_named, true) {
            let parent = Path::new(&self.path).parent();
            let parent = parent.filter(|parent| !parent.as_os_str().is_empty());
            match File::open(parent.unwrap_or(Path::new("."))) {
                Ok(directory) => directory.sync_all()?,
                // Whoever may only write there can do no more.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn keeps_nothing(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let codes = [Errno::INVAL, Errno::ROFS, Errno::OPNOTSUPP];
    error
        .raw_os_error()
        .is_some_and(|code| codes.iter().any(|one| one.raw_os_error() == code))
}

fn head(arguments: &Arguments) -> String {
    let at = ferromq_base::calendar::UtcMoment::at(wall_us());
    let queue = arguments
        .value("-i")
        .or(arguments.value("-I"))
        .unwrap_or_default();
    let q_mgr = arguments.value("-m").unwrap_or_default();
    format!("* Messages of {queue} {q_mgr}\n* Written by FerroMQ dmpmqmsg, {at}\n*\n")
}

fn wall_us() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    })
}

/// Standard output, which nobody may read any more.
struct Printed;

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        output::say_bytes(bytes);
        match output::failure() {
            Some(error) => Err(match error.raw_os_error() {
                Some(number) => io::Error::from_raw_os_error(number),
                None => error.kind().into(),
            }),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
