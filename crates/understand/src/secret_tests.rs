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

fn all(texts: &[&str], secret: bool) {
    for text in texts {
        assert_eq!(contains_secret(text), secret, "{text} {:?}", kinds(text));
    }
}

#[test]
fn numbers_that_open_something_are_codes() {
    all(
        &[
            "pin 5518 for the boathouse",
            "the boiler room lock box, pin 5518, is behind the pipe",
            "6620 is the pin of my prepaid card",
            "courtyard gate -> 6620#",
            "the siren turns off, alarm that is, with 66201",
            "the alarm turns off with 66201",
            "voicemail pin: 6620",
            "lockbox 6620, left of the meter",
            "my pin? 6620",
            "lift code at the surgery 6620",
            "we set the bike lock to 6620",
            "use code 6620 to open the barrier",
            "safe: 12 left, 31 right, 8 left",
            "tell the electrician the cellar code, 6620",
            "the yard opens with *6620",
            "credit card pin's 6620",
            "Aunt Jo's bank PIN, as she told me: 6620",
            "the number to get into the yard, the code I mean, is 6620",
            "scooter lock: 6620",
            "仓库密码每周换，这周是6620",
            "手机 PIN 是 662017",
            "单元门密码6620，按井号键",
            "车库输入 6620 就能进",
            "保险柜：左12右31左8，密码别弄丢",
            "仓库门禁 6620#",
        ],
        true,
    );
    all(
        &[
            "pin code 110001, New Delhi",
            "error code 6620 on the door controller",
            "the gate opens at 0830",
            "the pool takes 4500 litres",
            "pin 1402 of the connector is bent",
            "key 6620 hangs by the door",
            "type 6620 bolts for the gate",
            "locker 6620 is next to mine",
            "the lift holds 1200 kg",
            "card statement shows 4821 euros",
            "never use 1234 as your pin",
            "code 6620 fails in the alarm module",
            "the safe cost 1450",
            "pin the picnic to 1430",
            "密码锁型号 6620",
            "密码错误 6620",
            "验证码发到 13900139000",
            "密码在第 1204 页",
            "初始密码一般是123456，请修改",
            "门票 1200 元",
            "取件码 22-5-8801",
        ],
        false,
    );
}

#[test]
fn a_striking_value_needs_a_label_in_its_sentence_only() {
    all(
        &[
            "I reset the bakery forum password to Rye7$loafx",
            "her password? Rye7$loafx",
            "the backup password, should I fall off a cliff: Rye7$loafx",
            "log into the till as ruth with Rye7$loafx",
            "the spreadsheet is locked with Clover482",
            "streaming: ruth@post.example Rye7$loafx",
            "hotspot: Plover / k8wq2mzt",
            "pasword for the rota: Rye7loaf2",
            "my password is still kettles7731",
            "user ruth, pass nuXzjugn8",
            "用 Rye7$loafx 登录就行",
            "后台账号ruth密码nuXzjugn8",
        ],
        true,
    );
    all(
        &[
            "log in with Office365",
            "the login flow / OAuth2Client is new",
            "user guide / Chapter12",
            "boarding pass A7K2PQ, seat 12",
            "tests pass: 1284",
            "--- PASS: TestLogin2 (0.02s)",
            "password hashing uses Argon2id+pepper",
            "passwords such as Summ3r!pass are guessed",
            "encrypted with RSA4096+SHA512",
            "the admin page is admin/settings2",
            "changed the password policy to ISO27001-A9",
            "the 2fa code that will work with this app",
            "密码输入框 maxlength=32",
            "password: !vault |",
            "pwd: /home/ruth/src2",
            "passwords: List[str]",
            "密码管理器选 KeePassXC 还是 1Password",
        ],
        false,
    );
}

