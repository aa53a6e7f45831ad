//! Credentials that are only known by what is said of them: "the password is …", `TOKEN=…`,
//! 密码是…
//!
//! Reads a label, an optional phrase ("for the router"), a separator and a value, and then asks
//! whether the value is one: a made-up string, not a word that describes the password.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use soulfile_text::literals::Literals;

use super::command::fixed_shapes;
use super::floor;
use super::lock_code::{is_talked_of, is_unit};
use super::phrased::is_strong;
use super::placeholder::is_placeholder_value;
use super::value::{
    capital_flips, has_mixed_case, is_description, is_hash, is_made_up, is_password, is_random, trim_value,
};

type Found = Vec<(&'static str, Range<usize>)>;

/// How much a value must look like a credential before its label is believed.
#[derive(Clone, Copy, PartialEq)]
enum Label {
    Password,
    Token,
    Key,
}

/// What stands between a label and its value, and the value.
static READING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"^["'`*]{0,3}(?P<mid>(?:[^\n:=：,;.!?，。；]|[.:][\w/])*?)(?P<sep>\s*(?:=>|:=|->|→|[:=：])|\s+(?:(?:has been |got |been |was |is |now )*(?:changed|set|reset|updated) to|will be|used to be|is (?:now|still|currently|simply|just|probably|literally)|is|was|are|equals)\b:?|['’]s\b|\s*[是为]|\s+(?:--|[—–-])\s|\s*>)["*]{0,2}\s*(?:[|>][-+]?[ \t]*\n\s*)?(?P<val>"[^"\n]+"|'[^'\n]+'|`[^`\n]+`|“[^”\n]+”|「[^」\n]+」|[^\s，。；、]+)"#,
    )
    .expect("valid pattern")
});

static LABELS: LazyLock<[(Label, Regex); 3]> = LazyLock::new(|| {
    let regex = |source: &str| Regex::new(source).expect("valid pattern");
    [
        (
            Label::Password,
            regex(
                r"(?i:pass(?:word|phrase|wd|code)s?|\bpas{1,2}(?:wor|wrod|owrd|wo|wr)d?\b|\bp/w\b|\bpword\b|\bpswd\b|\bpsk\b|\brequirepass\b|\bsecret (?:word|phrase)\b|\bsecurity answer\b|\bpass\b|_pass\b|\bpwd|_pwd|\bpw\b|_pw\b|\bpsw\b)",
            ),
        ),
        (
            Label::Token,
            regex(
                r"(?i:api[ _-]?(?:key|token|secret)s?|secret[ _-]?(?:access[ _-]?)?(?:key|token)|access[ _-]?(?:key|token)|auth(?:entication|orization)?[ _-]?(?:key|token)|client[ _-]?secret|(?:private|priv|signing|encryption|master|account|storage|service|deploy|licen[cs]e|recovery|backup|subscription|webhook|shared|app|bot|consumer|admin|application)[ _-]?(?:key|secret|token|code)s?|refresh[ _-]?token|\b_?auth\b|\bappid\b|\bpats?\b|\bsk\b|session(?:[ _-]?(?:token|cookie|id)|id)|tokens?|secrets?|credentials?|bearer|totp|otp[ _-]?seed)",
            ),
        ),
        (Label::Key, regex(r"(?i:\b(?:[a-z]+[ _-])?keys?\b|_key\b)")),
    ]
});
static CHINESE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?P<label>密码|口令|密匙|密钥|秘钥|令牌|私钥|通行码|门禁码|开锁码|(?i:pin)\s*码|(?i:token)|授权码|恢复码|(?i:secret ?key|access ?key|api ?key|secret))(?P<mid>[^\s，。；：:=\w]{0,8}|[\p{Han}]{0,8}?)(?P<sep>\s*(?:[:：=]|是|为|暂定|定为|设置为|设置成|换为|就是|还是|仍是|改成了?|改为|设成了?|设为|换成了?|叫|用的是)|[ \u{3000}]*)\s*["“'「『]?(?P<val>[!-~]{4,120})"#,
    )
    .expect("valid pattern")
});

/// How far past a label its value may stand.
const REACH: usize = 400;

