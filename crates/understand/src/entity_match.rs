//! Do two names denote one thing?
//!
//! Owns the comparison behind merge proposals: aliases, abbreviations, spelling, titles, word
//! order, transliteration and translation. It proposes, it never merges. Names of different types
//! are different things; numbers, versions and siblings keep names apart. Start with [`compare`].

mod aliases;
mod fold;
mod key;
mod pinyin;
mod variants;

use serde::Serialize;

use fold::Folded;
use soulfile_text::script::has_han;
use soulfile_vocabulary::EntityType;

pub use key::NameKey;

/// A name and what sort of thing it denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// The name as written.
    pub name: &'a str,
    /// What sort of thing it is.
    pub kind: EntityType,
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Likeness {
    /// Between 0 (different) and 1 (the same but for letter case).
    pub score: f64,
    /// Why, in one word: `equal`, `alias`, `abbreviation`, `spelling`, `title`, `order` …
    pub reason: &'static str,
}

impl Likeness {
    const DIFFERENT: Likeness = Likeness { score: 0.0, reason: "different" };

    const fn new(score: f64, reason: &'static str) -> Likeness {
        Likeness { score, reason }
    }

    /// Says whether a merge should be proposed.
    pub fn proposes_merge(&self) -> bool {
        self.score >= 0.6
    }
}

/// Compares two names.
pub fn compare(a: Named<'_>, b: Named<'_>) -> Likeness {
    if a.kind != b.kind {
        return Likeness::DIFFERENT;
    }
    let kind = a.kind;
    let (plain_a, plain_b) = (variants::simplified(a.name), variants::simplified(b.name));
    let (a, b) = (Named { name: &plain_a, kind }, Named { name: &plain_b, kind });
    let (x, y) = (fold::fold(a.name, kind), fold::fold(b.name, kind));
    if x.words.is_empty() || y.words.is_empty() {
        return if a.name == b.name { Likeness::new(1.0, "equal") } else { Likeness::DIFFERENT };
    }
    if a.name.to_lowercase() == b.name.to_lowercase() {
        return Likeness::new(1.0, "equal");
    }
    if x.generation != y.generation && !(x.generation.is_empty() || y.generation.is_empty()) {
        return Likeness::DIFFERENT;
    }
    if kind == EntityType::Person && variants::titles_differ(a.name, b.name) {
        return Likeness::DIFFERENT;
    }
    if x.compact() == y.compact() {
        return Likeness::new(0.95, "spelling");
    }
    if kind == EntityType::Person {
        for (one, other) in [(a.name, b), (b.name, a)] {
            let Some((full, short)) = variants::nicknamed(one) else { continue };
            if [full, short].iter().any(|name| compare(Named { name, kind }, other).score >= 0.75) {
                return Likeness::new(0.8, "alias");
            }
        }
    }
    // "Georgia (country)" and "Georgia (US state)": what stands in brackets tells them apart.
    if let (Some((outer, inner)), Some((other_outer, other_inner))) = (bracketed(a.name), bracketed(b.name))
        && outer.eq_ignore_ascii_case(other_outer)
    {
        let same = compare(Named { name: inner, kind }, Named { name: other_inner, kind });
        return if same.proposes_merge() { Likeness::new(0.85, "alias") } else { Likeness::DIFFERENT };
    }
    if aliases::same(&x.compact(), &y.compact()) || aliases::same(&x.full, &y.full) {
        return Likeness::new(0.9, "alias");
    }
    // What stands in brackets is another name of the same thing.
    for (one, other) in [(a.name, b), (b.name, a)] {
        if let Some((outer, inner)) = bracketed(one) {
            for part in [outer, inner] {
                if !part.is_empty() && compare(Named { name: part, kind }, other).score >= 0.75 {
                    return Likeness::new(0.85, "alias");
                }
            }
        }
    }
    if x.numbers != y.numbers {
        // K8s and Kubernetes: the digit stands for letters.
        let counted = variants::counts_in_words(&x, &y) || variants::counts_in_words(&y, &x);
        return if counted || is_numeronym(&x, &y) || is_numeronym(&y, &x) {
            Likeness::new(0.85, "abbreviation")
        } else {
            Likeness::DIFFERENT
        };
    }
    let han = (has_han(a.name), has_han(b.name));
    match han {
        (true, true) => return chinese(&x, &y, kind),
        (true, false) => return transliterated(&x, &y, kind),
        (false, true) => return transliterated(&y, &x, kind),
        _ => {}
    }
    if kind == EntityType::Person {
        return person(&x, &y);
    }
    thing(&x, &y, kind)
}