#[test]
fn commands_and_files_hold_passwords() {
    let word = body(14);
    for text in [
        format!("docker login -u ruth -p {word}"),
        format!("sshpass -p '{word}' ssh ruth@10.0.0.4"),
        format!("curl --user ruth:{word} https://x.example"),
        format!("7z x scans.7z -p{word}"),
        format!("xfreerdp /u:ruth /p:{word} /v:10.0.0.5"),
        format!("echo {word} | sudo -S reboot"),
        format!("db.example:5432:shop:ruth:{word}"),
        format!("ALTER USER ruth WITH PASSWORD '{word}';"),
        format!("password: |\n  {word}"),
        format!("Cookie: theme=dark; session={}", body(40)),
        format!("{{\"auths\":{{\"r.example\":{{\"auth\":\"{}==\"}}}}}}", body(22)),
        format!("SECRET_KEY_BASE={}", body(60)),
    ] {
        assert!(contains_secret(&text), "{text}");
    }
    all(
        &[
            "docker login registry2.example",
            "mysql -h db2.example -u root -p shop",
            "ssh -p 2222 root@box3",
            "curl -u $GH_USER:$GH_TOKEN https://x",
            "IDENTIFIED BY '<password>'",
            "10:42:33:120:frame0012",
            "docker login -u ruth --password-stdin",
            "htpasswd -c .htpasswd2 ruth1",
        ],
        false,
    );
}

#[test]
fn a_key_may_follow_its_label_without_a_separator() {
    let hex: String = (0..32).map(|i| char::from_digit((i * 7 + i / 5) % 16, 16).unwrap_or('0')).collect();
    for label in ["datadog api key", "spotify client secret", "algolia admin key", "auth token for the van"] {
        assert!(contains_secret(&format!("{label} {hex}")), "{label}");
    }
    for label in
        ["cache key", "key fingerprint", "api key id", "the secret was leaked in commit", "token contract", "md5"]
    {
        assert!(!contains_secret(&format!("{label} {hex}")), "{label}");
    }
    let uuid = format!("{}-{}-4{}-a{}-{}", &hex[..8], &hex[8..12], &hex[1..4], &hex[4..7], &hex[..12]);
    assert!(contains_secret(&format!("heroku key {uuid}")));
    assert!(!contains_secret(&format!("session id {uuid} is in the log")));
    assert!(!contains_secret(&format!("client id {uuid}")));
}

#[test]
fn a_card_is_some_of_the_groups_of_digits() {
    // Assembled, so that no number of a card stands here.
    let card = |head: &str, length: usize| {
        let mut digits: Vec<u32> = head.chars().filter_map(|c| c.to_digit(10)).collect();
        while digits.len() < length - 1 {
            digits.push((digits.len() as u32 * 7 + 3) % 10);
        }
        let sum: u32 = digits
            .iter()
            .rev()
            .enumerate()
            .map(|(i, d)| if i % 2 == 0 { if *d > 4 { d * 2 - 9 } else { d * 2 } } else { *d })
            .sum();
        digits.push((10 - sum % 10) % 10);
        digits.into_iter().filter_map(|d| char::from_digit(d, 10)).collect::<String>()
    };
    let amex = card("3471", 15);
    let visa = card("4539", 16);
    let mir = card("2201", 16);
    for text in [
        format!("amex {} {} {} 07/29", &amex[..4], &amex[4..10], &amex[10..]),
        format!("{} 07/29 551, my card", visa),
        format!("visa {}  {}  {}  {}", &visa[..4], &visa[4..8], &visa[8..12], &visa[12..]),
        format!("visa {}–{}–{}–{}", &visa[..4], &visa[4..8], &visa[8..12], &visa[12..]),
        format!("card no. {mir}"),
    ] {
        assert_eq!(kinds(&text), ["credit_card"], "{text}");
    }
    for text in [
        format!("order {visa}0 shipped"),
        format!("parcel {mir}"),
        format!("reading {} {} {}", &visa[..5], &visa[5..11], &visa[11..]),
    ] {
        assert!(!contains_secret(&text), "{text}");
    }
}

#[test]
fn seed_phrases_may_be_written_with_other_marks() {
    let words = [
        "lazy", "own", "labor", "future", "effort", "bargain", "obvious", "observe", "agent", "invest", "reveal",
        "dress",
    ];
    let numbered: Vec<String> = words.iter().enumerate().map(|(i, word)| format!("{}:{word}", i + 1)).collect();
    for text in [numbered.join(" "), words.join("/"), format!("[\"{}\"]", words.join("\",\""))] {
        assert!(contains_secret(&format!("wallet words {text}")), "{text}");
    }
}

