//! Parts of an English sentence: the clause that tells, and the words that settle.

/// The main clause after "when I …" or "when you …", which opens like a question and is none.
pub(super) fn main_clause(text: &str) -> Option<&str> {
    let mut words = text.split(' ').map(|word| word.to_ascii_lowercase());
    let first = words.next()?;
    if !matches!(first.as_str(), "when" | "whenever" | "while" | "if") {
        return None;
    }
    let subject = words.next()?;
    if !matches!(subject.as_str(), "i" | "i'm" | "we" | "we're" | "you" | "you're" | "it" | "it's" | "people" | "my")
        || first == "if" && !matches!(subject.as_str(), "you" | "it's")
    {
        return None;
    }
    let begins = |part: &str| {
        let head = part.split(' ').next().unwrap_or_default().to_ascii_lowercase();
        matches!(
            head.as_str(),
            "i" | "i'd" | "i'm" | "i'll" | "i've" | "we" | "we'd" | "we're" | "we'll" | "my" | "our"
        )
    };
    let mut count = 0;
    for (at, mark) in text.match_indices([' ', ',']) {
        count += usize::from(mark == " ");
        let rest = text[at + 1..].trim_start();
        // The subject of the clause itself comes first.
        if count >= 3 && begins(rest) && rest.split_whitespace().count() >= 3 {
            return Some(rest);
        }
    }
    None
}

/// "Postgres it is, then": few words, and the matter is settled.
pub(super) fn it_is(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let Some(at) = lower.find(" it is").filter(|at| *at > 0) else { return false };
    let after = &lower[at + " it is".len()..];
    let closed = after.is_empty()
        || after.starts_with([',', ';', '!', '.'])
        || after.starts_with(" then")
        || after.starts_with(" for ")
        || after.starts_with(" -")
        || after.starts_with(" —")
        || after.starts_with(" –");
    const OTHER: &str = " what how who where when why that as whatever this like i you we they know think see say said believe guess which wherever the time if while because since though although but is are was not and or weather ";
    let mut words = lower[..at].split(|c: char| !c.is_alphanumeric()).filter(|word| {
        !word.is_empty() && !matches!(*word, "ok" | "okay" | "so" | "right" | "well" | "alright" | "fine" | "then")
    });
    let count = words.clone().count();
    closed && (1..=4).contains(&count) && words.all(|word| !OTHER.contains(&format!(" {word} ")))
}