fn bracketed(name: &str) -> Option<(&str, &str)> {
    let open = name.find(['(', '（', '['])?;
    let close = name.rfind([')', '）', ']'])?;
    let inner_start = open + name[open..].chars().next()?.len_utf8();
    (inner_start < close).then(|| (name[..open].trim(), name[inner_start..close].trim()))
}

fn is_numeronym(short: &Folded, long: &Folded) -> bool {
    let s = short.compact();
    let l = long.compact();
    let digits: String = s.chars().filter(char::is_ascii_digit).collect();
    let Some((head, tail)) = s.split_once(digits.as_str()) else {
        return false;
    };
    !digits.is_empty()
        && !head.is_empty()
        && !l.chars().any(|c| c.is_ascii_digit())
        && l.starts_with(head)
        && l.ends_with(tail)
        && digits.parse::<usize>().is_ok_and(|n| n + head.chars().count() + tail.chars().count() == l.chars().count())
}

fn person(x: &Folded, y: &Folded) -> Likeness {
    let (a, b) = (&x.words, &y.words);
    if sorted(a) == sorted(b) {
        return Likeness::new(0.9, "order");
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    // One word against several: a given name or a surname alone.
    if short.len() == 1 {
        let word = &short[0];
        if long.len() >= 2 {
            let given = names_match(word, &long[0]) && word.chars().count() > 1;
            let surname = long.last().is_some_and(|l| l == word) && word.chars().count() > 2;
            return if given {
                Likeness::new(0.65, "short name")
            } else if surname && (x.titled || y.titled) {
                Likeness::new(0.65, "title")
            } else {
                Likeness::DIFFERENT
            };
        }
        let other = &long[0];
        return if names_match(word, other) && word.chars().count() > 1 && other.chars().count() > 1 {
            Likeness::new(0.75, "spelling")
        } else {
            Likeness::DIFFERENT
        };
    }
    // Surname and given name must both fit; middle names may be missing.
    let (first_a, first_b) = (&short[0], &long[0]);
    let (last_a, last_b) = (&short[short.len() - 1], &long[long.len() - 1]);
    let straight = names_match(first_a, first_b) && names_match(last_a, last_b);
    let crossed =
        short.len() == 2 && names_match(first_a, last_b) && names_match(last_a, first_b) && (x.comma || y.comma);
    let middles_fit = short[1..short.len() - 1].iter().zip(&long[1..long.len() - 1]).all(|(m, n)| names_match(m, n))
        || long.len() == short.len() && short.len() == 2;
    if (straight || crossed) && middles_fit {
        let exact = first_a == first_b && last_a == last_b;
        return if exact { Likeness::new(0.8, "middle name") } else { Likeness::new(0.75, "spelling") };
    }
    // Double surnames: Ana Ruiz and Ana Ruiz Peña.
    if long.len() > short.len() && long[..short.len()] == short[..] {
        return Likeness::new(0.7, "short name");
    }
    Likeness::DIFFERENT
}

/// Two parts of a person's name: equal, an initial, a pet form, or another spelling.
fn names_match(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let initial = |s: &str, t: &str| s.chars().count() == 1 && t.starts_with(s);
    initial(a, b) || initial(b, a) || aliases::same_given_name(a, b) || fold::sounds_like(a, b)
}

fn sorted(words: &[String]) -> Vec<&str> {
    let mut out: Vec<&str> = words.iter().map(String::as_str).collect();
    out.sort_unstable();
    out
}

fn thing(x: &Folded, y: &Folded, kind: EntityType) -> Likeness {
    let plural = |words: &[String]| -> Vec<String> { words.iter().map(|w| fold::singular(w)).collect() };
    let (a, b) = (plural(&x.words), plural(&y.words));
    if a == b || a.concat() == b.concat() {
        return Likeness::new(0.9, "plural");
    }
    let reordered = x.comma || y.comma || x.has_of || y.has_of || a.len() > 2 && kind != EntityType::Concept;
    if reordered && sorted(&a) == sorted(&b) {
        return Likeness::new(0.85, "order");
    }
    if fold::is_acronym_of(x, y) || fold::is_acronym_of(y, x) {
        return Likeness::new(0.8, "abbreviation");
    }
    let (short, long) = if x.compact().len() <= y.compact().len() { (x, y) } else { (y, x) };
    if generic_rest(&plural(&short.words), &plural(&long.words), kind)
        || glued_suffix(&short.compact(), &long.compact())
    {
        return Likeness::new(0.75, "short name");
    }
    if kind == EntityType::Tool {
        let (p, q) = (variants::core(&x.words), variants::core(&y.words));
        if p.len() > 1 && q.len() > 1 && (p == q || glued_suffix(&p, &q) || glued_suffix(&q, &p)) {
            return Likeness::new(0.75, "short name");
        }
    }
    // A place with its country, and without it.
    if kind == EntityType::Place && (x.comma != y.comma) && long.words.starts_with(&short.words) {
        return Likeness::new(0.7, "qualified");
    }
    if fold::is_slip(&x.compact(), &y.compact()) {
        return Likeness::new(0.7, "spelling");
    }
    if a.len() == b.len() && a.len() > 1 {
        let differing: Vec<(&String, &String)> = a.iter().zip(&b).filter(|(p, q)| p != q).collect();
        if let [(p, q)] = differing[..]
            && (fold::is_slip(p, q) || aliases::same(p, q) || fold::is_short_form(p, q))
        {
            return Likeness::new(0.7, "spelling");
        }
    }
    Likeness::DIFFERENT
}

/// Words that add nothing to a name of their type.
fn generic_rest(short: &[String], long: &[String], kind: EntityType) -> bool {
    let generic: &[&str] = match kind {
        EntityType::Tool => &[
            "database",
            "db",
            "app",
            "cli",
            "software",
            "server",
            "framework",
            "library",
            "editor",
            "browser",
            "language",
            "programming",
            "tool",
            "desktop",
            "ide",
            "engine",
            "package",
            "search",
            "lang",
            "apache",
            "google",
            "microsoft",
            "amazon",
            "adobe",
            "jetbrains",
            "hashicorp",
            "oracle",
            "platform",
            "service",
        ],
        EntityType::Concept => &[
            "algorithm",
            "method",
            "technique",
            "clustering",
            "pattern",
            "principle",
            "theory",
            "theorem",
            "protocol",
            "model",
            "disease",
            "syndrome",
            "effect",
            "diet",
            "design",
            "approach",
            "system",
            "format",
            "standard",
            "architecture",
            "process",
            "flow",
            "framework",
            "methodology",
            "law",
            "rule",
            "test",
            "data",
            "structure",
            "sort",
            "search",
            "encryption",
            "license",
            "licence",
        ],
        EntityType::Place => &[
            "city",
            "town",
            "of",
            "the",
            "republic",
            "kingdom",
            "municipality",
            "metropolitan",
            "greater",
            "downtown",
            "area",
            "airport",
            "international",
            "station",
        ],
        EntityType::Project => &[
            "project",
            "operation",
            "app",
            "system",
            "platform",
            "initiative",
            "programme",
            "program",
            "campaign",
            "team",
            "inc",
            "ltd",
            "llc",
            "gmbh",
            "corp",
            "corporation",
            "co",
            "company",
            "ag",
            "sa",
            "plc",
            "group",
            "website",
            "site",
            "product",
            "redesign",
            "service",
            "repo",
            "codebase",
            "limited",
            "holding",
            "incorporated",
        ],
        EntityType::Person => &[],
    };
    if short.is_empty() || short.len() >= long.len() {
        return false;
    }
    // "Mexico" and "Mexico City" are two places.
    const NOT_THE_CITY: &[&str] = &[
        "mexico",
        "kansas",
        "quebec",
        "oklahoma",
        "guatemala",
        "panama",
        "kuwait",
        "iowa",
        "luxembourg",
        "jersey",
        "vatican",
    ];
    if kind == EntityType::Place && short.len() == 1 && NOT_THE_CITY.contains(&short[0].as_str()) {
        return false;
    }
    let mut rest = long.iter();
    let mut left = Vec::new();
    for word in short {
        loop {
            match rest.next() {
                Some(w) if w == word => break,
                Some(w) => left.push(w),
                None => return false,
            }
        }
    }
    left.extend(rest);
    left.iter().all(|w| generic.contains(&w.as_str()))
}

/// Mongo and MongoDB, Vue and Vue.js, Go and Golang, Postgres and PostgreSQL.
fn glued_suffix(short: &str, long: &str) -> bool {
    short.len() >= 2
        && long.strip_prefix(short).is_some_and(|rest| {
            matches!(rest, "db" | "sql" | "ql" | "js" | "lang" | "hq" | "app" | "search" | "ml" | "io")
        })
}

/// Both names in Chinese characters.
fn chinese(x: &Folded, y: &Folded, kind: EntityType) -> Likeness {
    let (a, b) = (x.compact(), y.compact());
    let (short, long) = if a.chars().count() <= b.chars().count() { (&a, &b) } else { (&b, &a) };
    let (s, l): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    if kind == EntityType::Person {
        // 小芳 and 王芳 cannot be told; 芳 alone neither. A surname and title match a full name weakly.
        return if (x.titled || y.titled) && s.len() == 1 && l.first() == s.first() {
            Likeness::new(0.6, "title")
        } else {
            Likeness::DIFFERENT
        };
    }
    // 北大 for 北京大学: first character kept, the rest picked in order from beyond the start.
    if s.len() >= 2 && l.len() >= s.len() + 2 && s[0] == l[0] && !long.starts_with(short.as_str()) {
        let mut rest = l.iter();
        if s.iter().all(|c| rest.any(|d| d == c)) {
            return Likeness::new(0.7, "abbreviation");
        }
    }
    if let Some(rest) = long.strip_prefix(short.as_str())
        && s.len() >= 2
        && [
            "项目",
            "系统",
            "平台",
            "公司",
            "集团",
            "大学",
            "算法",
            "数据库",
            "框架",
            "软件",
            "语言",
            "有限公司",
            "股份有限公司",
            "科技",
            "工程",
            "计划",
        ]
        .contains(&rest)
        && !(rest == "大学" && kind == EntityType::Place)
    {
        return Likeness::new(0.7, "short name");
    }
    Likeness::DIFFERENT
}

/// A Chinese name and one in Latin letters.
fn transliterated(han: &Folded, latin: &Folded, kind: EntityType) -> Likeness {
    let syllables = pinyin::of(&han.compact());
    let Some(syllables) = syllables else {
        return Likeness::DIFFERENT;
    };
    let spelled = latin.compact();
    let straight = syllables.concat();
    let mut given_first = syllables.clone();
    given_first.rotate_left(1);
    if straight == spelled || kind == EntityType::Person && given_first.concat() == spelled {
        return Likeness::new(0.8, "transliteration");
    }
    Likeness::DIFFERENT
}

#[cfg(test)]
#[path = "entity_match_tests.rs"]
mod tests;