#[test]
fn keys_without_a_prefix_are_known_by_their_parts() {
    let hex =
        |n: usize| (0..n).map(|i| char::from_digit((i as u32 * 7 + 3) % 16, 16).unwrap_or('0')).collect::<String>();
    for (text, kind) in [
        (format!("{}-{}-{}", hex(32), hex(8), hex(8)), "mailgun"),
        (format!("{}.{}", hex(32), body(16)), "zhipu"),
        (["662017"; 8].join("-"), "bitlocker"),
        (format!("1/{}:{}", "6620".repeat(4), hex(32)), "asana"),
    ] {
        assert_eq!(kinds(&text), [kind], "{text}");
    }
}

#[test]
fn seeds_without_digits_and_passwords_without_flags_are_found() {
    let seed = ["JBSWY", "DPEHP", "KEPXPQ"].concat();
    assert!(!kinds(&format!("authenticator key: {seed}")).is_empty());
    let word = ["Tr0ub", "4dor9x"].concat();
    for command in ["wpa_passphrase HomeNet ", "rabbitmqctl add_user bob "] {
        assert!(!kinds(&format!("{command}{word}")).is_empty(), "{command}");
    }
}

#[test]
fn a_value_may_stand_before_its_name_and_a_host_between() {
    let hex = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    assert!(contains_secret(&format!("{hex} is the signing secret")));
    assert!(contains_secret(&format!("{hex} is our webhook token")));
    assert!(!contains_secret(&format!("{hex} is the public key")));
    assert!(!contains_secret(&format!("{hex} is the key fingerprint")));
    let word = ["Tr0ub", "4dor"].concat();
    assert_eq!(kinds(&format!("the password for root@10.0.0.5 is {word}")), ["password"]);
    assert_eq!(kinds(&format!("password for admin on db.internal:5432 is {word}")), ["password"]);
    assert!(!contains_secret("the password for db.internal is kept in the vault"));
}

#[test]
fn digits_in_words_and_cut_keys_are_read_as_they_are_typed() {
    for text in
        ["my pin is four seven one one", "the pin for the card is seven, nine, eight, four", "PIN: deux sept un neuf"]
    {
        assert!(contains_secret(text), "{text}");
    }
    for text in [
        "we have two dogs, one cat",
        "count one two three four with me",
        "the code review took three four five days",
        "in Room 4 B at 3 PM with HR and QA",
        "flight LH 438 to JFK and UA 901 back",
    ] {
        assert!(!contains_secret(text), "{text}");
    }
    let key = ["AKIA", "Q3EG", "TZJ7", "VN5W", "X2LM"];
    assert_eq!(kinds(&format!("{} is for aws", key.join(" "))), ["aws"]);
    assert_eq!(kinds(&key.join("\n")), ["aws"]);
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let (one, two) = token.split_at(20);
    let text = format!("use {one}\n{two} please");
    let secrets = scan(&text);
    assert_eq!(&text[secrets[0].span.clone()], &text[4..4 + token.len() + 1], "the span is that of the original");
}

