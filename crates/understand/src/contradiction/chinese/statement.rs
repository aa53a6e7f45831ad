//! A Chinese statement taken apart: words by kind, numbers, times, what is denied and what is given up.
//!
//! Start with [`read`].

use super::cut::{Piece, cut, plain};
use super::lexicon::{Kind, id};
use super::number::Quantity;
use super::time::Times;

/// A word that carries meaning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub id: u64,
    pub kind: Kind,
    /// Which clause it stands in.
    pub clause: usize,
    /// Whether it names what the statement is about.
    pub subject: bool,
    /// Whether it names to what the subject belongs: 公司的年会.
    pub owner: bool,
    /// Whether it is denied.
    pub denied: bool,
    /// Whether it is what was before, or what is not chosen.
    pub dropped: bool,
}

/// Something that is said not to be.
#[derive(Debug, Clone, Default)]
pub(super) struct Denial {
    /// What must be said elsewhere to be at odds with it.
    pub words: Vec<u64>,
    pub verbs: Vec<u64>,
    pub clause: usize,
    /// What must be done for it to hold: 吃药后不能开车.
    pub conditions: Vec<u64>,
    /// Whether a number stands in it.
    pub counts: bool,
    /// Whether it has only not come about until now: 还没.
    pub yet: bool,
    pub times: Times,
}

/// A statement, taken apart.
#[derive(Debug, Clone, Default)]
pub(in crate::contradiction) struct Statement {
    pub(super) words: Vec<Word>,
    /// Verbs that say little without their object.
    pub(super) verbs: Vec<u64>,
    /// Prepositions and copulas.
    pub(super) joints: Vec<u64>,
    pub(super) denials: Vec<Denial>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) times: Times,
    /// The persons it is about; the user among them.
    pub(super) who: Vec<u64>,
    /// Whether it says that it was so, by a word or by a year.
    pub(super) past: bool,
    /// Whether only a year or 去年 says so.
    pub(super) dated: bool,
    /// Whether it says that it is so now: 已经, 现在.
    pub(super) now: bool,
    /// Whether it is about something of the user's.
    pub(super) owned: bool,
    pub(super) wish: bool,
    pub(super) change: bool,
    pub(super) over: bool,
    /// Whether nothing else is so: 只收现金.
    pub(super) only: bool,
    /// Whether it tells of what somebody has once done: 工作过.
    pub(super) been: bool,
    /// The bound of its number, if it has one.
    pub(super) bound: Option<Kind>,
}

pub(super) const USER: u64 = id("用户");

/// Takes a statement apart.
pub(in crate::contradiction) fn read(text: &str) -> Statement {
    let text = plain(text);
    let mut pieces = Vec::with_capacity(16);
    let mut times = vec![Times::default()];
    cut(&text, &mut pieces, &mut times, 0);
    let mut out = Statement::default();
    for (clause, part) in pieces.split(|piece| matches!(piece, Piece::Break)).enumerate() {
        read_clause(part, clause, &times[clause.min(times.len() - 1)], &mut out);
    }
    for limits in &times {
        out.times.add(limits);
    }
    if out.words.iter().any(|word| word.kind == Kind::Like) {
        // Liking coffee is liking to drink it.
        out.verbs.retain(|verb| ![id("吃"), id("喝"), id("用")].contains(verb));
    }
    out.dated = !out.past && out.times.is_past() && !out.change && !out.over;
    out.past |= out.dated;
    out.verbs.sort_unstable();
    out.verbs.dedup();
    out
}

const NOT_YET: [u64; 6] = [id("没"), id("没有"), id("还没"), id("还没有"), id("尚未"), id("未")];

/// Whether a word ends what a statement is about.
fn is_predicate(word: u64, kind: Kind) -> bool {
    const STATES: [u64; 6] = [id("住"), id("姓"), id("最"), id("叫"), id("出生"), id("来自")];
    match kind {
        Kind::Exclusive => STATES.contains(&word),
        kind => matches!(
            kind,
            Kind::Verb
                | Kind::LightVerb
                | Kind::Consume
                | Kind::Like
                | Kind::Negation
                | Kind::Change
                | Kind::Over
                | Kind::Wish
                | Kind::AtMost
                | Kind::AtLeast
                | Kind::Only
                | Kind::Quality
                | Kind::Transport
        ),
    }
}

