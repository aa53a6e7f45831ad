//! The rules that start a clause, by what they ask for.
//!
//! A kind none of whose words is in the message is not even looked at: most messages ask nothing of the memory.

use soulfile_text::literals::Literals;

use crate::pattern::Pattern as Regex;

use super::TriggerKind;
use super::classes::with_classes;
use super::rules::with_fillers;
use TriggerKind::{Forget, Recall, Reflect, Remember};

/// All rules, in the order in which they are tried.
pub(super) struct Heads(Vec<Kind>);

/// The rules of one kind.
pub(super) struct Kind {
    pub(super) kind: TriggerKind,
    /// One of these is in every message a rule matches.
    needs: Literals,
    rules: Vec<Regex>,
}

impl Heads {
    pub(super) fn new(list: &[(TriggerKind, &str)]) -> Heads {
        let of = |kind: TriggerKind| {
            let rules = list
                .iter()
                .filter(|(of, _)| *of == kind)
                .map(|(_, source)| Regex::new(&format!("^{}", with_fillers(&with_classes(source)))))
                .collect();
            Kind { kind, needs: needs(kind), rules }
        };
        Heads([Recall, Reflect, Forget, Remember].into_iter().map(of).collect())
    }

    /// The kinds that a message may ask for.
    pub(super) fn in_question(&self, text: &str) -> Vec<&Kind> {
        self.0.iter().filter(|kind| kind.needs.is_match(text)).collect()
    }
}

impl Kind {
    /// The rules that match `part`, in order.
    pub(super) fn matches<'k>(&'k self, part: &str) -> impl Iterator<Item = &'k Regex> {
        self.rules.iter().filter(move |rule| rule.is_match(part))
    }
}

fn needs(kind: TriggerKind) -> Literals {
    let words = match kind {
        Recall => {
            "remember recall remind memor note record file told tell mention said say know talk spoke spoken discuss shar brought bring stor sav jot convers chat gave give send show ask forg refresh jog kept keep held writ there any something bell familiar got have down again"
        }
        Reflect => {
            "reflect consolidat memor note record stor entr knowledge graph vault learn know remember conversation chat session talk discussion exchange interaction saved noted kept picked gathered collected have it them"
        }
        Forget => {
            "forg mind nvm disregard scratch strik ignor rememb learn stop quit need longer don't dont not memor note record entr fact thing stuff part bit inf detail delet drop eras wip bin remov clear purg discard archiv rid throw trash let scrub cut expung retir ditch scrap dump toss chuck nuk clean cross kick tak los pretend act imagin assum let's want consider retract unsay cancel undo like didn isn get withdraw keep sav aside overlook"
        }
        _ => {
            "rem memor mind forg not record log sav stor jot writ keep kept put pin hold hang held bore mark fil add enter stick pop hav leav stash tuck bank lodg retain preserv commit bear register scribbl stow get carry lock set etch engrav imprint embed burn fix drill important crucial key reference ref later future fyi info heads nb n.b so sure update amend adjust correct refresh aware mindful advised want like love need remind worth let if made wrote need thing fact detail one something tak down lose track yourself"
        }
    };
    Literals::new(words.split_ascii_whitespace()).any_case()
}
