//! Which rules cannot match a text, told without running them.
//!
//! A message is read by hundreds of rules, of which a handful apply. Running the others walks their automata through
//! memory that nothing else has touched for a while, which costs more than the reading itself. So a rule knows what
//! every match of it holds, a text is summed up once by the short sequences of letters in it, and a rule that lacks
//! one of its sequences is not run, nor even built.
//!
//! Sequences are compared in lower case. In English there is one blank for whatever stands between words: so a rule's
//! `\b` is a blank as well, and short words are told from parts of long ones. A Chinese character is three bytes, and
//! thus a sequence of its own. The beginning of a text is a letter that stands nowhere else.

use std::cell::RefCell;
use std::sync::{LazyLock, Mutex, PoisonError};

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Hir, HirKind};

mod start;

use start::{LENGTH, Start, follow, starts};

/// A text longer than this holds most sequences of letters, and reading it takes long whatever is skipped.
const LONGEST: usize = 4096;
/// Sequences of which a match holds one; beyond that, asking for each costs as much as running the rule.
const MOST: usize = 80;
/// Parts of a rule that are taken together for one sequence.
const REACH: usize = 4;
/// Texts summed up lately: a message, its clause at hand and a spelling or two of it.
const KEPT: usize = 4;
/// What stands before a text: a rule that matches at its beginning only holds this as well.
const FRONT: [u8; 2] = [0, b' '];
/// How many words of bits hold every [`place`].
pub(crate) const WORDS: usize = 128;

/// Words so common that asking for one tells little.
const COMMON: &str = "the of and to in is you that it he was for on are as with his they at be this have from or one had by not what \
    all were we when your can there an each which she do how their if will up other about out many then them these so \
    some her would make like him into time has two more go see no way could people my than first been who its now find \
    long down day did get come made may i me us our am just want need please know think thing good new use work say said";

/// What a rule is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    Latin,
    Han,
}

/// What every match of a rule holds: a [`Need`] written out in one piece, for it is asked cold: what it is, how long
/// the rest is, the rest.
pub(crate) struct Gate(&'static [u16]);

/// How many numbers of gates are laid side by side.
const SHELF: usize = 32 * 1024;

/// Puts numbers where they stay. Gates are made when they are first asked, so those that are asked one after the other
/// lie one after the other, and the next has left memory by the time it is needed.
fn shelve(numbers: &[u16]) -> &'static [u16] {
    static FREE: Mutex<&'static mut [u16]> = Mutex::new(&mut []);
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if free.len() < numbers.len() {
        *free = vec![0; SHELF.max(numbers.len())].leak();
    }
    let (taken, rest) = std::mem::take(&mut *free).split_at_mut(numbers.len());
    *free = rest;
    taken.copy_from_slice(numbers);
    taken
}

/// What a match needs.
enum Need {
    /// One of these, each told by three places in a [`Summary`].
    One(Vec<[u16; 3]>),
    All(Vec<Need>),
    Either(Vec<Need>),
}

impl Gate {
    /// The gate of a rule; none when anything may match it, or too much.
    pub(super) fn of(source: &str, script: Script) -> Option<Gate> {
        let unicode = script == Script::Han;
        let hir = ParserBuilder::new().utf8(unicode).unicode(unicode).build().parse(source).ok()?;
        Gate::new(&need(&hir, script)?)
    }

    fn new(need: &Need) -> Option<Gate> {
        let mut written = Vec::new();
        need.write(&mut written);
        // Longer than its lengths can tell: such a rule may as well be run.
        (written.len() <= usize::from(u16::MAX)).then(|| Gate(shelve(&written)))
    }

    /// The gate of a list of words, of which a match is one.
    pub(crate) fn of_words(words: &[&str]) -> GateWords {
        let mut needs = Vec::with_capacity(words.len());
        for word in words.iter().filter(|word| word.is_ascii()) {
            let mut folded: Vec<u8> = word.bytes().map(|byte| fold(byte, Script::Latin)).collect();
            folded.dedup_by(|next, last| *next == b' ' && *last == b' ');
            if folded.len() < 2 {
                return GateWords { gate: None, beyond_ascii: false };
            }
            needs.push(places(&folded));
        }
        needs.sort_unstable();
        needs.dedup();
        let gate = Gate::new(&Need::One(needs));
        GateWords { gate, beyond_ascii: words.iter().any(|word| !word.is_ascii()) }
    }

