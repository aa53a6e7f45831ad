//! Brings names into a comparable form: case, accents, titles, punctuation, spelling.

use unicode_normalization::UnicodeNormalization;

use soulfile_text::script::is_han;
use soulfile_vocabulary::EntityType;

/// A name, folded.
pub(super) struct Folded {
    /// Its words, without titles and type words.
    pub words: Vec<String>,
    /// All of it in one, type words included.
    pub full: String,
    /// The numbers in it, in order; Roman and written ones included.
    pub numbers: Vec<String>,
    /// "jr", "sr", "ii" of a person.
    pub generation: String,
    /// Whether it was written with a comma: "Fraser, Ewan".
    pub comma: bool,
    /// Whether it was written with "of": "University of Leeds".
    pub has_of: bool,
    /// Whether a title stood before it.
    pub titled: bool,
    /// The first letters of its words and inner capitals: for acronyms.
    pub initials: String,
    /// The first letters of its words as spaces divide them: hyphenated ones count once.
    pub spaced: String,
}

impl Folded {
    /// The words without spaces.
    pub fn compact(&self) -> String {
        self.words.concat()
    }
}

const TITLES: &[&str] = &[
    "dr",
    "prof",
    "professor",
    "mr",
    "mrs",
    "ms",
    "miss",
    "sir",
    "dame",
    "lord",
    "lady",
    "rev",
    "reverend",
    "father",
    "captain",
    "capt",
    "doctor",
    "mx",
    "phd",
    "md",
    "esq",
    "uncle",
    "auntie",
    "coach",
    "judge",
    "hon",
    "herr",
    "frau",
    "señor",
    "madame",
    "monsieur",
    "mme",
    "ing",
    "dipl",
    "mag",
];
const ARTICLES: &[&str] = &["the", "a", "an", "der", "die", "das", "le", "la", "les", "el"];
const HAN_TITLES: &[&str] = &[
    "老师",
    "先生",
    "女士",
    "小姐",
    "博士",
    "教授",
    "医生",
    "同学",
    "经理",
    "总监",
    "主任",
    "总",
    "工程师",
    "师傅",
    "阿姨",
    "叔叔",
];
const HAN_SUFFIXES: &[&str] = &["特别行政区", "自治区", "市", "省", "区", "县", "镇"];

pub(super) fn fold(name: &str, kind: EntityType) -> Folded {
    let comma = name.contains([',', '，']);
    // Dijkstra's algorithm is Dijkstra's; the apostrophe of O'Brien stays inside the word.
    let possessive = name.replace('’', "'").replace("'s ", " ");
    let name = possessive.strip_suffix("'s").unwrap_or(&possessive);
    let spaced = name
        .split_whitespace()
        .filter(|w| !matches!(w.to_lowercase().as_str(), "of" | "the" | "and" | "for" | "a" | "in"))
        .filter_map(|w| w.chars().next())
        .flat_map(char::to_lowercase)
        .collect();
    let mut initials = String::new();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut previous = ' ';
    for c in name.nfkc() {
        let c = if matches!(c, '’' | '‘') { '\'' } else { c };
        if c.is_alphanumeric() || matches!(c, '+' | '#') {
            if word.is_empty() || c.is_uppercase() && previous.is_lowercase() || is_han(c) {
                initials.extend(c.to_lowercase());
            }
            push_folded(&mut word, c);
        } else if c == '\'' || c == '.' && previous.is_alphanumeric() {
            // O'Brien, Node.js, J.R.: one word; "J. R." has a space that ends it.
        } else if c == '&' {
            flush(&mut word, &mut words);
            words.push("and".into());
        } else {
            flush(&mut word, &mut words);
        }
        previous = c;
    }
    flush(&mut word, &mut words);
    for w in &mut words {
        *w = spelling(w);
    }
    let full = words.concat();
    let has_of = words.iter().any(|w| w == "of");
    let mut generation = String::new();
    let mut titled = false;
    if kind == EntityType::Person {
        words.retain(|w| {
            let title = TITLES.contains(&w.as_str());
            titled |= title;
            if matches!(w.as_str(), "jr" | "junior" | "sr" | "senior" | "ii" | "iii" | "iv") {
                generation = w.replace("junior", "jr").replace("senior", "sr");
                return false;
            }
            !title
        });
        for title in HAN_TITLES {
            if let Some(last) = words.last_mut()
                && last.chars().count() > title.chars().count()
                && last.ends_with(title)
            {
                last.truncate(last.len() - title.len());
                titled = true;
            }
        }
    } else {
        let all = words.clone();
        let single_letters = words.windows(2).any(|w| w[0].len() == 1 && w[1].len() == 1);
        words.retain(|w| {
            let article = ARTICLES.contains(&w.as_str()) && !single_letters;
            let type_word = kind == EntityType::Project && w == "project";
            !(article || type_word || matches!(w.as_str(), "of" | "and" | "for"))
        });
        if words.is_empty() {
            words = all;
        }
    }
    if kind == EntityType::Place {
        for suffix in HAN_SUFFIXES {
            if let Some(last) = words.last_mut()
                && last.chars().count() > suffix.chars().count() + 1
                && last.ends_with(suffix)
            {
                last.truncate(last.len() - suffix.len());
                break;
            }
        }
        if let Some(first) = words.first_mut() {
            match first.as_str() {
                "saint" | "sankt" | "sint" => *first = "st".into(),
                "mount" => *first = "mt".into(),
                "fort" => *first = "ft".into(),
                _ => {}
            }
        }
    }
    let mut numbers = Vec::new();
    let count = words.len();
    for (i, w) in words.iter_mut().enumerate() {
        if kind != EntityType::Person && (i > 0 || count == 1) {
            let number = match w.as_str() {
                "ii" | "two" => "2",
                "iii" | "three" => "3",
                "iv" | "four" => "4",
                "vi" if i > 0 => "6",
                "one" if i > 0 => "1",
                "五" | "five" if i > 0 => "5",
                _ => "",
            };
            if !number.is_empty() {
                *w = number.into();
            }
        }
        let digits: String = w.chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            numbers.push(digits);
        }
    }
    Folded { words, full, numbers, generation, comma, has_of, titled, initials, spaced }
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        // "v2" is the number 2.
        let stripped = word.strip_prefix('v').filter(|r| !r.is_empty() && r.bytes().all(|b| b.is_ascii_digit()));
        words.push(stripped.map_or_else(|| word.clone(), str::to_owned));
        word.clear();
    }
}

