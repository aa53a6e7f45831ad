//! Splits a reply into messages of the service's length, at paragraphs, lines or words where there are any.

/// The parts of a text, each of at most `most` UTF-16 units; together they say everything.
pub(super) fn split(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = fitting(rest, most.max(2));
        if end == rest.len() {
            parts.push(rest.to_owned());
            break;
        }
        let head = &rest[..end];
        // A boundary in the first half would leave a short message and a long one.
        let boundary = ["\n\n", "\n", " "].iter().find_map(|mark| head.rfind(mark).filter(|at| *at > end / 2));
        let (part, after) = rest.split_at(boundary.unwrap_or(end));
        parts.push(part.trim_end().to_owned());
        rest = after.trim_start();
    }
    parts
}

/// How many bytes of a text fit into so many UTF-16 units.
fn fitting(text: &str, most: usize) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > most {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_where_they_pause_and_nothing_is_lost() {
        assert_eq!(split("short", 10), ["short"]);
        assert_eq!(split("  ", 10), Vec::<String>::new());
        assert_eq!(split("one two three four", 10), ["one two", "three four"]);
        assert_eq!(split("first line\n\nsecond line here", 20), ["first line", "second line here"]);
        assert_eq!(split(&"x".repeat(25), 10), ["xxxxxxxxxx", "xxxxxxxxxx", "xxxxx"]);
        assert_eq!(split("🙂🙂🙂", 4), ["🙂🙂", "🙂"]);
        let long = "A sentence of some length. ".repeat(400);
        let parts = split(&long, 2000);
        assert!(parts.iter().all(|part| part.encode_utf16().count() <= 2000));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&parts.join(" ")), words(&long));
    }
}
