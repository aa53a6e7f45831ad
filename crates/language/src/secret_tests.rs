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

#[test]
fn passwords_are_named_in_many_ways() {
    for text in [
        "Contraseña del wifi de la abuela: Tren*4821verde",
        "Das Kennwort fürs Archiv ist Hx7!qpLm22",
        "Le mdp du routeur c'est Zk9#tremble",
        "la password di Netflix è Gatto!2291x",
        "Пароль от почты: qW7zLp!93",
        "パスワードは h8Kd!2mz です",
        r#"<add key="ApiToken" value="f8Jq02LmzPq81x" />"#,
        "- name: DB_PASSWORD\n  value: 9dJx!mmQ21",
        "WIFI:T:WPA;S:Barn;P:hayloft77!;;",
        "the combination to our bike lock is 4-7-1-9",
        "The garage opens with 7731#",
        "punch in 88213 to open the gate",
        "our passphrase is lantern mosquito gravel teapot",
    ] {
        assert_eq!(kinds(text).len(), 1, "{text}");
    }
    for text in [
        "La contraseña debe tener al menos 8 caracteres.",
        "Das Passwort ist falsch, bitte erneut versuchen.",
        "Mot de passe oublié ? Cliquez ici avant le 12/05/2025.",
        r#"password = input("Enter password: ")"#,
        r#"token = vault.read("prod/token")"#,
        r#"<add key="Timeout" value="30000" />"#,
        "The passphrase is written on the back of the photo.",
        "The gate opens with a loud bang at 7.",
        "Code for the safe is in my head.",
        "The door code changed in 2021.",
        "clave primaria: id_cliente",
        "The lock takes 4 AA batteries and the building takes 1200 people.",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn a_wallet_key_is_known_by_its_name() {
    let hex: String = (0..64).map(|i| char::from_digit((i * 7 + i / 5) % 16, 16).unwrap_or('0')).collect();
    assert_eq!(kinds(&format!("private key of the cold wallet 0x{hex}")).len(), 1);
    assert!(!contains_secret(&format!("tx 0x{hex} got twelve confirmations")));
}

#[test]
fn a_value_may_come_in_a_later_clause_or_in_a_list() {
    for text in [
        "the wifi password was reset on Monday, it's qT4!wpLz9 now",
        "they changed the door pin; the new one is 7731",
        "Backup codes for the forge: 4821 3377, 9021 8845, 1102 9384",
        "https://store.quick.example/x?se=2031&sig=Abc4defGhi5jklMno6pqrStu7vwxYza8bcdEfg9hijKlm%3D",
    ] {
        assert!(contains_secret(text), "{text}");
    }
    for text in [
        "the password changed, it's fine now",
        "error codes: 404123, 500122 were logged",
        "the pin board moved, it's in room 4 now",
        "the zip code changed, it's 80331 now",
    ] {
        assert!(!contains_secret(text), "{text}");
    }
}
