//! When a predicted phrase counts as the labelled one.

use std::collections::HashMap;

use soulfile_text::script::is_han;

/// Splits into comparable units: folded words, and single Chinese characters.
pub(super) fn units(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if is_han(c) {
            if !word.is_empty() {
                out.push(std::mem::take(&mut word));
            }
            out.push(c.to_string());
        } else if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        } else if c != '\'' && c != '’' && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

/// Token F1 of at least 0.6, or gold contained with at most half as much again.
pub(super) fn phrase_matches(gold: Option<&str>, found: Option<&str>) -> bool {
    let (Some(gold), Some(found)) = (gold, found) else {
        return gold.is_none() == found.is_none();
    };
    let (gold, found) = (units(gold), units(found));
    let mut counts: HashMap<&str, i32> = HashMap::new();
    for unit in &gold {
        *counts.entry(unit).or_default() += 1;
    }
    let mut common = 0usize;
    for unit in &found {
        if let Some(left) = counts.get_mut(unit.as_str()).filter(|n| **n > 0) {
            *left -= 1;
            common += 1;
        }
    }
    let f1 = 2.0 * common as f64 / (gold.len() + found.len()).max(1) as f64;
    f1 >= 0.6 || (common == gold.len() && found.len() * 2 <= gold.len() * 3)
}

/// A name without its optional parts: article, possessive, "Project", title; singular.
pub(super) fn plain_name(name: &str) -> String {
    const OPTIONAL: &[&str] = &["the", "my", "our", "project", "a", "an", "dr", "prof", "professor", "mr", "mrs", "ms"];
    let words: Vec<String> = units(name).into_iter().filter(|w| !OPTIONAL.contains(&w.as_str())).collect();
    let words = if words.is_empty() { units(name) } else { words };
    words.iter().map(|w| singular(w)).collect::<Vec<_>>().join(" ")
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

/// A tag folded for comparison: case, hyphens and common endings do not matter.
pub(super) fn plain_tag(tag: &str) -> String {
    units(tag)
        .iter()
        .map(|w| {
            let w = w.as_str();
            for ending in ["ing", "ies", "es", "ed", "s", "y", "e"] {
                if let Some(stem) = w.strip_suffix(ending)
                    && stem.len() > 2
                {
                    return stem;
                }
            }
            w
        })
        .collect::<Vec<_>>()
        .join(" ")
}
