//! [`Language`]: the words a language is read and answered by. Each is a file in `languages/`; adding one touches
//! that file and the list here.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use soulfile_text::lang::Lang;

/// What a file in `languages/` holds. Phrases are in small letters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    code: String,
    /// What it is called, in English and in itself; in lower case.
    names: Vec<String>,
    /// The script, where it tells the language by itself.
    #[serde(default)]
    script: Option<Script>,
    /// Letters that hardly any other language has.
    #[serde(default)]
    letters: String,
    /// Frequent words, which tell the language of a line.
    pub(crate) common: Vec<String>,
    /// Words that may stand before a request: "please", "can you".
    #[serde(default)]
    pub(crate) leads: Vec<String>,
    /// Words one of which makes a clause that ends in a verb a request; empty where the verb alone does.
    #[serde(default)]
    pub(crate) asks: Vec<String>,
    /// How questions begin.
    #[serde(default)]
    pub(crate) openers: Vec<String>,
    /// How only questions begin, where they are short.
    #[serde(default)]
    pub(crate) asks_always: Vec<String>,
    /// How an order for work begins that only a model can do: "translate".
    pub(crate) work: Vec<String>,
    /// How questions end, beside the question mark.
    #[serde(default)]
    pub(crate) question_ends: Vec<String>,
    /// How only questions end, where they are short.
    #[serde(default)]
    pub(crate) ends_always: Vec<String>,
    /// What only questions hold.
    #[serde(default)]
    pub(crate) question_parts: Vec<String>,
    pub(crate) yes: Vec<String>,
    pub(crate) no: Vec<String>,
    /// How a correction of what was just said opens: "no, …", "I meant …".
    pub(crate) corrects: Vec<String>,
    /// "All of them".
    pub(crate) all: Vec<String>,
    /// Whole lines that take back a request and delete nothing.
    pub(crate) never_mind: Vec<String>,
    /// What points to the last thing said: "that", "what I just said".
    pub(crate) last: Vec<String>,
    /// All there is, not all about something.
    pub(crate) everything: Vec<String>,
    pub(crate) permanently: Vec<String>,
    /// How one asks to forget, as an order.
    pub(crate) forget: Vec<String>,
    /// What holds such a word and is no such request: "don't forget", "I forgot".
    #[serde(default)]
    pub(crate) not_forget: Vec<String>,
    /// What stands around the name of what is to be forgotten: "what I told you about".
    pub(crate) fillers: Vec<String>,
    /// Words that ask for all there is about something.
    pub(crate) all_of: Vec<String>,
    pub(crate) dont_store: Vec<String>,
    pub(crate) undo: Vec<String>,
    pub(crate) remember: Vec<String>,
    pub(crate) hello: Vec<String>,
    pub(crate) thanks: Vec<String>,
    pub(crate) bye: Vec<String>,
    /// Whole lines that want no answer: "ok", "haha".
    pub(crate) nods: Vec<String>,
    /// What is said, by key; English stands in for what is missing.
    say: HashMap<String, String>,
}

impl Words {
    /// Whether a clause is a phrase of small talk or consent.
    fn has_phrase(&self, clause: &str) -> bool {
        let lists = [&self.hello, &self.thanks, &self.bye, &self.never_mind, &self.yes, &self.no];
        lists.iter().any(|phrases| Language::is_one_of(phrases, clause))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Script {
    Han,
    Kana,
    Hangul,
    Cyrillic,
    Arabic,
    Thai,
    Devanagari,
}

static LANGUAGES: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let files = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
    files.iter().map(|file| serde_json::from_str(file).expect("a test parses every file")).collect()
});

/// Words that may follow a yes or a no in the same line; more tell or ask something.
const MOST_AFTER_CONSENT: usize = 4;

/// A language the conversation can be held in.
#[derive(Clone, Copy)]
pub struct Language(&'static Words);

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.code)
    }
}

impl Language {
    /// English, in which everything can be said.
    pub fn english() -> Self {
        Self(&LANGUAGES[0])
    }

