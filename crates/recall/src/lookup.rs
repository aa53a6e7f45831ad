//! "Is this known already?": entries that say what a text says, found by its rarest words.
//!
//! Ranks nothing and compares no vectors, so it costs a few list look-ups whatever the size of the index. For a question
//! use [`crate::search`].

use std::collections::HashSet;

use soulfile_text::Analyzer;

use crate::db;
use crate::error::Error;
use crate::filter::Mask;
use crate::index::Index;
use crate::load::read_text;
use crate::query::Filter;
use crate::record::term_hash;
use crate::search::{citation, damaged_segment, path_of};

/// Entries that are compared with a text.
const MOST_COMPARED: usize = 2_000;

/// An entry that says much the same as a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// Path of the file.
    pub path: String,
    /// `path#Lx-Ly`.
    pub citation: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    pub text: String,
    /// Share of their words that the two have in common, by the longer one.
    pub overlap: f32,
    /// Says that they differ in nothing but headings, marks and capitals.
    pub is_same: bool,
}

impl Index {
    /// Entries that have at least the share `least` of their words in common with `text`, most first, `limit` at most.
    pub fn similar(&self, text: &str, filter: &Filter, least: f32, limit: usize) -> Result<Vec<Similar>, Error> {
        let mut terms: Vec<u64> = Analyzer::new().query_terms(text).iter().map(|(term, _)| term_hash(term)).collect();
        terms.sort_unstable();
        terms.dedup();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let snapshot = self.snapshot()?;
        let loaded = &snapshot.loaded;
        let image = &loaded.image;
        if !loaded.is_untouched() {
            return Err(damaged_segment(self));
        }
        terms.sort_by_key(|term| image.holders(*term));
        // Whoever holds this share of the words holds one of the rarest.
        let needed = ((least * terms.len() as f32).ceil() as usize).clamp(1, terms.len());
        let rarest = terms.len() - needed + 1;
        let mask = Mask::new(filter, false);
        let mut found = HashSet::new();
        for term in terms.iter().take(rarest) {
            image.each_posting(*term, |slot, _| {
                if found.len() < MOST_COMPARED {
                    found.insert(slot);
                }
            });
        }
        let overlap = |slot: u32| {
            let held = terms.iter().filter(|term| image.holds(**term, slot)).count();
            held as f32 / (image.row(slot).length as usize).max(terms.len()).max(1) as f32
        };
        let may = |slot: &u32| image.is_live(*slot) && mask.admits(image.row(*slot)).is_ok();
        let scored = found.into_iter().filter(may).map(|slot| (slot, overlap(slot)));
        let mut best: Vec<(u32, f32)> = scored.filter(|(_, overlap)| *overlap >= least).collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(limit);
        if loaded.is_damaged() {
            return Err(damaged_segment(self));
        }
        let place = self.place.path();
        let letters = |text: &str| -> String {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(str::chars).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let read = |(slot, overlap): (u32, f32)| -> Result<Similar, Error> {
            let (row, id) = (image.row(slot), image.id(slot));
            let said = read_text(&snapshot.reading, id)
                .map_err(|e| db::classify(&place, e))?
                .ok_or_else(|| Error::Damaged { path: place.clone(), what: format!("text of chunk {id}") })?;
            Ok(Similar {
                path: path_of(loaded, row).to_owned(),
                citation: citation(loaded, slot),
                start_line: row.start_line,
                end_line: row.end_line,
                is_same: letters(&said) == letters(text),
                text: said,
                overlap,
            })
        };
        best.into_iter().map(read).collect()
    }
}