/// Lower case, without accents.
fn push_folded(word: &mut String, c: char) {
    for d in c.to_lowercase() {
        match d {
            'ł' => word.push('l'),
            'ø' => word.push('o'),
            'đ' | 'ð' => word.push('d'),
            'ß' => word.push_str("ss"),
            'æ' => word.push_str("ae"),
            'œ' => word.push_str("oe"),
            'þ' => word.push_str("th"),
            'ı' => word.push('i'),
            _ => word.extend(std::iter::once(d).nfd().filter(|e| !is_mark(*e))),
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36f)
}

/// British and American spelling, Cyrillic and umlaut transcription, in one form.
fn spelling(word: &str) -> String {
    let mut out: String =
        word.chars().flat_map(|c| cyrillic(c).map_or_else(|| vec![c], |s| s.chars().collect())).collect();
    if word.is_ascii() {
        for (from, to) in [
            ("isation", "ization"),
            ("ising", "izing"),
            ("ised", "ized"),
            ("yse", "yze"),
            ("colour", "color"),
            ("behaviour", "behavior"),
            ("favour", "favor"),
            ("neighbour", "neighbor"),
            ("labour", "labor"),
            ("harbour", "harbor"),
            ("honour", "honor"),
            ("centre", "center"),
            ("theatre", "theater"),
            ("fibre", "fiber"),
            ("metre", "meter"),
            ("catalogue", "catalog"),
            ("dialogue", "dialog"),
            ("programme", "program"),
            ("defence", "defense"),
            ("licence", "license"),
            ("grey", "gray"),
            ("modelling", "modeling"),
            ("labelling", "labeling"),
            ("travelling", "traveling"),
            ("paediatr", "pediatr"),
            ("anaemia", "anemia"),
            ("coeliac", "celiac"),
            ("haem", "hem"),
            ("aluminium", "aluminum"),
            ("artefact", "artifact"),
            ("cheque", "check"),
            ("tyre", "tire"),
        ] {
            if out.contains(from) {
                out = out.replace(from, to);
            }
        }
        if out.len() > 5
            && out.ends_with("ise")
            && !matches!(out.as_str(), "exercise" | "promise" | "enterprise" | "surprise" | "premise" | "expertise")
        {
            out.truncate(out.len() - 3);
            out.push_str("ize");
        }
    }
    out
}

fn cyrillic(c: char) -> Option<&'static str> {
    Some(match c {
        'а' => "a",
        'б' => "b",
        'в' => "v",
        'г' => "g",
        'д' => "d",
        'е' | 'ё' | 'э' => "e",
        'ж' => "zh",
        'з' => "z",
        'и' | 'й' | 'і' | 'ы' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' => "u",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' => "",
        'ю' => "yu",
        'я' => "ya",
        'ї' => "yi",
        'є' => "ye",
        'ґ' => "g",
        _ => return None,
    })
}