/// Words of which a text holds one where any of these rules finds something; `|` stands between them.
const NAMED: &str = "pass|pwd|pw|psw|psk|p/w|pword|pas|secret|token|bearer|authorization|identified by|密码|口令|密匙|密钥|秘钥|令牌|\
私钥|通行码|门禁码|开锁码|授权码|恢复码";
/// More such words, where only a value with a digit or of some length is believed.
const TOUCHED: &str = "pin|code|key|session|otp|cred|log|sign in|account|user|auth|appid|pat|role|oracle|sqlplus|admin|root|guest|cookie|\
账号|用户名";

/// Says whether the text holds one of the words, and what they need: so many rules cost more than this look.
fn is_named(text: &str) -> bool {
    static ANY: LazyLock<[Literals; 2]> =
        LazyLock::new(|| [NAMED, TOUCHED].map(|words| Literals::new(words.split('|')).any_case()));
    let dense = || text.bytes().any(|b| b.is_ascii_digit()) || text.split(' ').any(|word| word.len() >= 16);
    ANY[0].is_match(text) || (dense() && (ANY[1].is_match(text) || text.contains(" sk ")))
}

/// Finds every labelled credential in `text`.
pub(super) fn find(text: &str, found: &mut Found) {
    if is_named(text) {
        labels(text, found);
        named(text, found);
    }
}

fn labels(text: &str, found: &mut Found) {
    for (label, regex) in LABELS.iter() {
        for name in regex.find_iter(text) {
            let window = &text[name.end()..floor(text, name.end() + REACH)];
            if let Some(hit) = READING.captures(window)
                && let Some(value) = accept(text, name.range(), name.end(), &hit, *label)
            {
                found.push((kind(*label), value));
            } else if *label != Label::Password
                && let Some(value) = bare_token(text, &name.range(), *label)
            {
                found.push((kind(*label), value));
            }
        }
    }
}

fn named(text: &str, found: &mut Found) {
    for hit in CHINESE.captures_iter(text) {
        chinese(text, &hit, found);
    }
    bare_password(text, found);
    named_after(text, found);
    fixed_shapes(text, found);
}

/// "9f86d0… is the signing secret": the value stands before its name, so it must be long and random.
fn named_after(text: &str, found: &mut Found) {
    static AFTER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?i)(?P<val>[A-Za-z0-9_+/=.-]{16,200})["'`”]?\s+(?:is|was|will be|as)\s+(?:the|my|our|your|a|her|his|their|its)?\s*(?P<which>(?:[a-z0-9'’-]+\s+){0,4})(?P<label>secret|token|key|credential|bearer)s?\b(?P<next>\s+[a-z]+)?"#)
            .expect("valid pattern")
    });
    for hit in AFTER.captures_iter(text) {
        let value = hit.name("val").expect("named group");
        let trimmed = trim_value(value.as_str());
        let which = hit["which"].to_lowercase();
        let other = which.split_whitespace().any(|word| OTHER_KEYS.split_whitespace().any(|other| other == word));
        let next = hit.name("next").map_or("", |next| next.as_str()).trim().to_lowercase();
        let names = NAMES.split_whitespace().any(|name| name == next);
        if is_random(trimmed, 16) && !other && !names && !is_placeholder_value(trimmed) && !is_hash(trimmed) {
            found.push(("token", value.start()..value.start() + trimmed.len()));
        }
    }
}

/// Keys that open nothing.
const OTHER_KEYS: &str = "public primary foreign cache sort partition hot host ssh pub redis object turkey monkey whiskey \
registry translation idempotency map site publishable composite natural unique shard row lookup group join anon document s3 \
dictionary json yaml answer major minor range hash measurement press";

/// Words after a label that turn it into the name of something else.
const NAMES: &str = "id ids name names hash hashes fingerprint digest checksum count version sha sha1 sha256 md5 commit prefix arn \
kid sid uuid expiry ring rotation policy request ref reference public revoked fingerprints url uri path file was in contract address addr tx transaction";

