//! `setup`: seeding a workspace, without ever touching a file that is there.

use soulfile_api::Seeded;
use std::fs::{self, File};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use soulfile_context::templates::{self, TemplateValues};
use soulfile_vocabulary::layout::BOOTSTRAP;
use soulfile_workspace::{Action, Actor, Change, Mutation, Receipt, WorkspacePath};

use crate::admission::check_labels;
use crate::error::{Error, Result};
use crate::export::restore;
use crate::open::{Engine, Place};

/// What a person said about themselves and the agent.
#[derive(Debug, Clone, Default)]
pub struct SetupRequest {
    /// How to address the user.
    pub user_name: Option<String>,
    /// IANA time zone.
    pub timezone: Option<String>,
    /// Preferred language.
    pub language: Option<String>,
    /// The agent's name.
    pub agent_name: Option<String>,
    /// An export that the workspace begins with.
    pub from: Option<std::path::PathBuf>,
}

impl Engine {
    /// Makes a workspace of any directory: seeds what is missing, keeps what is there.
    pub fn setup(place: Place, request: &SetupRequest) -> Result<(Self, Seeded)> {
        let SetupRequest { user_name, timezone, language, agent_name, from } = request;
        check_labels([user_name, timezone, language, agent_name].into_iter().flatten().map(String::as_str))?;
        let _alone = alone(&place.state())?;
        let restored = from.as_deref().map(restore::read).transpose()?;
        let engine = Self::init(place)?;
        let brand_new = engine.workspace.files()?.is_empty() && restored.is_none();
        if let (Some(files), Some(from)) = (restored, from) {
            engine.begin_with(files, from)?;
        }
        let adopted = engine.take_in_hand_edits()?;
        let values = TemplateValues {
            user_name: request.user_name.clone(),
            timezone: request.timezone.clone(),
            language: request.language.clone(),
            agent_name: request.agent_name.clone(),
            today: Some(engine.now().date().to_string()),
        };
        let (mut created, mut kept, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for (path, text) in templates::seed_files(&values) {
            // The ritual belongs to a workspace that has never been lived in.
            if path == BOOTSTRAP && !brand_new {
                continue;
            }
            let path = WorkspacePath::parse(&path)?;
            if engine.workspace.read(&path)?.is_some() {
                kept.push(path.to_string());
            } else {
                created.push(path.to_string());
                changes.push(Change::Create { path, bytes: text.into_bytes() });
            }
        }
        let receipt = if changes.is_empty() {
            None
        } else {
            let summary = format!("seeded {} files", changes.len());
            let mutation =
                Mutation::new(Action::Create, Actor::System("init".into()), summary, changes).trigger("soul setup");
            Some(engine.apply(mutation)?)
        };
        let seeded = Seeded {
            agent: engine.agent().to_owned(),
            workspace: engine.path().display().to_string(),
            created,
            kept,
            adopted,
            receipt,
        };
        Ok((engine, seeded))
    }

    /// Writes the files of an export into a workspace that holds none.
    fn begin_with(&self, files: Vec<(WorkspacePath, Vec<u8>)>, from: &Path) -> Result<()> {
        if let Some(there) = self.workspace.files()?.first() {
            return Err(Error::Invalid(format!(
                "{there} is there already; an export is restored into an empty folder, `soul import` takes notes into a full one"
            )));
        }
        let name = from.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let summary = format!("restored {} files from {name}", files.len());
        let changes = files.into_iter().map(|(path, bytes)| Change::Create { path, bytes }).collect();
        let mutation = Mutation::new(Action::Revert, Actor::Manual, summary, changes).trigger("soul setup --from");
        self.apply(mutation.confirmed(true)).map(drop)
    }

    /// Ends the first-run ritual: BOOTSTRAP.md goes, with a copy in history.
    pub fn finish_bootstrap(&self) -> Result<Receipt> {
        let path = WorkspacePath::parse(BOOTSTRAP)?;
        let change = Change::Delete { path, base: None };
        let mutation = Mutation::new(Action::Delete, Actor::Manual, "the first-run ritual is done", vec![change])
            .trigger("first run finished")
            .confirmed(true);
        self.apply(mutation)
    }
}

/// Keeps a second process from setting up the same agent meanwhile, when half of a repository may
/// be all there is. The system frees the lock when its holder ends, however it ends.
fn alone(state: &Path) -> Result<File> {
    let lock = state.join("setup.lock");
    let take = || {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(state)?;
        let file = File::options().append(true).create(true).mode(0o600).open(&lock)?;
        file.lock()?;
        Ok(file)
    };
    take().map_err(|source| Error::Io { what: "locking", path: lock.display().to_string(), source })
}