/// The singular of an English word.
pub(super) fn singular(word: &str) -> String {
    if word.len() > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    if word.len() > 4 && ["ches", "shes", "sses", "xes", "zes"].iter().any(|s| word.ends_with(s)) {
        return word[..word.len() - 2].to_owned();
    }
    if word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && !word.ends_with("us")
        && !word.ends_with("is")
        && !word.ends_with("js")
        && !word.ends_with("os")
        && !word.ends_with("as")
    {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}

/// Two spellings of one given name or surname: Sergey and Sergei, Marc and Mark, Sara and Sarah.
pub(super) fn sounds_like(a: &str, b: &str) -> bool {
    a.len() >= 3 && b.len() >= 3 && (sound(a) == sound(b) || umlaut(a) == umlaut(b) || same_bones(a, b))
}

/// The three forms of a word, of which two that sound alike share one.
pub(super) fn sounds(word: &str) -> [String; 3] {
    // Only long words are held against each other by their bones.
    let third = if word.len() >= 7 { bones(word) } else { sound(word) };
    [sound(word), umlaut(word), third]
}

/// Long words one vowel apart: Jonathan and Jonathon.
fn same_bones(a: &str, b: &str) -> bool {
    a.len() >= 7
        && b.len() >= 7
        && strsim::damerau_levenshtein(a, b) == 1
        && bones(a) == bones(b)
        && a.ends_with(|c| b.ends_with(c))
}

/// The letters of a word that are no vowels.
fn bones(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')).collect()
}

fn umlaut(word: &str) -> String {
    word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

fn sound(word: &str) -> String {
    let replaced = word
        .replace("ph", "f")
        .replace("ck", "k")
        .replace("ou", "u")
        .replace("oo", "u")
        .replace("tsch", "ch")
        .replace("tch", "ch")
        .replace("sch", "sh")
        .replace("kh", "h")
        .replace("tz", "ts")
        .replace("ee", "i")
        .replace("dj", "j")
        .replace("iy", "i")
        .replace("ij", "i")
        .replace("ey", "ei");
    let chars: Vec<char> = replaced.chars().collect();
    let mut out = String::new();
    for (i, c) in chars.iter().enumerate() {
        let next = chars.get(i + 1);
        let mapped = match c {
            'y' | 'j' if i > 0 => 'i',
            'w' => 'v',
            'c' if !matches!(next, Some('e' | 'i' | 'y' | 'h')) => 'k',
            'h' if i > 0
                && (next.is_none()
                    || !matches!(chars[i - 1], 'c' | 's')
                        && next.is_some_and(|n| {
                            !matches!(n, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
                                || !matches!(chars[i - 1], 'a' | 'e' | 'i' | 'o' | 'u')
                        })) =>
            {
                continue;
            }
            'z' if i > 0 => 's',
            other => *other,
        };
        if !out.ends_with(mapped) {
            out.push(mapped);
        }
    }
    out
}

/// TLS and Transport Layer Security; VS Code and Visual Studio Code.
pub(super) fn is_acronym_of(short: &Folded, long: &Folded) -> bool {
    let s = short.compact();
    if s.len() < 2 || s.len() > 8 && short.words.len() == 1 || !s.is_ascii() {
        return false;
    }
    let significant: String = long.words.iter().filter_map(|w| w.chars().next()).collect();
    if short.words.len() == 1 && long.words.len() >= 2 {
        return significant == s || long.initials == s || long.spaced == s;
    }
    // An acronym for the first words, then the same words.
    if short.words.len() >= 2 && long.words.len() > short.words.len() {
        let same = short.words.len() - 1;
        let tail = &long.words[long.words.len() - same..];
        let head: String = long.words[..long.words.len() - same].iter().filter_map(|w| w.chars().next()).collect();
        return short.words[1..] == *tail && short.words[0] == head;
    }
    // JS for JavaScript: the capitals inside one word.
    short.words.len() == 1
        && long.words.len() == 1
        && long.initials.len() >= 2
        && long.initials == s
        && long.compact().len() > s.len() + 2
}

/// A typing slip in a long name: a letter doubled, dropped, added or swapped with its neighbour.
pub(super) fn is_slip(a: &str, b: &str) -> bool {
    let (n, m) = (a.chars().count(), b.chars().count());
    if n.min(m) < 7 || a.chars().any(|c| c.is_ascii_digit()) || strsim::damerau_levenshtein(a, b) != 1 {
        return false;
    }
    // A substitution makes another word more often than a slip does, and so does a new first letter.
    if n == m {
        let same_letters = {
            let mut p: Vec<char> = a.chars().collect();
            let mut q: Vec<char> = b.chars().collect();
            p.sort_unstable();
            q.sort_unstable();
            p == q
        };
        return same_letters;
    }
    a.chars().next() == b.chars().next()
}

/// "auth" and "authentication", "config" and "configuration", "app" and "application".
pub(super) fn is_short_form(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.len() >= 3
        && long.len() >= short.len() + 3
        && long.starts_with(short)
        && [
            "ation",
            "ion",
            "lication",
            "uration",
            "ication",
            "entication",
            "orization",
            "ment",
            "ase",
            "ository",
            "ironment",
            "ument",
            "erence",
            "ormation",
            "istration",
            "ematics",
            "ernetes",
            "ersity",
            "ology",
            "itecture",
        ]
        .iter()
        .any(|s| long[short.len()..].ends_with(s))
}
