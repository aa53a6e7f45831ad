#!/usr/bin/env python3
"""Generates secrets.jsonl.gz and secrets.heldout.jsonl.gz: labelled texts with and without credentials.

Every credential comes from a seeded generator and belongs to nobody. The files are compressed so
that no key-shaped string stands in the repository as plain text.
"""
import base64
import gzip
import hashlib
import json
import pathlib
import random
import string

HERE = pathlib.Path(__file__).parent
WORDS = (HERE / "../../crates/understand/src/secret/bip39_english.txt").resolve().read_text().split()
ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
URL = ALNUM + "-_"


def pick(rng, alphabet, n):
    return "".join(rng.choice(alphabet) for _ in range(n))


def password(rng):
    word = rng.choice(["Maple", "river", "Tiger", "copper", "Velvet", "rocket", "Anchor", "lemon", "Falcon", "meadow"])
    return rng.choice([
        word + str(rng.randint(10, 9999)) + rng.choice("!#$%?&*"),
        pick(rng, ALNUM, rng.randint(9, 14)),
        pick(rng, ALNUM + "!#%&*+-_?", rng.randint(10, 16)),
        word.lower() + "-" + rng.choice(["blue", "stone", "cloud"]) + "-" + str(rng.randint(10, 99)),
    ])


def card(rng):
    prefix, length = rng.choice([("4", 16), ("51", 16), ("54", 16), ("37", 15), ("6011", 16), ("2345", 16), ("34", 15)])
    body = prefix + pick(rng, string.digits, length - len(prefix) - 1)
    total = 0
    for i, c in enumerate(reversed(body)):
        d = int(c)
        if i % 2 == 0:
            d = d * 2 - 9 if d > 4 else d * 2
        total += d
    number = body + str((10 - total % 10) % 10)
    return rng.choice([number, " ".join(number[i:i + 4] for i in range(0, len(number), 4)), "-".join(number[i:i + 4] for i in range(0, len(number), 4))])


