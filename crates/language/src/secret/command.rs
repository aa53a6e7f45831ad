//! Credentials in fixed shapes: headers, command lines, login pairs, statements of SQL.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::placeholder::is_placeholder_value;
use super::value::{is_hash, is_made_up, is_random, trim_value};

type Found = Vec<(&'static str, Range<usize>)>;

/// HTTP authorisation headers, one-time-password URIs, command-line passwords, login pairs.
pub(super) fn fixed_shapes(text: &str, found: &mut Found) {
    static SHAPES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        [
            ("token", r"(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{16,})"),
            ("token", r"(?i)authorization:\s*(?:token|apikey|basic|digest)?\s*([A-Za-z0-9._~+/=-]{16,})"),
            ("totp", r"(?i)otpauth://[^\s]*[?&]secret=([A-Z2-7]{16,})"),
            ("password", r"(?i)\b(?:mysql|mysqldump|mysqladmin|sshpass|mongosh?|redis-cli|mariadb)\b[^\n]{0,80}?\s-(?:p|a)\s?([^\s-][^\s]{4,})"),
            ("password", r"(?i)\bcurl\b[^\n]{0,80}?\s-u\s+[^\s:]+:([^\s]{5,})"),
            ("password", r"(?i)\b(?:credentials?|creds|login|log ?in|sign in|account|username|user|账号|用户名)\b?\s*(?:is|are|with|as|:|=|：)?\s*[\w.@+-]{2,40}\s*(?:/|／|\||:)\s*([!-~]{5,60})"),
            ("password", r"(?i)\bidentified by\s+'([^']{4,})'"),
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
                }
                "totp" => true,
                _ => is_random(trimmed, 16),
            };
            if good && !is_placeholder_value(trimmed) && !is_hash(trimmed) {
                found.push((kind, value.start()..value.start() + trimmed.len().max(1)));
            }
        }
    }
}