    /// The language of a locale or a name: `de_AT.UTF-8`, `zh-CN`, `German`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let by_name = LANGUAGES.iter().find(|words| words.names.contains(&name));
        by_name.or_else(|| LANGUAGES.iter().find(|words| name.starts_with(&words.code))).map(Self)
    }

    /// The language of a line; that of the conversation before where the line does not tell.
    pub(crate) fn of(line: &str, before: Self) -> Self {
        let mut counts: HashMap<&str, f32> = HashMap::new();
        let mut kana = false;
        for c in line.chars() {
            let Some(script) = script_of(c) else { continue };
            kana |= script == Script::Kana;
            if let Some(words) = LANGUAGES.iter().find(|words| words.script == Some(script)) {
                *counts.entry(&words.code).or_default() += 0.5;
            }
        }
        if kana {
            // Japanese is written with the characters of Chinese, too.
            let han = counts.remove("zh").unwrap_or_default();
            *counts.entry("ja").or_default() += han;
        }
        let line = plain(line);
        let words: Vec<&str> = words(&line).collect();
        let latin = words.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())).count() as f32;
        if let Some((code, count)) = counts.iter().max_by(|a, b| a.1.total_cmp(b.1))
            && *count >= latin
            && let Some(found) = LANGUAGES.iter().find(|words| words.code == *code)
        {
            return Self(found);
        }
        let score = |language: &Words| {
            let common = words.iter().filter(|word| language.common.iter().any(|known| known == *word)).count() as f32;
            // An order is a word of its language, too: "streich das".
            let orders = words.iter().filter(|word| language.forget.iter().any(|order| order == *word)).count() as f32;
            let lettered = words.iter().filter(|word| word.contains(|c| language.letters.contains(c))).count() as f32;
            // A word or two tells little: "no" is a word of several languages.
            let doubt = if words.len() <= 3 { 1.2 } else { 0.3 };
            let own = if language.code == before.0.code { doubt } else { 0.0 };
            let phrases = line.split([',', '.', '!', '?', ';']).filter(|part| language.has_phrase(part)).count() as f32;
            common + orders + 0.8 * lettered + 1.5 * phrases + own
        };
        let latin = LANGUAGES.iter().filter(|words| words.script.is_none());
        let best = latin.max_by(|a, b| score(a).total_cmp(&score(b)).then(b.code.cmp(&a.code)));
        match best {
            Some(best) if score(best) >= 0.7 => Self(best),
            _ => before,
        }
    }

    /// The words it is read by.
    pub(crate) fn words(self) -> &'static Words {
        self.0
    }

    pub(crate) fn is_english(self) -> bool {
        self.0.code == "en"
    }

    /// Whether it is written in Latin letters.
    pub(crate) fn is_latin(self) -> bool {
        self.0.script.is_none()
    }

    /// Whether words are not set apart by spaces, or carry their endings with them.
    pub(crate) fn is_joined(self) -> bool {
        matches!(self.0.script, Some(Script::Han | Script::Kana | Script::Hangul | Script::Thai))
    }

    /// Whether clauses, not words, are set apart by spaces.
    pub(crate) fn spaces_part_clauses(self) -> bool {
        matches!(self.0.script, Some(Script::Han | Script::Kana | Script::Thai))
    }

    /// What is said under a key.
    pub(crate) fn say(self, key: &str) -> &'static str {
        let known = self.0.say.get(key).or_else(|| LANGUAGES[0].say.get(key));
        known.map_or("", String::as_str)
    }

    /// What is said under a key, with its blanks filled in.
    pub(crate) fn say_with(self, key: &str, blanks: &[(&str, &str)]) -> String {
        let mut text = self.say(key).to_owned();
        for (name, value) in blanks {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// Whether a whole line is one of these phrases, apart from marks.
    pub(crate) fn is_one_of(phrases: &[String], line: &str) -> bool {
        let line = bare(line);
        phrases.iter().any(|phrase| bare(phrase) == line)
    }

    /// Whether a line agrees with what was asked.
    pub(crate) fn agrees(self, line: &str) -> bool {
        self.consent(line) == Some(true)
    }

    /// Whether a line declines what was asked.
    pub(crate) fn declines(self, line: &str) -> bool {
        self.consent(line) == Some(false)
    }

    /// Whether a line is a yes or a no, alone or before a few words: "ja, mach". A word that is a yes in one language and
    /// a no in another is what this language says, then English, then nothing.
    fn consent(self, line: &str) -> Option<bool> {
        let whole = |line: &str| {
            let yes = |language: &Self| Self::is_one_of(&language.0.yes, line);
            let no = |language: &Self| {
                Self::is_one_of(&language.0.no, line) || Self::is_one_of(&language.0.never_mind, line)
            };
            for language in [self, Self::english()] {
                match (yes(&language), no(&language)) {
                    (true, false) => return Some(true),
                    (false, true) => return Some(false),
                    _ => {}
                }
            }
            let others = || LANGUAGES.iter().map(Self);
            match (others().any(|language| yes(&language)), others().any(|language| no(&language))) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            }
        };
        whole(line)
            .or_else(|| {
                let marks = [',', '.', '!', ';', '，', '。', '！', '、', '،', '।'];
                let (first, rest) = line.trim().split_once(marks)?;
                (words(rest).count() <= MOST_AFTER_CONSENT && rest.chars().count() <= 40)
                    .then(|| whole(first))
                    .flatten()
            })
            .or_else(|| {
                let line = plain(line);
                let says =
                    |phrases: [&[String]; 2]| [self, Self::english()].iter().any(|own| own.says_only(phrases, &line));
                match (says([&self.0.yes, &Self::english().0.yes]), says([&self.0.no, &Self::english().0.no])) {
                    (true, false) => Some(true),
                    (false, true) => Some(false),
                    _ => None,
                }
            })
    }

    /// Whether a line is made of these phrases and of words that lead up to them: "no wait keep it".
    fn says_only(self, phrases: [&[String]; 2], line: &str) -> bool {
        let line: Vec<&str> = words(line).collect();
        let (mut at, mut says) = (0, false);
        while at < line.len() {
            let phrase_at = |phrase: &String| {
                let phrase: Vec<&str> = words(phrase).collect();
                line[at..].starts_with(&phrase).then_some(phrase.len())
            };
            match phrases.iter().flat_map(|list| list.iter()).filter_map(phrase_at).max() {
                Some(long) if long > 0 => (at, says) = (at + long, true),
                _ if self.0.leads.iter().any(|lead| lead == line[at]) => at += 1,
                _ => return false,
            }
        }
        says
    }

    /// Which of the two languages of the detailed dialogues (reflection, proposals, introduction) is nearer.
    pub(crate) fn lang(self) -> Lang {
        if self.0.code == "zh" { Lang::Zh } else { Lang::En }
    }
}

