//! `/undo`: takes back what this conversation did, newest first, or puts everything back to an earlier day.

use soulfile_api::{Action, ErrorKind, LogEntry, MemoryId, Receipt, Target};
use soulfile_engine::{EXCHANGE_SUMMARY, Error, Exchange, LogFilter, Result};

use crate::conversation::{Conversation, Waiting};
use crate::reply::Reply;

/// Entries of the trail looked at for a change worth taking back.
const LOOKED_BACK: usize = 50;

/// Something this conversation wrote.
#[derive(Debug, Clone)]
pub(crate) enum Done {
    /// A change a person would want to take back.
    Change {
        receipt: String,
        /// What it was, in words.
        what: String,
        /// The memories it made.
        ids: Vec<MemoryId>,
    },
    /// An entry of the day's log.
    Exchange {
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
        self.in_mind = self.in_mind.take().filter(|told| self.engine.memory(&told.id).is_ok());
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
            return Ok(vec![Reply::say(self.lang.say("undo_none"))]);
        };
        let what = format!("{} ({})", entry.summary(), entry.actor());
        self.waiting = Some(Waiting::Undo(Target::Mutation(entry.id().to_owned())));
        Ok(vec![Reply::ask(self.lang.say_with("undo_ask", &[("what", &what)]))])
    }

    /// "Revert my memory to yesterday": shows what that would do and asks; without a day, the last change is meant.
    pub(crate) fn undo_line(&mut self, line: &str) -> Result<Vec<Reply>> {
        let Some(time) = self.engine.question(line).time().filter(|_| self.decides()) else { return self.undo() };
        let zone = self.engine.now().time_zone().clone();
        let Ok(end) = time.end.to_zoned(zone) else { return self.undo() };
        let target = Target::Time(end.timestamp().min(self.engine.now().timestamp()).as_second());
        let plan = self.engine.plan_rollback(&target)?.plan;
        if plan.restores.is_empty() && plan.removes.is_empty() {
            return Ok(vec![Reply::say(self.lang.say("undo_none"))]);
        }
        let files: Vec<&str> = plan.restores.iter().chain(&plan.removes).map(String::as_str).collect();
        let when = end.timestamp().to_zoned(end.time_zone().clone()).yesterday().map_or(end.date(), |day| day.date());
        self.waiting = Some(Waiting::Undo(target));
        let blanks = [("when", when.to_string()), ("what", format!("({})", files.join(", ")))];
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Ok(vec![Reply::ask(self.lang.say_with("undo_to_ask", &blanks))])
    }

    /// The answer to "shall I?".
    pub(crate) fn go_on_undoing(&mut self, target: &Target, line: &str) -> Result<Option<Vec<Reply>>> {
        if self.lang.declines(line) {
            return Ok(Some(vec![Reply::say(self.lang.say("stays"))]));
        }
        if !self.lang.agrees(line) {
            return Ok(None);
        }
        let plan = self.engine.plan_rollback(target)?;
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
        self.lang.say_with("undone", &[("what", what)])
    }
}

fn shown(receipt: &Receipt) -> String {
    let files: Vec<String> = receipt.files.iter().map(|file| file.path.to_string()).collect();
    format!("receipt {} · {}", receipt.id, files.join(", "))
}
