//! Credentials that announce themselves by a prefix: one row a kind.
//!
//! A row is a literal prefix, the alphabet of what follows and how long that may be. Matching
//! walks the text once for all prefixes together.

use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use super::parts;
use super::placeholder::is_placeholder_body;
use super::value::{capital_flips, has_mixed_case};

/// Which characters may follow a prefix.
#[derive(Clone, Copy)]
enum Body {
    Alnum,
    Url,
    Hex,
    Base64,
    Upper,
    Dotted,
    Dashed,
    Path,
}

impl Body {
    fn allows(self, b: u8) -> bool {
        match self {
            Body::Alnum => b.is_ascii_alphanumeric(),
            Body::Url => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'),
            Body::Hex => b.is_ascii_hexdigit(),
            Body::Base64 => b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='),
            Body::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
            Body::Dotted => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~'),
            Body::Dashed => b.is_ascii_alphanumeric() || b == b'-',
            Body::Path => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'/' | b'@'),
        }
    }
}

/// `(kind, prefix, alphabet, shortest body, longest body)`.
type Vendor = (&'static str, &'static str, Body, usize, usize);

#[rustfmt::skip]
const VENDORS: &[Vendor] = &[
    ("anthropic", "sk-ant-", Body::Url, 24, 200),
    ("openai", "sk-proj-", Body::Url, 24, 220),
    ("openai", "sk-svcacct-", Body::Url, 24, 220),
    ("openai", "sk-admin-", Body::Url, 24, 220),
    ("openrouter", "sk-or-v1-", Body::Hex, 32, 80),
    ("langsmith", "lsv2_pt_", Body::Url, 24, 80),
    ("langsmith", "lsv2_sk_", Body::Url, 24, 80),
    ("openai", "sk-", Body::Alnum, 20, 100),
    ("deepseek", "dsk-", Body::Alnum, 20, 80),
    ("groq", "gsk_", Body::Alnum, 32, 80),
    ("xai", "xai-", Body::Alnum, 40, 120),
    ("perplexity", "pplx-", Body::Alnum, 32, 80),
    ("replicate", "r8_", Body::Alnum, 32, 60),
    ("huggingface", "hf_", Body::Alnum, 28, 60),
    ("huggingface", "api_org_", Body::Alnum, 28, 60),
    ("cohere", "co_", Body::Alnum, 36, 60),
    ("fireworks", "fw_", Body::Alnum, 22, 60),
    ("tavily", "tvly-", Body::Url, 20, 60),
    ("voyage", "pa-", Body::Url, 40, 60),
    ("pinecone", "pcsk_", Body::Url, 32, 100),
    ("nvidia", "nvapi-", Body::Url, 40, 100),
    ("google", "AIza", Body::Url, 33, 40),
    ("google", "GOCSPX-", Body::Url, 20, 40),
    ("google", "ya29.", Body::Dotted, 30, 2000),
    ("google", "1//0", Body::Url, 36, 120),
    ("aws", "AKIA", Body::Upper, 16, 16),
    ("aws", "ASIA", Body::Upper, 16, 16),
    ("aws", "ABIA", Body::Upper, 16, 16),
    ("aws", "ACCA", Body::Upper, 16, 16),
    ("aws", "ABSKQmVkcm9ja0FQSUtleS", Body::Base64, 80, 200),
    ("aws", "bedrock-api-key-", Body::Base64, 60, 400),
    ("azure", "AccountKey=", Body::Base64, 40, 100),
    ("azure", "SharedAccessKey=", Body::Base64, 30, 100),
    ("github", "ghp_", Body::Alnum, 30, 80),
    ("github", "gho_", Body::Alnum, 30, 80),
    ("github", "ghu_", Body::Alnum, 30, 80),
    ("github", "ghs_", Body::Alnum, 30, 80),
    ("github", "ghr_", Body::Alnum, 30, 90),
    ("github", "github_pat_", Body::Url, 50, 120),
    ("gitlab", "glpat-", Body::Dotted, 18, 60),
    ("gitlab", "gldt-", Body::Url, 18, 60),
    ("gitlab", "glrt-", Body::Dotted, 18, 60),
    ("gitlab", "glcbt-", Body::Url, 18, 60),
    ("gitlab", "glptt-", Body::Url, 30, 60),
    ("gitlab", "glsoat-", Body::Url, 18, 60),
    ("gitlab", "GR1348941", Body::Url, 18, 40),
    ("bitbucket", "ATBB", Body::Alnum, 24, 40),
    ("atlassian", "ATATT3x", Body::Dotted, 40, 250),
    ("slack", "xoxb-", Body::Dashed, 24, 120),
    ("slack", "xoxp-", Body::Dashed, 24, 160),
    ("slack", "xoxa-", Body::Dashed, 20, 160),
    ("slack", "xoxr-", Body::Dashed, 20, 160),
    ("slack", "xoxs-", Body::Dashed, 20, 160),
    ("slack", "xoxe-", Body::Dashed, 20, 260),
    ("slack", "xoxc-", Body::Dashed, 20, 160),
    ("slack", "xoxd-", Body::Base64, 40, 300),
    ("slack", "xapp-", Body::Dashed, 30, 160),
    ("slack", "hooks.slack.com/services/T", Body::Base64, 36, 90),
    ("stripe", "sk_live_", Body::Alnum, 20, 120),
    ("stripe", "sk_test_", Body::Alnum, 20, 120),
    ("stripe", "rk_live_", Body::Alnum, 20, 120),
    ("stripe", "rk_test_", Body::Alnum, 20, 120),
    ("stripe", "whsec_", Body::Base64, 24, 80),
    ("square", "sq0atp-", Body::Url, 20, 40),
    ("square", "sq0csp-", Body::Url, 40, 60),
    ("square", "EAAA", Body::Url, 56, 80),
    ("paypal", "access_token$production$", Body::Alnum, 16, 80),
    ("braintree", "access_token$sandbox$", Body::Alnum, 16, 80),
    ("razorpay", "rzp_live_", Body::Alnum, 12, 40),
    ("coinbase", "organizations/", Body::Base64, 70, 120),
    ("shopify", "shpat_", Body::Hex, 30, 40),
    ("shopify", "shpca_", Body::Hex, 30, 40),
    ("shopify", "shppa_", Body::Hex, 30, 40),
    ("shopify", "shpss_", Body::Hex, 30, 40),
    ("twilio", "SK", Body::Hex, 32, 32),
    ("sendgrid", "SG.", Body::Dotted, 40, 80),
    ("mailgun", "key-", Body::Hex, 32, 32),
    ("mailchimp", "-us", Body::Hex, 0, 0),
    ("sendinblue", "xkeysib-", Body::Dashed, 60, 100),
    ("brevo", "xsmtpsib-", Body::Dashed, 60, 100),
    ("postmark", "POSTMARK_API_TOKEN=", Body::Dashed, 30, 40),
    ("resend", "re_", Body::Url, 24, 50),
    ("npm", "npm_", Body::Alnum, 30, 60),
    ("pypi", "pypi-AgE", Body::Url, 40, 300),
    ("pypi", "pypi-", Body::Url, 60, 300),
    ("rubygems", "rubygems_", Body::Hex, 40, 60),
    ("cratesio", "cio", Body::Alnum, 32, 32),
    ("nuget", "oy2", Body::Alnum, 43, 43),
    ("dockerhub", "dckr_pat_", Body::Url, 20, 60),
    ("dockerhub", "dckr_oat_", Body::Url, 20, 60),
    ("digitalocean", "dop_v1_", Body::Hex, 50, 70),
    ("digitalocean", "doo_v1_", Body::Hex, 50, 70),
    ("digitalocean", "dor_v1_", Body::Hex, 50, 70),
    ("heroku", "HRKU-", Body::Url, 30, 80),
    ("flyio", "fo1_", Body::Url, 36, 60),
    ("flyio", "FlyV1 ", Body::Base64, 60, 2000),
    ("netlify", "nfp_", Body::Alnum, 30, 60),
    ("vercel", "vcp_", Body::Alnum, 20, 80),
    ("supabase", "sbp_", Body::Hex, 36, 60),
    ("supabase", "sb_secret_", Body::Url, 20, 60),
    ("planetscale", "pscale_tkn_", Body::Dotted, 30, 70),
    ("planetscale", "pscale_pw_", Body::Dotted, 30, 70),
    ("databricks", "dapi", Body::Hex, 32, 34),
    ("neon", "napi_", Body::Alnum, 40, 80),
    ("cloudflare", "v1.0-", Body::Dashed, 140, 180),
    ("terraform", ".atlasv1.", Body::Url, 60, 90),
    ("vault", "hvs.", Body::Url, 20, 200),
    ("vault", "s.", Body::Alnum, 24, 24),
    ("runpod", "rpa_", Body::Alnum, 40, 60),
    ("modal", "as-", Body::Alnum, 22, 22),
    ("shippo", "shippo_live_", Body::Hex, 36, 44),
    ("intercom", "dG9r", Body::Base64, 50, 64),
    ("vault", "hvb.", Body::Url, 80, 250),
    ("doppler", "dp.pt.", Body::Alnum, 36, 60),
    ("doppler", "dp.st.", Body::Dotted, 36, 80),
    ("onepassword", "ops_eyJ", Body::Base64, 100, 2000),
    ("grafana", "glsa_", Body::Url, 36, 60),
    ("grafana", "glc_", Body::Base64, 32, 400),
    ("newrelic", "NRAK-", Body::Alnum, 24, 40),
    ("newrelic", "NRIQ-", Body::Url, 24, 40),
    ("sentry", "sntrys_", Body::Base64, 60, 500),
    ("sentry", "sntryu_", Body::Hex, 50, 80),
    ("posthog", "phx_", Body::Alnum, 36, 60),
    ("dynatrace", "dt0c01.", Body::Dotted, 60, 110),
    ("pulumi", "pul-", Body::Hex, 40, 40),
    ("postman", "PMAK-", Body::Dashed, 50, 70),
    ("linear", "lin_api_", Body::Alnum, 32, 60),
    ("notion", "secret_", Body::Alnum, 40, 60),
    ("notion", "ntn_", Body::Alnum, 40, 60),
    ("figma", "figd_", Body::Url, 36, 60),
    ("airtable", "pat", Body::Dotted, 70, 90),
    ("asana", "0/", Body::Hex, 32, 32),
    ("typeform", "tfp_", Body::Dotted, 40, 70),
    ("mapbox", "sk.eyJ", Body::Dotted, 50, 120),
    ("facebook", "EAACEdEose0cBA", Body::Alnum, 20, 300),
    ("facebook", "EAA", Body::Alnum, 90, 300),
    ("adobe", "p8e-", Body::Url, 30, 40),
    ("alibaba", "LTAI", Body::Alnum, 16, 30),
    ("tencent", "AKID", Body::Alnum, 28, 40),
    ("yandex", "AQVN", Body::Url, 34, 40),
    ("age", "AGE-SECRET-KEY-1", Body::Upper, 50, 62),
    ("duffel", "duffel_live_", Body::Url, 30, 60),
    ("easypost", "EZAK", Body::Alnum, 54, 54),
    ("readme", "rdme_", Body::Alnum, 40, 80),
    ("prefect", "pnu_", Body::Alnum, 32, 40),
    ("sourcegraph", "sgp_", Body::Url, 36, 70),
    ("contentful", "CFPAT-", Body::Url, 36, 50),
    ("frameio", "fio-u-", Body::Url, 50, 70),
    ("telnyx", "KEY0", Body::Url, 36, 60),
    ("clojars", "CLOJARS_", Body::Hex, 50, 64),
    ("artifactory", "AKCp", Body::Alnum, 60, 80),
    ("tailscale", "tskey-", Body::Dashed, 16, 80),
    ("ngrok", "ngrok_", Body::Url, 36, 60),
    ("intra42", "s-s4t2", Body::Hex, 60, 70),
    ("buildkite", "bkua_", Body::Hex, 36, 44),
    ("mollie", "live_", Body::Alnum, 30, 40),
    ("mailersend", "mlsn.", Body::Hex, 60, 70),
    ("plaid", "access-production-", Body::Dashed, 30, 40),
    ("plaid", "access-sandbox-", Body::Dashed, 30, 40),
    ("scaleway", "SCW", Body::Upper, 17, 17),
    ("xprv", "xprv", Body::Alnum, 100, 112),
    ("xprv", "yprv", Body::Alnum, 100, 112),
    ("xprv", "zprv", Body::Alnum, 100, 112),
    ("xprv", "tprv", Body::Alnum, 100, 112),
    ("gitlab", "gloas-", Body::Url, 40, 80),
    ("gitlab", "glft-", Body::Url, 18, 60),
    ("gitlab", "glimt-", Body::Url, 20, 60),
    ("gitlab", "glagent-", Body::Url, 40, 80),
    ("gitlab", "glffct-", Body::Url, 18, 60),
    ("gitlab", "glwt-", Body::Url, 18, 60),
    ("gitlab", "_gitlab_session=", Body::Hex, 32, 32),
    ("atlassian", "ATCTT3x", Body::Dotted, 40, 250),
    ("atlassian", "ATSTT3x", Body::Dotted, 40, 250),
    ("trello", "ATTA", Body::Hex, 60, 76),
    ("linear", "lin_oauth_", Body::Hex, 60, 70),
    ("linear", "lin_wh_", Body::Alnum, 30, 60),
    ("flyio", "fm2_", Body::Base64, 60, 2000),
    ("flyio", "fm1r_", Body::Base64, 60, 2000),
    ("flyio", "fm1a_", Body::Base64, 60, 2000),
    ("newrelic", "NRII-", Body::Url, 24, 40),
    ("newrelic", "NRSP-", Body::Url, 24, 60),
    ("newrelic", "NRAA-", Body::Hex, 24, 40),
    ("together", "tgp_v1_", Body::Url, 36, 60),
    ("elevenlabs", "sk_", Body::Hex, 48, 48),
    ("jina", "jina_", Body::Alnum, 40, 80),
    ("firebase", "APA91b", Body::Url, 100, 180),
    ("instagram", "IGQV", Body::Url, 90, 250),
    ("okta", "SSWS ", Body::Url, 36, 60),
    ("honeycomb", "hcaik_", Body::Alnum, 50, 64),
    ("honeycomb", "hcbik_", Body::Alnum, 50, 64),
    ("honeycomb", "hcalk_", Body::Alnum, 50, 64),
    ("launchdarkly", "sdk-", Body::Dashed, 36, 36),
    ("launchdarkly", "api-", Body::Dashed, 36, 36),
    ("sonar", "squ_", Body::Hex, 40, 40),
    ("sonar", "sqp_", Body::Hex, 40, 40),
    ("sonar", "sqa_", Body::Hex, 40, 40),
    ("twitch", "oauth:", Body::Alnum, 30, 30),
    ("dropbox", "sl.", Body::Url, 120, 1400),
    ("hubspot", "pat-na1-", Body::Dashed, 36, 36),
    ("hubspot", "pat-na2-", Body::Dashed, 36, 36),
    ("hubspot", "pat-eu1-", Body::Dashed, 36, 36),
    ("hubspot", "pat-ap1-", Body::Dashed, 36, 36),
    ("klaviyo", "pk_", Body::Hex, 34, 34),
    ("langfuse", "sk-lf-", Body::Dashed, 36, 36),
    ("artifactory", "cmVmdGtu", Body::Base64, 50, 70),
    ("infracost", "ico-", Body::Alnum, 32, 32),
    ("onepassword", "A3-", Body::Dashed, 30, 40),
    ("nostr", "nsec1", Body::Alnum, 58, 58),
    ("github", "v1.", Body::Hex, 40, 40),
    ("discord", "discord.com/api/webhooks/", Body::Path, 60, 110),
    ("discord", "discordapp.com/api/webhooks/", Body::Path, 60, 110),
    ("teams", ".webhook.office.com/webhookb2/", Body::Path, 90, 260),
    ("feishu", "open.feishu.cn/open-apis/bot/v2/hook/", Body::Dashed, 30, 40),
    ("feishu", "open.larksuite.com/open-apis/bot/v2/hook/", Body::Dashed, 30, 40),
    ("dingtalk", "oapi.dingtalk.com/robot/send?access_token=", Body::Hex, 60, 70),
    ("wecom", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", Body::Dashed, 30, 40),
    ("ifttt", "/with/key/", Body::Url, 20, 60),
    ("zapier", "hooks.zapier.com/hooks/catch/", Body::Path, 10, 40),
    ("slack", "hooks.slack.com/workflows/T", Body::Path, 30, 90),
    ("slack", "hooks.slack.com/triggers/T", Body::Path, 30, 90),
    ("slack", "xoxe.xoxp-", Body::Dashed, 30, 260),
    ("slack", "xoxe.xoxb-", Body::Dashed, 30, 260),
    ("circleci", "CCIPRJ_", Body::Url, 40, 80),
    ("terraform", "tfe_", Body::Alnum, 40, 90),
    ("cloudsmith", "ent_", Body::Hex, 32, 40),
    ("airtable", "key", Body::Alnum, 14, 14),
    ("snowflake", "ver:1-hint:", Body::Dashed, 60, 300),
    ("render", "rnd_", Body::Alnum, 24, 40),
    ("railway", "rw_", Body::Alnum, 40, 60),
    ("upstash", "UPSTASH_REDIS_REST_TOKEN=", Body::Base64, 30, 120),
    ("temporal", "tcsk_", Body::Alnum, 30, 60),
    ("mercury", "secret-token:mercury_production_", Body::Url, 20, 90),
    ("wise", "live_sk_", Body::Alnum, 20, 60),
    ("adyen", "AQE", Body::Base64, 80, 260),
    ("paystack", "sk_prod_", Body::Alnum, 20, 60),
    ("flutterwave", "FLWSECK-", Body::Dashed, 20, 60),
    ("flutterwave", "FLWSECK_TEST-", Body::Dashed, 20, 60),
    ("clerk", "ak_", Body::Alnum, 40, 60),
    ("cursor", "crsr_", Body::Hex, 60, 70),
    ("cerebras", "csk-", Body::Alnum, 40, 60),
    ("exa", "exa_", Body::Alnum, 30, 60),
    ("firecrawl", "fc-", Body::Hex, 32, 32),
    ("apify", "apify_api_", Body::Alnum, 30, 50),
    ("volcengine", "AKLT", Body::Alnum, 30, 60),
    ("ory", "ory_pat_", Body::Alnum, 30, 60),
    ("jwt", "eyJ", Body::Dotted, 40, 6000),
];

static PREFIXES: LazyLock<Literals> = LazyLock::new(|| Literals::new(VENDORS.iter().map(|v| v.1)).longest());

/// The kinds of the table, repeated as often as they have rows.
#[cfg(test)]
pub(super) fn known_kinds() -> impl Iterator<Item = &'static str> {
    VENDORS.iter().map(|v| v.0)
}

