//! Numbers that open something: PINs, codes of doors and alarms, combinations, in English, in Chinese, and with the words
//! of other languages in `lock_words.txt`.
//!
//! Starts from the number, of which a message has few, and asks what is said around it: a label ("pin", 密码), a lock
//! with a code, a lock that opens with it, keys to be pressed. The word right before the number must lead to it; a
//! count, a year, a price or an error code is none.

use std::ops::Range;
use std::sync::LazyLock;

use crate::word_table::WordSet;

type Found = Vec<(&'static str, Range<usize>)>;

/// Words of English, and those of other languages in the lines of this name.
fn set(name: &str, words: &'static str) -> WordSet {
    let others = include_str!("lock_words.txt").lines().filter_map(|line| line.split_once(' '));
    let others = others.filter(|(of, _)| *of == name).flat_map(|(_, words)| words.split(' '));
    words.split_whitespace().chain(others).collect()
}

/// Words that name such a number by themselves.
static PIN: LazyLock<WordSet> = LazyLock::new(|| {
    set("pin", "pin pins pin1 pin2 pincode pincodes passcode passcodes puk puk1 puk2 keycode cvv cvv2 cvc cvc2 csc")
});
/// Words that name one if something that locks is spoken of.
static CODE: LazyLock<WordSet> = LazyLock::new(|| set("code", "code codes combo combos combination combinations"));
/// What has a lock, and what locks it.
static LOCK: LazyLock<WordSet> = LazyLock::new(|| {
    set(
        "lock",
        "door doors doorway frontdoor backdoor gate gates alarm alarms safe lock locks padlock keypad garage locker \
         lockers mailbox postbox lockbox keybox keysafe suitcase luggage briefcase building shed cabin gym elevator \
         lift barn cellar basement entrance entry strongbox vault cabinet bike intercom phone iphone ipad tablet laptop \
         screen voicemail sim card visa mastercard debit credit bank atm access unlock security disarm arm burglar \
         house flat apartment office stairwell stairs hallway lobby courtyard yard carpark parking barrier porch annex \
         studio workshop warehouse stockroom storeroom storage cashbox till terminal turnstile hut boathouse clubhouse \
         greenhouse stable toilet bathroom panel bolt deadbolt doorlock handcuffs trunk boot attic loft chest drawer \
         parental airbnb cottage lodge chalet caravan camper pool sauna server-room",
    )
});
/// Of these, what nobody gives a number to for another reason.
static PLAIN_LOCK: LazyLock<WordSet> = LazyLock::new(|| set("-", "keypad padlock lockbox keybox keysafe deadbolt"));
/// What comes right before the number.
static LEADING: LazyLock<WordSet> = LazyLock::new(|| {
    set(
        "leads",
        "is was are be been being to now still with code codes pin pins pin1 pin2 combo combination number no nr \
         passcode puk puk1 puk2 pincode keycode cvv cvv2 cvc cvc2 csc becomes became equals currently again simply \
         just only namely using today",
    )
});
/// With these a number opens something.
static OPENS: LazyLock<WordSet> = LazyLock::new(|| {
    set(
        "-",
        "open opens opened unlock unlocks disarm disarms arm arms off deactivate deactivates silence silences in \
         release releases works accepts takes wants needs responds operates operated",
    )
});
static KEYED: LazyLock<WordSet> =
    LazyLock::new(|| set("-", "press punch type enter dial key tap input use try push in code pin"));
/// Codes that open nothing.
static OTHER_CODE: LazyLock<WordSet> = LazyLock::new(|| {
    set(
        "-",
        "zip postal post postcode area country dial dialing dialling error status exit promo promotion promotional \
         discount coupon voucher product course booking flight dress colour color hs sort bank swift source qr bar \
         fault return http response reason tax currency airport icd cpt language iso reference order batch lot part \
         model item article referral tracking train station fire civil penal criminal trouble morse byte machine \
         diagnostic event vat naics region state plu stock style paint",
    )
});
/// Words that make the number a count, a price, a place or a part.
static BLOCKING: LazyLock<WordSet> = LazyLock::new(|| {
    set(
        "-",
        "length long tries attempts minutes seconds hours expires expire after least most room gpio header connector \
         fpga arduino raspberry chip ic voltage volts socket solder jumper wire cost costs price weighs paid pay about \
         around roughly nearly over under than page line floor unit attempt wrong euros \
         dollars version edition build bowling map pinterest board pinned lasts holds fits made every year call ring \
         phoned rang tel fax extension ext order invoice ticket",
    )
});

/// Finds every such number.
pub(super) fn find(text: &str, found: &mut Found) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let span = number(text, at);
        at = span.end;
        if let Some(digits) = is_code_shaped(text, &span)
            && !is_talked_of(text, &text[span.clone()])
            && (english(text, &span, digits) || (!text.is_ascii() && chinese(text, &span, digits)))
        {
            found.push(("pin", span));
        }
    }
    turns(text, found);
}