/// "datadog api key 3f…": no separator, so the value must be long and random; a few plain words may stand between.
fn bare_token(text: &str, name: &Range<usize>, label: Label) -> Option<Range<usize>> {
    let before = text[..name.start].trim_end();
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
    let word = text[name.clone()].to_lowercase();
    let other = |word: &str| OTHER_KEYS.split_whitespace().any(|other| word.starts_with(other));
    if (word.starts_with("session") && word.ends_with("id"))
        || matches!(last.as_str(), "csrf" | "hash" | "no" | "xsrf")
        || other(&last) && !last.is_empty()
        || other(&word)
    {
        return None;
    }
    let window = &text[name.end..floor(text, name.end + REACH)];
    let line = window.split(['\n', '。', '；', ';']).next().unwrap_or("");
    let mut at = name.end;
    for (n, word) in line.split_inclusive([' ', '\t', '，', '：', '是']).enumerate().take(7) {
        let start = at;
        at += word.len();
        let inner = word.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '，' | '：' | '是'));
        let value = trim_value(inner).trim_start_matches(['=', ':']);
        // The label must end where it does: "keyring" and "key=…" are read elsewhere.
        if n == 0 && !inner.is_empty() {
            return None;
        }
        if value.is_empty() {
            continue;
        }
        let least = if n <= 1 { 16 } else { 24 };
        let dense = value.len() >= least
            && is_random(value, least)
            && !value.contains(['/', '(', '&', '@', ','])
            && (label == Label::Token || value.len() >= 24 || has_mixed_case(value));
        let padded = value.len() >= 40
            && is_random(value, 40)
            && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
        if dense || padded {
            if is_placeholder_value(value) || is_hash(value) || value.contains("...") {
                return None;
            }
            let offset = word.find(value).unwrap_or(0);
            return Some(start + offset..start + offset + value.len());
        }
        let lower = value.to_lowercase();
        let plain =
            value.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'-' | b'\'' | b'.')) && value.len() < 20;
        if !plain
            || word.trim_end().ends_with(['.', ',', '!', '?'])
            || NAMES.split_whitespace().any(|name| name == lower)
        {
            return None;
        }
    }
    None
}

fn kind(label: Label) -> &'static str {
    match label {
        Label::Password => "password",
        Label::Token | Label::Key => "token",
    }
}

/// Decides whether a reading is a credential; `base` is where the captures' text begins.
fn accept(text: &str, name: Range<usize>, base: usize, hit: &Captures<'_>, label: Label) -> Option<Range<usize>> {
    let mid = hit.name("mid").map_or("", |m| m.as_str());
    let separator = hit.name("sep").map_or("", |m| m.as_str()).trim();
    let value = hit.name("val").expect("named group");
    let (value, value_start, value_end) = (value.as_str(), base + value.start(), base + value.end());
    let word = &text[name.clone()];
    let before = text[..name.start]
        .trim_end_matches([' ', '_', '-'])
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("")
        .to_lowercase();
    // "tests pass: 1284", "--- PASS: TestAuth", a pass for the lift.
    let passes = word.eq_ignore_ascii_case("pass")
        && (matches!(
            before.as_str(),
            "tests"
                | "test"
                | "checks"
                | "all"
                | "to"
                | "must"
                | "will"
                | "can"
                | "boarding"
                | "ski"
                | "bus"
                | "season"
        ) || value.starts_with("Test")
            || value.starts_with("test_"));
    let resource = text[..name.start].rsplit(char::is_whitespace).next().is_some_and(|word| word.starts_with("arn:"));
    let assigned = separator.ends_with([':', '=']);
    if mid.len() > 48
        || passes
        || resource
        || !(mid_is_neutral(mid)
            || (label == Label::Token && assigned && is_suffix(mid) && is_random(trim_value(value), 20)))
        || matches!(before.as_str(), "public" | "no" | "forgot" | "forgotten" | "hash" | "hashed" | "csrf" | "pub")
    {
        return None;
    }
    let quoted = value.starts_with(['"', '\'', '`', '“', '「']);
    let trimmed = trim_value(value);
    let offset = value.find(trimmed).unwrap_or(0);
    let span = value_start + offset..value_start + offset + trimmed.len();
    let is_assignment = separator.ends_with([':', '=', '：', '>', '→']);
    if trimmed.starts_with('@') || is_placeholder_value(trimmed) || is_placeholder_value(value) || is_hash(trimmed) {
        return None;
    }
    // A possessive leads to a word as often as to a value.
    if matches!(separator, "'s" | "’s" | "是" | "为" | "-" | "--" | "–" | "—")
        && !is_made_up(trimmed)
        && !(word.ends_with("phrase") && trimmed.matches('-').count() >= 2)
    {
        return None;
    }
    let good = match label {
        Label::Password => {
            let tail = text[value_end..].trim_start();
            let ends_here = tail.is_empty()
                || value.ends_with(['.', ',', ';', ')', '!', '?'])
                || tail.starts_with(['\n', ',', '.', ';', '(', ')', '—', '-'])
                || text[value_end..].starts_with('\n');
            is_password(trimmed, quoted, is_assignment, ends_here, word)
        }
        Label::Token => is_random(trimmed, 10) && !trimmed.contains(['<', '[']),
        Label::Key => {
            let word = word.to_lowercase();
            !OTHER_KEYS.split_whitespace().any(|other| word.starts_with(other))
                && is_random(trimmed, 20)
                && has_mixed_case(trimmed)
        }
    };
    good.then_some(span)
}

