//! Compares two Chinese statements by their characters.

mod values;
mod wording;

use std::sync::LazyLock;

use regex::Regex;

use super::Verdict;
use wording::{FILLERS, FUNCTION, KINDS, NEGATIONS, OPPOSITES, OVER, RIVALS, SAME, WISHES};

type Outcome = (Verdict, &'static str);

const COMPATIBLE: Outcome = (Verdict::Compatible, "none");

static EXCLUSIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"住在?|在.{1,8}工作|生于|生日|位于|叫|最喜欢|电话|地址|名字|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|身高|体重|年龄|岁|改到|定在|价格|房租|工资|血型|班级|截止|密码|航班|是.{0,6}(?:人|医生|老师|工程师|律师|护士|厨师|学生|设计师|会计|司机|程序员|记者)|用的是|主要用|部署在|从.{1,10}(?:毕业|开始|出发)|时间|开门|关门|负责|经理|老板|男朋友|女朋友|丈夫|妻子|会.{0,3}在|写的|用.{1,10}(?:重写|写|开发|实现)|采用|总部|存放在|放在|托管在|运行在|来自|日期|开车|坐.{1,3}上班").expect("valid pattern")
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[0-9]+(?:[.:：][0-9]+)?|[一二三四五六七八九十百千万]+(?:[点日月年岁个元块只条周米斤楼层次天]|度|公斤|小时|分钟|%)").expect("valid pattern")
});
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:19|20)[0-9]{2}年?|去年|今年|明年|前年|小时候|以前|曾经|从前|过去|周[一二三四五六日末]|工作日|[0-9一二三四五六七八九十]+月(?:[0-9一二三四五六七八九十]+日)?|春天|夏天|秋天|冬天|早上|上午|中午|下午|晚上").expect("valid pattern")
});

pub(super) fn compare(a: &str, b: &str) -> Outcome {
    // What one clause denies is denied, whatever the others say.
    let many = |text: &str| text.contains(['，', '；']);
    if many(a) != many(b) && a.starts_with("用户") && b.starts_with("用户") {
        let (long, short) = if many(a) { (a, b) } else { (b, a) };
        for clause in long.split(['，', '；', '。']).filter(|clause| clause.chars().count() > 2) {
            let whole = if clause.starts_with("用户") { clause.to_owned() } else { format!("用户{clause}") };
            let outcome = compare_whole(short, &whole);
            if outcome.1 == "negation" {
                return outcome;
            }
        }
    }
    compare_whole(a, b)
}

