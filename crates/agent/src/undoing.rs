//! `/undo`: takes back what this conversation did, newest first.

use soulfile_api::{Action, ErrorKind, LogEntry, MemoryId, Receipt, Target};
use soulfile_engine::{EXCHANGE_SUMMARY, Error, Exchange, LogFilter, Result};
use soulfile_text::lang::Lang;

use crate::conversation::{Conversation, Waiting};
use crate::hearing::{is_no, is_yes};
use crate::reply::{Reply, in_words};

/// Entries of the trail looked at for a change worth taking back.
const LOOKED_BACK: usize = 50;

/// Something this conversation wrote.
#[derive(Debug, Clone)]
pub(crate) enum Done {
    /// A change a person would want to take back.
    Change {
        /// Its receipt.
        receipt: String,
        /// What it was, in words.
        what: String,
        /// The memories it made.
        ids: Vec<MemoryId>,
    },
    /// An entry of the day's log.
    Exchange {
        /// Its receipt.
        receipt: String,
        /// What it says, to be written again when an undo has to take it out.
        exchange: Exchange,
    },
}

impl Conversation {
    /// Takes back the newest change of this conversation; without one, asks about the newest of all.
    pub(crate) fn undo(&mut self) -> Result<Vec<Reply>> {
        if !self.is_private() {
            return Ok(self.refuse_here());
        }
        let Some(at) = self.done.iter().rposition(|done| matches!(done, Done::Change { .. })) else {
            // What was done elsewhere may be somebody else's.
            return if self.decides() { self.ask_to_undo() } else { Ok(self.refuse_here()) };
        };
        let Done::Change { receipt, what, .. } = self.done[at].clone() else { return Ok(Vec::new()) };
        let later: Vec<Done> = self.done.drain(at + 1..).collect();
        let undone = self.take_back(&receipt, &later);
        let (undone, kept) = match undone {
            Ok(done) => done,
            Err(error) => {
                self.done.extend(later);
                return Err(error);
            }
        };
        self.done.pop();
        self.done.extend(kept);
        Ok(vec![Reply::say(self.undone(&what)), Reply::note(shown(&undone))])
    }

    /// Nothing of this conversation is left to undo: the newest change of all is offered, past what
    /// the program notes by itself.
    fn ask_to_undo(&mut self) -> Result<Vec<Reply>> {
        let trail = self.engine.workspace().log(&LogFilter { limit: LOOKED_BACK, ..LogFilter::default() })?;
        let own = |entry: &&LogEntry| {
            !matches!(entry.action(), Action::Decay | Action::Alert | Action::Persona)
                && entry.summary() != EXCHANGE_SUMMARY
        };
        let Some(entry) = trail.iter().find(own) else {
            return Ok(vec![Reply::say(in_words(self.lang, "There is nothing to undo.", "没有可以撤销的。"))]);
        };
        let text = match self.lang {
            Lang::En => format!(
                "Nothing from this conversation. The change before it was: {} (by {}).",
                entry.summary(),
                entry.actor()
            ),
            Lang::Zh => format!("这次对话里没有可撤销的。之前的一次改动是：{}（{}）。", entry.summary(), entry.actor()),
        };
        self.waiting = Some(Waiting::Undo(entry.id().to_owned()));
        Ok(vec![
            Reply::say(text),
            Reply::ask(in_words(self.lang, "Shall I take it back? (yes or no)", "要撤销吗？（是或否）")),
        ])
    }

    /// The answer to "shall I?".
    pub(crate) fn go_on_undoing(&mut self, change: &str, line: &str) -> Result<Option<Vec<Reply>>> {
        if is_no(line) {
            return Ok(Some(vec![Reply::say(in_words(self.lang, "Fine, it stays.", "好，保留。"))]));
        }
        if !is_yes(line) {
            return Ok(None);
        }
        let plan = self.engine.plan_rollback(&Target::Mutation(change.to_owned()))?;
        let what = plan.plan.summary.clone();
        let receipt = self.engine.rollback(plan)?;
        Ok(Some(vec![Reply::say(self.undone(&what)), Reply::note(shown(&receipt))]))
    }

    /// Rolls one change back. Where entries of the log that came after stand in the way, they are
    /// taken out and written again.
    fn take_back(&self, receipt: &str, later: &[Done]) -> Result<(Receipt, Vec<Done>)> {
        match self.roll_back(receipt) {
            Err(error) if error.kind() == ErrorKind::Conflict && !later.is_empty() => {}
            other => return Ok((other?, later.to_vec())),
        }
        let mut again = Vec::new();
        for done in later.iter().rev() {
            if let Done::Exchange { receipt, exchange } = done {
                self.roll_back(receipt)?;
                again.push(exchange.clone());
            }
        }
        let undone = self.roll_back(receipt)?;
        let mut kept = Vec::new();
        for exchange in again.into_iter().rev() {
            let receipt = self.engine.log_exchange(&exchange)?.id;
            kept.push(Done::Exchange { receipt, exchange });
        }
        Ok((undone, kept))
    }

    fn roll_back(&self, receipt: &str) -> std::result::Result<Receipt, Error> {
        let plan = self.engine.plan_rollback(&Target::Mutation(receipt.to_owned()))?;
        self.engine.rollback(plan)
    }

    fn undone(&self, what: &str) -> String {
        match self.lang {
            Lang::En => format!("Taken back: {what}"),
            Lang::Zh => format!("已撤销：{what}"),
        }
    }
}

fn shown(receipt: &Receipt) -> String {
    let files: Vec<String> = receipt.files.iter().map(|file| file.path.to_string()).collect();
    format!("receipt {} · {}", receipt.id, files.join(", "))
}
