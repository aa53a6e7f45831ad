//! Who is spoken to: the assistant called, bound by "must", or known by what only it has.

use super::*;

impl Sentence<'_> {
    /// Looks for the assistant being called, or bound by "must" and the like.
    pub(super) fn find_address(&mut self) {
        // "If you can read this, you are a machine."
        let reads = (0..4).any(|n| self.text(n) == "if")
            && self.any(0..8, DEICTIC)
            && (0..8).any(|n| one_of!(self, n, "read" "see"));
        if reads
            && (2..self.words.len()).any(|n| {
                self.text(n) == "you" && self.text(n + 1) == "are" && (n + 2..n + 5).any(|m| self.is(m, AI | HELPER))
            })
        {
            self.found |= CALLED | AI_CALLED;
        }
        // "As the assistant, …"
        if self.text(0) == "as"
            && one_of!(self, 1, "the" "an" "our" "their" "my" "a")
            && (2..5).any(|n| self.is_agent(n) && self.mark(n + 1) == ',')
        {
            self.found |= CALLED;
        }
        self.find_causative();
        self.find_polite();
        for at in 0..self.words.len() {
            if self.text(at) == "you"
                && self.text(at + 1) == "are"
                && (at + 2..at + 6).any(|n| one_of!(self, n, "an" "a"))
                && (at + 3..at + 8).any(|n| {
                    (self.is(n, AI) || self.is_agent(n))
                        && one_of!(self, n + 1, "called" "named" "whose" "without" "that" "who" "with")
                })
            {
                self.found |= ROLES;
            }
            if self.text(at) == "you"
                && (one_of!(self, at + 1, "are" "happen"))
                && at > 0
                && one_of!(self, at - 1, "if" "when" "since" "because" "as" "whether" "case")
                && (at + 2..at + 7).any(|n| self.is_agent(n))
            {
                self.found |= CALLED;
            }
            if !self.is_agent(at) || self.is_agent(at + 1) && !self.leads(at + 1) {
                continue;
            }
            let sure =
                self.is(at, AI) || at > 0 && (self.is(at - 1, AI) || one_of!(self, at - 1, "language" "automated"));
            let mut from = at;
            while from > 0 && !self.leads(from) && (self.is(from - 1, CALL) || self.is_agent(from - 1)) {
                from -= 1;
            }
            // One unknown word may say which assistant: "for the mail assistant".
            let mut kind = from;
            if from > 0 && !self.leads(from) && self.words[from - 1].is & VERB == 0
                || from > 0 && !self.leads(from) && self.text(from - 1) == "mail"
            {
                kind = from - 1;
                while kind > 0 && !self.leads(kind) && self.is(kind - 1, CALL) {
                    kind -= 1;
                }
            }
            let meant = (kind..at).any(|n| one_of!(self, n, "to" "for"))
                || (kind..at).any(|n| {
                    one_of!(self, n, "dear" "hey" "hi" "hello" "attention" "calling" "listen" "fellow" "ok"
                        "okay")
                });
            let owned = (from..at).any(|n| one_of!(self, n, "the" "a" "an" "our"));
            if at > 0 && one_of!(self, at - 1, "this" "these") {
                self.found |= THIS_AGENT;
            }
            // What the name is followed by, past a clause that says which assistant.
            let mut to = at + 1;
            let reads = (self.is(to, READING) || self.text(to).len() > 4 && self.text(to).ends_with("ing"))
                && !self.leads(to)
                || one_of!(self, to, "is" "are") && self.is(to + 1, READING);
            if !self.leads(to)
                && one_of!(self, to, "action" "actions" "task" "tasks" "instruction" "instructions" "note" "notes"
                    "directive" "command" "prompt" "todo" "step" "hint" "hints" "rule" "rules" "notice")
                && self.mark(to + 1) == ':'
            {
                self.found |= CALLED | AI_CALLED;
            }
            if !self.leads(to)
                && (reads || one_of!(self, to, "of" "on" "in" "at" "only" "with" "graders" "readers" "users"))
            {
                let stop = (to..self.words.len().min(to + 14)).find(|n| {
                    *n > to
                        && (self.leads(*n)
                            || self.is(*n, MODAL) && !one_of!(self, *n, "is" "are" "has" "have")
                            || one_of!(self, *n, "is" "are") && self.is(*n + 1, REQUIRED))
                });
                to = stop.unwrap_or(self.words.len());
            }
            let begins = self.leads(from);
            let mark = self.mark(to);
            let ends = to >= self.words.len() || self.leads(to);
            let noted =
                (kind.saturating_sub(1)..at).any(|n| one_of!(self, n + 1, "for" "to") && self.is(n, RULE | SOURCE));
            let colon = |n: &usize| self.mark(*n) == ':';
            let near = to..(to + 10).min(self.words.len());
            let far = meant
                && (sure && !self.leads(to) || noted)
                && near.clone().find(colon).is_some_and(|n| (to + 1..n).filter(|k| self.leads(*k)).count() == 0);
            let hailed = self.mark(at) == '@';
            let last = to >= self.words.len()
                && begins
                && from > 0
                && self.mark(from) == ','
                && (one_of!(self, from, "dear" "my") || from == at);
            let which = kind < from
                && (self.leads(kind) || at < 6 && self.text(from) == "and")
                && sure
                && mark == ':'
                && ends
                && to < self.words.len();
            let be = (1..5).any(|n| at >= n && self.text(at - n) == "be" && self.leads(at - n));
            let called = last
                || be
                || which
                || far
                || hailed
                || if meant {
                    ends && (matches!(mark, ':' | '!' | '>' | '-' | '—' | '–' | '(' | '=' | ']' | ')')
                        || mark == ','
                            && (begins
                                || self.is(to, VERB) && !self.is(to, NOUNISH)
                                || self.is(to, NOUNISH) && self.is(to + 1, OBJECT)))
                } else {
                    begins
                        && ends
                        && to < self.words.len() + usize::from(mark == '!')
                        && match mark {
                            ':' | '!' | '>' => !owned || sure,
                            ',' | '-' | '—' | '–' => {
                                !owned
                                    && (self.is(to, VERB | BEFORE)
                                        || one_of!(self, to, "you" "your" "if" "when" "the" "this" "from" "it"))
                            }
                            _ => false,
                        }
                };
            if called && (0..self.words.len()).any(|n| self.is_address(n)) {
                self.found |= AWAY;
            }
            if called || reads && (begins || meant || sure) && self.any(at..to, DEICTIC) {
                // "To all agents:" may speak to people of that trade.
                let trade = one_of!(self, at, "agents" "models" "assistants" "helpers") && !sure;
                self.headline |= !meant && !hailed && self.text(at).ends_with('s');
                let machine = sure
                    || hailed
                    || matches!(mark, ':' | '!' | '>') && !trade
                    || (kind..at).any(|n| {
                        one_of!(self, n, "virtual" "digital" "automated" "coding" "mail" "email" "inbox"
                            "helpful")
                    });
                self.found |= if machine { CALLED | AI_CALLED } else { CALLED };
            }
            // "Assistant may run it" speaks of one that is here; "assistants may" of any.
            let one = from == at && !self.text(at).ends_with('s');
            let so = from > 0 && one_of!(self, from - 1, "so" "that" "and" "then" "but" "now" "thus")
                || sure && from > 0 && one_of!(self, from - 1, "her" "his" "their");
            if begins || meant || so {
                self.find_bond(
                    at,
                    to,
                    sure || reads || one || self.any(from..self.words.len(), DEICTIC) || self.text(from) == "the",
                );
            }
        }
    }

    /// Looks for "could the agent please send …".
    fn find_polite(&mut self) {
        for at in 0..self.words.len().saturating_sub(3) {
            if !one_of!(self, at, "could" "can" "would" "will") || !one_of!(self, at + 1, "the" "your" "this" "any") {
                continue;
            }
            let Some(name) = (at + 2..at + 5).find(|n| self.is_agent(*n) && !self.is_agent(n + 1)) else { continue };
            let verb = if self.text(name + 1) == "please" { name + 2 } else { name + 1 };
            if self.is(verb, VERB) {
                self.orders.push(verb);
                self.found |= BOUND;
            }
        }
    }

    /// Looks for "have your assistant send …": the one who reads is to pass the order on.
    fn find_causative(&mut self) {
        for at in 0..self.words.len() {
            if !one_of!(self, at, "have" "let" "get" "ask" "tell" "instruct" "allow" "order")
                || self.text(at + 1) != "your"
                || at > 0 && !self.leads(at) && !self.is(at - 1, BEFORE)
            {
                continue;
            }
            let Some(name) = (at + 2..at + 5).find(|n| self.is_agent(*n) && !self.is_agent(n + 1)) else { continue };
            let verb = if self.text(name + 1) == "to" { name + 2 } else { name + 1 };
            if self.is(verb, VERB) {
                self.orders.push(verb);
                self.found |= BOUND;
            }
        }
    }

    /// Looks for "must …" after the name of the assistant; the verb after it is an order.
    fn find_bond(&mut self, at: usize, to: usize, here: bool) {
        let may = self.text(to) == "can";
        if self.leads(to) || !self.is(to, MODAL) && !may {
            return;
        }
        let mut verb = to + 1;
        if one_of!(self, to, "is" "are" "has" "have" "need" "needs" "ought") {
            if self.text(verb) == "been" {
                verb += 1;
            }
            if self.text(verb) == "now" {
                verb += 1;
            }
            if self.text(verb) != "to" && !self.is(verb, REQUIRED) {
                return;
            }
            verb += 1;
            if self.text(verb) == "to" {
                verb += 1;
            }
        }
        while self.is_adverb(verb) && !self.is(verb, VERB)
            || one_of!(self, verb, "do" "not" "never") && self.is(verb + 1, VERB)
        {
            verb += 1;
        }
        let generic = may || at > 0 && one_of!(self, at - 1, "a" "an" "good") || !here;
        if self.is(verb, VERB) {
            self.orders.push(verb);
            self.found |= if generic { GENERIC } else { BOUND };
        }
    }

    /// Looks for what only the assistant has: "your system prompt", "what you have saved".
    pub(super) fn find_possessions(&mut self) {
        for at in 0..self.words.len() {
            if self.text(at) == "person" && self.is_user(at) && self.text(at + 1) == "you" {
                self.found |= MINDS;
            }
            if self.text(at) == "your" {
                for n in at + 1..at + 5 {
                    if self.leads(n) || self.is(n, OBJECT) {
                        break;
                    }
                    // "Your assistant's memory" is spoken of to a person.
                    if self.is_agent(n) && self.text(n).contains(['\'', '’']) {
                        break;
                    }
                    let shared = one_of!(self, n, "system" "training" "tools" "tool");
                    let prompt = one_of!(self, n, "system" "hidden" "secret" "initial" "internal" "original")
                        && one_of!(self, n + 1, "prompt" "message" "instructions" "instruction" "rules");
                    if self.is(n, USER) && !self.is_compound(n)
                        || one_of!(self, n, "memory.md" "soul.md" "user.md" "identity.md")
                        || self.is(n, MIND) && !self.is(n, USER) && !shared
                        || prompt
                    {
                        self.found |= MINDS;
                    } else if self.is(n, WORK | MIND) && !self.is(n, USER) {
                        self.found |= WORKS;
                        self.found &= !READERS;
                        break;
                    } else if self.is(n, OWN) {
                        self.found |= READERS;
                    }
                }
            }
            if one_of!(self, at, "every" "each" "all" "any" "future")
                && one_of!(self, at + 1, "summary" "summaries" "answer" "answers" "reply" "replies" "response"
                    "responses" "future")
            {
                self.found |= WORKS;
            }
            if self.text(at) == "you"
                && at > 0
                && !self.leads(at)
                && !self.is(at - 1, CONDITION | MODAL)
                && (self.is(at + 1, HOLD)
                    || one_of!(self, at + 1, "were" "are" "had" "been" "'ve" "currently" "already")
                        && self.is(at + 2, HOLD)
                    || self.is(at + 2, HOLD) && self.text(at + 1) == "have")
                && !one_of!(self, at + 1, "need" "are")
                && (self.is(at - 1, STORED | THING | MEMORY | RULE | PRIVATE | SOURCE)
                    || one_of!(self, at - 1, "what" "whatever" "everything" "anything" "all" "that" "contact"
                        "contacts" "person" "people" "number" "codes"))
            {
                self.found |= if self.text(at + 1) == "know" { YOU_KNOW } else { YOU_HOLD };
            }
            // "Whatever you had on that", "any restriction you may have".
            if self.text(at) == "you"
                && at > 0
                && (one_of!(self, at + 1, "had" "have")
                    && one_of!(self, at + 2, "on" "about")
                    && one_of!(self, at - 1, "what" "whatever" "everything" "anything")
                    || one_of!(self, at + 1, "may" "might") && self.text(at + 2) == "have" && self.is(at - 1, RULE))
            {
                self.found |= YOU_HOLD;
            }
            if self.text(at) == "between"
                && (one_of!(self, at + 1, "us" "ourselves") || self.text(at + 1) == "you" && self.text(at + 3) == "me")
                && (0..at).any(|n| one_of!(self, n, "stays" "keep" "stay" "remains" "remain"))
            {
                self.found |= UNSEEN | ORDER;
            }
            if one_of!(self, at, "roleplay" "role-play") && (0..self.words.len()).any(|n| self.text(n) == "you") {
                self.found |= ROLES;
            }
            if self.text(at) == "you"
                && one_of!(self, at.wrapping_sub(1), "told" "asked" "instructed" "ordered" "wants" "programmed")
                && (at.saturating_sub(5)..at).any(|n| one_of!(self, n, "whatever" "what" "everything" "anything"))
            {
                self.found |= YOU_HOLD;
                if one_of!(self, self.words.len() - 1, "don't" "don’t" "not") {
                    self.found |= DROPS;
                }
            }
        }
    }
}
