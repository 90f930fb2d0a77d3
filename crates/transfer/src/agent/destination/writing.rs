//! The item that is being written: its beginning, its bytes, its end.

use super::current::{Current, current};
use super::{Destination, Unforced, failure};
use crate::agent::checksum::{Checksum, Digest};
use crate::agent::data::Begin;
use crate::agent::files::{FileKind, Files, comes_later, is_later};
use crate::agent::result::ItemResult;
use crate::agent::rewriting::Rewriting;
use crate::agent::settings::AgentSettings;
use crate::agent::state::{Together, Whole};
use crate::code::ItemCode;
use std::io::{self, ErrorKind};

impl<W> Destination<W> {
    /// Opens the file again that was being written. False: it has not answered.
    pub(super) fn reopen<F: Files<Writer = W>>(&mut self, files: &mut F) -> bool {
        let Some(writing) = self.reopening.clone() else {
            return true;
        };
        let opened = files.reopen(&writing.temporary, writing.id, writing.length());
        if comes_later(&opened) {
            return false;
        }
        self.reopening = None;
        if let Ok(Some((file, length))) = opened
            && length >= writing.length()
        {
            self.current = Some(Current {
                item: self.settled,
                file,
                id: writing.id,
                directory: writing.directory,
                temporary: writing.temporary,
                path: writing.path,
                overwrite: writing.overwrite,
                checksum: writing.checksum,
                offset: writing.offset,
                text: writing.text,
                is_compared: writing.is_compared,
                append: writing.append,
                planned: 0,
                force_begun: writing.offset,
            });
        } else {
            // Somebody has taken it away: it is written anew.
            let _ = files.remove(&writing.temporary, writing.id);
        }
        true
    }

    pub(super) fn begin<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        settings: &AgentSettings,
        item: u32,
        begin: &Begin,
    ) -> io::Result<()> {
        let path = settings.absolute(&begin.path);
        match files.facts(&path) {
            Err(error) if is_later(&error) => return Err(error),
            Ok(facts) if facts.kind == FileKind::Directory => {
                return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
            }
            Ok(facts) if begin.append && facts.kind == FileKind::File => {}
            Ok(_) if !begin.overwrite => return Err(ErrorKind::AlreadyExists.into()),
            Ok(facts) if facts.kind == FileKind::Other => {
                let text = "it is no file with data";
                return Err(io::Error::new(ErrorKind::InvalidInput, text));
            }
            _ => {}
        }
        if begin.append && self.kept.together != Together::No {
            let text = "what appears together with other files is not appended";
            return Err(io::Error::new(ErrorKind::Unsupported, text));
        }
        if begin.append && files.answers_later() {
            let text = "files of servers are not appended to";
            return Err(io::Error::new(ErrorKind::Unsupported, text));
        }
        let rewriting = |ends| Rewriting::new(ends, &settings.text_replacement, begin.checksum);
        let mut ends = begin.text.clone();
        if let Some(ends) = &mut ends {
            settings.set_written(&path, ends);
        }
        let text = ends.as_ref().map(rewriting).transpose()?;
        let mark = self.mark(item);
        let created = files.create(&path, &mark)?;
        self.current = Some(Current {
            item,
            file: created.file,
            id: created.id,
            directory: created.directory,
            temporary: created.temporary,
            path,
            overwrite: begin.overwrite,
            checksum: Checksum::new(begin.checksum),
            offset: 0,
            text,
            is_compared: false,
            append: begin.append,
            planned: begin.length,
            force_begun: 0,
        });
        Ok(())
    }

    pub(super) fn write<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        offset: u64,
        bytes: &[u8],
    ) -> io::Result<()> {
        let current = current(&mut self.current, item)?;
        if current.offset != offset {
            return Err(io::Error::other("bytes of the file are missing"));
        }
        match &mut current.text {
            None => files.write(&current.file, offset, bytes)?,
            Some(text) => {
                // What is not written has not been pushed.
                let mut pushed = text.clone();
                let text_bytes = pushed.push(bytes)?;
                files.write(&current.file, text.written, &text_bytes)?;
                pushed.wrote(&text_bytes);
                *text = pushed;
            }
        }
        current.checksum.update(bytes);
        current.offset += bytes.len() as u64;
        self.bytes_since_checkpoint += bytes.len() as u64;
        current.begin_force(files);
        Ok(())
    }

    pub(super) fn end<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        length: u64,
        theirs: Option<&[u8]>,
    ) -> io::Result<()> {
        let current_item = current(&mut self.current, item)?;
        let ours = current_item.checksum.finish();
        if current_item.offset != length {
            return Err(io::Error::other("bytes of the file are missing"));
        }
        if ours.as_ref().map(|digest| digest.as_slice()) != theirs {
            return Err(io::Error::other(
                "the checksum of what was written is not that of the source",
            ));
        }
        let mut written = (length, ours);
        if let Some(text) = &mut current_item.text {
            let mut finished = text.clone();
            let rest = finished.finish()?;
            files.write(&current_item.file, text.written, &rest)?;
            finished.wrote(&rest);
            *text = finished;
            written = (text.written, text.checksum.finish());
        }
        let (length, checksum) = written;
        files.dress(&current_item.file, length)?;
        let Some(current) = self.current.take() else {
            return Ok(());
        };
        self.holding = None;
        if current.is_compared {
            self.forget_rest(files, &current.path);
        }
        self.settled = item + 1;
        let result = ItemResult {
            item,
            code: ItemCode::Success,
            length,
            modified_ms: 0,
            source_checksum: match checksum == ours {
                true => Vec::new(),
                false => bytes_of(ours),
            },
            checksum: bytes_of(checksum),
            messages: None,
            text: String::new(),
        };
        self.unforced.push(Unforced {
            file: current.file,
            whole: Whole {
                temporary: current.temporary,
                path: current.path,
                id: current.id,
                directory: current.directory,
                overwrite: current.overwrite,
                append: current.append,
                appended: None,
                result,
            },
        });
        Ok(())
    }

    pub(super) fn fail_current<F: Files<Writer = W>>(
        &mut self,
        files: &mut F,
        item: u32,
        error: &io::Error,
    ) {
        let path = self.current.as_ref().map(|current| current.path.clone());
        self.drop_current(files);
        self.fail(item, failure(&path.unwrap_or_default(), error));
    }

    /// What is half written goes.
    pub(super) fn drop_current<F: Files<Writer = W>>(&mut self, files: &mut F) {
        self.holding = None;
        if let Some(current) = self.current.take() {
            // Nobody can do more about it than the next one who looks.
            let _ = files.remove(&current.temporary, current.id);
        }
    }
}

fn bytes_of(checksum: Option<Digest>) -> Vec<u8> {
    checksum.map_or_else(Vec::new, |digest| digest.as_slice().to_vec())
}
