//! The values agree: whether the words say the same.

use super::pair::{Fit, Link, Pair};
use super::slot::is_natural;
use super::{COMPATIBLE, DUPLICATE, Outcome};
use crate::contradiction::sentence::{Sentence, Term};

impl Pair<'_> {
    /// The values agree; the words decide.
    pub(super) fn other_words(&self, when: Fit, amounts: Fit) -> Outcome {
        let (x, y) = (self.x, self.y);
        let (left_x, left_y) = (&self.left_x, &self.left_y);
        let changes = x.changes || y.changes;
        if when == Fit::Same && amounts == Fit::Same && self.shared() > 0 && (self.began() || self.two_sides()) {
            return DUPLICATE;
        }
        match (left_x.is_empty(), left_y.is_empty()) {
            (true, true) => {
                if when == Fit::More || amounts == Fit::More || x.conditional != y.conditional && self.shared() < 2 {
                    return COMPATIBLE;
                }
                if x.past != y.past && x.copula && y.copula && !self.single_event() && !changes {
                    return COMPATIBLE;
                }
                if self.links.is_empty() { COMPATIBLE } else { DUPLICATE }
            }
            (false, false) => self.rivals(when),
            _ => {
                let left = if left_x.is_empty() { left_y } else { left_x };
                let [extra] = left.as_slice() else { return COMPATIBLE };
                let is_verb = |s: &Sentence| s.verb.is_some_and(|verb| std::ptr::eq(&s.terms[verb], *extra));
                let verbal = extra.meaning.verb || is_verb(x) || is_verb(y);
                let plain = !extra.name
                    && (!extra.meaning.has_opposite() || verbal)
                    && (extra.meaning.kinds == 0 || verbal)
                    && when == Fit::Same
                    && amounts == Fit::Same;
                // "Plays the violin" says no more than "is a violinist".
                let deed = verbal
                    && (x.copula || y.copula)
                    && self.links.iter().any(|link| {
                        let (a, b) = self.terms(link);
                        a.word != b.word
                            && [a, b]
                                .iter()
                                .any(|term| ["er", "or", "ist", "ian"].iter().any(|end| term.word.ends_with(end)))
                    });
                // "There is no piano in his house", and he is the parent of whom he has.
                let has = |s: &Sentence| {
                    s.has || s.verb.is_none() && !s.copula || s.verb.is_some_and(|verb| s.terms[verb].word == "have")
                };
                let homely = (has(x) || has(y))
                    && (extra.through == "in"
                        && matches!(extra.word.as_str(), "home" | "house" | "household" | "flat" | "apartment")
                        || matches!(
                            extra.word.as_str(),
                            "parent" | "owner" | "father" | "mother" | "mum" | "mom" | "dad"
                        ));
                // "Eight miles long", "an eight-mile trail".
                let dimension =
                    matches!(extra.word.as_str(), "long" | "tall" | "high" | "wide" | "deep" | "thick" | "old");
                if dimension
                    && when == Fit::Same
                    && amounts == Fit::Same
                    && !x.quantities.is_empty()
                    && self.evidence() >= 2
                    && x.past == y.past
                {
                    return DUPLICATE;
                }
                // A strong fear is a fear.
                let intense = matches!(
                    extra.word.as_str(),
                    "strong"
                        | "severe"
                        | "big"
                        | "huge"
                        | "great"
                        | "deep"
                        | "serious"
                        | "bad"
                        | "real"
                        | "total"
                        | "keen"
                        | "avid"
                        | "absolute"
                        | "true"
                        | "heavy"
                        | "terrible"
                ) && self.links.iter().any(|link| {
                    let (a, b) = self.terms(link);
                    [a, b].iter().any(|term| term.at == extra.at + 1 && !term.subject) && a.word != b.word
                });
                if intense && when == Fit::Same && amounts == Fit::Same && self.shared() > 1 && x.past == y.past {
                    return DUPLICATE;
                }
                let plain = plain || homely && when == Fit::Same && amounts == Fit::Same;
                // Who left the firm works there no more.
                let no_more = |s: &Sentence| s.denied && (s.changes || s.since);
                let over = x.ceases && no_more(y) || y.ceases && no_more(x);
                if over && matches!(extra.word.as_str(), "work" | "live" | "belong" | "play") && self.evidence() > 0 {
                    return DUPLICATE;
                }
                // Who likes a place need not work there, and who speaks Dutch need not be Dutch.
                let idle = |s: &Sentence, of_x: bool| {
                    s.verb.is_none_or(|verb| {
                        s.terms[verb].light
                            || is_verb(s)
                            || self.links.iter().any(|link| verb == if of_x { link.x } else { link.y })
                    })
                };
                let attitude = matches!(extra.word.as_str(), "like" | "dislike" | "want" | "hate" | "love" | "need");
                if !idle(x, true) || !idle(y, false) || attitude || extra.word == "speak" && (x.copula || y.copula) {
                    return COMPATIBLE;
                }
                let enough =
                    if deed || homely || is_natural(&extra.word) || extra.word == "work" && (x.copula || y.copula) {
                        1
                    } else if verbal && !x.has && !y.has {
                        2
                    } else {
                        // "Has a dog" and "trained the dog".
                        3
                    };
                let named = |link: &Link| self.terms(link).0.name && self.terms(link).0.subject;
                let told = self.evidence() - usize::from(self.links.iter().any(named)).min(self.evidence());
                if plain && told >= enough && !changes && x.past == y.past { DUPLICATE } else { COMPATIBLE }
            }
        }
    }

    /// "Has been a member since May" and "joined in May": the state, and how it began.
    fn began(&self) -> bool {
        let one = |s: &Sentence, left_s: &[&Term], t: &Sentence, left_t: &[&Term]| {
            let (Some(verb), []) = (t.verb.map(|verb| t.terms[verb].word.as_str()), left_s) else {
                let [state] = left_s else { return false };
                let Some(verb) = t.verb.map(|verb| t.terms[verb].word.as_str()) else { return false };
                return s.since
                    && (t.past || t.changes)
                    && begins(verb, &state.word)
                    && left_t.iter().all(|term| term.word == verb);
            };
            s.since && (t.past || t.changes) && begins(verb, "") && left_t.iter().all(|term| term.word == verb)
        };
        (!self.x.when.is_empty() || !self.x.quantities.is_empty())
            && (one(self.x, &self.left_x, self.y, &self.left_y) || one(self.y, &self.left_y, self.x, &self.left_x))
    }
}

/// Whether a verb tells how a state began: who joined is a member, who moved there lives there.
fn begins(verb: &str, state: &str) -> bool {
    match verb {
        "join" => matches!(state, "" | "work" | "belong" | "play"),
        "move" | "move_in" | "relocate" | "settle" => matches!(state, "live" | "reside"),
        "marry" | "wed" => matches!(state, "" | "married"),
        "buy" | "purchase" | "get" | "acquire" => matches!(state, "" | "own" | "have"),
        "start" | "begin" | "take_up" => true,
        _ if verb.starts_with("start_") || verb.starts_with("begin_") => true,
        "adopt" => matches!(state, "" | "have" | "vegan" | "vegetarian"),
        "open" | "found" | "launch" => matches!(state, "" | "exist" | "run"),
        "become" => true,
        _ => false,
    }
}