    /// Whether a match is possible at all.
    pub(super) fn admits(&self, text: &str, script: Script) -> bool {
        text.len() > LONGEST || Seen::summary(text.as_bytes(), script, |summary| is_met(self.0, summary))
    }
}

/// What a text holds that holds one of a list of words.
pub(crate) struct GateWords {
    gate: Option<Gate>,
    /// Whether some words are not in ASCII, of which summaries tell nothing.
    beyond_ascii: bool,
}

impl GateWords {
    /// Whether the text may hold one.
    pub(crate) fn admits(&self, text: &str) -> bool {
        self.beyond_ascii && !text.is_ascii() || self.gate.as_ref().is_none_or(|gate| gate.admits(text, Script::Latin))
    }
}

const ONE: u16 = 0;
const ALL: u16 = 1;
const EITHER: u16 = 2;

impl Need {
    fn write(&self, out: &mut Vec<u16>) {
        let start = out.len();
        match self {
            Need::One(places) => {
                // The first of each stand together: most are asked for nothing else.
                out.extend([ONE, 0]);
                out.extend(places.iter().map(|[first, ..]| first));
                out.extend(places.iter().flat_map(|[_, others @ ..]| others));
            }
            Need::All(needs) | Need::Either(needs) => {
                out.extend([if matches!(self, Need::All(_)) { ALL } else { EITHER }, 0]);
                needs.iter().for_each(|need| need.write(out));
            }
        }
        out[start + 1] = (out.len() - start - 2) as u16;
    }
}

fn is_met(need: &[u16], summary: &Summary) -> bool {
    let [what, _, rest @ ..] = need else { return true };
    if *what == ONE {
        let (firsts, others) = rest.split_at(rest.len() / 3);
        let others = others.chunks_exact(2);
        return firsts.iter().zip(others).any(|(first, others)| summary.has(&[*first]) && summary.has(others));
    }
    let mut rest = rest;
    while let [_, length, after @ ..] = rest {
        let end = usize::from(*length);
        let met = is_met(&rest[..end + 2], summary);
        if met != (*what == ALL) {
            return met;
        }
        rest = &after[end..];
    }
    *what == ALL
}

fn need(hir: &Hir, script: Script) -> Option<Need> {
    match hir.kind() {
        HirKind::Capture(group) => need(&group.sub, script),
        HirKind::Repetition(repeated) if repeated.min > 0 => need(&repeated.sub, script),
        HirKind::Alternation(branches) => {
            let (mut plain, mut needs) = (Vec::new(), Vec::new());
            for branch in branches {
                match need(branch, script)? {
                    Need::One(places) => plain.extend(places),
                    other => needs.push(other),
                }
            }
            if !plain.is_empty() {
                needs.push(Need::One(plain));
            }
            Some(if needs.len() == 1 { needs.remove(0) } else { Need::Either(needs) })
        }
        HirKind::Concat(parts) => {
            // Whatever a match holds could be asked for; the two rarest sequences tell most of it.
            let each: Vec<Option<Vec<Start>>> = parts.iter().map(|part| starts(part, script)).collect();
            let from = |at: usize| follow(each[at..at + reach(&parts[at..])].iter().map(Option::as_deref));
            let mut held: Vec<Vec<Start>> = (0..parts.len()).filter_map(|at| telling(from(at)?)).collect();
            held.sort_by_key(|held| cost(held));
            held.dedup();
            held.truncate(2);
            let branching = parts.iter().filter(|part| !matches!(part.kind(), HirKind::Literal(_)));
            let within = branching.filter_map(|part| need(part, script)).filter(|need| !matches!(need, Need::One(_)));
            let mut needs: Vec<Need> = held.iter().map(|held| one(held)).chain(within).collect();
            match needs.len() {
                0 | 1 => needs.pop(),
                _ => Some(Need::All(needs)),
            }
        }
        _ => telling(starts(hir, script)?).map(|held| one(&held)),
    }
}

/// How many parts are taken together, not counting those that only look.
fn reach(parts: &[Hir]) -> usize {
    let mut left = REACH;
    let within = parts.iter().take_while(|part| {
        let looks = matches!(part.kind(), HirKind::Look(_));
        let taken = looks || left > 0;
        left -= usize::from(!looks && taken);
        taken
    });
    within.count()
}

