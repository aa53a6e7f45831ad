//! Who it is said of: one post and two people, only one and everybody, and those whom somebody has or lacks.

use super::pair::{Fit, Pair};
use super::slot::has_one;
use super::{DUPLICATE, Outcome, contradiction};
use crate::contradiction::quantity::Unit;
use crate::contradiction::sentence::{Sentence, Term, Who};

impl Pair<'_> {
    /// What is settled by whom the statements are about, before anything else is compared.
    pub(super) fn by_person(&self) -> Option<Outcome> {
        if self.held_by_another()
            || self.has_whom_they_lack()
            || self.lacks_what_they_own()
            || self.not_only()
            || self.is_taken_over()
        {
            return Some(contradiction("value"));
        }
        if self.somebody_does() {
            return Some(contradiction("negation"));
        }
        if self.has_another() {
            return Some(contradiction("value"));
        }
        if self.is_not_the_only() {
            return Some(contradiction("number"));
        }
        (self.converse_kin() || self.converse_siblings()).then_some(DUPLICATE)
    }

    /// Both ways round, until one holds.
    fn either(&self, test: impl Fn(&Sentence, &Sentence, &[&Term], &[&Term]) -> bool) -> bool {
        test(self.x, self.y, &self.left_x, &self.left_y) || test(self.y, self.x, &self.left_y, &self.left_x)
    }

    /// An only child has no brother, and who is single no wife.
    fn has_whom_they_lack(&self) -> bool {
        let lacks = |word: &str, kin: &str| match word {
            "only_child" => matches!(kin, "brother" | "sister" | "sibling" | "twin"),
            "single" | "bachelor" | "unmarried" => matches!(kin, "wife" | "husband" | "spouse"),
            _ => false,
        };
        let least = |word: &str, other: &str| match word {
            "youngest" => other == "younger",
            "oldest" | "eldest" => matches!(other, "older" | "elder"),
            _ => false,
        };
        self.either(|s, t, _, _| {
            let Some(head) = s.head.filter(|_| s.copula && !s.denied && !s.past && !t.denied && !t.past) else {
                return false;
            };
            // The youngest has no younger brother.
            let same = t.head.is_some_and(|other| t.terms[other].word == s.terms[head].word);
            if t.has && same && s.terms.iter().any(|a| !a.subject && t.terms.iter().any(|b| least(&a.word, &b.word))) {
                return t.terms.iter().any(|term| matches!(term.word.as_str(), "brother" | "sister" | "sibling"));
            }
            let owned = |at: usize| at > 0 && t.terms[at - 1].owns && t.terms[at - 1].word == s.terms[head].word;
            t.terms
                .iter()
                .enumerate()
                .any(|(at, kin)| owned(at) && s.terms.iter().any(|term| lacks(&term.word, &kin.word)))
        })
    }

    /// Who has no children has no daughter who is called Ana.
    fn lacks_what_they_own(&self) -> bool {
        self.either(|s, t, _, _| {
            let lacks = (s.has || matches!(s.verb_word(), "own" | "have"))
                && s.denied
                && !s.past
                && !t.denied
                && !t.past
                && !t.ceases
                && !t.wish;
            let Some(head) = s.head.filter(|_| lacks && s.when.is_empty()) else { return false };
            let mut claimed = s.terms.iter().filter(|term| !term.subject && !term.dropped && s.verb != Some(term.at));
            let (Some(what), None) = (claimed.next(), claimed.next()) else { return false };
            t.terms.windows(2).any(|pair| {
                let [owner, owned] = pair else { return false };
                owner.owns
                    && !owned.owns
                    && owner.word == s.terms[head].word
                    && !owned.dropped
                    && (owned.word == what.word || what.covers(owned))
            })
        })
    }

    /// "Only Ana has a key" leaves nobody else.
    fn not_only(&self) -> bool {
        if self.x.who == Who::Some && self.y.who == Who::Some {
            return false;
        }
        self.either(|s, t, left_s, left_t| {
            let told = s.who == Who::Only && t.who != Who::Only && !s.denied && !t.denied && s.past == t.past;
            let other = t.who == Who::Everybody || left_t.iter().any(|term| term.subject && term.is_somebody());
            told && other
                && left_s.iter().all(|term| term.subject)
                && left_t.iter().all(|term| term.subject)
                && self.links.iter().any(|link| !self.terms(link).0.subject && !link.opposite)
                && self.when() != Fit::Differs
        })
    }

    /// "Nobody in the family sings" beside "her brother sings".
    fn somebody_does(&self) -> bool {
        if self.x.who != Who::Nobody && self.y.who != Who::Nobody {
            return false;
        }
        self.either(|s, t, left_s, left_t| {
            let told = s.who == Who::Nobody && t.who != Who::Nobody && s.denied && !t.denied && s.past == t.past;
            let Some(head) = t.head.filter(|_| told && !t.ceases && !t.wish) else { return false };
            let kin = t.terms[head].is_somebody() && !t.terms[head].name;
            // Whom it leaves out, and of whom it holds.
            let within = |term: &&&Term| {
                term.subject
                    && (t.terms.iter().any(|other| other.word == term.word)
                        || kin && matches!(term.word.as_str(), "family" | "house" | "household" | "home"))
            };
            let covered = |term: &Term| t.terms.iter().any(|other| term.covers(other));
            t.terms[head].is_somebody()
                && left_s.iter().all(|term| within(&term) || covered(term))
                && left_t.iter().all(|term| term.subject || s.terms.iter().any(|general| general.covers(term)))
                && s.terms.iter().any(|term| !term.subject && !term.light)
        })
    }

    /// One post, two people: "Ana is the youngest", "Ben is the youngest".
    fn held_by_another(&self) -> bool {
        let (x, y) = (self.x, self.y);
        // "The tech lead" may be the lead in other words, and a name may have two parts.
        let (ones, others) = (&self.left_x, &self.left_y);
        let names = |left: &[&Term]| left.iter().filter(|term| term.name || term.capital && !term.subject).count();
        let full = names(ones) == ones.len() && names(others) == others.len() && ones.len() + others.len() <= 4;
        let joined = |left: &[&Term]| left.windows(2).all(|pair| pair[0].at + 1 == pair[1].at);
        let full = full && joined(ones) && joined(others);
        let name = |left: &[&'_ Term]| left.iter().position(|term| term.name);
        let (Some(a), Some(b)) = (name(ones), name(others)) else { return false };
        let (a, b) = (ones[a], others[b]);
        if !full && (names(ones) + names(others) > 2 || ones.len() + others.len() > 3) {
            return false;
        }
        let alike = !x.denied
            && !y.denied
            && x.past == y.past
            && x.wish == y.wish
            && self.links.iter().all(|link| !link.opposite);
        if !(alike && self.when() == Fit::Same && self.amounts() == Fit::Same) {
            return false;
        }
        // Who holds it, not over whom: "Ana manages Ben" leaves room for Carl.
        let holds = |s: &Sentence, term: &Term| term.subject || term.through == "by" || s.copula;
        if !holds(x, a) || !holds(y, b) {
            return false;
        }
        let met = self.links.iter().any(|link| is_post(self.terms(link).0) || is_post(self.terms(link).1));
        // "Ana is a manager" leaves room for others.
        let sole = |s: &Sentence| !s.copula || s.the || s.definite;
        let enough = if full { 2 } else { ones.len() + others.len() };
        met && sole(x) && sole(y) && self.evidence() >= enough
    }

    /// Of what there is only one there are not three: "Ana is Ben's only child", "Ben has two children".
    fn is_not_the_only(&self) -> bool {
        self.either(|s, t, left_s, left_t| {
            let only =
                s.copula && s.definite_only() && !s.denied && !s.past && !t.denied && !t.past && (t.has || t.copula);
            if !only {
                return false;
            }
            let many = |word: &str, general: bool| {
                let alike = |other: &str| {
                    super::pair::same_word(word, other)
                        || general && super::covers(word, other.strip_suffix('s').unwrap_or(other))
                };
                t.quantities.iter().any(|q| q.value >= 2.0 && matches!(&q.unit, Unit::Of(unit) if alike(unit)))
                    || t.has && t.terms.iter().filter(|term| !term.subject && alike(&term.word)).count() > 1
            };
            let kin = s
                .terms
                .iter()
                .find(|term| term.is_somebody() && !term.name && term.word != "user" || term.word == "only_child");
            if let Some(kin) = kin {
                let kind = kin.word.strip_prefix("only_").unwrap_or(&kin.word);
                // They are the same person's.
                let owner = s.terms.iter().find(|term| term.owns).map_or("", |term| term.word.as_str());
                let theirs = t.terms.iter().any(|term| term.word == owner && (t.has && term.subject || term.owns));
                return theirs && t.has && many(kind, true);
            }
            // "Ana is the only doctor in the village", "there are three doctors in the village".
            let named = |left: &[&Term]| left.iter().all(|term| term.name || term.subject);
            named(left_s)
                && left_t.is_empty()
                && s.terms.iter().any(|term| !term.subject && !term.name && many(&term.word, false))
        })
    }

    /// What Bea took over is no longer in Ana's hands.
    fn is_taken_over(&self) -> bool {
        let in_hand = |word: &str| {
            matches!(
                word,
                "in_charge_of"
                    | "in_charge"
                    | "responsible"
                    | "lead"
                    | "run"
                    | "manage"
                    | "head"
                    | "handle"
                    | "look_after"
                    | "maintain"
                    | "chair"
                    | "edit"
                    | "coordinate"
                    | "organise"
                    | "charge"
                    | "lead_of"
                    | "head_of"
                    | "own"
            )
        };
        self.either(|s, t, left_s, left_t| {
            let (Some(who), Some(head), Some(verb)) = (s.head, t.head, t.verb) else { return false };
            let new = &t.terms[head];
            let known = s.terms.iter().any(|term| term.word == new.word);
            t.terms[verb].word == "take_over"
                && !s.denied
                && !s.past
                && !t.denied
                && s.terms[who].is_somebody()
                && new.is_somebody()
                && !known
                && s.terms.iter().any(|term| in_hand(&term.word))
                && left_s.iter().all(|term| term.subject || in_hand(&term.word))
                && left_t.iter().all(|term| term.subject || term.is_somebody())
                && self.links.iter().any(|link| !self.terms(link).0.light && !link.opposite)
        })
    }

    /// "Ana is Ben's younger sister" and "Ben is Ana's older brother".
    fn converse_siblings(&self) -> bool {
        let sibling = |s: &Sentence| -> Option<(String, String, bool)> {
            if !s.copula || s.denied || s.past || s.terms.len() != 4 {
                return None;
            }
            let mut people =
                s.terms.iter().filter(|term| term.name || term.word == "user" || term.owns || term.subject);
            let (one, two) = (people.next()?, people.next()?);
            let young = s.terms.iter().find_map(|term| match term.word.as_str() {
                "younger" | "little" | "small" | "kid" | "baby" => Some(true),
                "older" | "elder" | "big" => Some(false),
                _ => None,
            })?;
            let kin = |term: &Term| matches!(term.word.as_str(), "brother" | "sister" | "sibling" | "cousin");
            (s.terms.iter().any(kin) && two.owns && !one.owns).then(|| (one.word.clone(), two.word.clone(), young))
        };
        let (Some((a, b, young)), Some((c, d, old))) = (sibling(self.x), sibling(self.y)) else { return false };
        a == d && b == c && young != old
    }

    /// Somebody has one boss: "Ben is Ana's boss", "Ana's boss is Carl", "Ana reports to Dora".
    fn has_another(&self) -> bool {
        if let (Some((a, b)), Some((c, d))) = (boss(self.x), boss(self.y)) {
            return b == d && a != c;
        }
        let (Some((a, kin, b)), Some((c, other, d))) = (kinship(self.x), kinship(self.y)) else { return false };
        b == d && a != c && has_one(&kin.word) && (kin.word == other.word || kin.meaning.same(&other.meaning))
    }

    /// "Ana is Ben's mother" and "Ben is Ana's son".
    fn converse_kin(&self) -> bool {
        let (Some((a, kin, b)), Some((c, back, d))) = (kinship(self.x), kinship(self.y)) else { return false };
        a == d && b == c && are_converse(&kin.word, &back.word)
    }
}

