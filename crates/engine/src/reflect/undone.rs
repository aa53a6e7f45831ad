//! What an undo means for reflections: what waits stays whole, and the log tells of it.

use soulfile_reflect::Reflection;
use soulfile_reflect::journal::{self, PastReflection};
use soulfile_reflect::ledger::Ledger;
use soulfile_vocabulary::layout::{PENDING_REFLECTION, PENDING_REFLECTION_DATA, REFLECTION_LOG, REFLECTION_STATE};
use soulfile_workspace::{Change, Mutation, Target, WorkspacePath};

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// Completes an undo that was worked out file by file: another reflection that waits by now is left alone,
    /// and one undone whole is told of in the log, its rejections taken back with it.
    pub(crate) fn settle_reflection(&self, target: &Target, mutation: &mut Mutation) -> Result<()> {
        let restored = written(mutation, PENDING_REFLECTION_DATA)
            .and_then(|bytes| serde_json::from_slice::<Reflection>(bytes).ok());
        let waiting = self.load_pending()?.and_then(|pending| pending.ok()).map(|pending| pending.reflection);
        let displaced = match (&waiting, &restored) {
            (Some(waiting), Some(restored)) => waiting.id != restored.id,
            _ => false,
        };
        if displaced && !matches!(target, Target::Time(_) | Target::File { .. }) {
            mutation
                .changes
                .retain(|change| ![PENDING_REFLECTION, PENDING_REFLECTION_DATA].contains(&change.path().as_str()));
        }
        let Target::Session(session) = target else { return Ok(()) };
        let id = session.trim_start_matches("reflection:");
        let Some(logged) = journal::read_log(&self.read_text(REFLECTION_LOG)?.unwrap_or_default())
            .into_iter()
            .find(|past| past.id == id)
        else {
            return Ok(());
        };
        let waits = restored.filter(|restored| restored.id == id && !displaced);
        self.tell_undone(&logged, waits.is_some(), mutation)?;
        match waits {
            Some(reflection) => self.undecide(&reflection, mutation),
            None => Ok(()),
        }
    }

    /// The log keeps what was decided, and says that it was undone.
    fn tell_undone(&self, logged: &PastReflection, waits: bool, mutation: &mut Mutation) -> Result<()> {
        let now = if waits { "it waits again" } else { "it no longer waits" };
        let entry = PastReflection {
            number: logged.number,
            id: logged.id.clone(),
            date: Some(self.now().date()),
            decided: vec![format!("{}; {now}", journal::ROLLED_BACK)],
            ..PastReflection::default()
        };
        let log = self.read_text(REFLECTION_LOG)?.unwrap_or_default();
        write(mutation, REFLECTION_LOG, format!("{}\n{}", log.trim_end(), entry.render()))
    }

    /// What waits again is neither read nor rejected. Where the undo restores the state file, it says so already.
    fn undecide(&self, reflection: &Reflection, mutation: &mut Mutation) -> Result<()> {
        if written(mutation, REFLECTION_STATE).is_some() {
            return Ok(());
        }
        let mut ledger: Ledger = self.ledger()?;
        let before = ledger.clone();
        let again = |key: &String| reflection.items.iter().any(|item| item.key == *key);
        ledger.rejected.retain(|key, rejection| rejection.reflection != reflection.id || !again(key));
        ledger.days.retain(|path, read| reflection.days.get(path) != Some(read));
        match ledger == before {
            true => Ok(()),
            false => write(mutation, REFLECTION_STATE, ledger.render()),
        }
    }
}

/// What an undo writes to a file.
fn written<'m>(mutation: &'m Mutation, path: &str) -> Option<&'m [u8]> {
    mutation.changes.iter().find_map(|change| match change {
        Change::Write { path: to, bytes, .. } if to.as_str() == path => Some(bytes.as_slice()),
        _ => None,
    })
}

fn write(mutation: &mut Mutation, path: &str, text: String) -> Result<()> {
    mutation.changes.retain(|change| change.path().as_str() != path);
    mutation.changes.push(Change::Write { path: WorkspacePath::parse(path)?, bytes: text.into_bytes(), base: None });
    Ok(())
}
