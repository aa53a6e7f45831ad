//! Tells stand-ins (`<your-key>`, `xxxx`, `${VAR}`) from values somebody could use.

/// Words that mark a value as an example.
const EXAMPLE_WORDS: &[&str] = &[
    "example",
    "placeholder",
    "your",
    "redacted",
    "changeme",
    "change-me",
    "change_me",
    "dummy",
    "insert",
    "paste",
    "replace",
    "sample",
    "foobar",
    "todo",
    "fixme",
    "fake",
    "notreal",
    "not-a-real",
    "not_a_real",
    "mykey",
    "my-key",
    "my_key",
    "my-token",
    "my_token",
    "here",
    "hidden",
    "secret-here",
    "masked",
    "removed",
    "testkey",
    "xxxx",
    "****",
    "....",
    "••••",
    "0000000000",
    "deadbeef",
    "abcdefgh",
    "12345678901",
];

/// Says whether the random part of a vendor key is plainly a stand-in.
pub(super) fn is_placeholder_body(body: &str) -> bool {
    if body.is_empty() {
        return false;
    }
    let lower = body.to_ascii_lowercase();
    if EXAMPLE_WORDS.iter().any(|w| w.len() > 4 && lower.contains(w)) {
        return true;
    }
    // Random text may spell a short word by chance; a stand-in sets it apart or repeats it.
    let apart = ["your", "test", "fake"].iter().any(|w| {
        lower.starts_with(&format!("{w}-"))
            || lower.starts_with(&format!("{w}_"))
            || lower.contains(&format!("-{w}-"))
            || lower.contains(&format!("_{w}_"))
            || lower == *w
    });
    let crosses = lower.bytes().filter(|b| *b == b'x').count();
    if apart || lower.contains("xxxxxx") || crosses * 3 > lower.len() || lower.contains("****") {
        return true;
    }
    // A real key of twenty characters or more has many different ones.
    let mut seen = [false; 256];
    let distinct = body.bytes().filter(|b| !std::mem::replace(&mut seen[*b as usize], true)).count();
    body.len() >= 16 && distinct < 6
}

/// Says whether a value given for a labelled secret (`password: …`) is a stand-in or a reference.
pub(super) fn is_placeholder_value(value: &str) -> bool {
    let v = value.trim_matches(|c| matches!(c, '"' | '\'' | '`' | '“' | '”'));
    let lower = v.to_lowercase();
    if v.is_empty()
        || v.starts_with(['<', '$', '{', '[', '%', '@'])
            && (v.ends_with(['>', '}', ']', '%'])
                || v.starts_with("${")
                || v.starts_with("{{")
                || v.starts_with("$(")
                || v[1..].chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit()))
    {
        return true;
    }
    if v.contains("${") || v.contains("{{") || v.contains("$(") || v.contains("...") || v.contains('…') {
        return true;
    }
    const REFERENCES: &[&str] = &[
        "process.env",
        "os.environ",
        "getenv",
        "env.",
        "env:",
        "secrets.",
        "vault:",
        "op://",
        "keychain",
        "ssm:",
        "arn:",
        "file:",
        "config.",
        "settings.",
        "var.",
        "secretkeyref",
        "!vault",
        "!secret",
        "!ref",
        "!sub",
        "enc[",
        "enc(",
        "projects/",
        "aws-ssm:",
        "ref+",
        "data.",
        "local.",
        "module.",
        "@microsoft.keyvault",
        "akv:",
        "sops",
        "env(",
        "system.getenv",
    ];
    if REFERENCES.iter().any(|r| lower.starts_with(r)) || lower.contains("environ[") || lower.contains("getenv") {
        return true;
    }
    if is_call(v) {
        return true;
    }
    if EXAMPLE_WORDS.iter().any(|w| lower.contains(w)) && !has_strong_mix(v) {
        return true;
    }
    // One character over and over: xxxx, ****, ••••, ----.
    let mut chars = lower.chars();
    let first = chars.next();
    if v.chars().count() >= 3 && chars.all(|c| Some(c) == first) && first.is_some_and(|c| !c.is_ascii_digit()) {
        return true;
    }
    let masked = v.chars().filter(|c| matches!(c, '*' | '•' | '●' | '█' | '_' | 'x' | 'X')).count();
    masked * 3 >= v.chars().count() * 2 && v.chars().count() >= 4
}

/// Says whether `value` is the beginning of a call, as `input('Password:` is.
fn is_call(value: &str) -> bool {
    value.split_once(['(', '[']).is_some_and(|(name, rest)| {
        name.len() >= 3
            && name.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'.' | b'_'))
            && (rest.is_empty()
                || rest.starts_with(['"', '\'', ')', '`'])
                || name.contains('.')
                || (value.ends_with(']') && rest.len() < 12))
    })
}

/// Says whether `value` mixes letters, digits and symbols the way made-up passwords do.
fn has_strong_mix(value: &str) -> bool {
    let digit = value.bytes().filter(u8::is_ascii_digit).count();
    let symbol = value.bytes().any(|b| b.is_ascii_punctuation() && !matches!(b, b'-' | b'_' | b'.'));
    digit >= 2 && symbol
}
