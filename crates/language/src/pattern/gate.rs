//! Which rules cannot match a text, told without running them.
//!
//! A message is read by a hundred rules, of which a handful apply. Running the others walks their automata through
//! memory that nothing else has touched for a while, which costs more than the reading itself. So a rule knows what
//! every match of it holds, a text is summed up once by the short sequences of letters in it, and a rule of which no
//! sequence is there is not run, nor even built.

use std::cell::RefCell;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{Extractor, Seq};
use regex_syntax::hir::{Hir, HirKind};

/// A text longer than this holds most sequences of letters, and reading it takes long whatever is skipped.
const LONGEST: usize = 1024;
/// Sequences of which a match holds one; beyond that, asking for each costs as much as running the rule.
const MOST: usize = 120;
/// How much of a sequence is looked at.
const LENGTH: usize = 6;
/// Texts summed up lately: a message, its clause at hand and a spelling or two of it.
const KEPT: usize = 4;
const WORDS: usize = 32;

/// What every match of a rule holds: one of these, each told by three places in a [`Summary`].
pub(super) struct Gate(Box<[[u16; 3]]>);

impl Gate {
    /// The gate of a rule; none when anything may match it, or too much.
    pub(super) fn of(source: &str) -> Option<Gate> {
        let hir = ParserBuilder::new().utf8(false).unicode(false).build().parse(source).ok()?;
        let held = held(&hir)?;
        let mut places: Vec<_> = held.iter().map(|text| places(text)).collect();
        places.sort_unstable();
        places.dedup();
        Some(Gate(places.into()))
    }

    /// Whether a match is possible at all.
    pub(super) fn admits(&self, text: &str) -> bool {
        text.len() > LONGEST || Seen::summary(text.as_bytes(), |summary| self.0.iter().any(|need| summary.has(need)))
    }
}

/// Sequences of which every match holds one, in lower case.
fn held(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    match hir.kind() {
        HirKind::Capture(group) => held(&group.sub),
        HirKind::Repetition(repeated) if repeated.min > 0 => held(&repeated.sub),
        HirKind::Alternation(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(held(branch)?);
            }
            (all.len() <= MOST).then_some(all)
        }
        HirKind::Concat(parts) => {
            let from_here = (0..parts.len()).filter_map(|at| beginnings(&Hir::concat(parts[at..].to_vec())));
            let within = parts.iter().filter_map(held);
            from_here.chain(within).max_by_key(|held| worth(held))
        }
        _ => beginnings(hir),
    }
}

/// What a match may begin with.
fn beginnings(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    let seq: Seq = Extractor::new().extract(hir);
    let mut texts: Vec<Vec<u8>> =
        seq.literals()?.iter().map(|literal| literal.as_bytes().to_ascii_lowercase()).collect();
    for text in &mut texts {
        text.truncate(LENGTH);
    }
    texts.sort_unstable();
    texts.dedup();
    (texts.len() <= MOST && texts.iter().all(|text| text.len() > 1)).then_some(texts)
}

/// Long sequences are rare in a text; of equally long ones few are better.
fn worth(held: &[Vec<u8>]) -> (usize, usize) {
    let shortest = held.iter().map(Vec::len).min().unwrap_or(0);
    (shortest.min(4), MOST - held.len().min(MOST))
}

/// Where a summary tells of `text`: its first, middle and last three letters, or its two.
fn places(text: &[u8]) -> [u16; 3] {
    if let [a, b] = *text {
        return [place([a, b, 0]); 3];
    }
    let last = text.len() - 3;
    [0, last / 2, last].map(|at| place([text[at], text[at + 1], text[at + 2]]))
}

fn place([a, b, c]: [u8; 3]) -> u16 {
    let mixed = (u32::from(a) | u32::from(b) << 8 | u32::from(c) << 16).wrapping_mul(0x9e37_79b1);
    (mixed >> 21) as u16
}

/// The pairs and triples of letters that a text holds, as bits.
struct Summary {
    text: Vec<u8>,
    bits: [u64; WORDS],
}

impl Summary {
    fn set(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        self.bits = [0; WORDS];
        let (mut before, mut last) = (0, 0);
        for byte in text.iter().map(u8::to_ascii_lowercase) {
            self.mark(place([last, byte, 0]));
            self.mark(place([before, last, byte]));
            (before, last) = (last, byte);
        }
    }

    fn mark(&mut self, place: u16) {
        self.bits[usize::from(place >> 6)] |= 1 << (place & 63);
    }

    fn has(&self, need: &[u16; 3]) -> bool {
        need.iter().all(|place| self.bits[usize::from(place >> 6)] >> (place & 63) & 1 == 1)
    }
}

/// The texts this thread has summed up last.
struct Seen {
    summaries: [Summary; KEPT],
    next: usize,
}

impl Seen {
    fn summary<T>(text: &[u8], ask: impl FnOnce(&Summary) -> T) -> T {
        thread_local! {
            static SEEN: RefCell<Seen> = const {
                RefCell::new(Seen { summaries: [const { Summary { text: Vec::new(), bits: [0; WORDS] } }; KEPT], next: 0 })
            };
        }
        SEEN.with_borrow_mut(|seen| {
            let at = seen.summaries.iter().position(|summary| summary.text == text).unwrap_or_else(|| {
                let at = seen.next;
                seen.next = (at + 1) % KEPT;
                seen.summaries[at].set(text);
                at
            });
            ask(&seen.summaries[at])
        })
    }
}