/// The number that begins at `at`: digits, with marks between and keys of a pad around.
fn number(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut end = at;
    loop {
        let run = bytes[end..].iter().take_while(|b| b.is_ascii_digit()).count();
        end += run;
        // Groups of a combination: 4-7-1-9, 14 32 07, 48 21.
        let joined = run <= 4
            && matches!(bytes.get(end), Some(b'-' | b' '))
            && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
            && bytes[end + 1..].iter().take_while(|b| b.is_ascii_digit()).count() <= 4;
        if !joined {
            break;
        }
        end += 1;
    }
    let start = if at > 0 && matches!(bytes[at - 1], b'#' | b'*') { at - 1 } else { at };
    while matches!(bytes.get(end), Some(b'#' | b'*')) {
        end += 1;
    }
    start..end
}

/// How many digits it has, if it is no part of a date, a price, an address or a longer name.
fn is_code_shaped(text: &str, span: &Range<usize>) -> Option<usize> {
    let number = &text[span.clone()];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let before = text[..span.start].chars().next_back();
    let mut rest = text[span.end..].chars();
    let (next, second) = (rest.next(), rest.next());
    let part_before = before.is_some_and(|c| {
        c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '$' | '€' | '£' | '¥' | '-' | '_' | '/' | '@' | '%')
    }) && !text[..span.start].ends_with("->");
    let part_after = match next {
        Some('.' | ',' | ':' | '/' | '-') => second.is_some_and(|c| c.is_ascii_digit()),
        // One letter may belong to the code.
        Some(c) if c.is_ascii_alphabetic() => second.is_some_and(|c| c.is_ascii_alphanumeric()),
        Some('%' | '€' | '°' | '_' | '@' | '$') => true,
        _ => false,
    };
    ((3..=12).contains(&digits) && !part_before && !part_after).then_some(digits)
}

/// Words before the number, the nearest first, and those after, within its sentence.
struct Around<'a> {
    before: Vec<&'a str>,
    after: Vec<&'a str>,
    /// The last mark before the number.
    mark: Option<char>,
}

/// Letters of Latin, Greek and Cyrillic: what else is written has no gaps between words.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{52f}') && c.is_alphabetic()
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !(is_letter(c) || c.is_ascii_digit() || matches!(c, '\'' | '-')))
        .map(|word| word.trim_matches(['-', '\'']))
        .filter(|word| !word.is_empty())
}

fn around<'a>(text: &'a str, span: &Range<usize>) -> Around<'a> {
    let ends = |text: &str| text.find(['\n', '!', '?']).into_iter().chain(text.find(". ")).min();
    let before = &text[super::floor(text, span.start.saturating_sub(100))..span.start];
    // "My pin? 4190": the question is answered at once.
    let asked = before.trim_end().strip_suffix('?');
    let before = asked.unwrap_or(before);
    let before = before.rsplit(['\n', '!', '?']).next().unwrap_or(before);
    // "no." abbreviates.
    let from = before.match_indices(". ").filter(|(at, _)| !before[..*at].ends_with(" no")).last();
    let before = from.map_or(before, |(at, _)| &before[at + 2..]);
    let after = &text[span.end..super::floor(text, span.end + 60)];
    let after = &after[..ends(after).unwrap_or(after.len())];
    Around {
        before: words(before).rev().take(12).collect(),
        after: words(after).take(8).collect(),
        mark: match asked {
            Some(_) => Some('?'),
            None => {
                before.trim_end_matches([' ', '"', '\'', '“', '`']).chars().next_back().filter(|c| !c.is_alphanumeric())
            }
        },
    }
}

