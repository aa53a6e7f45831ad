//! relations.md: the vocabulary of edges, for people to read and extend.

use crate::lines::scan;
use crate::outline::{bullet, heading};

/// Reads every relation word the file names, with the heading it stands under.
pub fn parse_relations(text: &str) -> Vec<(String, String)> {
    let mut group = String::new();
    let mut words = Vec::new();
    for line in scan(text) {
        let content = line.of(text);
        if let Some(found) = heading(content) {
            group = found.title.to_owned();
        } else if let Some(start) = bullet(content) {
            // Words stand in backticks before the dash.
            let names = content[start..].split(['—', '–']).next().unwrap_or("");
            let quoted = names.split('`').skip(1).step_by(2);
            words.extend(
                quoted.map(str::trim).filter(|word| !word.is_empty()).map(|word| (word.to_owned(), group.clone())),
            );
        }
    }
    words
}

/// The file a fresh workspace gets.
pub fn render_relations() -> &'static str {
    include_str!("relations.md")
}

#[cfg(test)]
mod tests {
    use super::*;
    use soulfile_vocabulary::Relation;

    #[test]
    fn the_fresh_file_names_the_whole_vocabulary() {
        let words = parse_relations(render_relations());
        for relation in Relation::ALL {
            assert!(words.iter().any(|(word, _)| word == relation.as_str()), "{relation}");
        }
        assert_eq!(words.len(), Relation::ALL.len());
        assert_eq!(words[0], ("develops".to_owned(), "Structural".to_owned()));
    }
}