impl Sentence {
    /// Whether it speaks of somebody's only one.
    fn definite_only(&self) -> bool {
        self.only || self.terms.iter().any(|term| term.word == "only_child")
    }
}

/// Who is whose boss, where a statement says no more than that.
fn boss(s: &Sentence) -> Option<(&str, &str)> {
    if let Some((boss, kin, of)) = kinship(s) {
        return matches!(kin.word.as_str(), "boss" | "manager" | "supervisor" | "line_manager").then_some((boss, of));
    }
    let verb = s.verb.map(|verb| s.terms[verb].word.as_str())?;
    let reports = matches!(verb, "report" | "report_to" | "reports_to" | "answer_to");
    if !reports || s.denied || s.past || s.ceases {
        return None;
    }
    let mut people = s.terms.iter().filter(|term| term.name || term.word == "user");
    let (one, two) = (people.next()?, people.next()?);
    (people.next().is_none() && one.subject && !two.subject && s.terms.len() == 3).then_some((&*two.word, &*one.word))
}

/// Who is what to whom, where a statement says no more than that.
fn kinship(s: &Sentence) -> Option<(&str, &Term, &str)> {
    if !(s.copula || s.has) || s.denied || s.past || s.terms.len() > 4 || !s.quantities.is_empty() {
        return None;
    }
    let mut people = s.terms.iter().filter(|term| term.name || term.word == "user");
    let mut others = s.terms.iter().filter(|term| !(term.name || term.word == "user" || term.light));
    let (one, two, kin) = (people.next()?, people.next()?, others.next()?);
    if people.next().is_some() || others.next().is_some() {
        return None;
    }
    let has = |term: &Term| term.owns || s.has && term.subject || term.through == "of";
    match (has(one), has(two)) {
        (true, false) => Some((&two.word, kin, &one.word)),
        (false, true) => Some((&one.word, kin, &two.word)),
        _ => None,
    }
}

