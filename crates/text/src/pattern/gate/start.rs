//! What a match of a rule may begin with.

use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use super::{FRONT, MOST, Script, fold};

/// How much of a beginning is looked at.
pub(super) const LENGTH: usize = 8;
/// Letters of a class that are taken one by one.
const LETTERS: usize = 10;
/// Beginnings are cut to this many letters, and then to one less, where there are too many.
const CUT: u8 = 4;

/// A beginning, in lower case, with one blank for whatever stands between words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start {
    letters: [u8; LENGTH],
    length: u8,
    /// Whether that is all there is, and what comes next follows it.
    whole: bool,
}

impl Start {
    const EMPTY: Start = Start { letters: [0; LENGTH], length: 0, whole: true };

    /// The beginning of the text.
    fn front() -> Start {
        let mut front = Start::EMPTY;
        FRONT.iter().for_each(|byte| front.push(*byte));
        front
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.letters[..usize::from(self.length)]
    }

    fn of(bytes: &[u8], script: Script) -> Start {
        let mut start = Start::EMPTY;
        for byte in bytes {
            // In Unicode such a letter has forms beyond ASCII, which are not folded.
            if script == Script::Han && matches!(byte, b'k' | b's' | b'K' | b'S' | 0xc2..=0xe2) {
                return start.open();
            }
            start.push(fold(*byte, script));
        }
        start
    }

    fn push(&mut self, byte: u8) {
        if byte == b' ' && self.text().last() == Some(&b' ') || !self.whole {
            return;
        }
        match self.letters.get_mut(usize::from(self.length)) {
            Some(letter) => {
                *letter = byte;
                self.length += 1;
            }
            None => self.whole = false,
        }
    }

    fn then(mut self, next: &Start) -> Start {
        if self.length > 0 && next.text().starts_with(&FRONT) {
            // Nothing comes before the beginning of the text but a border of words, or itself.
            return if self.text() == b" " || self.text() == FRONT { *next } else { self.open() };
        }
        next.text().iter().for_each(|byte| self.push(*byte));
        self.whole &= next.whole;
        self
    }

    fn open(mut self) -> Start {
        self.whole = false;
        self
    }

    fn cut(mut self, length: u8) -> Start {
        if self.length > length {
            self.letters[usize::from(length)..].fill(0);
            self.length = length;
            self.whole = false;
        }
        self
    }
}

/// What a match may begin with; none when with anything.
pub(super) fn starts(hir: &Hir, script: Script) -> Option<Vec<Start>> {
    match hir.kind() {
        HirKind::Empty => Some(vec![Start::EMPTY]),
        HirKind::Literal(literal) => Some(vec![Start::of(&literal.0, script)]),
        HirKind::Class(class) => letters(class, script),
        // At a border of words there is a blank, or one end of the text.
        HirKind::Look(Look::WordAscii | Look::WordStartAscii | Look::WordEndAscii) if script == Script::Latin => {
            Some(vec![Start::of(b" ", script)])
        }
        HirKind::Look(Look::Start) => Some(vec![Start::front()]),
        HirKind::Look(_) => Some(vec![Start::EMPTY]),
        HirKind::Capture(group) => starts(&group.sub, script),
        HirKind::Repetition(repetition) => repeated(repetition, script),
        HirKind::Concat(parts) => {
            let mut out = vec![Start::EMPTY];
            for part in parts {
                if !join(&mut out, starts(part, script).as_deref()) {
                    break;
                }
            }
            Some(out)
        }
        HirKind::Alternation(branches) => {
            let mut out = Vec::new();
            for branch in branches {
                out.extend(starts(branch, script)?);
            }
            few(out)
        }
    }
}

/// What parts that follow each other begin with together.
pub(super) fn follow<'s>(parts: impl Iterator<Item = Option<&'s [Start]>>) -> Option<Vec<Start>> {
    let mut out = vec![Start::EMPTY];
    for part in parts {
        if !join(&mut out, part) {
            break;
        }
    }
    (out.len() <= MOST).then_some(out)
}

/// Lets a part follow; says whether anything can follow that.
fn join(out: &mut Vec<Start>, next: Option<&[Start]>) -> bool {
    let open = out.iter().filter(|start| start.whole).count();
    let next = next.filter(|next| out.len() - open + open * next.len() <= MOST);
    let Some(next) = next else {
        out.iter_mut().for_each(|start| *start = start.open());
        return false;
    };
    let (whole, mut joined): (Vec<Start>, Vec<Start>) = out.iter().partition(|start| start.whole);
    joined.extend(whole.iter().flat_map(|start| next.iter().map(|next| start.then(next))));
    *out = joined;
    out.iter().any(|start| start.whole)
}

fn repeated(repetition: &Repetition, script: Script) -> Option<Vec<Start>> {
    let mut out = starts(&repetition.sub, script)?;
    if repetition.max != Some(1) {
        out.iter_mut().for_each(|start| *start = start.open());
    }
    if repetition.min == 0 {
        out.push(Start::EMPTY);
    }
    few(out)
}

fn letters(class: &Class, script: Script) -> Option<Vec<Start>> {
    let mut out: Vec<Start> = match class {
        Class::Bytes(class) => {
            let count: usize = class.iter().map(|range| range.len()).sum();
            let bytes = || class.iter().flat_map(|range| range.start()..=range.end());
            (count <= LETTERS).then(|| bytes().map(|byte| Start::of(&[byte], script)).collect())?
        }
        Class::Unicode(class) => {
            let count: usize = class.iter().map(|range| range.len()).sum();
            let chars = || class.iter().flat_map(|range| range.start()..=range.end());
            let start = |c: char| Start::of(c.encode_utf8(&mut [0; 4]).as_bytes(), script);
            (count <= LETTERS).then(|| chars().map(start).collect())?
        }
    };
    out.sort_unstable();
    out.dedup();
    Some(out)
}

/// Cuts beginnings short until there are not too many.
fn few(mut starts: Vec<Start>) -> Option<Vec<Start>> {
    for length in [LENGTH as u8, CUT, CUT - 1] {
        if starts.len() <= MOST {
            break;
        }
        starts.iter_mut().for_each(|start| *start = start.cut(length));
        starts.sort_unstable();
        starts.dedup();
    }
    (starts.len() <= MOST).then_some(starts)
}