/// The rest of a name that begins with a label, `SECRET_KEY_BASE`; `API_KEY_ID` names something else.
fn is_suffix(mid: &str) -> bool {
    const OTHERS: &str =
        "id ids name url uri path file arn hash header type ttl version prefix fingerprint ref key expiry date";
    mid.starts_with('_')
        && mid.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !mid.to_ascii_lowercase().split('_').any(|part| OTHERS.split(' ').any(|other| other == part))
}

/// Between a label and its separator may stand nothing, a bracket, or a phrase such as "for the
/// router"; "password policy is …" speaks of something else.
fn mid_is_neutral(mid: &str) -> bool {
    let trimmed = mid.trim();
    if trimmed.is_empty() || (trimmed.starts_with('(') && trimmed.ends_with(')')) {
        return true;
    }
    if !mid.starts_with(char::is_whitespace) {
        return false;
    }
    let first = trimmed.split_whitespace().next().unwrap_or("").to_lowercase();
    matches!(
        first.as_str(),
        "for"
            | "of"
            | "on"
            | "to"
            | "in"
            | "at"
            | "from"
            | "there"
            | "here"
            | "now"
            | "still"
            | "currently"
            | "this"
            | "that"
            | "again"
            | "we"
            | "i"
            | "today"
            | "since"
            | "until"
            | "has"
            | "have"
            | "with"
            | "("
            | "v2"
            | "field"
    ) && !trimmed.to_lowercase().contains(" must ")
}

fn chinese(text: &str, hit: &Captures<'_>, found: &mut Found) {
    let label = hit.name("label").expect("named group");
    let mid = hit.name("mid").map_or("", |m| m.as_str());
    let value = hit.name("val").expect("named group");
    if [
        "长度", "强度", "位数", "有效", "次数", "规则", "策略", "哈希", "管理", "字段", "格式", "学", "本", "错", "第",
        "提示", "桶", "型号", "框", "保存", "发", "箱",
    ]
    .iter()
    .any(|w| mid.contains(w))
        || text[..label.start()].ends_with('公')
    {
        return;
    }
    let separator = hit.name("sep").map_or("", |sep| sep.as_str());
    // A label in English with an English separator is read with the others.
    if label.as_str().is_ascii() && separator.is_ascii() {
        return;
    }
    let trimmed = trim_value(value.as_str());
    let digits = trimmed.bytes().filter(u8::is_ascii_digit).count();
    let next = text[value.end()..].trim_start().chars().next();
    let counted = digits == trimmed.len() && next.is_some_and(is_unit);
    if is_placeholder_value(trimmed) || is_hash(trimmed) || counted || is_talked_of(text, trimmed) {
        return;
    }
    let lower = trimmed.to_lowercase();
    // Without a separator only a made-up string is a value.
    if separator.trim().is_empty()
        && !(is_made_up(trimmed) && digits > 0 && (mid.is_empty() || is_strong(trimmed)))
        && !(digits >= 4 && digits == trimmed.len())
    {
        return;
    }
    let good = is_made_up(trimmed)
        || (digits >= 4 && digits == trimmed.len())
        || (trimmed.len() >= 6
            && trimmed.bytes().all(|b| b.is_ascii_lowercase())
            && !is_description(&lower)
            && next.is_none_or(|c| matches!(c, '。' | '，' | '\n' | '”')));
    if good {
        let offset = value.as_str().find(trimmed).unwrap_or(0);
        found.push(("password", value.start() + offset..value.start() + offset + trimmed.len()));
    }
}

