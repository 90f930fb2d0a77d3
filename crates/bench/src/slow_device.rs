//! A simulated slow log device: the disk as it is, and every force takes longer. What is measured with it says so.

use ferromq_base::disk::{Directory, File, OpenMode};
use std::io::Result;
use std::sync::Arc;
use std::time::Duration;

/// See the module.
pub(crate) struct SlowDirectory {
    pub(crate) below: Arc<dyn Directory>,
    pub(crate) delay: Duration,
}

struct SlowFile {
    below: Box<dyn File>,
    mode: OpenMode,
    delay: Duration,
}

impl SlowDirectory {
    fn slow(&self, below: Box<dyn File>, mode: OpenMode) -> Box<dyn File> {
        let delay = self.delay;
        Box::new(SlowFile { below, mode, delay })
    }
}

impl Directory for SlowDirectory {
    fn open(&self, name: &str, mode: OpenMode) -> Result<Box<dyn File>> {
        Ok(self.slow(self.below.open(name, mode)?, mode))
    }

    fn create(&self, name: &str, mode: OpenMode) -> Result<Box<dyn File>> {
        Ok(self.slow(self.below.create(name, mode)?, mode))
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.below.remove(name)
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        self.below.rename(from, to)
    }

    fn list(&self) -> Result<Vec<String>> {
        self.below.list()
    }

    fn list_directories(&self) -> Result<Vec<String>> {
        self.below.list_directories()
    }

    fn directory(&self, name: &str) -> Result<Arc<dyn Directory>> {
        Ok(Arc::new(Self {
            below: self.below.directory(name)?,
            delay: self.delay,
        }))
    }

    fn remove_directory(&self, name: &str) -> Result<()> {
        self.below.remove_directory(name)
    }

    fn sync(&self) -> Result<()> {
        self.below.sync()
    }

    fn is_on_disk(&self) -> bool {
        self.below.is_on_disk()
    }

    fn display_path(&self) -> String {
        self.below.display_path()
    }
}

impl File for SlowFile {
    fn read_at(&self, offset: u64, into: &mut [u8]) -> Result<()> {
        self.below.read_at(offset, into)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.below.write_at(offset, bytes)?;
        if self.mode == OpenMode::Forced {
            std::thread::sleep(self.delay);
        }
        Ok(())
    }

    fn sync(&self) -> Result<()> {
        self.below.sync()?;
        std::thread::sleep(self.delay);
        Ok(())
    }

    fn len(&self) -> Result<u64> {
        self.below.len()
    }

    fn set_len(&self, len: u64) -> Result<()> {
        self.below.set_len(len)
    }

    fn allocate(&self, len: u64) -> Result<()> {
        self.below.allocate(len)
    }

    fn give_back(&self, offset: u64, len: u64) -> Result<()> {
        self.below.give_back(offset, len)
    }
}
