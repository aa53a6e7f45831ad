//! Slugs: names as parts of file names.

use unicode_normalization::UnicodeNormalization;

use crate::fingerprint::short_hash;

const LONGEST: usize = 80;

/// Makes a path-safe name of at most 80 bytes from `name`. Letters and digits of every script are
/// kept in lower case, anything else becomes a single `-`. A name that had to be cut, or that has no letter at
/// all, ends in a hash of the whole, so that two long names do not meet.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.nfkc().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || is_mark(c) && !slug.is_empty() && !slug.ends_with('-') {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') && !matches!(c, '\'' | '’') {
            slug.push('-');
        }
    }
    let slug: String = slug.trim_end_matches('-').nfc().collect();
    if slug.is_empty() {
        return format!("x-{}", short_hash(name));
    }
    if slug.len() > LONGEST {
        let mut cut = LONGEST - 9;
        while !slug.is_char_boundary(cut) {
            cut -= 1;
        }
        return format!("{}-{}", slug[..cut].trim_end_matches('-'), short_hash(name));
    }
    if is_reserved(&slug) {
        return format!("{slug}-name");
    }
    slug
}

/// Marks that combine with the letter before them, in scripts where they carry meaning.
fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36f | 0x483..=0x487 | 0x591..=0x5c7 | 0x610..=0x61a | 0x64b..=0x65f
        | 0x900..=0xdff | 0xe31..=0xe4e | 0xeb1..=0xece | 0xf18..=0xfc6 | 0x1000..=0x109f | 0x3099..=0x309a)
}

/// Names Windows gives to devices.
fn is_reserved(slug: &str) -> bool {
    matches!(slug, "con" | "prn" | "aux" | "nul")
        || (slug.len() == 4
            && (slug.starts_with("com") || slug.starts_with("lpt"))
            && slug.ends_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::safe_name;
    use proptest::prelude::*;

    #[test]
    fn names_become_slugs() {
        assert_eq!(slug("OAuth2 PKCE Flow"), "oauth2-pkce-flow");
        assert_eq!(slug("李明"), "李明");
        assert_eq!(slug("Zoë O’Brien"), "zoë-obrien");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("a--b"), "a-b");
        assert_eq!(slug("CON"), "con-name");
        assert_eq!(slug("हिन्दी"), "हिन्दी");
        assert!(slug("!!!").starts_with("x-"));
        assert_ne!(slug(&"a".repeat(100)), slug(&"a".repeat(101)));
    }

    proptest! {
        #[test]
        fn slugs_are_safe_short_and_stable(name in any::<String>()) {
            let made = slug(&name);
            prop_assert!(safe_name(&made), "{made:?}");
            prop_assert!(made.len() <= 80);
            prop_assert!(!made.contains("--"));
            prop_assert_eq!(slug(&made), made);
        }
    }
}