/// "password Tr0ub4dor&3" and "Tr0ub4dor&3 is the password": no separator, so the value must be
/// plainly made up.
fn bare_password(text: &str, found: &mut Found) {
    static AFTER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?i)\b(?P<label>password|passphrase|passcode|passwd|pwd|pw|pas{1,2}(?:wor|wrod|owrd|wo|wr)d|pword|pswd|p/w|psk|requirepass|pass)\s+["'`“]?(?P<val>[!-~]{6,80})"#)
            .expect("valid pattern")
    });
    static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?i)["'`“]?(?P<val>[!-~]{5,80}?)["'`”]?\s+(?:(?:is|was|as|for)\s+(?:the|my|our|your|a|her|his|their|its)|as)\s+(?:[a-z0-9'’-]+\s+){0,3}(?:password|passphrase|passcode|passwd)"#)
            .expect("valid pattern")
    });
    for (regex, after) in [(&AFTER, true), (&BEFORE, false)] {
        for hit in regex.captures_iter(text) {
            let value = hit.name("val").expect("named group");
            let trimmed = trim_value(value.as_str());
            let digits = trimmed.bytes().filter(u8::is_ascii_digit).count();
            let letters = trimmed.bytes().filter(u8::is_ascii_alphabetic).count();
            let strong = is_made_up(trimmed)
                && (digits > 0 || trimmed.bytes().any(|b| b.is_ascii_punctuation()) || capital_flips(trimmed) >= 5);
            // A pass for the lift has a number too.
            let ticket = hit.name("label").is_some_and(|label| label.as_str().eq_ignore_ascii_case("pass"))
                && !(is_strong(trimmed) && (has_mixed_case(trimmed) || mentions_user(&text[..value.start()])));
            let dashed_word = trimmed.contains('-') && digits == 0;
            if strong
                && letters > 0
                && !dashed_word
                && !ticket
                && !is_placeholder_value(trimmed)
                && !is_hash(trimmed)
                && !trimmed.starts_with(['(', '/', '-', '='])
                && !(after && trimmed.contains(['=', ':']))
                && !(after && trimmed.eq_ignore_ascii_case("1password"))
            {
                let offset = value.as_str().find(trimmed).unwrap_or(0);
                found.push(("password", value.start() + offset..value.start() + offset + trimmed.len()));
            }
        }
    }
}

/// Says whether somebody who logs in is named shortly before.
fn mentions_user(before: &str) -> bool {
    let near = before[floor(before, before.len().saturating_sub(40))..].to_ascii_lowercase();
    ["user", "login", "account", "email", "wifi", "wi-fi"].iter().any(|word| near.contains(word))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::path::Path;

    use super::*;

    #[test]
    fn what_the_rules_find_holds_one_of_their_words() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evals/language");
        let mut found = 0;
        for set in ["secrets.jsonl.gz", "secrets.heldout.jsonl.gz"] {
            let mut lines = String::new();
            let file = std::fs::File::open(dir.join(set)).unwrap();
            flate2::read::GzDecoder::new(file).read_to_string(&mut lines).unwrap();
            for line in lines.lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                for text in case.as_object().unwrap().values().filter_map(|value| value.as_str()) {
                    let mut hits = Vec::new();
                    labels(text, &mut hits);
                    named(text, &mut hits);
                    assert!(hits.is_empty() || is_named(text), "{text}");
                    found += hits.len();
                }
            }
        }
        assert!(found > 30, "{found}");
    }
}
