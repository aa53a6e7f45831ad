//! The object store, for callers that wait: a folder, S3 and what speaks as S3 does, GCS, Azure.

use std::sync::Arc;

use futures_util::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutOptions};

use crate::database::Database;
use crate::error::{Error, Result};

/// The objects of a fleet, below a prefix of its store.
pub struct Objects {
    store: Box<dyn ObjectStore>,
    prefix: Path,
    /// Whose runtime does the waiting.
    database: Arc<Database>,
}

impl Objects {
    /// The store at a URL such as `s3://bucket/prefix` or `file:///folder`. `options` are those of its kind
    /// (`aws_access_key_id`, `aws_endpoint`, …), in any case.
    pub fn open(url: &str, options: &[(String, String)], database: Arc<Database>) -> Result<Self> {
        // Once per process; whoever comes second finds the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let parsed = reqwest::Url::parse(url)
            .map_err(|e| Error::Invalid(format!("{url:?} is no address of an object store: {e}")))?;
        if parsed.scheme() == "file" {
            let folder = parsed.path();
            std::fs::create_dir_all(folder).map_err(|e| Error::io("creating", folder, e))?;
        }
        let options = options.iter().map(|(key, value)| (key.to_lowercase(), value.clone()));
        let (store, prefix) = object_store::parse_url_opts(&parsed, options)
            .map_err(|e| Error::Invalid(format!("the object store {url:?} cannot be used: {e}")))?;
        Ok(Self { store, prefix, database })
    }

    fn path(&self, name: &str) -> Path {
        let below = if self.prefix.as_ref().is_empty() { String::new() } else { format!("{}/", self.prefix) };
        Path::from(format!("{below}{name}"))
    }

    /// Puts an object unless there is one of that name; says whether it did.
    pub fn create(&self, name: &str, bytes: Vec<u8>) -> Result<bool> {
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        match self.database.wait(self.store.put_opts(&self.path(name), bytes.into(), options)) {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. } | object_store::Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads an object.
    pub fn get(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.path(name);
        let read = self.database.wait(async { self.store.get(&path).await?.bytes().await });
        Ok(read?.to_vec())
    }

    /// The names below a folder, sorted, without the folder.
    pub fn list(&self, folder: &str) -> Result<Vec<String>> {
        let path = self.path(folder);
        let found: Vec<_> = self.database.wait(self.store.list(Some(&path)).try_collect())?;
        let mut names: Vec<String> =
            found.iter().filter_map(|meta| meta.location.filename().map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Removes an object that may be there.
    pub fn remove(&self, name: &str) -> Result<()> {
        match self.database.wait(self.store.delete(&self.path(name))) {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
