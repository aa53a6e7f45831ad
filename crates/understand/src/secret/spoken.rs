//! Credentials whose value comes in a later clause or in a list: "the password changed, it's … now", recovery codes,
//! the signature of a link.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_text::literals::Literals;

use super::phrased::is_strong;
use super::placeholder::is_placeholder_value;
use super::value::trim_value;

type Found = Vec<(&'static str, Range<usize>)>;

/// Words of which a text holds one where these rules find something.
static ANY: LazyLock<Literals> = LazyLock::new(|| {
    let words = ["pass", "pwd", "pin", "code", "sig", "login", "key", "备用", "备份", "恢复"];
    Literals::new(words).any_case()
});

/// Finds every credential that is given so.
pub(super) fn find(text: &str, found: &mut Found) {
    if !ANY.is_match(text) {
        return;
    }
    sequels(text, found);
    changes(text, found);
    lists(text, found);
    signatures(text, found);
}

/// "I changed the wifi password yesterday, it's … now."
fn sequels(text: &str, found: &mut Found) {
    static SEQUEL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r#"(?i)\b(?P<label>password|passphrase|passcode|passwd|pwd|pw|pin|login|code)s?\b[^\n]{0,60}?[,;.:—–-]\s*(?:and |so |but )?(?:(?:it|that|this|the new one|new one|mine|ours|the current one)(?:['’]s| is| was)(?: now)?|now(?: it['’]s)?|new one:?|which is(?: now)?|use|try|type|enter|namely|currently)\s+["'`“]?(?P<val>[!-~]{4,60})"#,
        )
        .expect("valid pattern")
    });
    for hit in SEQUEL.captures_iter(text) {
        let value = hit.name("val").expect("named group");
        let trimmed = trim_value(value.as_str());
        let label = hit["label"].to_ascii_lowercase();
        let digits = trimmed.bytes().filter(u8::is_ascii_digit).count();
        let numeric = digits == trimmed.len() && (4..=8).contains(&digits);
        let year = digits == 4 && (trimmed.starts_with("19") || trimmed.starts_with("20"));
        let good = match label.as_str() {
            "pin" | "passcode" => numeric && !year || is_strong(trimmed),
            "code" => false,
            _ => is_strong(trimmed),
        };
        if good && !is_placeholder_value(trimmed) {
            let start = value.start() + value.as_str().find(trimmed).unwrap_or(0);
            found.push(("password", start..start + trimmed.len()));
        }
    }
}

/// "We reset the portal's password to …": what it was changed to.
fn changes(text: &str, found: &mut Found) {
    static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r#"(?i)\b(?:chang|reset|set|updat|switch|rotat|mak|made|mov|renam|turn)\w*\b[^.\n]{0,60}?\b(?:password|passphrase|passcode|passwd|pwd|pw|login|key)\b(?:\s+(?:for|of|on|in|at|there|again|from|back|today|yesterday|over|this|last)\b[^.\n:=]{0,40}?)?\s+(?:to|as|into)\s+["'`“]?(?P<val>[!-~]{6,60})"#,
        )
        .expect("valid pattern")
    });
    for hit in CHANGE.captures_iter(text) {
        let value = hit.name("val").expect("named group");
        let trimmed = trim_value(value.as_str());
        if is_strong(trimmed) && !is_placeholder_value(trimmed) {
            let start = value.start() + value.as_str().find(trimmed).unwrap_or(0);
            found.push(("password", start..start + trimmed.len()));
        }
    }
}

/// Codes that stand in for a second factor, two or more of them.
fn lists(text: &str, found: &mut Found) {
    static LIST: LazyLock<Regex> = LazyLock::new(|| {
        let code = r"(?:[0-9]{4}[ -][0-9]{4}|[0-9]{3}[ -][0-9]{3}|[0-9]{6,10}|[a-z0-9]{4,6}-[a-z0-9]{4,6}|[a-z]*[0-9][a-z0-9]{6,11})";
        let source = format!(
            r"(?i)(?:\b(?:back-?up|recovery|rescue|scratch|emergency|one[- ]time|single[- ]use|2fa|mfa|two[- ]factor)(?:[- ](?:login|access|sign-in|verification|backup|recovery|auth))*[- ](?:codes?|tans)\b|恢复码|恢复代码|备用(?:验证)?码|备份码|备用代码)[^\n0-9]{{0,60}}?[:：=\s]\s*({code}(?:\s*[,;/|、，]\s*|\s+){code}(?:(?:\s*[,;/|、，]\s*|\s+){code})*)"
        );
        Regex::new(&source).expect("valid pattern")
    });
    for hit in LIST.captures_iter(text) {
        let codes = hit.get(1).expect("one group");
        if codes.as_str().bytes().filter(u8::is_ascii_digit).count() >= 3 {
            found.push(("backup_codes", codes.range()));
        }
    }
}

/// Links that are signed: whoever has one may use it.
fn signatures(text: &str, found: &mut Found) {
    static SIGNED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)[?&](?:sig=([a-z0-9%+/_-]{40,}=*)|x-(?:amz|goog)-signature=([0-9a-f]{64,}))")
            .expect("valid pattern")
    });
    for hit in SIGNED.captures_iter(text) {
        if let Some(value) = hit.get(1).or(hit.get(2)).filter(|value| !is_placeholder_value(value.as_str())) {
            found.push(("signed_url", value.range()));
        }
    }
}
