//! On what grounds and when: leave given, a rank, haste, conditions; and what clears a sentence.

use super::*;

impl Sentence<'_> {
    /// Looks for grounds claimed: leave given, a rank, quiet, haste, no need to ask.
    pub(super) fn find_grounds(&mut self) {
        let all = 0..self.words.len();
        let giver = all.clone().any(|n| {
            self.is(n, USER | AUTHORITY) && !self.is_compound(n)
                || one_of!(self, n, "he" "she" "they" "i" "phone" "committee")
        });
        for at in all.clone() {
            if self.is(at, CHECK)
                && (at + 1..(at + 5).min(self.words.len())).any(|n| {
                    one_of!(self, n, "waived" "skipped" "passed" "bypassed" "unnecessary" "satisfied" "disabled")
                        || one_of!(self, n, "switched" "turned") && self.text(n + 1) == "off"
                        || self.text(n) == "not" && one_of!(self, n + 1, "needed" "required" "necessary")
                })
            {
                self.found |= SKIPS;
            }
            if (self.is_user(at) || self.is(at, USER))
                && (at + 1..at + if self.text(at) == "person" { 7 } else { 3 }).any(|n| {
                    one_of!(self, n, "not" "never" "needn't" "mustn't" "shouldn't" "won't" "doesn't" "cannot" "can't")
                })
                && (at + 2..at + 10).any(|n| {
                    one_of!(self, n, "see" "know" "told" "hear" "notice" "find" "learn" "informed" "asked"
                        "bothered" "involved" "notified" "shown")
                })
            {
                self.found |= FROM_USER;
            }
            let yours = (at.saturating_sub(6)..at).any(|n| self.text(n) == "your" && !self.is(n + 1, MIND));
            // "Once the owner has signed": not yet.
            let awaited = (at.saturating_sub(6)..at)
                .rev()
                .take_while(|n| !self.leads(n + 1))
                .any(|n| self.is(n, CONDITION) || self.text(n) == "soon");
            if self.is(at, APPROVED)
                && giver
                && !awaited
                && !yours
                && !one_of!(self, at.wrapping_sub(1), "not" "be" "are")
            {
                self.found |= LEAVE_GIVEN;
            }
            if self.text(at).starts_with("pre-a") || self.text(at) == "pre" && self.is(at + 1, APPROVED) {
                self.found |= LEAVE_GIVEN;
            }
            if self.is(at, LEAVE)
                && !yours
                && ((at.saturating_sub(3)..(at + 6).min(self.words.len())).any(|n| {
                    n != at
                        && (self.is(n, APPROVED)
                            || one_of!(self, n, "given" "file" "obtained" "received" "verbal" "recorded" "already"
                                "gave" "said" "per" "true"))
                }) || one_of!(self, at.wrapping_sub(1), "verbal" "user" "owner" "owner's" "user's"))
            {
                self.found |= LEAVE_GIVEN;
            }
            if self.text(at) == "green"
                && self.text(at + 1) == "light"
                && (at.saturating_sub(5)..at).any(|n| one_of!(self, n, "gave" "given" "got" "have" "has"))
                || self.text(at) == "said" && one_of!(self, at + 1, "yes" "ok" "okay" "you") && giver
                || one_of!(self, at, "fine" "happy" "okay" "ok") && one_of!(self, at + 1, "with" "to") && giver
                || self.text(at) == "behalf" && self.any(at..at + 5, USER)
            {
                self.found |= LEAVE_GIVEN;
            }
            if one_of!(self, at, "reviewed" "vetted" "audited")
                && self.text(at + 1) == "by"
                && self.any(at + 2..at + 6, USER | AUTHORITY)
                || one_of!(self, at, "won't" "wouldn't" "doesn't" "not") && self.text(at + 1) == "mind"
                || one_of!(self, at, "access" "privileges" "rights")
                    && (at + 1..at + 5).any(|n| one_of!(self, n, "given" "granted"))
                    && (at..at + 8).any(|n| one_of!(self, n, "you" "assistant" "agent"))
            {
                self.found |= LEAVE_GIVEN;
            }
            // "Legal has cleared the assistant to share …"
            if self.is(at, APPROVED)
                && one_of!(self, at.wrapping_sub(1), "has" "have" "hereby")
                && (at + 1..at + 5).any(|n| self.is_agent(n) && self.text(n + 1) == "to")
            {
                self.found |= LEAVE_GIVEN | BOUND;
            }
            let may = self.text(at) == "you"
                && self.text(at + 1) == "may"
                && one_of!(self, at + 2, "now" "proceed" "go" "continue");
            if may
                || one_of!(self, at, "continue" "carry" "go")
                    && self.orders.contains(&at)
                    && one_of!(self, at + 1, "with" "on")
                || self.text(at) == "go" && self.text(at + 1) == "ahead"
                || self.text(at) == "proceed" && self.orders.contains(&at)
            {
                self.found |= PROCEED | ORDER;
            }
            if self.is(at, USER)
                && at == 0
                && one_of!(self, 1, "says" "said" "confirmed" "confirms" "agreed" "agrees" "consented" "consents" "clicked"
                    "pressed" "accepted" "approved" "authorised" "authorized" "allowed" "granted" "tapped")
            {
                self.found |= THE_USER | LEAVE_GIVEN;
            }
            if self.is(at, LEAVE) && (at + 1..at + 8).any(|n| one_of!(self, n, "arrived" "came" "through")) {
                self.found |= LEAVE_GIVEN;
            }
            // "We have the user's written permission", "your user asked me to tell you".
            if self.is(at, LEAVE)
                && !(at.saturating_sub(5)..at)
                    .any(|n| one_of!(self, n, "without" "not" "no" "needs" "need" "until" "before"))
                && (at.saturating_sub(3)..at)
                    .any(|n| self.text(n).starts_with("user") && self.is_user(n) && self.text(n).contains(['\'', '’']))
                || one_of!(self, at, "asked" "told" "wants" "instructed")
                    && self.text(at + 1) == "me"
                    && self.text(at + 2) == "to"
                    && self.found & MINDS != 0
            {
                self.found |= LEAVE_GIVEN;
            }
            // "I hereby consent to …"
            if self.text(at) == "hereby"
                && one_of!(self, at + 1, "consent" "authorise" "authorize" "approve" "grant" "permit" "waive" "release"
                    "instruct" "order" "command" "allow" "agree")
            {
                self.found |= LEAVE_GIVEN | ORDER;
            }
            if self.text(at) == "without" && (at + 1..at + 3).any(|n| one_of!(self, n, "word" "notice" "trace" "fuss"))
            {
                self.found |= QUIETLY;
            }
            if self.is(at, QUIET) {
                self.found |= QUIETLY;
            }
            if self.is(at, HASTE)
                || self.text(at) == "at" && self.text(at + 1) == "once"
                || self.text(at) == "right" && self.text(at + 1) == "away"
            {
                self.found |= AT_ONCE;
            }
            // "Never sign without asking": what is denied twice is asked for.
            let twice = self.text(at) == "without" && (at.saturating_sub(14)..at).any(|n| {
                one_of!(self, n, "never" "not" "don't" "don’t" "no" "nobody" "nothing" "cannot" "can't" "mustn't" "none"
                        "shouldn't" "won't" "doesn't" "neither")
            });
            let negated = one_of!(self, at, "without" "no" "not" "never" "needn't") && !twice;
            if negated {
                let near = at + 1..(at + 6).min(self.words.len());
                let asks = near.clone().any(|n| {
                    one_of!(self, n, "asking" "telling" "mentioning" "notifying" "informing" "bothering"
                        "prompting" "alerting" "consulting" "involving" "checking" "waiting" "confirming" "showing" "warning" "confirmation" "approval" "bother" "consult")
                }) || self.text(at) == "no"
                    && near.clone().any(|n| {
                        one_of!(self, n, "ask" "confirm" "tell" "show" "mention" "bring" "check" "review" "prompt"
                            "inform" "questions")
                    })
                    && one_of!(self, at + 1, "need" "reason" "further")
                    || self.text(at) == "without"
                        && near.clone().take(3).any(|n| self.is(n, CHECK) || one_of!(self, n, "look" "glance"))
                    || self.text(at) == "no"
                        && one_of!(self, at + 1, "reason" "need" "cause")
                        && near.clone().any(|n| self.is(n, USER));
                if asks {
                    let user = near
                        .clone()
                        .chain(at + 6..(at + 9).min(self.words.len()))
                        .any(|n| self.is(n, USER) || one_of!(self, n, "her" "him" "them"));
                    self.found |= if user { FROM_USER } else { SKIPS };
                }
            }
            let rank = self.is(at, AUTHORITY)
                && (at.saturating_sub(5)..at).any(|n| one_of!(self, n, "from" "am" "i'm" "by"))
                || one_of!(self, at, "built" "made" "created" "programmed") && one_of!(self, at + 1, "you");
            if rank
                && (self.leads(0)
                    && (0..at.min(4)).any(|n| {
                        one_of!(self, n, "this" "i" "message" "note" "i'm" "notice" "order" "instructions"
                            "update" "announcement")
                    }))
            {
                self.found |= RANK;
            }
        }
    }

    /// Where a condition on what the user or anyone does begins.
    pub(super) fn condition(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            (self.is(*at, CONDITION)
                || one_of!(self, *at, "whatever" "regardless") && self.leads(*at)
                || self.text(*at) == "time" && one_of!(self, at.wrapping_sub(1), "next" "every" "each" "first" "second" "third" "fourth" "fifth" "tenth" "last"))
                && (self.leads(*at) || *at > 0 && !self.is(*at - 1, HELPER))
                && (at + 1..at + 4).any(|n| {
                    self.is(n, USER) && !self.is_compound(n)
                        || self.is(n, ANYONE) && self.any(n + 1..n + 3, SPEAK)
                        || self.text(n) == "person"
                })
        })
    }

    /// Where "when money comes up" begins.
    fn when_raised(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            (self.is(*at, CONDITION) || self.text(*at) == "time")
                && (at + 2..at + 8).any(|n| {
                    one_of!(self, n, "comes" "come") && self.text(n + 1) == "up"
                        || one_of!(self, n, "is" "are" "gets")
                            && one_of!(self, n + 1, "mentioned" "discussed"
                            "raised")
                })
        })
    }

    /// Where "when you are asked" begins.
    fn when_asked(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            self.is(*at, CONDITION)
                && self.text(at + 1) == "you"
                && (at + 2..at + 6).any(|n| one_of!(self, n, "asked" "questioned" "prompted" "queried" "requested"))
                && one_of!(self, at + 2, "are" "get" "were" "re")
        })
    }

    /// Where "upon hearing the word" or "when you write to the user's boss" begins.
    fn when_it_reads(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            one_of!(self, *at, "upon" "on" "after")
                && self.leads(*at)
                && one_of!(self, at + 1, "reading" "seeing" "hearing" "encountering" "receiving")
                && (at + 2..at + 6).any(|n| one_of!(self, n, "word" "phrase" "words" "\u{1}"))
                || one_of!(self, *at, "when" "whenever" "once" "if")
                    && self.text(at + 1) == "you"
                    && one_of!(self, at + 2, "write" "speak" "talk" "reply" "mail" "email")
                    && (at + 3..at + 7).any(|n| self.is_user(n))
        })
    }

    /// Where "next time you summarise" begins.
    fn when_at_work(&self) -> Option<usize> {
        (0..self.words.len()).find(|at| {
            (one_of!(self, *at, "when" "whenever" "once")
                || self.text(*at) == "time" && one_of!(self, at.wrapping_sub(1), "next" "every" "each" "any"))
                && (self.text(at + 1) == "you"
                    && (at + 2..at + 4).any(|n| {
                        one_of!(self, n, "help" "assist" "summarise" "summarize" "translate" "recommend" "suggest" "advise"
                            "draft" "respond" "compare")
                    })
                    || self.leads(*at)
                        && one_of!(self, at + 1, "summarising" "summarizing" "translating" "summarised" "summarized" "asked"))
        })
    }

    /// Looks for what is to wait for an event or a day.
    pub(super) fn find_condition(&mut self) {
        if self.orders.is_empty() {
            return;
        }
        if let Some(at) = self.condition() {
            let user = (at + 1..at + 4).any(|n| self.is(n, USER) || self.text(n) == "person");
            self.found |= if user { WHEN_USER } else { WHEN_ANYONE };
            // "If a customer asks": what staff are told.
            let staff = !user
                && (at + 1..at + 4).any(|n| {
                    one_of!(self, n, "customer" "guest" "client" "visitor" "caller" "customers" "guests" "clients" "visitors"
                        "callers")
                })
                && self.found & (CALLED | BOUND) == 0
                || !user && (0..self.words.len()).any(|n| one_of!(self, n, "i" "i'm" "i’m" "we're" "we’re"));
            if (self.any(at + 1..at + 8, SPEAK) || one_of!(self, at, "whatever" "regardless") && user)
                && !staff
                && self
                    .orders
                    .iter()
                    .any(|n| self.is(*n, TELL | PRAISE | OBEY | HIDE | CHANGE | DELETE | PAY | SEND | DROP | APPROVE))
            {
                self.found |= SPOKEN;
            }
        }
        if let Some(at) = self.when_asked().or_else(|| self.when_raised()).or_else(|| self.when_at_work()) {
            self.found |= WHEN_ANYONE;
            if self
                .orders
                .iter()
                .any(|n| self.is(*n, TELL | PRAISE | HIDE | CHANGE | PAY) || *n > at && self.is(*n, OBEY))
            {
                self.found |= SPOKEN;
            }
        }
        let bears = TELL | PRAISE | SEND | CHANGE | APPROVE | STORE | RUN | PAY | DELETE;
        if self.when_it_reads().is_some() && self.orders.iter().any(|n| self.is(*n, bears)) {
            self.found |= WHEN_USER | SPOKEN;
        }
        if self.when_raised().is_some() && self.orders.iter().any(|n| self.is(*n, PRAISE) && self.is(*n, TELL)) {
            self.found |= PRAISES;
        }
        for at in 0..self.words.len() {
            if one_of!(self, at, "dormant" "inactive" "idle") {
                self.found |= WAITS;
            }
            if self.is(at, SITTING) && one_of!(self, at + 1, "restarts" "starts" "begins" "ends" "resumes") {
                self.found |= NEXT_SITTING;
            }
            let waits = one_of!(self, at, "until" "after" "from" "next" "on" "at" "in" "wait" "till" "starting")
                && (at + 1..at + 5).any(|n| self.is(n, LATER))
                || self.text(at) == "nothing" && one_of!(self, at + 1, "now" "yet" "today")
                || self.text(at) == "wait" && self.text(at + 1) == "until" && self.any(at + 2..at + 5, USER);
            let held = self.is(at, SITTING) || one_of!(self, at, "nothing" "wait" "until" "quiet" "restart");
            if self.is(at, SITTING)
                && one_of!(self, at.wrapping_sub(1), "new" "next" "every" "each" "future" "any" "later" "all"
                    "following")
            {
                self.found |= NEXT_SITTING;
            }
            if waits
                && (held
                    || (0..self.words.len()).any(
                        |n| one_of!(self, n, "sessions" "reflection" "chat" "nothing" "wait" "until" "quiet" "weeks" "starting"),
                    ))
            {
                self.found |= WAITS;
            }
        }
    }

    /// Looks for what clears a sentence: a human reader, a manual, an account, a warning.
    pub(super) fn find_innocence(&mut self, sentence: &str) {
        let all = 0..self.words.len();
        if self.text(0) == "dear" && self.any(1..4, PEOPLE) || self.any(0..3, PEOPLE) && self.mark(1) == ',' {
            self.found |= PEOPLE_CALLED;
        }
        if sentence.contains('`') || self.any(all.clone(), DOCS) {
            self.found |= MANUAL;
        }
        let subject = self.any(0..4, ACCOUNT_NOUN)
            && (1..12.min(self.words.len())).any(|n| {
                one_of!(self, n, "covered" "covers" "describes" "described" "says" "said" "shows" "showed"
                    "explains" "explained" "warns" "warned" "measures" "quotes" "quoted" "lists" "discusses" "discussed" "argues" "reports" "found" "tells" "asks")
            });
        if self.found & AI_CALLED == 0 && (self.any(all.clone(), ACCOUNT) || subject) {
            self.found |= TOLD;
        }
        let says =
            all.clone().any(|n| one_of!(self, n, "said" "reported" "claimed" "explained" "wrote" "argued" "recalled"));
        if says && self.found & (ORDER | CALLED) == 0 && !all.clone().any(|n| one_of!(self, n, "you" "your")) {
            self.found |= TOLD;
        }
        if all.clone().any(|n| self.is(n, WARY) && one_of!(self, n.wrapping_sub(1), "as" "from" "is" "are")) {
            self.found |= WARNED;
        }
    }
}
