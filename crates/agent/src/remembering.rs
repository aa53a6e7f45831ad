//! Remembering: what is told is kept in the person's words, and answered with where it went.

use soulfile_engine::context_layer::session::SessionKind;
use soulfile_engine::memory_layer::id::MemoryId;
use soulfile_engine::recall_layer::Confidence as Sureness;
use soulfile_engine::{
    Link, LinkKind, Proposing, RecallHit, RecallRequest, RememberRequest, Remembered, Remembering, Result,
};
use soulfile_text::lang::Lang;
use soulfile_understand::heads::MessageIntent;
use soulfile_understand::{Reading, Verdict};
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};

use crate::conversation::Conversation;
use crate::language::words;
use crate::log::Said;
use crate::message;
use crate::reply::Reply;
use crate::undoing::Done;

/// Most words of a line that says little without the one before it.
const ELLIPTIC: usize = 7;
/// From which probability on a line corrects something.
const CORRECTS: f32 = 0.4;
/// Results among which the corrected statement is looked for.
const LOOKED_AT: usize = 5;

/// Something told in this conversation.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) id: MemoryId,
    pub(crate) text: String,
}

impl Conversation {
    /// Keeps a line somebody asked to have remembered.
    pub(crate) fn remember(&mut self, said: &Reading) -> Result<Vec<Reply>> {
        self.keep(said, Remembering::Explicit)
    }

    /// Keeps what was told unasked.
    pub(crate) fn notice(&mut self, told: &Reading) -> Result<Vec<Reply>> {
        self.keep(told, Remembering::Detected)
    }

    /// Something was quoted back: nothing of it is news.
    pub(crate) fn heard_echo(&mut self) -> Result<Vec<Reply>> {
        let mut replies = vec![Reply::say(self.lang.say("echo"))];
        replies.extend(self.log_said(&Said::Echoed)?);
        Ok(replies)
    }

    /// Work that only a model can do: said in full once, then in short.
    pub(crate) fn no_model(&mut self) -> Vec<Reply> {
        let again = std::mem::replace(&mut self.said_no_model, true);
        vec![Reply::say(self.lang.say(if again { "no_model_again" } else { "no_model" }))]
    }

    fn keep(&mut self, said: &Reading, how: Remembering) -> Result<Vec<Reply>> {
        if let Some(known) = self.known_already(said)? {
            let _ = self.engine.used(known.id.as_deref());
            let mut replies = vec![Reply::say(self.lang.say("known"))];
            replies.extend(self.quoted(&[known], 1)?.iter().map(crate::quotation::Quoted::reply));
            replies.extend(self.log_said(&Said::Echoed)?);
            return Ok(replies);
        }
        if self.who.kind == SessionKind::Subagent {
            return self.propose(said, how);
        }
        let corrected = self.corrected(said)?;
        let scope = self.scope()?;
        let asked = how == Remembering::Explicit;
        let raised = asked || self.engine.config().memory.auto_detect && said.is_memorable();
        let request = RememberRequest {
            text: match (&self.who.user, self.is_private()) {
                // In a room it matters who said it.
                (Some(user), false) => format!("{user}: {}", said.text()),
                _ => said.text().to_owned(),
            },
            // What others may see, or only one person, stays out of what is in every private context.
            store: (scope != Scope::Private || !raised).then_some(Store::Episodic),
            scope,
            how: if raised { how } else { Remembering::Inferred },
            as_said: !raised,
            links: corrected.iter().map(|(link, _)| link.clone()).collect(),
            session: Some(self.id.clone()),
            ..RememberRequest::default()
        };
        let remembered = self.engine.remember(&request)?;
        let mut replies = self.confirmed(&remembered);
        if let Some((Link { kind: LinkKind::Corrects, .. }, before)) = &corrected {
            replies.insert(1, Reply::note(format!("{} “{before}”", self.lang.say("replaces"))));
        }
        let ids: Vec<MemoryId> =
            remembered.entries.iter().filter(|entry| entry.new).map(|entry| entry.id.clone()).collect();
        if let Some(id) = ids.iter().find(|id| matches!(id, MemoryId::Episode(_))) {
            self.told.push(Told { id: id.clone(), text: said.text().to_owned() });
        }
        self.done.push(Done::Change { receipt: remembered.receipt.id.clone(), what: said.text().to_owned(), ids });
        Ok(replies)
    }