fn compare_whole(a: &str, b: &str) -> Outcome {
    let (x, y) = (normal(a), normal(b));
    let (nx, ny) = (denied(&x), denied(&y));
    let past = |s: &str| {
        ["以前", "曾经", "从前", "小时候", "过去", "去年", "之前"].iter().any(|w| s.contains(w))
            && !["搬", "换", "结婚", "离婚", "辞", "卖", "戒", "毕业", "去世", "离职"]
                .iter()
                .any(|word| s.contains(word))
    };
    let (px, py) = (past(a), past(b));
    let (bx, by) = (bag(&x), bag(&y));
    let shared = common(&bx, &by);
    let smaller = bx.len().min(by.len()).max(1) as f64;
    let larger = bx.len().max(by.len()).max(1) as f64;
    if !same_subject(&x, &y) {
        return COMPATIBLE;
    }
    let wish = |s: &str| WISHES.iter().any(|word| s.contains(word));
    if wish(a) != wish(b) {
        return COMPATIBLE;
    }
    let changes = |s: &str| ["改", "换", "调", "推迟", "提前", "涨", "降"].iter().any(|word| s.contains(word));
    let (days_x, days_y) = (values::weekdays(&x), values::weekdays(&y));
    let other_days = days_x & days_y == 0 && days_x != 0 && days_y != 0;
    let regular = |s: &str| ["工作日", "周末", "平日", "每周", "周一到", "周一至"].iter().any(|word| s.contains(word));
    if other_days && (nx != ny || regular(a) || regular(b)) && !changes(a) && !changes(b) {
        return COMPATIBLE;
    }
    if x.starts_with("用户") && y.starts_with("用户") && other_person(&x, &y) {
        return COMPATIBLE;
    }
    let year =
        |s: &str| s.contains("20") && s.contains('年') && !["生", "起", "自"].iter().any(|word| s.contains(word));
    let now = |s: &str| ["现在", "目前", "如今", "今年"].iter().any(|word| s.contains(word));
    if year(a) && now(b) || year(b) && now(a) {
        return COMPATIBLE;
    }
    if px == py && (is_over(a, b, &y, &x) || is_over(b, a, &x, &y)) {
        return (Verdict::Contradiction, "update");
    }
    let dropped = |s: &str, t: &str| -> bool {
        // …，不是X / 不再用X / 离开了X / 从X搬到
        static DROP: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?:不是|不再(?:在|用|是|去|喝|吃)?|不在|不用|离开了?|而不是|从|取代了?|代替了?|换掉了?)([\p{Han}A-Za-z0-9]{1,8})").expect("valid pattern")
        });
        DROP.captures_iter(s).any(|c| {
            let word: String = c[1].chars().take(2).collect();
            word.chars().count() >= 2 && t.contains(&word)
        })
    };
    if (dropped(b, a) || dropped(a, b))
        && shared as f64 / smaller >= 0.4
        && (b.contains('，') || b.contains("不再") || b.contains("搬") || b.contains("换") || b.contains("离开"))
        && !px
        && !py
    {
        return (Verdict::Contradiction, "update");
    }
    if nx != ny {
        if px != py {
            return COMPATIBLE;
        }
        let (no, yes) = if nx { (&x, &y) } else { (&y, &x) };
        if KINDS.iter().any(|(general, list)| no.contains(general) && list.iter().any(|k| yes.contains(k))) {
            return (Verdict::Contradiction, "negation");
        }
        // Whom it is about is said in both; the rest must be denied.
        let no_bag: Vec<char> =
            bag(no.trim_start_matches("用户")).into_iter().filter(|c| !NEGATIONS.contains(c)).collect();
        let yes_bag = bag(yes.trim_start_matches("用户"));
        let missing = no_bag.len() - common(&no_bag, &yes_bag);
        return if missing * 4 <= no_bag.len() { (Verdict::Contradiction, "negation") } else { COMPATIBLE };
    }
    for (p, q) in OPPOSITES {
        for (s, t) in [(&x, &y), (&y, &x)] {
            if s.contains(p)
                && t.contains(q)
                && !s.contains(q)
                && !t.contains(p)
                && shared as f64 / smaller >= 0.4
                && !px
                && !py
            {
                return (Verdict::Contradiction, "antonym");
            }
        }
    }
    if px == py && other_kind(&x, &y) {
        return (Verdict::Contradiction, "value");
    }
    let numbers = |s: &str| -> Vec<String> {
        let mut v: Vec<String> = NUMBER.find_iter(s).map(|m| m.as_str().to_owned()).collect();
        v.sort();
        v
    };
    let times = |s: &str| -> Vec<String> {
        let mut v: Vec<String> = TIME.find_iter(s).map(|m| m.as_str().to_owned()).collect();
        v.sort();
        v
    };
    let (mx, my) = (numbers(&x), numbers(&y));
    let (tx, ty) = (times(&x), times(&y));
    if mx == my
        && tx == ty
        && shared as f64 / larger >= 0.85
        && bx.len().abs_diff(by.len()) <= 2
        && different_chars(&bx, &by) <= 1
    {
        return (Verdict::Duplicate, "none");
    }
    if mx == my && tx == ty && shared as f64 / smaller >= 0.99 && bx.len().abs_diff(by.len()) <= 2 {
        return (Verdict::Duplicate, "none");
    }
    if mx == my && tx == ty && left_over(&bx, &by).is_empty() && left_over(&by, &bx).is_empty() {
        return (Verdict::Duplicate, "none");
    }
    if px != py {
        return COMPATIBLE;
    }
    let prefix = x.chars().zip(y.chars()).take_while(|(p, q)| p == q).count();
    if changes(b)
        && nx == ny
        && prefix >= 2
        && (other_days || mx != my && !mx.is_empty() && !my.is_empty())
        && tx.len().max(ty.len()) <= 2
    {
        return (Verdict::Contradiction, "time");
    }
    if mx != my && !mx.is_empty() && !my.is_empty() {
        if tx != ty && !tx.is_empty() && !ty.is_empty() && !only_time_differs(&x, &y) {
            return COMPATIBLE;
        }
        return if shared as f64 / smaller >= 0.5 { (Verdict::Contradiction, "number") } else { COMPATIBLE };
    }
    if tx != ty && !tx.is_empty() && !ty.is_empty() {
        let habit = ["喜欢", "打", "去", "练", "跑步", "游泳", "上课", "锻炼"].iter().any(|w| x.contains(w));
        return if only_time_differs(&x, &y) && !habit { (Verdict::Contradiction, "time") } else { COMPATIBLE };
    }
    let frame: String = x.chars().take(prefix).collect();
    let exclusive = EXCLUSIVE.is_match(&x) && EXCLUSIVE.is_match(&y);
    let same_verb =
        EXCLUSIVE.find(&x).map(|m| m.as_str().chars().next()) == EXCLUSIVE.find(&y).map(|m| m.as_str().chars().next());
    if exclusive && same_verb && (prefix >= 3 || frame.contains("是")) {
        return (Verdict::Contradiction, "value");
    }
    COMPATIBLE
}

fn normal(text: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ':' | '：');
    let mut out: String = text.chars().filter(kept).flat_map(char::to_lowercase).collect();
    for filler in FILLERS {
        if out.contains(filler) {
            out = out.replace(filler, "");
        }
    }
    if out.contains('岁') {
        out = out.replace("今年", "");
    }
    out = values::on_the_clock(&values::in_digits(&out));
    for (from, to) in SAME {
        if out.contains(from) {
            out = out.replace(from, to);
        }
    }
    out
}