/// The word in lower case, without what makes it a possessive.
fn plain(word: &str) -> String {
    let lower = word.to_lowercase();
    lower.strip_suffix("'s").map(str::to_owned).unwrap_or(lower)
}

fn english(text: &str, span: &Range<usize>, digits: usize) -> bool {
    let around = around(text, span);
    let before: Vec<String> = around.before.iter().map(|word| plain(word)).collect();
    let after: Vec<String> = around.after.iter().map(|word| plain(word)).collect();
    let is = |list: &WordSet, word: &String| list.contains(word.as_str());
    let number = &text[span.clone()];
    let keyed = number.contains(['#', '*']);
    let year = digits == 4 && !keyed && (number.starts_with("19") || number.starts_with("20"));
    let counted = after.first().is_some_and(|unit| {
        [
            "digit", "time", "char", "euro", "kg", "km", "met", "people", "cards", "step", "mg", "seconds", "minutes",
            "user",
        ]
        .iter()
        .any(|counts| unit.starts_with(counts))
    });
    // "The code to get into the allotment": no lock is named.
    let enters = before.windows(2).any(|pair| {
        matches!(pair[0].as_str(), "in" | "into" | "inside")
            && matches!(pair[1].as_str(), "get" | "gets" | "let" | "lets")
    });
    let locks = enters || before.iter().chain(&after).any(|word| is(&LOCK, word));
    if counted || before.is_empty() && after.is_empty() {
        return false;
    }
    let next = text[span.end..].trim_start().chars().next();
    let closed = next.is_none_or(|c| !c.is_alphanumeric());
    // Nothing that the number could count follows.
    let alone = closed
        || after.first().is_some_and(|word| {
            [
                "to", "and", "then", "at", "on", "into", "in", "for", "when", "or", "now", "since", "but", "as",
                "from", "not",
            ]
            .contains(&word.as_str())
        });
    let labelled = before.iter().position(|word| is(&PIN, word) || is(&CODE, word));
    if let Some(at) = labelled.filter(|at| *at <= 8) {
        let label = before[at].as_str();
        let own = PIN.contains(label);
        let short = label.starts_with("cv") || label == "csc";
        let between = &before[..at];
        let other = !own && before.get(at + 1).is_some_and(|word| is(&OTHER_CODE, word))
            || (label.starts_with("pin")
                && before.iter().take(at).any(|word| is(&CODE, word))
                && digits == 6
                && !locks);
        // A part of hardware has three digits at most, and its neighbours give it away.
        let blocked = between.iter().any(|word| is(&BLOCKING, word))
            || between.iter().any(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_digit()))
            || (own
                && before.iter().chain(&after).any(|word| {
                    matches!(
                        word.as_str(),
                        "gpio"
                            | "fpga"
                            | "arduino"
                            | "connector"
                            | "connect"
                            | "header"
                            | "socket"
                            | "chip"
                            | "hinge"
                            | "solder"
                            | "board"
                            | "screws"
                    )
                }));
        // "Pin the meeting to 1430" asks for something.
        let verb = label == "pin"
            && between
                .last()
                .is_some_and(|word| matches!(word.as_str(), "the" | "a" | "this" | "that" | "it" | "my" | "our"));
        let failed = verb
            || after.first().is_some_and(|word| {
                matches!(
                    word.as_str(),
                    "fails" | "failed" | "error" | "errors" | "occurs" | "appears" | "means" | "returned"
                )
            });
        let leads = around.mark.is_some_and(|c| matches!(c, ':' | '=' | '>' | '(' | '：' | '→' | '–' | '—' | '-'))
            || (around.mark == Some(',') && !between.is_empty() && after.len() <= 3)
            || between.first().is_none_or(|word| is(&LEADING, word) || is(&LOCK, word))
            // "The lift code at the clinic 5519."
            || (between.last().is_some_and(|word| matches!(word.as_str(), "for" | "at" | "of" | "on" | "to" | "in")) && closed)
            || (around.mark == Some('?') && own && between.is_empty());
        let groups = number.split(['-', ' ']).count();
        let combination = groups > 1 && label.starts_with("combo") || label.starts_with("combination");
        let long_enough = digits >= if short { 3 } else { 4 } && (!combination || groups > 1 || locks);
        if leads
            && long_enough
            && !other
            && !blocked
            && !failed
            && (own || locks || combination)
            && (!year || own && between.len() < 3)
        {
            return true;
        }
    }
    if digits < 4 || year {
        return false;
    }
    // "The barn opens with 7731", "punch in 88213 to open the gate".
    let word = |n: usize| before.get(n).map_or("", String::as_str);
    let with = matches!(word(0), "with" | "by" | "on" | "using" | "takes" | "accepts" | "wants" | "code" | "number");
    let opened = before.iter().take(5).any(|word| is(&OPENS, word));
    if locks && with && opened && alone && around.mark.is_none_or(|c| c != ',') {
        return true;
    }
    let wheels = before
        .iter()
        .chain(&after)
        .any(|word| matches!(word.as_str(), "padlock" | "lock" | "safe" | "suitcase" | "briefcase" | "luggage"));
    let dialled = before.iter().take(5).any(|word| matches!(word.as_str(), "set" | "turn" | "roll" | "dial" | "line"));
    if wheels && word(0) == "to" && dialled && alone {
        return true;
    }
    if (PLAIN_LOCK.contains(word(0)) || (word(0) == "safe" && word(1) == "key")) && alone && around.mark.is_none() {
        return true;
    }
    let clock = digits == 4 && number[..2].parse::<u32>().is_ok_and(|hour| hour < 24);
    if word(0) == "alarm" && around.mark.is_none() && closed && !clock {
        return true;
    }
    let pressed = KEYED.contains(word(0))
        && before.iter().take(3).any(|word| {
            matches!(word.as_str(), "press" | "punch" | "type" | "enter" | "dial" | "key" | "tap" | "input" | "push")
        });
    if locks && pressed && alone && around.mark.is_none_or(|c| c == ':') {
        return true;
    }
    // "0412 is the pin of …", "5519 opens the shed".
    let first = after.first().map_or("", String::as_str);
    let near = |list: &WordSet| after.iter().take(6).any(|word| is(list, word));
    let determined = after.get(1).is_some_and(|word| {
        matches!(word.as_str(), "the" | "my" | "our" | "your" | "his" | "her" | "their" | "a" | "its")
            || word.contains("'s")
    }) || around.after.get(1).is_some_and(|word| word.ends_with("'s"));
    if matches!(first, "is" | "was" | "as" | "for") && determined {
        let described = after.iter().take(6).position(|word| is(&CODE, word));
        let other = described.is_some_and(|at| after.get(at - 1).is_some_and(|word| is(&OTHER_CODE, word)));
        if near(&PIN) || (described.is_some() && !other && locks) {
            return true;
        }
    }
    let opening = matches!(first, "opens" | "unlocks" | "disarms" | "deactivates")
        || (first == "gets" && locks)
        || (first == "to"
            && after.get(1).is_some_and(|word| matches!(word.as_str(), "open" | "unlock" | "disarm" | "enter")));
    if opening && near(&LOCK) && (keyed || digits <= 8) && before.last().is_none_or(|word| !is(&BLOCKING, word)) {
        return true;
    }
    // "keypad: 4471", "front gate -> 3310#".
    let ends =
        after.iter().take(3).any(|word| matches!(word.as_str(), "star" | "hash" | "pound" | "enter" | "asterisk"));
    around.mark.is_some_and(|c| matches!(c, ':' | '=' | '>' | '→' | '：'))
        && before.first().is_some_and(|word| {
            is(&PLAIN_LOCK, word)
                || (word == "lock" && closed)
                || (is(&LOCK, word) && (keyed || ends || (word == "alarm" && !clock)))
        })
}