/// Finds every vendor credential in `text`.
pub(super) fn find(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    let bytes = text.as_bytes();
    for hit in PREFIXES.find_iter(text) {
        let (kind, prefix, alphabet, shortest, longest) = VENDORS[hit.pattern().as_usize()];
        if kind == "mailchimp" {
            mailchimp(bytes, hit.start(), found);
            continue;
        }
        // A prefix in the middle of a word is part of something else.
        let first_is_word = prefix.as_bytes()[0].is_ascii_alphanumeric();
        if first_is_word && hit.start() > 0 && is_word(bytes[hit.start() - 1]) {
            continue;
        }
        let end = bytes[hit.end()..]
            .iter()
            .take(longest + 1)
            .position(|b| !alphabet.allows(*b))
            .map_or((hit.end() + longest + 1).min(bytes.len()), |n| hit.end() + n);
        let body = text[hit.end()..end].trim_end_matches(['.', '-', '_', '~']);
        let length = body.len();
        if length < shortest || length > longest || is_placeholder_body(body) {
            continue;
        }
        let varied = match kind {
            "jwt" => is_jwt(&text[hit.start()..hit.end() + length]),
            "discord" | "aws" | "age" => true,
            // The old kind has no dot.
            "airtable" if prefix == "key" => has_digit(body) && capital_flips(body) >= 4,
            "launchdarkly" | "hubspot" | "langfuse" | "feishu" | "wecom" => body.matches('-').count() == 4,
            "onepassword" if prefix == "A3-" => {
                body.matches('-').count() == 4 && !body.bytes().any(|b| b.is_ascii_lowercase())
            }
            "airtable" => body.find('.') == Some(14),
            "sendgrid" => body.contains('.'),
            // Short prefixes need a body that no word or path has.
            _ if prefix.len() <= 4 && alphabet_is_wordlike(alphabet) => {
                has_letter(body) && (has_digit(body) || capital_flips(body) >= 6)
            }
            _ => has_digit(body) || has_mixed_case(body),
        };
        if varied {
            found.push((kind, hit.start()..hit.end() + length));
        }
    }
    parts::find(text, found);
}

fn alphabet_is_wordlike(alphabet: Body) -> bool {
    !matches!(alphabet, Body::Upper)
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

fn has_letter(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Three dotted parts, of which the first two are JSON in base64 and the last a signature.
fn is_jwt(token: &str) -> bool {
    let parts: Vec<&str> = token.split('.').collect();
    (parts.len() == 3 && parts[1].starts_with("eyJ") && parts[2].len() >= 16)
        || (parts.len() == 5 && parts[4].len() >= 10)
}

/// Mailchimp: 32 hex digits followed by the data centre, `-us12`.
fn mailchimp(bytes: &[u8], dash: usize, found: &mut Vec<(&'static str, Range<usize>)>) {
    let Some(start) = dash.checked_sub(32) else {
        return;
    };
    let digits = bytes[dash + 3..].iter().take(3).take_while(|b| b.is_ascii_digit()).count();
    let hex = bytes[start..dash].iter().all(u8::is_ascii_hexdigit);
    if hex && digits > 0 && (start == 0 || !is_word(bytes[start - 1])) {
        found.push(("mailchimp", start..dash + 3 + digits));
    }
}
