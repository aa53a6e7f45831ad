//! Snippets: the stretch of a text that holds most of the question's words.

use soulfile_text::Analyzer;

use crate::keyword::QueryTerm;

/// Characters of a snippet.
const LONGEST: usize = 800;

/// Cuts a text to at most 800 characters, around the sentences that answer.
pub fn snippet(text: &str, terms: &[QueryTerm]) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut analyzer = Analyzer::new();
    let starts: Vec<usize> = std::iter::once(0)
        .chain(
            text.char_indices()
                .filter(|(_, c)| matches!(c, '.' | '!' | '?' | '\n' | '。'))
                .map(|(i, c)| i + c.len_utf8()),
        )
        .filter(|i| *i < text.len())
        .collect();
    let window = |start: usize| -> &str {
        let end = text[start..].char_indices().nth(LONGEST).map_or(text.len(), |(i, _)| start + i);
        &text[start..end]
    };
    let mut weight = |part: &str| -> f32 {
        let mut seen = std::collections::HashSet::new();
        let mut sum = 0.0;
        analyzer.each_term(part, |term, _| {
            if let Some(t) = terms.iter().find(|t| t.term == term)
                && seen.insert(t.hash)
            {
                sum += t.idf;
            }
        });
        sum
    };
    let mut best = (0, f32::MIN);
    for start in starts {
        let score = weight(window(start));
        if score > best.1 + 0.01 {
            best = (start, score);
        }
    }
    let cut = window(best.0);
    let head = if best.0 > 0 { "…" } else { "" };
    let tail = if best.0 + cut.len() < text.len() { "…" } else { "" };
    format!("{head}{}{tail}", cut.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;
    use crate::keyword::query_terms;

    #[test]
    fn the_answering_stretch_is_shown() {
        let text = format!(
            "{} The red kite nests in the old oak. {}",
            "Nothing here. ".repeat(100),
            "More nothing. ".repeat(100)
        );
        let terms = query_terms(&Image::default(), &mut Analyzer::new(), "where does the kite nest");
        let cut = snippet(&text, &terms);
        assert!(cut.contains("red kite") && cut.chars().count() <= LONGEST + 2);
    }
}