/// What names a code in Chinese.
const LABELS: &[&str] = &[
    "密码",
    "口令",
    "PIN",
    "pin",
    "Pin",
    "解锁码",
    "开锁码",
    "门禁码",
    "通行码",
    "开门码",
    "验证码",
    "动态码",
    "校验码",
    "恢复码",
    "备用码",
    "备份码",
    "取款码",
    "锁屏码",
    "开机码",
];
/// What may stand between it and the number only where the number is a count.
const COUNTS: &[&str] = &[
    "长度", "位", "至少", "错", "次", "学", "本", "页", "规则", "过期", "有效", "房", "楼", "超过", "电话", "编号",
    "客服", "不", "第", "发", "箱", "型号",
];

/// Codes that everybody knows, where somebody warns of them or says what is set at first.
pub(super) fn is_talked_of(text: &str, code: &str) -> bool {
    const STOCK: &str =
        " 1234 0000 1111 4321 12345 00000 123456 000000 111111 654321 666666 888888 12345678 00000000 88888888 ";
    const TALK: &[&str] = &[
        "never",
        "default",
        "avoid",
        "don't",
        "do not",
        "bad ",
        "such as",
        "like ",
        "e.g.",
        "factory",
        "example",
        "不要",
        "别用",
        "默认",
        "初始",
        "一般",
        "例如",
        "比如",
        "不能",
        "太简单",
        "弱密码",
    ];
    STOCK.contains(&format!(" {code} ")) && {
        let lower = text.to_lowercase();
        TALK.iter().any(|word| lower.contains(word))
    }
}

