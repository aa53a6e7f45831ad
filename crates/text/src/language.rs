//! Which language a text is in, by its letters and its commonest words.
//!
//! A guess for sorting and filtering what a person looks at; nothing is decided by it. What a program must be right about
//! (words, stems, tokens) goes by [`crate::lang`].

/// The language of a text as its two-letter code; `None` where nothing tells.
pub fn language(text: &str) -> Option<&'static str> {
    by_script(text).or_else(|| by_words(text))
}

/// Languages whose script tells them. Japanese is written with Chinese characters too, so its own come first.
fn by_script(text: &str) -> Option<&'static str> {
    if text.is_ascii() {
        return None;
    }
    let count = |holds: fn(u32) -> bool| text.chars().filter(|c| holds(*c as u32)).count();
    let scripts: [(&str, usize); 7] = [
        ("ja", count(|c| matches!(c, 0x3040..=0x30ff))),
        ("zh", count(|c| matches!(c, 0x3400..=0x4dbf | 0x4e00..=0x9fff))),
        ("ko", count(|c| matches!(c, 0xac00..=0xd7af))),
        ("ru", count(|c| matches!(c, 0x0400..=0x04ff))),
        ("ar", count(|c| matches!(c, 0x0600..=0x06ff))),
        ("hi", count(|c| matches!(c, 0x0900..=0x097f))),
        ("th", count(|c| matches!(c, 0x0e00..=0x0e7f))),
    ];
    let latin = text.chars().filter(|c| c.is_alphabetic() && (*c as u32) < 0x0250).count();
    let kana = scripts[0].1;
    // A name in Latin letters does not make a Chinese sentence English: one character says as much as a word.
    let most = scripts.iter().max_by_key(|(_, n)| *n).filter(|(_, n)| *n > 0 && n * 4 >= latin)?;
    Some(if most.0 == "zh" && kana * 8 >= most.1 && kana > 0 { "ja" } else { most.0 })
}

/// Words that are common in one language and rare in the others.
#[rustfmt::skip]
const WORDS: [(&str, &[&str]); 9] = [
    ("en", &["the", "is", "are", "was", "of", "and", "to", "for", "with", "that", "this", "my", "i", "we", "at", "on", "it", "not", "has", "have", "will", "by", "from", "be", "she", "he", "about", "which"]),
    ("de", &["der", "die", "das", "ist", "und", "nicht", "ich", "wir", "ein", "eine", "mit", "für", "auf", "von", "zu", "den", "dem", "im", "sind", "war", "hat", "mein", "meine", "am", "bei", "über", "wird", "sie"]),
    ("es", &["el", "los", "las", "es", "y", "que", "en", "una", "por", "para", "con", "del", "mi", "se", "no", "lo", "está", "son", "como", "más", "pero", "muy", "un", "de", "la", "al", "su", "le"]),
    ("fr", &["le", "les", "et", "est", "des", "une", "pour", "dans", "que", "je", "nous", "avec", "sur", "pas", "mon", "ma", "du", "au", "ce", "il", "elle", "sont", "qui", "un", "de", "la", "ne", "aux"]),
    ("it", &["il", "gli", "è", "che", "di", "per", "con", "una", "sono", "non", "della", "nel", "mio", "mia", "alla", "del", "le", "un", "lo", "ho", "si", "più", "questo", "ma", "da", "ai"]),
    ("nl", &["de", "het", "een", "is", "en", "van", "niet", "ik", "dat", "met", "voor", "op", "zijn", "mijn", "te", "wij", "aan", "ook", "naar", "bij", "wordt", "heeft", "ze"]),
    ("pt", &["o", "os", "é", "não", "uma", "para", "com", "em", "que", "do", "da", "dos", "eu", "meu", "minha", "no", "na", "está", "são", "mais", "um", "por", "ao", "se"]),
    ("pl", &["jest", "nie", "się", "na", "że", "do", "to", "mój", "moja", "jak", "są", "z", "w", "i", "po", "dla", "od", "przez", "ma"]),
    ("tr", &["bir", "ve", "bu", "için", "ile", "değil", "çok", "benim", "var", "gibi", "daha", "ne", "olarak", "her"]),
];

/// The language most of whose common words occur; `None` where none does, or two do as often.
fn by_words(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let said: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let counts = WORDS.map(|(code, words)| (said.iter().filter(|word| words.contains(word)).count(), code));
    let (most, code) = *counts.iter().max_by_key(|(n, _)| *n)?;
    let alone = counts.iter().filter(|(n, _)| *n == most).count() == 1;
    (most > 0 && alone).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_apart() {
        for (code, text) in [
            ("en", "Alice leads the project and it ships in June."),
            ("de", "Die Probe ist am Dienstag, und ich bringe das Cello mit."),
            ("es", "La reunión es el martes y no en la oficina."),
            ("fr", "Le bateau est dans le port avec les voiles."),
            ("it", "La riunione è alle nove, non alle dieci, per il progetto."),
            ("pt", "O barco não está em casa, mas na oficina do João."),
            ("zh", "我喜欢喝绿茶，每天早上喝。"),
            ("ja", "私は緑茶が好きです。"),
            ("ko", "저는 녹차를 좋아합니다."),
            ("ru", "Я люблю зелёный чай."),
            ("zh", "我们决定用 PostgreSQL 做 Heron 项目。"),
        ] {
            assert_eq!(language(text), Some(code), "{text}");
        }
    }

    #[test]
    fn what_tells_nothing_has_none() {
        for text in ["", "PostgreSQL", "+49 30 1234", "🌿"] {
            assert_eq!(language(text), None, "{text}");
        }
    }
}
