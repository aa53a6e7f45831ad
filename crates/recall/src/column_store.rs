//! Where column files are kept: a folder beside the index file, or memory.
//!
//! A file is written under a name of its own, renamed to its hash, and never written again. Only the index says which
//! files count: what it does not name is left over from a process that died and is removed by the next one that
//! writes. Removing a file does not disturb a process that has it mapped.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Cursor, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::column_file::{ColumnFile, ColumnWriter, Name};
use crate::db::{IndexPlace, with_end};
use crate::error::Error;
use crate::index::lock;
use crate::mapped::Bytes;

/// The column files of one index.
pub(crate) enum ColumnStore {
    /// In a folder, made when the first one is written.
    Folder(PathBuf),
    /// In memory.
    Memory(Mutex<HashMap<Name, Arc<ColumnFile>>>),
}

/// What fills a file.
pub(crate) trait Fill {
    /// Writes the columns.
    fn fill<W: Write + Seek>(&self, out: &mut ColumnWriter<W>) -> io::Result<()>;
}

impl ColumnStore {
    pub fn of(place: &IndexPlace) -> Self {
        match place {
            IndexPlace::File(path) => Self::Folder(with_end(path, "-columns")),
            IndexPlace::Memory => Self::Memory(Mutex::default()),
        }
    }

    /// Writes a file and opens it.
    pub fn write(&self, what: &impl Fill) -> Result<(Name, Arc<ColumnFile>), Error> {
        let (name, bytes) = match self {
            Self::Memory(_) => {
                let mut out = ColumnWriter::new(Cursor::new(Vec::new())).map_err(|e| self.failed(e))?;
                what.fill(&mut out).map_err(|e| self.failed(e))?;
                let (out, name) = out.finish().map_err(|e| self.failed(e))?;
                (name, Bytes::hold(out.get_ref()))
            }
            Self::Folder(folder) => {
                let write = || -> io::Result<(Name, Bytes)> {
                    make_private(folder)?;
                    let draft = folder.join(format!("draft-{}", std::process::id()));
                    let file = File::options().read(true).write(true).create(true).truncate(true).open(&draft)?;
                    let mut out = ColumnWriter::new(file)?;
                    what.fill(&mut out)?;
                    let (file, name) = out.finish()?;
                    fs::rename(&draft, folder.join(file_name(&name)))?;
                    Ok((name, Bytes::map(file)?))
                };
                write().map_err(|e| self.failed(e))?
            }
        };
        let file = ColumnFile::open(bytes, &name)
            .ok_or_else(|| self.failed(io::Error::other("a file reads other than it was written")))?;
        let file = Arc::new(file);
        if let Self::Memory(files) = self {
            lock(files).insert(name, file.clone());
        }
        Ok((name, file))
    }

    /// Opens a file; `None` when it is not there or not what was written.
    pub fn open(&self, name: &Name) -> Result<Option<Arc<ColumnFile>>, Error> {
        let folder = match self {
            Self::Memory(files) => return Ok(lock(files).get(name).cloned()),
            Self::Folder(folder) => folder,
        };
        match File::open(folder.join(file_name(name))).and_then(Bytes::map) {
            Ok(bytes) => Ok(ColumnFile::open(bytes, name).map(Arc::new)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(self.failed(e)),
        }
    }

    /// Removes a file. One that cannot be removed is left for a later [`ColumnStore::sweep`].
    pub fn remove(&self, name: &Name) {
        match self {
            Self::Memory(files) => drop(lock(files).remove(name)),
            Self::Folder(folder) => drop(fs::remove_file(folder.join(file_name(name)))),
        }
    }

    /// Removes every file but these. Only for whoever holds the index for writing: nobody else may be about to name
    /// a file that is new.
    pub fn sweep(&self, keep: &[Name]) {
        let Self::Folder(folder) = self else { return };
        let keep: Vec<String> = keep.iter().map(file_name).collect();
        for found in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !found.file_name().to_str().is_some_and(|name| keep.iter().any(|kept| kept == name)) {
                let _ = fs::remove_file(found.path());
            }
        }
        if keep.is_empty() {
            let _ = fs::remove_dir(folder);
        }
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        match self {
            Self::Memory(files) => lock(files).values().map(|file| file.size() as u64).sum(),
            Self::Folder(folder) => {
                let files = fs::read_dir(folder).into_iter().flatten().flatten();
                files.filter_map(|file| file.metadata().ok()).map(|meta| meta.len()).sum()
            }
        }
    }

    fn failed(&self, source: io::Error) -> Error {
        let path = match self {
            Self::Folder(folder) => folder.clone(),
            Self::Memory(_) => PathBuf::from(":memory:"),
        };
        Error::File { path, source }
    }
}

fn file_name(name: &Name) -> String {
    name.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Word pieces are as good as text: the folder is its owner's alone.
fn make_private(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    let made = std::os::unix::fs::DirBuilderExt::mode(&mut fs::DirBuilder::new(), 0o700).create(folder);
    #[cfg(not(unix))]
    let made = fs::create_dir(folder);
    match made {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
        _ => Ok(()),
    }
}
