//! `doctor`: what is wrong, and mending what can be mended without losing anything.

use soulfile_api::{Checkup, DoctorFinding, Mend};
use std::fs;
use std::os::unix::fs::PermissionsExt;

use soulfile_context::templates;
use soulfile_vocabulary::layout;
use soulfile_vocabulary::layout::DECAY_SCORES;
use soulfile_workspace::{Repair, WorkspacePath};

use crate::error::{Error, Result};
use crate::open::Engine;

mod scores;

impl Engine {
    /// Mends a repository that cannot be opened; says what was done. No working file changes.
    pub fn repair(place: crate::open::Place) -> Result<Vec<String>> {
        Ok(soulfile_workspace::Workspace::repair(&place.workspace, place.options())?)
    }

    /// Looks at everything.
    pub fn checkup(&self) -> Result<Checkup> {
        let mut findings = Vec::new();
        for name in layout::ROOT_FILES.iter().filter(|file| file.expected).map(|file| file.name) {
            match self.workspace.read(&WorkspacePath::parse(name)?) {
                Ok(Some(_)) => {}
                Ok(None) => findings.push(DoctorFinding {
                    subject: name.to_owned(),
                    text: "is missing; the agent falls back to a default".to_owned(),
                    mend: Mend::Seed,
                }),
                Err(e) => {
                    findings.push(DoctorFinding { subject: name.to_owned(), text: e.to_string(), mend: Mend::ByHand })
                }
            }
        }
        let mut edited = self.workspace.hand_edited()?;
        if let Some(why) = self.damaged_scores()? {
            edited.retain(|path| path != DECAY_SCORES);
            findings.push(DoctorFinding {
                subject: DECAY_SCORES.to_owned(),
                text: format!("cannot be read ({why}); nothing can be pinned or forgotten until it is mended"),
                mend: Mend::RebuildScores,
            });
        }
        if !edited.is_empty() {
            findings.push(DoctorFinding {
                subject: format!("{} file{}", edited.len(), if edited.len() == 1 { "" } else { "s" }),
                text: format!("changed by hand and not yet in the history: {}", edited.join(", ")),
                mend: Mend::TakeIn,
            });
        }
        for finding in self.workspace.inspect()? {
            let mend = match finding.repair {
                Repair::ByHand => Mend::ByHand,
                repair => Mend::Workspace(repair),
            };
            findings.push(DoctorFinding { subject: finding.subject, text: finding.text, mend });
        }
        Ok(Checkup {
            agent: self.agent().to_owned(),
            workspace: self.path().display().to_string(),
            files: self.workspace.files()?.len(),
            findings,
        })
    }

    /// Mends one finding; says what was done.
    pub fn mend(&self, finding: &DoctorFinding) -> Result<String> {
        match &finding.mend {
            Mend::TakeIn => Ok(format!("committed {} hand edits", self.take_in_hand_edits()?.len())),
            Mend::Seed => self.seed(&finding.subject),
            Mend::RebuildScores => self.rebuild_scores(),
            Mend::Workspace(Repair::MakePrivate(path)) => {
                let io = |source| Error::Io { what: "changing permissions", path: path.display().to_string(), source };
                let meta = fs::symlink_metadata(path).map_err(io)?;
                let mode = meta.permissions().mode() & 0o700;
                fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(io)?;
                Ok(format!("made {} private", finding.subject))
            }
            Mend::Workspace(Repair::RemoveLock(path)) => {
                fs::remove_file(path).map_err(|source| Error::Io {
                    what: "removing",
                    path: path.display().to_string(),
                    source,
                })?;
                Ok(format!("removed {}", path.display()))
            }
            Mend::Workspace(Repair::RebuildAuditLog) => {
                self.workspace.rebuild_audit_log()?;
                Ok("wrote audit.log anew from the commits".to_owned())
            }
            Mend::Workspace(Repair::RebuildIndex) => {
                self.workspace.rebuild_index()?;
                Ok("wrote the git index anew".to_owned())
            }
            Mend::Workspace(Repair::Reroot) => self.reroot(),
            Mend::Workspace(Repair::ByHand) | Mend::ByHand => {
                Err(Error::Invalid(format!("{}: {}", finding.subject, finding.text)))
            }
        }
    }

    fn reroot(&self) -> Result<String> {
        let done = soulfile_workspace::Workspace::repair(&self.place.workspace, self.place.options());
        self.workspace.reopen();
        Ok(done?.join("; "))
    }

    fn seed(&self, name: &str) -> Result<String> {
        use soulfile_workspace::{Action, Actor, Change, Mutation};
        let text = templates::render(name, &templates::TemplateValues::default())
            .ok_or_else(|| Error::NotFound(format!("there is no template for {name}")))?;
        let change = Change::Create { path: WorkspacePath::parse(name)?, bytes: text.into_bytes() };
        let mutation =
            Mutation::new(Action::Create, Actor::System("init".into()), format!("seeded {name}"), vec![change])
                .trigger("soul doctor --fix");
        self.apply(mutation)?;
        Ok(format!("seeded {name} from its template"))
    }
}
