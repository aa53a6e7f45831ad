//! Cuts a text into pieces as SentencePiece does with a unigram model: the text is rewritten by a character map (NFKC
//! and the like), spaces become `▁`, and the best path by the scores of the pieces is taken.

use crate::encoder::weights::{Vocabulary, WeightsDamage, float_at, number_at};

const UNKNOWN: u32 = 0;
const BEGIN: u32 = 1;
const END: u32 = 2;
/// Row of the first piece of the trie.
const FIRST: u32 = 3;
const SPACE: &[u8] = "▁".as_bytes();

/// Bits of [`Pieces::ends`] that one count stands for.
const BLOCK: usize = 512;

/// The vocabulary and how text is cut by it.
pub struct Pieces<'w> {
    charsmap: CharacterMap<'w>,
    /// Nodes in breadth-first order: the byte that leads to it in the upper 8 bits, its first child in the others. Its
    /// children end where those of the next node begin.
    nodes: &'w [u8],
    /// A bit for each node that ends a piece; the pieces have rows in this order.
    ends: &'w [u8],
    /// How many pieces end before each block of nodes.
    counts: Vec<u32>,
    scores: &'w [u8],
}

/// How the best path comes to a place in the text.
#[derive(Clone, Copy)]
struct Step {
    score: f64,
    start: usize,
    row: u32,
}

impl<'w> Pieces<'w> {
    pub fn new(vocabulary: &Vocabulary<'w>) -> Result<Self, WeightsDamage> {
        let Vocabulary { charsmap, nodes, ends, scores } = *vocabulary;
        let mut total = 0;
        let counts = ends.chunks(BLOCK / 8).map(|block| {
            let before = total;
            total += block.iter().map(|byte| byte.count_ones()).sum::<u32>();
            before
        });
        let counts = counts.collect();
        if !nodes.len().is_multiple_of(4) || ends.len() != (nodes.len() / 4).saturating_sub(1).div_ceil(8) {
            return Err(WeightsDamage::Length);
        }
        if scores.len() != (FIRST + total) as usize * 4 {
            return Err(WeightsDamage::Length);
        }
        Ok(Self { charsmap: CharacterMap::new(charsmap)?, nodes, ends, counts, scores })
    }

    /// Rows of the pieces of a text, between those of its begin and its end.
    pub fn cut(&self, text: &str) -> Vec<u32> {
        let text = self.normalize(text);
        let mut rows = vec![END];
        if text.is_empty() {
            rows.push(UNKNOWN);
        }
        let steps = self.best_steps(&text);
        let mut at = text.len();
        while at > 0 {
            rows.push(steps[at].row);
            at = steps[at].start;
        }
        rows.push(BEGIN);
        rows.reverse();
        rows
    }

    fn best_steps(&self, text: &[u8]) -> Vec<Step> {
        let mut steps = vec![Step { score: f64::NEG_INFINITY, start: 0, row: UNKNOWN }; text.len() + 1];
        steps[0].score = 0.0;
        let unknown = f64::from(float_at(self.scores, UNKNOWN as usize));
        let mut start = 0;
        while start < text.len() {
            let base = steps[start].score;
            let width = character_width(&text[start..]);
            let mut single = false;
            let mut node = 0;
            for end in start + 1..=text.len() {
                let Some(child) = self.child(node, text[end - 1]) else { break };
                node = child;
                let Some(row) = self.row(node) else { continue };
                single |= end == start + width;
                let score = base + f64::from(float_at(self.scores, row as usize));
                if score > steps[end].score {
                    steps[end] = Step { score, start, row };
                }
            }
            if !single && base + unknown > steps[start + width].score {
                steps[start + width] = Step { score: base + unknown, start, row: UNKNOWN };
            }
            start += width;
        }
        steps
    }

    fn child(&self, node: usize, byte: u8) -> Option<usize> {
        let first = |node| (number_at(self.nodes, node) & 0xff_ffff) as usize;
        let (mut low, mut high) = (first(node), first(node + 1));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.nodes[middle * 4 + 3].cmp(&byte) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Row of the piece that ends at `node`.
    fn row(&self, node: usize) -> Option<u32> {
        if self.ends[node / 8] >> (node % 8) & 1 == 0 {
            return None;
        }
        let whole = node / 8 / (BLOCK / 8) * (BLOCK / 8);
        let inside: u32 = self.ends[whole..node / 8].iter().map(|byte| byte.count_ones()).sum();
        let last = (self.ends[node / 8] & ((1 << (node % 8)) - 1)).count_ones();
        Some(FIRST + self.counts[node / BLOCK] + inside + last)
    }

    /// The text by the character map, without spaces at its ends, runs of spaces as one `▁`, one of which begins it.
    fn normalize(&self, text: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 16);
        let mut pending = true;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let (replacement, size) = self.charsmap.replace(rest);
            rest = &rest[size..];
            for byte in replacement {
                if *byte == b' ' {
                    pending = true;
                } else {
                    if std::mem::take(&mut pending) {
                        out.extend_from_slice(SPACE);
                    }
                    out.push(*byte);
                }
            }
        }
        out
    }
}

/// Replacements of characters and of sequences of them: a double-array trie, then the texts, each ended by a zero.
struct CharacterMap<'w> {
    units: &'w [u8],
    texts: &'w [u8],
}

impl<'w> CharacterMap<'w> {
    fn new(bytes: &'w [u8]) -> Result<Self, WeightsDamage> {
        let (size, rest) = bytes.split_at_checked(4).ok_or(WeightsDamage::Length)?;
        let (units, texts) = rest.split_at_checked(number_at(size, 0) as usize).ok_or(WeightsDamage::Length)?;
        if units.len() < 4 || !units.len().is_multiple_of(4) || texts.last() != Some(&0) {
            return Err(WeightsDamage::Format);
        }
        Ok(Self { units, texts })
    }

    /// What the longest beginning of `text` with a replacement becomes, or its first character; how many bytes that is.
    fn replace<'t>(&self, text: &'t [u8]) -> (&'t [u8], usize)
    where
        'w: 't,
    {
        let unit = |at: usize| if at < self.units.len() / 4 { number_at(self.units, at) } else { 0 };
        let offset = |unit: u32| ((unit >> 10) << ((unit & 0x200) >> 6)) as usize;
        let (mut node, mut best) = (offset(unit(0)), None);
        for (at, byte) in text.iter().enumerate() {
            node ^= usize::from(*byte);
            let here = unit(node);
            if here & 0x8000_00ff != u32::from(*byte) {
                break;
            }
            node ^= offset(here);
            if here & 0x100 != 0 {
                best = Some((at + 1, (unit(node) & 0x7fff_ffff) as usize));
            }
        }
        if let Some((size, start)) = best
            && let Some(found) = self.texts.get(start..)
        {
            return (found.split(|byte| *byte == 0).next().unwrap_or_default(), size);
        }
        let width = character_width(text);
        (&text[..width], width)
    }
}

/// Bytes of the first character of UTF-8.
fn character_width(text: &[u8]) -> usize {
    text.iter().skip(1).take_while(|byte| **byte & 0xc0 == 0x80).count() + 1
}
