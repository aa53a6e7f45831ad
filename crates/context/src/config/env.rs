//! `${NAME}` references. They are resolved only into the typed configuration; the text and every
//! printed view keep the reference.

use serde_json::Value;

use super::path::KeyPath;

/// Looks a name up in the environment the caller chose.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Replaces references by their values. A key whose reference has no value is left out, and reported
/// with the name that is missing, so that its default applies.
pub fn resolve(value: &mut Value, path: &KeyPath, lookup: Lookup<'_>, missing: &mut Vec<(KeyPath, String)>) {
    match value {
        Value::Object(map) => {
            map.retain(|key, inner| keep(inner, &path.child(key), lookup, missing));
        }
        Value::Array(items) => {
            let mut at = 0;
            items.retain_mut(|inner| {
                let kept = keep(inner, &path.child(&at.to_string()), lookup, missing);
                at += 1;
                kept
            });
        }
        _ => {}
    }
}

fn keep(value: &mut Value, path: &KeyPath, lookup: Lookup<'_>, missing: &mut Vec<(KeyPath, String)>) -> bool {
    if let Value::String(text) = value {
        return match expand(text, lookup) {
            Ok(Some(expanded)) => {
                *text = expanded;
                true
            }
            Ok(None) => true,
            Err(name) => {
                missing.push((path.clone(), name));
                false
            }
        };
    }
    resolve(value, path, lookup, missing);
    true
}

/// Expands the references of one text: `None` where there are none, the missing name as an error.
/// `$${NAME}` stands for the literal `${NAME}`.
fn expand(text: &str, lookup: Lookup<'_>) -> Result<Option<String>, String> {
    if !text.contains("${") {
        return Ok(None);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let escaped = rest[..at].ends_with('$');
        out.push_str(&rest[..at - usize::from(escaped)]);
        match reference(&rest[at..]) {
            Some(name) if !escaped => {
                out.push_str(&lookup(name).filter(|v| !v.is_empty()).ok_or_else(|| name.to_owned())?);
                rest = &rest[at + name.len() + 3..];
            }
            _ => {
                out.push_str("${");
                rest = &rest[at + 2..];
            }
        }
    }
    out.push_str(rest);
    Ok(Some(out))
}

/// Reads the name of a reference at the start of `text`.
fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix("${")?;
    let name = &name[..name.find('}')?];
    let mut bytes = name.bytes();
    let first = bytes.next()?;
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    (fits(first) && !first.is_ascii_digit() && bytes.all(fits)).then_some(name)
}

/// Says whether a text is nothing but one reference.
pub fn is_reference(text: &str) -> bool {
    reference(text).is_some_and(|name| name.len() + 3 == text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Option<String> {
        (name == "KEY").then(|| "value".to_owned())
    }

    #[test]
    fn references_are_expanded_and_escapes_kept() {
        let expand = |text| expand(text, &lookup);
        assert_eq!(expand("plain"), Ok(None));
        assert_eq!(expand("a ${KEY} b"), Ok(Some("a value b".into())));
        assert_eq!(expand("$${KEY}"), Ok(Some("${KEY}".into())));
        assert_eq!(expand("${not a name}"), Ok(Some("${not a name}".into())));
        assert_eq!(expand("${NOPE}"), Err("NOPE".into()));
    }

    #[test]
    fn a_missing_name_leaves_the_key_out_and_is_reported() {
        let mut value = serde_json::json!({ "a": "${NOPE}", "b": ["${KEY}", "${NOPE}"] });
        let mut missing = Vec::new();
        resolve(&mut value, &KeyPath::default(), &lookup, &mut missing);
        assert_eq!(value, serde_json::json!({ "b": ["value"] }));
        let missing: Vec<String> = missing.iter().map(|(path, name)| format!("{path} {name}")).collect();
        assert_eq!(missing, ["a NOPE", "b[1] NOPE"]);
    }
}