/// The beginnings, when each is long enough to ask for.
fn telling(mut starts: Vec<Start>) -> Option<Vec<Start>> {
    starts.sort_unstable();
    starts.dedup();
    let tells = |start: &Start| start.text().len() > 1 && start.text() != FRONT;
    (starts.len() <= MOST && starts.iter().all(tells)).then_some(starts)
}

/// What the most common words hold.
static ORDINARY: LazyLock<Summary> = LazyLock::new(|| {
    let mut summary = Summary::EMPTY;
    summary.set(COMMON.as_bytes(), Script::Latin);
    summary
});

/// How often one of these is in a text, by common words; then how much it takes to ask for them.
fn cost(held: &[Start]) -> (usize, usize, usize) {
    let common = held.iter().filter(|start| ORDINARY.has(&places(start.text()))).count();
    let shortest = held.iter().map(|start| start.text().len()).min().unwrap_or(0);
    (common, LENGTH - shortest.min(LENGTH), held.len())
}

fn one(held: &[Start]) -> Need {
    let mut needs: Vec<_> = held.iter().map(|start| places(start.text())).collect();
    needs.sort_unstable();
    needs.dedup();
    Need::One(needs)
}

/// Lower case. In English a blank for what is not part of a word; in Chinese bytes beyond ASCII stay as they are.
fn fold(byte: u8, script: Script) -> u8 {
    match byte {
        b'a'..=b'z' | b'0'..=b'9' | b'_' => byte,
        b'A'..=b'Z' => byte | 0x20,
        0x80.. if script == Script::Han => byte,
        _ => b' ',
    }
}

/// Where a summary tells of `text`: its first, middle and last three letters, or its two; what is rare comes first.
fn places(text: &[u8]) -> [u16; 3] {
    if let [a, b] = *text {
        return [place([a, b, 0]); 3];
    }
    let last = text.len() - 3;
    let mut places = [0, last / 2, last].map(|at| place([text[at], text[at + 1], text[at + 2]]));
    places.sort_by_key(|place| ORDINARY.has(&[*place]));
    places
}

/// Where bits tell of three bytes.
pub(crate) fn place([a, b, c]: [u8; 3]) -> u16 {
    let mixed = (u32::from(a) | u32::from(b) << 8 | u32::from(c) << 16).wrapping_mul(0x9e37_79b1);
    (mixed >> 19) as u16
}

/// The pairs and triples of letters that a text holds, as bits.
struct Summary {
    script: Script,
    text: Vec<u8>,
    bits: [u64; WORDS],
}

impl Summary {
    const EMPTY: Summary = Summary { script: Script::Latin, text: Vec::new(), bits: [0; WORDS] };

    fn set(&mut self, text: &[u8], script: Script) {
        self.script = script;
        self.text.clear();
        self.text.extend_from_slice(text);
        self.bits = [0; WORDS];
        // Both ends of a text are ends of words.
        let [mut before, mut last] = FRONT;
        for byte in text.iter().map(|byte| fold(*byte, script)).chain([b' ']) {
            if byte == b' ' && last == b' ' {
                continue;
            }
            self.mark(place([last, byte, 0]));
            self.mark(place([before, last, byte]));
            (before, last) = (last, byte);
        }
    }

    fn mark(&mut self, place: u16) {
        self.bits[usize::from(place >> 6)] |= 1 << (place & 63);
    }

    fn has(&self, need: &[u16]) -> bool {
        need.iter().all(|place| self.bits[usize::from(place >> 6)] >> (place & 63) & 1 == 1)
    }
}

/// The texts this thread has summed up last.
struct Seen {
    summaries: [Summary; KEPT],
    /// The one asked last: rules come in rows that read the same text.
    last: usize,
    next: usize,
}

impl Seen {
    fn summary<T>(text: &[u8], script: Script, ask: impl FnOnce(&Summary) -> T) -> T {
        thread_local! {
            static SEEN: RefCell<Seen> = const { RefCell::new(Seen { summaries: [Summary::EMPTY; KEPT], last: 0, next: 0 }) };
        }
        SEEN.with_borrow_mut(|seen| {
            let is_of = |summary: &Summary| summary.script == script && summary.text == text;
            if !is_of(&seen.summaries[seen.last]) {
                seen.last = seen.summaries.iter().position(is_of).unwrap_or_else(|| {
                    let at = seen.next;
                    seen.next = (at + 1) % KEPT;
                    seen.summaries[at].set(text, script);
                    at
                });
            }
            ask(&seen.summaries[seen.last])
        })
    }
}
