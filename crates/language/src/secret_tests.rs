use super::*;

fn kinds(text: &str) -> Vec<&'static str> {
    scan(text).into_iter().map(|s| s.kind).collect()
}

/// Builds a body of `n` mixed characters, so that no key-shaped literal stands in the source.
fn body(n: usize) -> String {
    let alphabet = b"q7RtLm2XvB9kZd4WsHc8PyNf3JgUe6Ta5";
    (0..n).map(|i| alphabet[(i * 11 + i / 7) % alphabet.len()] as char).collect()
}

#[test]
fn vendor_keys_are_found_with_their_span() {
    for (prefix, length, kind) in [
        ("gh", 0, ""),
        ("ghp_", 36, "github"),
        ("hf_", 34, "huggingface"),
        ("xoxb-", 50, "slack"),
        ("sk_live_", 24, "stripe"),
        ("glpat-", 20, "gitlab"),
    ] {
        if length == 0 {
            continue;
        }
        let key = format!("{prefix}{}", body(length));
        let text = format!("please use {key}, thanks");
        let found = scan(&text);
        assert_eq!(found.len(), 1, "{prefix}");
        assert_eq!(found[0].kind, kind);
        assert_eq!(&text[found[0].span.clone()], key);
    }
}

#[test]
fn at_least_fifty_kinds_are_known() {
    let mut kinds: Vec<&str> = vendors::known_kinds().collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 50, "{}", kinds.len());
}

#[test]
fn long_texts_take_time_in_proportion_to_their_length() {
    for unit in ["Private-Lines: 1\n", "-----BEGIN PRIVATE KEY-----\n", "4539578763621486, ", "the password is x "] {
        scan(&unit.repeat(300_000 / unit.len()));
    }
}

#[test]
fn passwords_in_prose() {
    for text in [
        "the router password is Blue7Kettle!",
        "wifi password: sunflower",
        "my PIN is 4821",
        "the door code is 2290#",
        "密码是 Hh8823kk",
        "银行卡密码：482913",
        "Tr0ub4dor&3 is the admin password",
        "log in with password x9!Kdd02",
        "Password=Zx81kk22;Server=db",
    ] {
        assert!(contains_secret(text), "{text}");
    }
}

#[test]
fn talk_about_secrets_is_not_a_secret() {
    for text in [
        "The password is required.",
        "My password is too weak, should I change it?",
        "password manager: 1Password",
        "The password policy is 12-character minimum",
        "Password must be at least 12 characters",
        "PASSWORD=${DB_PASSWORD}",
        "api_key = <your-api-key>",
        "token: xxxxxxxxxxxxxxxxxxxx",
        "forgot my password again",
        "密码长度为12位",
        "忘记密码可以用邮箱找回。",
        "the secret is patience",
        "tokens: 128000",
        "The key is to rest the dough.",
        "GPIO pin 17 is high",
        "postgres://user:password@localhost/db",
        "commit 3f2a91c0d4e8b7a6950f1e2d3c4b5a6978877665",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn masking_names_the_kind_and_keeps_the_rest() {
    assert_eq!(mask("the router password is Blue7Kettle! ok"), "the router password is [password] ok");
}

#[test]
fn the_standards_test_phrase_is_no_secret() {
    let test = ["abandon"; 11].join(" ") + " about";
    assert!(!contains_secret(&test));
}