/// Characters after a number that make it a count.
pub(super) fn is_unit(c: char) -> bool {
    "位次个天元版页年月分秒到至~字块层号人种条米折开".contains(c)
}

fn chinese(text: &str, span: &Range<usize>, digits: usize) -> bool {
    let rest = text[span.end..].trim_start();
    let number = &text[span.clone()];
    let next = rest.chars().next();
    let opens = ["打开", "就能开", "就开", "能开", "可以开", "开门", "开锁", "解锁", "可以打开", "就能打开"]
        .iter()
        .any(|verb| rest.starts_with(verb));
    if !(4..=10).contains(&digits) || (next.is_some_and(is_unit) && !opens) {
        return false;
    }
    let from = text[..span.start].char_indices().rev().nth(17).map_or(0, |(at, _)| at);
    let before = &text[from..span.start];
    let before = before.rsplit(['。', '！', '？', '\n', '；']).next().unwrap_or(before);
    let keyed = number.contains(['#', '*']);
    if let Some((at, label)) =
        LABELS.iter().filter_map(|label| Some((before.rfind(label)?, *label))).max_by_key(|(at, _)| *at)
    {
        let between = &before[at + label.len()..];
        let clause = between.trim_end_matches(['，', ',', ' ', '：', ':']);
        let spoken = between.chars().any(|c| c.is_ascii_alphanumeric());
        return !COUNTS.iter().any(|word| between.contains(word))
            && (!clause.contains(['，', ',', '、']) || clause.ends_with(['是', '为', '成']))
            && !spoken;
    }
    let lock =
        ["门", "锁", "车库", "仓库", "柜", "箱", "闸", "报警器", "警报器"].iter().any(|lock| before.contains(lock));
    let typed =
        ["输", "输入", "按", "拨", "摁", "键入", "打", "用"].iter().any(|verb| before.trim_end().ends_with(verb));
    let named = ["门禁", "门锁", "密码锁", "保险柜", "单元门", "大门", "智能锁", "楼门"]
        .iter()
        .any(|lock| before.trim_end_matches([' ', '：', ':', '，']).ends_with(lock));
    (lock && (typed || opens)) || (named && keyed)
}

/// A safe with a dial: 左12右30左7, "12 left, 30 right, 7 left".
fn turns(text: &str, found: &mut Found) {
    const TURNS: [&str; 6] = ["左", "右", "顺时针", "逆时针", "left", "right"];
    let dialled = ["密码", "保险", "锁", "safe", "lock", "combination", "dial"];
    if text.bytes().filter(u8::is_ascii_digit).nth(2).is_none()
        || !TURNS.iter().any(|turn| text.contains(turn))
        || !dialled.iter().any(|word| text.contains(word))
    {
        return;
    }
    let mut spans: Vec<Range<usize>> = Vec::new();
    for turn in TURNS {
        for (at, _) in text.match_indices(turn) {
            let end = at + turn.len();
            let rest = text[end..].trim_start_matches(['转', '到', '拧', ' ']);
            let rest = rest.strip_prefix("to ").unwrap_or(rest);
            let after = rest.bytes().take_while(u8::is_ascii_digit).count();
            let head = text[..at].trim_end();
            let before = head.bytes().rev().take_while(u8::is_ascii_digit).count();
            if (1..=2).contains(&before) {
                spans.push(head.len() - before..end);
            } else if (1..=2).contains(&after) {
                spans.push(at..text.len() - rest.len() + after);
            }
        }
    }
    if spans.len() >= 3 {
        let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
        found.push(("pin", start..end));
    }
}