fn read_clause(pieces: &[Piece], clause: usize, times: &Times, out: &mut Statement) {
    let first = out.words.len();
    let mut subject = clause == 0;
    let (mut denied, mut dropped) = (false, false);
    let mut denial: Option<(usize, Vec<u64>)> = None;
    let (mut prepared, mut yet) = (false, false);
    let changes = |piece: &Piece| matches!(piece, Piece::Word(_, Kind::Change | Kind::Over));
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        match *piece {
            Piece::Of | Piece::Break => {}
            Piece::Been => out.been |= at > 0 && is_lived(pieces[at - 1], next),
            Piece::Number(quantity) => {
                subject &= out.words.is_empty();
                // 不再用 3.8 tells no number.
                if clause == 0 || denial.is_none() {
                    out.quantities.push(quantity);
                }
            }
            Piece::Joint(joint) => {
                subject &= out.words.is_empty() && out.who.is_empty();
                prepared |= joint == id("对");
                if joint == id("从") {
                    dropped = pieces[at..].iter().any(changes);
                }
                out.joints.push(joint);
            }
            Piece::Word(USER, _) => {
                let owner = match next {
                    Some(Piece::Of) => true,
                    Some(Piece::Word(_, kind)) => kind.is_person(),
                    _ => false,
                };
                out.owned |= owner && clause == 0;
                if !owner && out.who.is_empty() {
                    out.who.push(USER);
                }
                // What follows is what the user is or does, and what stands before is not what it is about:
                // 用户膝盖疼, 医生让用户休息.
                if !owner && clause == 0 {
                    subject = false;
                    out.words.iter_mut().for_each(|word| word.subject = false);
                }
            }
            Piece::Word(word, kind) => {
                // A verb or a quality that opens a statement is what it is about.
                let opens = out.words.len() == first
                    && out.who.is_empty()
                    && matches!(kind, Kind::Verb | Kind::Transport | Kind::Quality);
                // What somebody is or attends is said of them: 儿子上高中.
                let said = matches!(kind, Kind::Stage | Kind::Job | Kind::Colour) && !out.who.is_empty();
                subject &= !(is_predicate(word, kind) || said) || opens;
                // 手术之前 is before it, 之前 alone is in the past; 长会 is a meeting.
                let before = at.checked_sub(1).map(|before| pieces[before]);
                let (word, kind) = match (kind, before) {
                    (Kind::Past, Some(Piece::Word(_, Kind::Verb | Kind::Over | Kind::Noun) | Piece::Number(_)))
                        if [id("之前"), id("以前")].contains(&word)
                            && !matches!(before, Some(Piece::Word(USER, _))) =>
                    {
                        (id("前"), Kind::Unknown)
                    }
                    (Kind::LightVerb, Some(Piece::Word(_, Kind::Quality | Kind::Noun)))
                        if word == id("能") && next.is_none() =>
                    {
                        (id("会"), Kind::Noun)
                    }
                    _ => (word, kind),
                };
                match kind {
                    Kind::Now => out.now = true,
                    Kind::Past => out.past = true,
                    Kind::Wish => out.wish = true,
                    Kind::Only => out.only = true,
                    Kind::AtMost | Kind::AtLeast => out.bound = Some(kind),
                    Kind::Negation => {
                        if !matches!(next, Some(Piece::Word(_, Kind::Negation))) {
                            yet = NOT_YET.contains(&word);
                            denied = !denied || denial.is_some();
                            denial = denied.then(|| (out.words.len(), Vec::new()));
                        }
                    }
                    Kind::Than => dropped = true,
                    Kind::LightVerb | Kind::Consume => {
                        if let Some((_, verbs)) = &mut denial {
                            verbs.push(word);
                        }
                        out.verbs.push(word);
                    }
                    Kind::Change => {
                        out.change = true;
                        dropped = false;
                    }
                    _ => {
                        let after_verb = at > 0 && matches!(pieces[at - 1], Piece::Word(_, Kind::Verb));
                        // 签好 is 签, and who answers for writing writes.
                        let does = word == id("负责") && matches!(next, Some(Piece::Word(_, Kind::Verb)));
                        if word == id("好") && after_verb || does {
                            continue;
                        }
                        if kind == Kind::Over {
                            out.over = true;
                            dropped = false;
                        }
                        let place = matches!(
                            pieces.get(at.wrapping_sub(1)),
                            Some(Piece::Word(_, Kind::City | Kind::Region | Kind::Country))
                        );
                        let word = if word == id("人") && place { id("来自") } else { word };
                        if subject && kind.is_person() {
                            let named = kind == Kind::Name && matches!(next, Some(Piece::Word(_, Kind::Kin)));
                            if !named && !matches!(next, Some(Piece::Of)) {
                                out.who.push(word);
                            }
                        }
                        let owner = subject && kind == Kind::Noun && matches!(next, Some(Piece::Of));
                        out.words.push(Word { id: word, kind, clause, subject, owner, denied, dropped });
                    }
                }
            }
        }
    }
    let Some((from, verbs)) = denial else { return };
    // 对花生不过敏 denies of the peanut, and 香菜不吃 of what stands before.
    let bare = out.words.len() == from;
    let from = if prepared || bare { first } else { from };
    let condition = |word: &&Word| word.kind == Kind::Verb && !word.subject;
    let conditions = out.words[first..from].iter().filter(condition).map(|word| word.id).collect();
    for word in &mut out.words[from..] {
        word.denied |= !word.subject;
    }
    let words = out.words[from..].iter().filter(|word| !word.subject || bare && may_be_denied(word));
    let words = words.map(|word| word.id).collect();
    let counts = pieces.iter().any(|piece| matches!(piece, Piece::Number(amount) if amount.value != 1.0));
    out.denials.push(Denial { words, verbs, conditions, clause, counts, yet, times: times.clone() });
}

/// Whether a verb tells of something that lasts, or of what is done with a thing.
fn is_lived(piece: Piece, next: Option<&Piece>) -> bool {
    match piece {
        // 做过绝育 tells of what is done.
        Piece::Word(_, Kind::LightVerb) => !matches!(next, Some(Piece::Word(_, Kind::Verb))),
        Piece::Word(_, kind) => matches!(kind, Kind::Verb | Kind::Exclusive | Kind::Unknown | Kind::Consume),
        _ => false,
    }
}

/// What stands first may be what is denied: 香菜用户不吃.
fn may_be_denied(word: &Word) -> bool {
    !word.kind.is_person()
}
