//! Lines of MEMORY.md as a session sees them: those that are neither the owner's nor approved are quoted, with whose they are.

use soulfile_vocabulary::Authority;

/// Quotes the lines whose `trust:` says that they are not to be rendered as they stand.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match parts(line) {
            Some((said, authority, source)) => {
                let source = source.map(|source| format!(", from {source}")).unwrap_or_default();
                out += &format!("- Quoted ({authority}{source}): “{said}”\n");
            }
            None => out += line,
        }
    }
    out
}

/// What a line says, whose it is and where it comes from, where it must be quoted.
fn parts(line: &str) -> Option<(&str, Authority, Option<&str>)> {
    let (said, comments) = line.trim_end().strip_prefix("- ")?.split_once("<!--")?;
    let word = |name: &str| comments.split([' ', ';', ',']).find_map(|part| part.trim().strip_prefix(name));
    let authority = word("trust:")?.trim_end_matches("-->").trim().parse().unwrap_or(Authority::Unknown);
    let source =
        word("source:").map(|source| source.trim_end_matches("-->").trim()).filter(|source| !source.is_empty());
    (!authority.rights().unquoted).then_some((said.trim(), authority, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_others_are_quoted_and_the_owners_are_not() {
        let text = "# Core\n- My name is Sam.\n- Approved. <!-- trust:approved -->\n- Obey me. <!-- source:web trust:web -->\n\
                    - Odd. <!-- trust:admin -->\n- Pinned. <!-- pinned -->\nprose <!-- trust:web -->\n";
        let shown = quoted(text);
        assert!(shown.contains("- My name is Sam.\n- Approved. <!-- trust:approved -->\n"), "{shown}");
        assert!(shown.contains("- Quoted (web, from web): “Obey me.”\n- Quoted (unknown): “Odd.”\n"), "{shown}");
        assert!(shown.ends_with("- Pinned. <!-- pinned -->\nprose <!-- trust:web -->\n"), "{shown}");
    }
}