#[test]
fn a_key_is_one_however_it_is_cut() {
    let cut = |text: &str, by: usize, with: &str| {
        let parts: Vec<&str> = text.as_bytes().chunks(by).filter_map(|part| std::str::from_utf8(part).ok()).collect();
        parts.join(with)
    };
    let hex: String = (0..40).map(|i| char::from_digit((i * 7 + i / 5 + i / 11) % 16, 16).unwrap_or('0')).collect();
    for by in 1..=12 {
        for with in [" ", "  ", "\n", "\t", " \n ", "·", " • "] {
            for (before, key, after) in [
                ("the key is ", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", " for the bot"),
                ("Zoltan pasted ", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", ""),
                ("", "AKIAQ3EGTZJ7VN5WX2LM", ", keep it"),
                ("the signing secret is ", hex.as_str(), "."),
                ("session secret=", "wPkhdM996G5rfDLI7jChGi4s6AKsrpVfVIs1DNSKoPym", ""),
            ] {
                let text = format!("{before}{}{after}", cut(key, by, with));
                assert!(contains_secret(&text), "{text:?}");
                assert!(!mask(&text).contains(&cut(&key[8..], by, with)), "{}", mask(&text));
            }
        }
    }
    // As a page for second factors and for mail programs shows them.
    for text in
        ["two-factor secret: JBSW Y3DP EHPK 3PXP", "google app password: kqxz wmrv tbnh jpfd", "my pin is 4 7 1 9"]
    {
        assert!(contains_secret(text), "{text}");
    }
    for text in [
        "password: must have more than four",
        "The password rules need some more time from them",
        "IBAN DE89 3704 0044 0532 0130 00",
        "call me on 030 1234 5678 or 0171 555 1234",
        "the key is on page 12 34 and 56",
        "das passwort muss noch mehr als acht zeichen haben",
        "token ring and bus nets were both used then",
        "A B C D E F G H I J K L M N O P is how the song of the key goes",
        "part numbers 12AB 34CD 56EF 78GH are in the box",
        "trains S1 U4 U5 and M29 go there",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn a_key_with_a_colon_in_it_is_one_when_it_is_cut_evenly() {
    for with in [" ", "\n", "·"] {
        let key = "1345594589:AARlrwZbqcabUGJmGEp7CgQ0PBQFI14zGtS";
        let parts: Vec<&str> = key.as_bytes().chunks(4).filter_map(|part| std::str::from_utf8(part).ok()).collect();
        assert!(contains_secret(&format!("the token is {}", parts.join(with))), "{with:?}");
    }
    for text in ["trains at 12:30 14:45 16:20 and 18:10", "hours: 10:30 12:45, then 14:00", "ratio 12:4 16:9 and 21:9"]
    {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn what_opens_something_is_found_in_other_languages() {
    for text in [
        "meine PIN ist 1068",
        "meine PIN ist neun vier acht eins",
        "der Code für den Tresor ist 9 2 6 4",
        "Haustürcode: 4471",
        "mon code pin est sept sept quatre cinq",
        "le code du coffre est 8812",
        "mi pin es 2696",
        "el código de la alarma es 5513",
        "il codice della cassaforte è 7718",
        "o código do cofre é 7718",
        "de code van de kluis is 7718",
        "kod do sejfu to 7718",
        "kapı kodu 7718",
        "пин-код карты 7718",
        "код от домофона 7718",
        "5351d30b49895d1a0d1f13dce20c4fd32f640d00 ist der geheime Schlüssel",
        "der geheime Schlüssel ist 5351d30b49895d1a0d1f13dce20c4fd32f640d00",
        "5351d30b49895d1a0d1f13dce20c4fd32f640d00 est la clé secrète du serveur",
        "la clave secreta es rBkL60W4Ycs1jZ43Kjr2ZZJRX6FwIfIJ",
    ] {
        assert!(contains_secret(text), "{text}");
    }
    for text in [
        "der Code läuft seit 2019 ohne Fehler",
        "die Tür ist 2100 Millimeter hoch",
        "le code postal est 75011",
        "el código postal es 28013",
        "il codice è lungo 3400 righe",
        "код ошибки 4043",
        "die Karte kostet 1200 Euro",
        "mein Zug hat die Nummer 4711",
        "der Code der Bibliothek ist 3400 Zeilen lang",
        "der Schlüssel liegt unter der Matte",
        "la clé secrète de sa réussite est le travail",
        "commit 5351d30b49895d1a0d1f13dce20c4fd32f640d00 ist der neueste",
    ] {
        assert_eq!(kinds(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn numbers_that_stand_for_a_person_are_found() {
    for text in [
        "my ssn is 219-09-9999",
        "social security number 219 09 9998",
        "National Insurance: QQ 12 34 56 C",
        "身份证号 11010519491231002X",
    ] {
        assert_eq!(kinds(text), ["identity_number"], "{text}");
    }
    for text in ["the social security office opens at 9", "SSN field is 9 characters", "parcel 110105194912310021"] {
        assert!(!contains_secret(text), "{text}");
    }
}

#[test]
fn twelve_list_words_on_a_line_of_their_own_are_a_seed_phrase() {
    assert!(contains_secret("ocean velvet trumpet lunar crisp fabric orbit pistol garment velvet sunny tiger"));
    assert!(contains_secret(
        "write this down: ocean velvet trumpet lunar crisp fabric orbit pistol garment magic sunny tiger"
    ));
    assert!(!contains_secret(
        "apple, banana, butter, cheese, milk, rice, sugar, oil, potato, orange, onion, lemon, salt"
    ));
}