fn are_converse(a: &str, b: &str) -> bool {
    const SIDES: &[(&str, &str)] = &[
        ("parent mother father mum dad mom", "child son daughter kid"),
        ("grandparent grandmother grandfather grandma grandpa", "grandchild grandson granddaughter"),
        ("uncle aunt", "nephew niece"),
        ("boss manager supervisor", "employee assistant report subordinate"),
        ("teacher tutor coach", "student pupil"),
        ("mentor", "mentee"),
        ("landlord landlady", "tenant lodger"),
        ("doctor dentist therapist", "patient"),
        ("lawyer accountant", "client"),
        ("godmother godfather", "godson goddaughter godchild"),
    ];
    let on = |side: &str, word: &str| side.split(' ').any(|known| known == word);
    SIDES.iter().any(|(left, right)| on(left, a) && on(right, b) || on(left, b) && on(right, a))
}

/// What one person does or is at a time.
fn is_post(term: &Term) -> bool {
    term.most
        || matches!(
            term.word.as_str(),
            "teach"
                | "design"
                | "compose"
                | "direct"
                | "invent"
                | "lead"
                | "head"
                | "manage"
                | "manager"
                | "chair"
                | "chairman"
                | "captain"
                | "ceo"
                | "author"
                | "write"
                | "found"
                | "founder"
                | "boss"
                | "director"
                | "mayor"
                | "president"
                | "treasurer"
                | "owner"
                | "chairperson"
                | "secretary"
                | "coordinator"
                | "supervisor"
                | "principal"
                | "spokesperson"
                | "landlord"
                | "run"
                | "lead_of"
                | "head_of"
                | "host"
                | "maintainer"
                | "conductor"
                | "coach"
        )
}