    /// The statement a line corrects, or that it says little without; with the words of that statement.
    fn corrected(&self, said: &Reading) -> Result<Option<(Link, String)>> {
        if !self.is_private() || self.who.user.is_some() {
            return Ok(None);
        }
        let Some(scores) = message::scores(said.text()) else { return Ok(None) };
        if scores.intent(MessageIntent::Correct) < CORRECTS && !said.announces_change() {
            return Ok(None);
        }
        let understand = self.engine.understanding();
        let link = |kind, id: &MemoryId, text: &str| Some((Link { kind, to: id.clone() }, text.to_owned()));
        let mut request = RecallRequest::new(said.text(), self.session.clone());
        request.limit = Some(LOOKED_AT);
        for hit in self.engine.recall(&request)?.hits {
            let Some(id) = hit.id.as_deref().and_then(|id| id.parse::<MemoryId>().ok()) else { continue };
            let Some(before) = hit.statement().filter(|_| matches!(id, MemoryId::Episode(_))) else { continue };
            if understand.verdict(&before, said.text()) == Verdict::Contradiction {
                return Ok(link(LinkKind::Corrects, &id, &before));
            }
        }
        // "No, 43" answers what was said just before.
        let short = words(&said.text().to_lowercase()).count() <= ELLIPTIC && said.text().chars().count() <= 60;
        Ok(self.told.last().filter(|_| short).and_then(|last| link(LinkKind::Corrects, &last.id, &last.text)))
    }

    /// The memory that says the same, word for word or as good as.
    fn known_already(&self, said: &Reading) -> Result<Option<RecallHit>> {
        // Without the words that ask for it.
        let payload = said.intent().payload.as_deref().filter(|payload| !payload.trim().is_empty());
        let statement = payload.unwrap_or(said.text());
        let mut request = RecallRequest::new(statement, self.session.clone());
        request.limit = Some(LOOKED_AT);
        let answer = self.engine.recall(&request)?;
        if answer.confidence != Sureness::Sure {
            return Ok(None);
        }
        let understand = self.engine.understanding();
        let same = |hit: &RecallHit| {
            hit.newer.is_none()
                && hit.statement().is_some_and(|known| understand.verdict(&known, statement) == Verdict::Duplicate)
        };
        Ok(answer.hits.into_iter().find(same))
    }

    fn propose(&mut self, payload: &Reading, how: Remembering) -> Result<Vec<Reply>> {
        let route = payload.route();
        let added = self.engine.propose(&Proposing {
            from: self.session.agent.clone(),
            trigger: match how {
                Remembering::Explicit => "asked to remember".to_owned(),
                _ => "noticed in conversation".to_owned(),
            },
            store: route.store,
            content: payload.text().to_owned(),
            entities: Vec::new(),
            confidence: Confidence::Medium,
            core_worthy: route.core_update,
            scope: Scope::Private,
            trust: Authority::SubAgent,
            quarantined: false,
        })?;
        let text = match self.lang.lang() {
            Lang::En => format!("I've put that forward as proposal #{}; a person decides.", added.number),
            Lang::Zh => format!("我已提交为建议 #{}，由人来决定。", added.number),
        };
        let mut replies = vec![Reply::say(text)];
        if !added.conflicts.is_empty() {
            let with: Vec<String> = added.conflicts.iter().map(|number| format!("#{number}")).collect();
            replies.push(Reply::warning(format!("⚠️ CONFLICT with {}", with.join(", "))));
        }
        Ok(replies)
    }

    fn confirmed(&self, remembered: &Remembered) -> Vec<Reply> {
        let raised = remembered.entries.iter().any(|entry| matches!(entry.store, Store::Core | Store::Vault));
        let mut replies = Vec::new();
        if !remembered.entries.is_empty() {
            replies.push(Reply::say(self.lang.say(if raised { "noted_core" } else { "noted" })));
        }
        replies.extend(remembered.warnings.iter().map(Reply::warning));
        replies.push(Reply::note(receipt(remembered)));
        replies
    }
}

/// The receipt: what `soul audit verify` confirms.
fn receipt(remembered: &Remembered) -> String {
    let mut at: Vec<String> = Vec::new();
    for entry in &remembered.entries {
        let (first, last) = entry.lines;
        let place =
            if first == last { format!("{}:{first}", entry.path) } else { format!("{}:{first}-{last}", entry.path) };
        if !at.contains(&place) {
            at.push(place);
        }
    }
    let more = if at.len() > 3 { format!(" (+{} more)", at.len() - 3) } else { String::new() };
    at.truncate(3);
    let commit = remembered.receipt.commit.get(..10).unwrap_or(&remembered.receipt.commit);
    format!("receipt {} in commit {commit} · {}{more}", remembered.receipt.id, at.join(", "))
}