def mnemonic(rng, words):
    entropy = bytes(rng.randrange(256) for _ in range(words * 11 * 32 // 33 // 8))
    bits = "".join(f"{b:08b}" for b in entropy)
    bits += f"{hashlib.sha256(entropy).digest()[0]:08b}"[: len(bits) // 32]
    return " ".join(WORDS[int(bits[i:i + 11], 2)] for i in range(0, len(bits), 11))


def wif(rng):
    payload = b"\x80" + bytes(rng.randrange(256) for _ in range(32)) + b"\x01"
    payload += hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    n, out = int.from_bytes(payload, "big"), ""
    digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    while n:
        n, r = divmod(n, 58)
        out = digits[r] + out
    return out


def pem(rng, label):
    body = pick(rng, ALNUM + "+/", 64 * rng.randint(4, 12))
    lines = "\n".join(body[i:i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {label}-----\n{lines}\n-----END {label}-----"


def b64(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def jwt(rng):
    return ".".join([b64({"alg": "HS256", "typ": "JWT"}), b64({"sub": pick(rng, string.digits, 6), "exp": 1900000000}), pick(rng, URL, 43)])


VENDORS = [
    ("openai", lambda r: "sk-proj-" + pick(r, URL, 74)), ("openai", lambda r: "sk-" + pick(r, ALNUM, 48)),
    ("anthropic", lambda r: "sk-ant-api03-" + pick(r, URL, 93) + "AA"), ("github", lambda r: "ghp_" + pick(r, ALNUM, 36)),
    ("github", lambda r: "github_pat_" + pick(r, ALNUM, 22) + "_" + pick(r, ALNUM, 59)), ("github", lambda r: "gho_" + pick(r, ALNUM, 36)),
    ("gitlab", lambda r: "glpat-" + pick(r, URL, 20)), ("slack", lambda r: f"xoxb-{pick(r, string.digits, 12)}-{pick(r, string.digits, 13)}-{pick(r, ALNUM, 24)}"),
    ("slack", lambda r: f"https://hooks.slack.com/services/T{pick(r, UPPER, 8)}/B{pick(r, UPPER, 10)}/{pick(r, ALNUM, 24)}"),
    ("stripe", lambda r: "sk_live_" + pick(r, ALNUM, 24)), ("stripe", lambda r: "rk_live_" + pick(r, ALNUM, 99)), ("stripe", lambda r: "whsec_" + pick(r, ALNUM, 32)),
    ("aws", lambda r: "AKIA" + pick(r, string.ascii_uppercase + "234567", 16)), ("google", lambda r: "AIza" + pick(r, URL, 35)),
    ("google", lambda r: "GOCSPX-" + pick(r, URL, 28)), ("sendgrid", lambda r: "SG." + pick(r, URL, 22) + "." + pick(r, URL, 43)),
    ("mailgun", lambda r: "key-" + pick(r, HEX, 32)), ("mailchimp", lambda r: pick(r, HEX, 32) + "-us" + str(r.randint(1, 20))), ("twilio", lambda r: "SK" + pick(r, HEX, 32)),
    ("npm", lambda r: "npm_" + pick(r, ALNUM, 36)), ("pypi", lambda r: "pypi-AgEIcHlwaS5vcmc" + pick(r, URL, 120)), ("huggingface", lambda r: "hf_" + pick(r, string.ascii_letters, 34)),
    ("telegram", lambda r: pick(r, "123456789", 10) + ":AA" + pick(r, URL, 33)), ("discord", lambda r: "M" + pick(r, ALNUM, 25) + "." + pick(r, ALNUM, 6) + "." + pick(r, URL, 38)),
    ("digitalocean", lambda r: "dop_v1_" + pick(r, HEX, 64)), ("shopify", lambda r: "shpat_" + pick(r, HEX, 32)), ("dockerhub", lambda r: "dckr_pat_" + pick(r, URL, 27)),
    ("databricks", lambda r: "dapi" + pick(r, HEX, 32)), ("vault", lambda r: "hvs." + pick(r, URL, 90)), ("grafana", lambda r: "glsa_" + pick(r, ALNUM, 32) + "_" + pick(r, HEX, 8)),
    ("newrelic", lambda r: "NRAK-" + pick(r, UPPER, 27)), ("linear", lambda r: "lin_api_" + pick(r, ALNUM, 40)), ("notion", lambda r: "ntn_" + pick(r, ALNUM, 46)), ("figma", lambda r: "figd_" + pick(r, URL, 40)),
    ("airtable", lambda r: "pat" + pick(r, ALNUM, 14) + "." + pick(r, HEX, 64)), ("groq", lambda r: "gsk_" + pick(r, ALNUM, 52)), ("xai", lambda r: "xai-" + pick(r, ALNUM, 80)),
    ("replicate", lambda r: "r8_" + pick(r, ALNUM, 37)), ("perplexity", lambda r: "pplx-" + pick(r, ALNUM, 48)), ("supabase", lambda r: "sbp_" + pick(r, HEX, 40)),
    ("postman", lambda r: "PMAK-" + pick(r, HEX, 24) + "-" + pick(r, HEX, 34)), ("pulumi", lambda r: "pul-" + pick(r, HEX, 40)), ("rubygems", lambda r: "rubygems_" + pick(r, HEX, 48)),
    ("terraform", lambda r: pick(r, ALNUM, 14) + ".atlasv1." + pick(r, URL, 67)), ("age", lambda r: "AGE-SECRET-KEY-1" + pick(r, UPPER, 58)), ("tailscale", lambda r: "tskey-auth-" + pick(r, ALNUM, 12) + "-" + pick(r, ALNUM, 32)),
    ("square", lambda r: "sq0atp-" + pick(r, URL, 22)), ("sentry", lambda r: "sntryu_" + pick(r, HEX, 64)), ("planetscale", lambda r: "pscale_tkn_" + pick(r, URL, 43)), ("doppler", lambda r: "dp.pt." + pick(r, ALNUM, 43)),
    ("dynatrace", lambda r: "dt0c01." + pick(r, UPPER, 24) + "." + pick(r, UPPER, 64)), ("openrouter", lambda r: "sk-or-v1-" + pick(r, HEX, 64)), ("netlify", lambda r: "nfp_" + pick(r, ALNUM, 36)), ("azure", lambda r: "AccountKey=" + pick(r, ALNUM + "+/", 86) + "=="),
]

FRAMES = ["{}", "my key is {}", "here you go: {}", "export TOKEN={}", "use {} for the deploy job", "curl -H 'Authorization: Bearer {}' https://api.host.example", "{} <- rotate this one next week", "密钥 {}，别外传", "config: {{\"apiKey\": \"{}\"}}", "the bot runs with {}, tell Ines"]


def positives(rng, held):
    out = []
    for i, (kind, make) in enumerate(VENDORS):
        if (i % 2 == 1) == held or i % 5 == 0:
            out.append((rng.choice(FRAMES).format(make(rng)), kind))
    prose = [
        "the wifi password is {}", "Password: {}", "DB_PASSWORD={}", "log in as admin with password {}", "{} is the password for the NAS", "our router login: admin / {}", "pw for the shared drive = {}", "路由器密码是{}", "邮箱密码：{}", "后台账号 admin，密码 {}", "\"password\": \"{}\"", "the passphrase for the backup is {}",
        "my netflix password was changed to {}", "Server=db;User Id=sa;Password={};", "mysql -u root -p{} shop", "<password>{}</password>",
    ]
    for frame in prose[held::2]:
        value = password(rng)
        while not any(c.isdigit() for c in value):
            value = password(rng)
        out.append((frame.format(value), "password"))
    pins = ["my PIN is {}", "the alarm code is {}", "door code: {}", "SIM PIN {}", "银行卡密码是{}", "the safe combination is {}-{}-{}", "phone passcode: {}", "门禁码：{}"]
    for frame in pins[held::2]:
        numbers = [str(rng.randint(10, 99)) for _ in range(3)] if frame.count("{}") == 3 else [pick(rng, string.digits, rng.choice([4, 6]))]
        out.append((frame.format(*numbers), "pin"))
    cards = ["card {}, exp 08/29", "charge it to {}", "信用卡号 {}，有效期 11/28", "my visa is {} cvv 123", "{}"]
    for frame in cards[held::2]:
        out.append((frame.format(card(rng)), "credit_card"))
    urls = ["postgres://app:{}@db.host.example:5432/shop", "redis://:{}@cache.host.example:6379", "mongodb+srv://root:{}@cluster0.host.example/test", "https://ci:{}@git.host.example/repo.git", "amqp://worker:{}@mq.host.example"]
    for frame in urls[held::2]:
        out.append((frame.format(pick(rng, ALNUM, 14)), "connection_string"))
    out.append((pem(rng, "PRIVATE KEY" if held else "OPENSSH PRIVATE KEY"), "private_key"))
    out.append((pem(rng, "EC PRIVATE KEY" if held else "RSA PRIVATE KEY"), "private_key"))
    out.append((("session cookie " if held else "Bearer ") + jwt(rng), "jwt"))
    out.append(("seed phrase: " + mnemonic(rng, 12), "seed_phrase"))
    out.append((mnemonic(rng, 24), "seed_phrase"))
    out.append(("wallet backup " + wif(rng), "wif"))
    out.append(("aws_secret_access_key = " + pick(rng, ALNUM + "+/", 40), "aws"))
    out.append(("client_secret: " + pick(rng, URL, 34), "token"))
    out.append(("the api key for the weather service is " + pick(rng, HEX, 32), "token"))
    return out


def uuid(rng):
    h = pick(rng, HEX, 32)
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"


def negatives(rng, held):
    shared = [
        (f"commit {pick(rng, HEX, 40)} broke the build", "git_sha"), (f"sha256 {pick(rng, HEX, 64)} ok", "hash"), (f"md5: {pick(rng, HEX, 32)}", "hash"),
        (f"request {uuid(rng)} timed out", "uuid"), (f"order {pick(rng, '123456789', 1)}{pick(rng, string.digits, 15)} shipped", "order_number"),
        (f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC{pick(rng, ALNUM + '+/', 200)} kim@host", "public_key"), (pem(rng, "PUBLIC KEY"), "public_key"), (pem(rng, "CERTIFICATE"), "public_key"),
        (f"data:image/png;base64,iVBORw0KGgo{pick(rng, ALNUM + '+/', 120)}", "base64_image"), (f"call me on +49 30 {pick(rng, string.digits, 7)}", "phone"), (f"instance i-0{pick(rng, HEX, 16)} restarted", "identifier"),
        (f"bitcoin address 1{pick(rng, 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789', 33)}", "identifier"), (f"pk_live_{pick(rng, ALNUM, 24)} is the publishable key", "public_key"),
        (f"bcrypt hash $2b$12${pick(rng, ALNUM + './', 53)}", "hash"), (f"password_hash: $argon2id$v=19$m=65536,t=3,p=4${pick(rng, ALNUM, 22)}${pick(rng, ALNUM, 43)}", "hash"),
    ]
    dev = [
        ("API_KEY=<your-api-key>", "placeholder"), ("password: ********", "placeholder"), ("export TOKEN=${CI_TOKEN}", "reference"), ("sk-xxxxxxxxxxxxxxxxxxxxxxxx", "placeholder"), ("AKIAIOSFODNN7EXAMPLE is the sample key of the docs", "placeholder"),
        ("The password is stored in the vault, ask Ines.", "prose"), ("I forgot my password again.", "prose"), ("Use a passphrase of at least five words.", "prose"), ("The key to good bread is patience.", "prose"), ("password must contain a digit and a symbol", "prose"),
        ("Token limits: 128000 in, 16384 out", "prose"), ("密码至少要八位，包含数字。", "prose"), ("secretName: web-tls-cert", "reference"), ("const token = process.env.SLACK_TOKEN", "reference"), ("postgres://user:password@localhost:5432/db", "placeholder"),
        ("pin the note to the top of the board", "prose"), ("zip code 90210, area code 212", "identifier"), ("error code: 0x80070057", "identifier"), ("promo code SPRING24 gives 10 percent off", "identifier"), ("version 4.12.0-rc.1 build 20240611", "identifier"),
        ("ISBN 978-3-16-148410-0", "identifier"), ("The secret of the sauce is anchovies.", "prose"), ("test card 4242 4242 4242 4242 works in the sandbox", "placeholder"),
    ]
    heldout = [
        ("TOKEN=REPLACE_ME", "placeholder"), ("api_key: \"xxxx-xxxx-xxxx\"", "placeholder"), ("password = os.environ['DB_PASS']", "reference"), ("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "placeholder"), ("key: {{ vault_api_key }}", "reference"),
        ("My password manager is Bitwarden.", "prose"), ("Change your password every ninety days.", "prose"), ("The token is invalid or expired.", "prose"), ("She kept the secret for years.", "prose"), ("Is the password case-sensitive?", "prose"),
        ("the access token expires in 3600 seconds", "prose"), ("请不要把密码告诉别人。", "prose"), ("secretKeyRef: name: db-credentials", "reference"), ("let apiKey = config.get('api.key')", "reference"), ("mysql://root:<password>@127.0.0.1/app", "placeholder"),
        ("GPIO pin 23 drives the relay", "prose"), ("dress code: smart casual", "prose"), ("HTTP status code 503", "identifier"), ("tracking 1Z999AA10123456784", "identifier"), ("nginx 1.25.3, OpenSSL 3.0.13", "identifier"),
        ("IBAN DE89 3704 0044 0532 0130 00", "identifier"), ("the private key stays on the device", "prose"), ("-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----", "placeholder"),
    ]
    return shared + (heldout if held else dev)


def write(name, seed, held):
    rng = random.Random(seed)
    items = [(t, True, k) for t, k in positives(rng, held)] + [(t, False, k) for t, k in negatives(rng, held)]
    rng.shuffle(items)
    lines = [json.dumps({"id": f"sec-{'h' if held else 'd'}{i:03}", "text": t, "secret": s, "kind": k}, ensure_ascii=False) for i, (t, s, k) in enumerate(items, 1)]
    data = ("\n".join(lines) + "\n").encode()
    with open(HERE / name, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as out:
        out.write(data)
    print(name, len(items), sum(1 for i in items if i[1]))


write("secrets.jsonl.gz", 20260301, False)
write("secrets.heldout.jsonl.gz", 20260302, True)