/// Whether the newer statement says that what the older tells is over: 卖了, 辞职.
fn is_over(old: &str, new: &str, new_normal: &str, old_normal: &str) -> bool {
    let Some(word) = OVER.iter().find(|word| new.contains(**word)) else { return false };
    if OVER.iter().any(|word| old.contains(word)) || denied(old_normal) || denied(new_normal) {
        return false;
    }
    let subject: String = new_normal.chars().take(2).collect();
    let rest = new_normal.replace(word, "").replacen(&subject, "", 1);
    let told = old_normal.replacen(&subject, "", 1);
    let all: Vec<char> = rest.chars().collect();
    let letters: Vec<char> = all.iter().copied().filter(|c| !FUNCTION.contains(*c)).collect();
    let telling = |pair: &[char]| pair.iter().any(|c| !FUNCTION.contains(*c));
    let pairs = all.windows(2).any(|pair| telling(pair) && told.contains(&pair.iter().collect::<String>()));
    // 戒烟 and 抽烟 share one letter: what is given up.
    let object = word.starts_with('戒') && letters.iter().any(|c| told.contains(*c));
    pairs || object || letters.is_empty() && told.contains("工作")
}

/// What one has beside the other, without letters that carry no fact.
fn left_over(a: &[char], b: &[char]) -> Vec<char> {
    const GENERIC: &str = "会去一用要时间地点方里家者症病份种上来到每天现做当能都还其中某些所叫东西食物品";
    let mut rest = b.to_vec();
    let mut out = Vec::new();
    for c in a {
        match rest.iter().position(|other| other == c) {
            Some(at) => {
                rest.swap_remove(at);
            }
            None if GENERIC.contains(*c) => {}
            None => out.push(*c),
        }
    }
    out
}

fn denied(text: &str) -> bool {
    text.chars().filter(|c| NEGATIONS.contains(c)).count() % 2 == 1
}

/// Content characters, sorted.
fn bag(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().filter(|c| !FUNCTION.contains(*c)).collect();
    chars.sort_unstable();
    chars
}

fn common(a: &[char], b: &[char]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                n += 1;
                i += 1;
                j += 1;
            }
        }
    }
    n
}

fn different_chars(a: &[char], b: &[char]) -> usize {
    a.len() - common(a, b)
}

/// The first characters name the subject, wherever the other statement puts it.
fn same_subject(x: &str, y: &str) -> bool {
    let head = |s: &str| -> String {
        s.chars().take(2).take_while(|c| !FUNCTION.contains(*c) && !c.is_ascii_digit()).collect()
    };
    let (p, q) = (head(x), head(y));
    let thing = |s: &str| s.chars().next().filter(|c| !"用小老大阿".contains(*c));
    x.contains(&q) || y.contains(&p) || thing(x).is_some() && thing(x) == thing(y)
}

/// Whose matter it is: 用户的母亲 is not the user.
fn relative(text: &str) -> Option<&'static str> {
    const KIN: &[&str] = &[
        "母亲",
        "父亲",
        "哥哥",
        "弟弟",
        "姐姐",
        "妹妹",
        "妻子",
        "丈夫",
        "儿子",
        "女儿",
        "爷爷",
        "奶奶",
        "外公",
        "外婆",
        "叔叔",
        "阿姨",
        "舅舅",
        "姑姑",
        "表哥",
        "表姐",
        "堂哥",
        "堂姐",
        "同事",
        "朋友",
        "室友",
        "男朋友",
        "女朋友",
        "邻居",
    ];
    let rest = text.strip_prefix("用户的").or_else(|| text.strip_prefix("用户"))?;
    KIN.iter().find(|kin| rest.starts_with(**kin)).copied()
}

/// Whether one is of a relative whom the other does not name.
fn other_person(x: &str, y: &str) -> bool {
    match (relative(x), relative(y)) {
        (Some(kin), None) => !(y.contains('有') && y.contains(kin)),
        (None, Some(kin)) => !(x.contains('有') && x.contains(kin)),
        (one, other) => one != other,
    }
}

/// Whether both name another value of one kind, and say the same otherwise.
fn other_kind(x: &str, y: &str) -> bool {
    RIVALS.iter().any(|kind| {
        let of = |text: &str| kind.iter().find(|value| text.contains(**value)).copied();
        let (Some(p), Some(q)) = (of(x), of(y)) else { return false };
        let before = |text: &str, value: &str| bag(text.split(value).next().unwrap_or(""));
        if before(x, p) != before(y, q) {
            return false;
        }
        let (rest, other) = (bag(&x.replacen(p, "", 1)), bag(&y.replacen(q, "", 1)));
        p != q
            && !x.contains(q)
            && !y.contains(p)
            && common(&rest, &other) * 5 >= rest.len().min(other.len()) * 4
            && rest.len().abs_diff(other.len()) <= 4
    })
}

fn only_time_differs(x: &str, y: &str) -> bool {
    let strip = |s: &str| -> String { NUMBER.replace_all(&TIME.replace_all(s, ""), "").into_owned() };
    let (p, q) = (strip(x), strip(y));
    p == q || common(&bag(&p), &bag(&q)) * 5 >= bag(&p).len().max(bag(&q).len()) * 4
}
