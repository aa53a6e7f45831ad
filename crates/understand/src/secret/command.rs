//! Credentials in fixed shapes: headers, command lines, login pairs, statements of SQL.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_text::literals::Literals;

use super::phrased::is_strong;
use super::placeholder::is_placeholder_value;
use super::value::{capital_flips, is_hash, is_made_up, is_random, trim_value};

type Found = Vec<(&'static str, Range<usize>)>;

/// Programs that take a password on their command line, and what stands before it there.
#[rustfmt::skip]
const COMMANDS: &[(&str, &[&str])] = &[
    ("mysql", &["-p", "--password"]), ("mariadb", &["-p", "--password"]), ("sshpass", &["-p"]), ("mongo", &["-p", "--password"]),
    ("redis-cli", &["-a", "--pass"]), ("docker login", &["-p", "--password"]), ("podman login", &["-p"]), ("helm ", &["--password"]),
    ("az login", &["-p", "--password"]), ("7z", &["-p"]), ("unrar", &["-p"]), ("unzip", &["-P"]), ("zip ", &["-P"]),
    ("openssl", &["-k", "-passin", "-passout"]), ("gpg", &["--passphrase"]), ("ldapsearch", &["-w"]), ("smbclient", &["-U"]),
    ("xfreerdp", &["/p:"]), ("rdesktop", &["-p"]), ("mount", &["password="]), ("ncftp", &["-p"]), ("lftp", &["-u"]),
    ("htpasswd", &[]), ("net use", &[]), ("plink", &["-pw"]), ("pscp", &["-pw"]), ("putty", &["-pw"]), ("psexec", &["-p"]),
    ("wget", &["--password", "--http-password"]), ("curl", &["-u", "--user", "--proxy-user"]), ("vault login", &[]), ("nmcli", &["password"]),
    ("influx", &["-password", "--token"]), ("sqlcmd", &["-P"]), ("snowsql", &["-p"]), ("keytool", &["-storepass", "-keypass"]),
    ("ipmitool", &["-P"]), ("wpa_passphrase", &[]), ("onepass", &["-p"]), ("restic", &["-p"]), ("borg", &["-p"]), ("clickhouse", &["--password"]),
    ("cqlsh", &["-p"]), ("kinit", &[]), ("svn ", &["--password"]), ("mosquitto_pub", &["-P"]), ("mosquitto_sub", &["-P"]), ("rabbitmqctl", &[]),
    ("ftp ", &["-p"]), ("nuget", &["-Password"]), ("chpasswd", &[]), ("--password-stdin", &[]), ("sudo -s", &[]),
];

/// Passwords that are written into a command.
pub(super) fn commands(text: &str, found: &mut Found) {
    static NAMES: LazyLock<Literals> =
        LazyLock::new(|| Literals::new(COMMANDS.iter().map(|(name, _)| *name)).any_case());
    for hit in NAMES.find_iter(text) {
        let (name, flags) = COMMANDS[hit.pattern().as_usize()];
        if text[..hit.start()].ends_with(|c: char| c.is_ascii_alphanumeric()) {
            continue;
        }
        let line = text[..hit.start()].rfind('\n').map_or(0, |at| at + 1);
        let end = text[hit.end()..].find('\n').map_or(text.len(), |at| hit.end() + at);
        let from = if matches!(name, "sudo -s" | "chpasswd" | "--password-stdin") { line } else { hit.end() };
        let mut at = from;
        // Without a flag the value is an argument of its own.
        let mut expected = flags.is_empty();
        for word in text[from..end].split_inclusive(' ') {
            let start = at;
            at += word.len();
            let word = word.trim_end();
            let value = match flags.iter().find_map(|flag| word.strip_prefix(flag)) {
                Some("") => {
                    expected = true;
                    continue;
                }
                Some(value) => value.strip_prefix('=').unwrap_or(value),
                None if expected => word,
                None => continue,
            };
            expected = flags.is_empty();
            let value = value.trim_matches(['\'', '"', '`']);
            let value = value.strip_prefix("pass:").unwrap_or(value);
            // A user and a password in one.
            let value = match value.split_once([':', '%', ',']) {
                Some((user, value)) if matches!(name, "curl" | "lftp" | "smbclient") && !user.is_empty() => value,
                _ => value,
            };
            let value = value.trim_end_matches(['\'', '"', '`', ',']);
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            if value.len() >= 6
                && (digits > 0 || capital_flips(value) >= 5)
                && is_made_up(value)
                && !value.contains(['/', '\\'])
                && !value.starts_with(['-', '.'])
                && (!flags.is_empty()
                    || (is_strong(value) && !value.contains('='))
                    || name == "vault login" && value.len() > 20)
                && !(value.contains('.') && flags.is_empty() && name != "vault login")
                && !is_placeholder_value(value)
                && !is_hash(value)
            {
                let offset = text[start..end].find(value).unwrap_or(0);
                found.push(("password", start + offset..start + offset + value.len()));
            }
        }
    }
}

/// A line of a password file: host, port, database, user, password.
pub(super) fn password_lines(text: &str, found: &mut Found) {
    if text.bytes().filter(|b| *b == b':').nth(3).is_none() {
        return;
    }
    let mut next = 0;
    for word in text.split(char::is_whitespace) {
        let at = next;
        next += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        let mut parts = word.splitn(5, ':');
        if let (Some(host), Some(port), Some(_), Some(user), Some(value)) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
            && host.bytes().any(|b| b.is_ascii_alphabetic() || matches!(b, b'.' | b'*'))
            && !user.is_empty()
            && (port == "*" || (port.len() >= 2 && port.bytes().all(|b| b.is_ascii_digit())))
            && value.len() >= 6
            && !value.contains(':')
            && is_made_up(value)
            && !is_placeholder_value(value)
        {
            found.push(("password", at + word.len() - value.len()..at + word.len()));
        }
    }
}

/// HTTP headers, one-time-password URIs, login pairs.
pub(super) fn fixed_shapes(text: &str, found: &mut Found) {
    static SHAPES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        [
            ("token", r"(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{16,})"),
            ("token", r"(?i)authorization:\s*(?:token|apikey|basic|digest)?\s*([A-Za-z0-9._~+/=-]{16,})"),
            ("totp", r"(?i)otpauth://[^\s]*[?&]secret=([A-Z2-7]{16,})"),
            ("token", r"(?i)\bcookie:\s*[^\n]{0,120}?(?:sess\w*|[\w.]*sid|auth\w*|token|jwt|remember\w*)=([\w%.+/-]{16,})"),
            ("password", r"(?i)(?:\b(?:credentials?|creds|login|log ?in|sign in|account|username|user)\b|账号|用户名)\s*(?:is|are|with|as|:|=|：)?\s*[\w.@+-]{2,40}\s*(?:/|／|\||:)\s*([!-~]{5,60})"),
            ("sql_password", r"(?i)\b(?:oracle:|sqlplus )[^\s/]{1,80}/([^\s/@]{6,60})@"),
            ("strong_password", r"(?i)\b(?:admin|administrator|root|guest)\s*[/|:]\s*([!-~]{6,60})"),
            ("sql_password", r#"(?i)\b(?:identified (?:with \w+ )?by|(?:user|role|login)\b[^\n;]{0,60}\bpassword)\s+=?\s*N?['"]([^'"\n]{4,})['"]"#),
            ("token", r#""username"\s*:\s*"[^"]+"\s*,\s*"key"\s*:\s*"([0-9a-f]{32})""#),
            ("aws", r"(?i)aws_secret[a-z_]*\s*[=:]\s*([A-Za-z0-9/+]{40})"),
        ]
        .map(|(kind, source)| (kind, Regex::new(source).expect("valid pattern")))
        .into()
    });
    for (kind, regex) in SHAPES.iter() {
        for hit in regex.captures_iter(text) {
            let value = hit.get(1).expect("every shape has one group");
            let trimmed = trim_value(value.as_str());
            let good = match *kind {
                "password" => {
                    is_made_up(trimmed)
                        && !trimmed.contains('/')
                        && trimmed.bytes().any(|b| b.is_ascii_digit())
                        && (trimmed.len() >= 6)
                        && !is_named_version(trimmed)
                }
                "strong_password" => {
                    is_strong(trimmed)
                        && !text[..hit.get(0).expect("group 0 always matches").start()].ends_with("://")
                        && !trimmed.contains(['/', '='])
                        && !is_named_version(trimmed)
                }
                "sql_password" => trimmed.len() >= 6 && is_made_up(trimmed),
                "totp" => true,
                _ => is_random(trimmed, 16),
            };
            if good && ![trimmed, value.as_str()].into_iter().any(is_placeholder_value) && !is_hash(trimmed) {
                let kind = if kind.ends_with("password") { "password" } else { *kind };
                found.push((kind, value.start()..value.start() + trimmed.len().max(1)));
            }
        }
    }
}

/// "Chapter12", "OAuth2Client": words with a short number.
fn is_named_version(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let small = value.bytes().filter(u8::is_ascii_lowercase).count();
    let capital = value.starts_with(|c: char| c.is_ascii_uppercase());
    let one_word = value.bytes().skip(2).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    capital
        && value.bytes().all(|b| b.is_ascii_alphanumeric())
        && small * 2 >= value.len()
        && (digits == 1 || digits == 2 && one_word)
}