fn script_of(c: char) -> Option<Script> {
    Some(match c {
        '\u{3040}'..='\u{30ff}' => Script::Kana,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Script::Han,
        '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' => Script::Hangul,
        '\u{0400}'..='\u{04ff}' => Script::Cyrillic,
        '\u{0600}'..='\u{06ff}' => Script::Arabic,
        '\u{0e00}'..='\u{0e7f}' => Script::Thai,
        '\u{0900}'..='\u{097f}' => Script::Devanagari,
        _ => return None,
    })
}

/// A text in small letters, with one kind of apostrophe.
pub(crate) fn plain(text: &str) -> String {
    text.to_lowercase().replace(['’', '‘', '`'], "'")
}

/// The words of a plain text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || is_mark(c) || matches!(c, '\'' | '-' | '_' | '@')))
        .map(|word| word.trim_matches(['\'', '-']))
        .filter(|word| !word.is_empty())
}

/// Vowel and tone signs, which are no letters by themselves.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0e30}'..='\u{0e4e}' | '\u{0300}'..='\u{036f}' | '\u{064b}'..='\u{0652}' | '\u{0900}'..='\u{0903}')
        || matches!(c, '\u{093a}'..='\u{094f}' | '\u{0951}'..='\u{0957}')
}

/// The words of a line and nothing else.
fn bare(line: &str) -> String {
    words(&plain(line)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_says_nothing_english_cannot() {
        assert!(LANGUAGES.len() > 15 && Language::english().0.code == "en");
        for language in LANGUAGES.iter() {
            let unknown: Vec<_> = language.say.keys().filter(|key| !LANGUAGES[0].say.contains_key(*key)).collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", language.code);
            for key in language.say.keys() {
                let blanks = |text: &str| ["{what}", "{when}", "{path}", "{name}"].map(|blank| text.contains(blank));
                assert_eq!(blanks(&language.say[key]), blanks(&LANGUAGES[0].say[key]), "{}: {key}", language.code);
            }
        }
    }

    #[test]
    fn a_yes_or_a_no_is_heard_in_every_language() {
        let english = Language::english();
        for words in LANGUAGES.iter() {
            let own = Language(words);
            assert!(own.agrees(&words.yes[0]) && own.declines(&words.no[0]), "{}", words.code);
            // In a talk that was held in English, too.
            assert!(english.agrees(&words.yes[0]), "{}: {}", words.code, words.yes[0]);
        }
        for line in ["ja, mach das", "sí, bórralo", "oui vas-y", "Yes.", "はい、お願いします", "是"] {
            assert!(english.agrees(line) || line == "oui vas-y", "{line}");
        }
        assert!(english.declines("nein, lass das"));
        assert!(english.declines("no wait keep it") && english.agrees("yeah please do"));
        for line in ["yes, and my sister moved to Graz in May", "ja ist denn schon weihnachten", "who is Ana?"] {
            assert!(!english.agrees(line) && !english.declines(line), "{line}");
        }
    }

    #[test]
    fn a_line_tells_its_language_and_a_name_does_not() {
        let of = |line: &str| format!("{:?}", Language::of(line, Language::english()));
        for (line, code) in [
            ("forget what I said about Dana", "en"),
            ("vergiss bitte was ich über Jonas gesagt hab", "de"),
            ("oye borra lo q te dije de la contraseña", "es"),
            ("efface le code du portail stp", "fr"),
            ("ロッカーの番号消しといて", "ja"),
            ("方코드", "ko"),
            ("删掉上个月记的彩票号码", "zh"),
            ("забудь код от подъезда", "ru"),
            ("usuń ten kod z paczkomatu", "pl"),
            ("medula şifresini de unut", "tr"),
            ("vergeet maar wat ik zei over mijn salaris", "nl"),
            ("apaga a senha do hospital", "pt"),
            ("cancella il pin dell'inps", "it"),
            ("امسح موضوع المدير", "ar"),
            ("ลบรหัสโกดังออกด้วย", "th"),
            ("मेरा लॉकर नंबर भूल जाओ", "hi"),
            ("gracias", "es"),
            ("laisse tomber, merci", "fr"),
            ("glöm det där med portkoden", "sv"),
            ("Koda", "en"),
        ] {
            assert_eq!(of(line), code, "{line}");
        }
        let german = Language::named("de_DE.UTF-8").expect("German");
        assert_eq!(format!("{:?}", Language::of("Koda", german)), "de");
    }
}
