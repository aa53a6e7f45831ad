//! Remembering: what is told is kept in the person's words, and answered with where it went.

use std::collections::HashSet;

use soulfile_api::{MemoryId, RecallHit, Remembered};
use soulfile_engine::{
    LinkKind, Proposing, RecallRequest, RememberRequest, Remembering, Result, StatementLink, hit_statement,
};
use soulfile_text::analyze::Analyzer;
use soulfile_text::encoder::Encoder;
use soulfile_text::lang::Lang;
use soulfile_understand::heads::MessageIntent;
use soulfile_understand::{Certainty, Reading, Verdict};
use soulfile_vocabulary::{Authority, Confidence, Scope, SessionKind, Store};

use crate::conversation::Conversation;
use crate::echo::letters;
use crate::log::TalkEvent;
use crate::message::{self, Correction};
use crate::reply::Reply;
use crate::undoing::Done;

/// From which probability on a line corrects something.
const CORRECTS: f32 = 0.4;
/// Least likeness of two statements that share no word for one to correct the other: told in two languages.
const SAME_MATTER: f32 = 0.5;
/// Results among which the corrected statement is looked for.
const LOOKED_AT: usize = 5;

/// A statement of this conversation: told, or shown as an answer.
#[derive(Debug, Clone)]
pub(crate) struct StatementInMind {
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
        replies.extend(self.log_said(&TalkEvent::Echoed)?);
        Ok(replies)
    }

    /// Work that only a model can do: said in full once, then in short.
    pub(crate) fn no_model(&mut self) -> Vec<Reply> {
        let again = std::mem::replace(&mut self.said_no_model, true);
        vec![Reply::say(self.lang.say(if again { "no_model_again" } else { "no_model" }))]
    }

    fn keep(&mut self, said: &Reading, how: Remembering) -> Result<Vec<Reply>> {
        let near = self.near(said)?;
        let correction = message::correction(said.text(), self.lang);
        let elliptic = correction.as_ref().and_then(|correction| correction.elliptic);
        if elliptic.is_none()
            && let Some(known) = self.known_already(said, &near)
        {
            let _ = self.engine.used(known.id.as_deref());
            let mut replies = vec![Reply::say(self.lang.say("known"))];
            replies.extend(self.quoted(&[known], 1)?.iter().map(crate::quotation::Quoted::reply));
            replies.extend(self.log_said(&TalkEvent::Echoed)?);
            return Ok(replies);
        }
        if self.who.kind == SessionKind::Subagent {
            return self.propose(said, how);
        }
        let corrected = self.linked(said, correction.as_ref(), &near);
        let scope = self.scope()?;
        let asked = how == Remembering::Explicit;
        // What says little by itself is kept as it was said, beside what it answers.
        let bare = elliptic.is_some_and(|says| says <= 1);
        let raised = asked || !bare && self.engine.config().memory.auto_detect && said.is_memorable();
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
        if let Some((StatementLink { kind: LinkKind::Corrects, .. }, before)) = &corrected {
            replies.insert(1, Reply::note(format!("{} “{before}”", self.lang.say("replaces"))));
        }
        let ids: Vec<MemoryId> =
            remembered.entries.iter().filter(|entry| entry.new).map(|entry| entry.id.clone()).collect();
        if let Some(id) = ids.iter().find(|id| matches!(id, MemoryId::Episode(_))) {
            self.in_mind = Some(StatementInMind { id: id.clone(), text: said.text().to_owned() });
        }
        self.done.push(Done::Change { receipt: remembered.receipt.id.clone(), what: said.text().to_owned(), ids });
        Ok(replies)
    }

    /// What memory holds near a line.
    fn near(&self, said: &Reading) -> Result<Vec<RecallHit>> {
        let mut request = RecallRequest::new(statement(said), self.session.clone());
        request.limit = Some(LOOKED_AT);
        Ok(self.engine.recall(&request)?.hits)
    }

    /// The statement a line corrects or says little without, and the words of that statement. Both stay as they were said.
    fn linked(
        &self,
        said: &Reading,
        correction: Option<&Correction>,
        near: &[RecallHit],
    ) -> Option<(StatementLink, String)> {
        if !self.decides() {
            return None;
        }
        let link =
            |id: &MemoryId, text: &str| (StatementLink { kind: LinkKind::Corrects, to: id.clone() }, text.to_owned());
        let is_elliptic = correction.is_some_and(|correction| correction.elliptic.is_some());
        // "No, 43" says nothing by itself: it is about what was told or answered just before. "Actually parents evening is
        // the 5th" names what it is about.
        let shares = |before: &str| share_a_term(before, said.text());
        let last = self.in_mind.as_ref();
        let names_another = || {
            !last.is_some_and(|last| shares(&last.text))
                && near.iter().filter_map(hit_statement).any(|text| shares(&text))
        };
        if is_elliptic && !names_another() {
            return last.map(|last| link(&last.id, &last.text));
        }
        let understand = self.engine.understanding();
        let corrects = said.likelihood(MessageIntent::Correct) >= CORRECTS;
        near.iter().find_map(|hit| {
            let id = hit.id.as_deref()?.parse::<MemoryId>().ok().filter(|id| matches!(id, MemoryId::Episode(_)))?;
            let before = hit_statement(hit)?;
            let compared = understand.compare(&understand.statement(&before), said, Certainty::Certain);
            let replaces = compared.verdict == Verdict::Contradiction && (corrects || compared.update);
            // "No wait, nine people now" is more likely about the line before than about what is merely near.
            let meant = correction.is_none() || is_elliptic || compared.sure;
            (replaces && meant && is_same_matter(&before, said.text())).then(|| link(&id, &before))
        })
    }

    /// The memory that says the same, word for word: what merely seems to say the same may say a little more. What
    /// somebody said whose word counts for less is not known yet.
    fn known_already(&self, said: &Reading, near: &[RecallHit]) -> Option<RecallHit> {
        let said = letters(statement(said));
        let same = |hit: &RecallHit| hit_statement(hit).is_some_and(|known| letters(&known) == said);
        let counts = |hit: &RecallHit| hit.newer.is_none() && hit.trust >= self.engine.authority();
        near.iter().find(|hit| counts(hit) && same(hit)).cloned()
    }

    fn propose(&mut self, payload: &Reading, how: Remembering) -> Result<Vec<Reply>> {
        let store = payload.likeliest_store();
        let added = self.engine.propose(&Proposing {
            from: self.session.agent.clone(),
            trigger: match how {
                Remembering::Explicit => "asked to remember".to_owned(),
                _ => "noticed in conversation".to_owned(),
            },
            store,
            content: payload.text().to_owned(),
            entities: Vec::new(),
            confidence: Confidence::Medium,
            core_worthy: store == Store::Core,
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

/// What a line says, without the words that ask to remember it.
fn statement(said: &Reading) -> &str {
    let payload = said.intent().payload.as_deref().filter(|payload| !payload.trim().is_empty());
    payload.unwrap_or(said.text())
}

/// Whether two statements speak of the same: by a word they share, or by what they mean.
fn is_same_matter(one: &str, other: &str) -> bool {
    let likeness = |encoder: &Encoder<'_>| encoder.encode(one).cosine(&encoder.encode(other));
    share_a_term(one, other) || Encoder::builtin().is_ok_and(|encoder| likeness(encoder) >= SAME_MATTER)
}

fn share_a_term(one: &str, other: &str) -> bool {
    let mut analyzer = Analyzer::new();
    let terms: HashSet<String> = analyzer.query_terms(one).into_iter().map(|(term, _)| term).collect();
    analyzer.query_terms(other).iter().any(|(term, _)| terms.contains(term))
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
