//! Compares two Chinese statements by their characters.

use std::sync::LazyLock;

use regex::Regex;

use super::Verdict;

type Outcome = (Verdict, &'static str);

const COMPATIBLE: Outcome = (Verdict::Compatible, "none");

/// Words of one meaning; the last replaces the others.
const SAME: &[(&str, &str)] = &[
    ("搬到了", "住在"),
    ("搬到", "住在"),
    ("搬去了", "住在"),
    ("搬去", "住在"),
    ("居住", "住"),
    ("居于", "住在"),
    ("喜爱", "喜欢"),
    ("爱好是", "喜欢"),
    ("爱吃", "喜欢吃"),
    ("爱喝", "喜欢喝"),
    ("热爱", "喜欢"),
    ("饲养", "养"),
    ("任职", "工作"),
    ("就职", "工作"),
    ("上班", "工作"),
    ("妈妈", "母亲"),
    ("爸爸", "父亲"),
    ("讨厌", "不喜欢"),
    ("厌恶", "不喜欢"),
    ("不爱", "不喜欢"),
    ("宠物狗", "狗"),
    ("小狗", "狗"),
    ("小猫", "猫"),
    ("自行车", "单车"),
    ("号", "日"),
    ("星期", "周"),
    ("礼拜", "周"),
    ("周天", "周日"),
    ("的城市", ""),
    ("城市", ""),
    ("两", "二"),
    ("从不", "不"),
    ("从来不", "不"),
    ("并不", "不"),
    ("没有", "没"),
    ("不再", "不"),
    ("不能", "不"),
    ("无法", "不"),
    ("能够", "能"),
    ("会议", "会"),
    ("开会", "会"),
    ("出生于", "生于"),
    ("出生在", "生于"),
    ("购买", "买"),
    ("每天", "天天"),
    ("负责人", "负责"),
    ("由", ""),
    ("开发的", "开发"),
    ("电脑", "计算机"),
    ("对", ""),
    ("过敏", "过敏"),
    ("公司", ""),
    ("目前", ""),
    ("现在", ""),
    ("职业是", "是"),
    ("名叫", "叫"),
    ("名字是", "叫"),
    ("名字叫", "叫"),
    ("名为", "叫"),
    ("倾向于", "喜欢"),
    ("偏好", "喜欢"),
    ("更喜欢", "喜欢"),
    ("改到了", "改到"),
    ("改成了", "改到"),
    ("改在", "改到"),
    ("一辆", ""),
    ("一只", ""),
    ("一条", ""),
    ("一个", ""),
    ("一名", ""),
    ("一位", ""),
    ("一台", ""),
];

const NEGATIONS: &[char] = &['不', '没', '无', '未', '非', '别'];

const OPPOSITES: &[(&str, &str)] = &[
    ("早上", "晚上"),
    ("上午", "下午"),
    ("已婚", "单身"),
    ("已婚", "未婚"),
    ("结婚", "离婚"),
    ("左", "右"),
    ("开", "关"),
    ("远程", "坐班"),
    ("远程", "办公室"),
    ("热", "冰"),
    ("深色", "浅色"),
    ("甜", "咸"),
    ("素食", "肉"),
    ("吃素", "肉"),
    ("素食", "牛排"),
    ("戒烟", "抽烟"),
    ("戒酒", "喝酒"),
    ("早起", "晚起"),
    ("全职", "兼职"),
    ("详细", "简短"),
    ("简洁", "详细"),
    ("租", "买"),
    ("胖", "瘦"),
    ("提前", "推迟"),
    ("免费", "收费"),
    ("公开", "私有"),
    ("素食者", "牛肉"),
    ("独生子", "妹妹"),
    ("独生子", "弟弟"),
    ("独生女", "姐姐"),
    ("独生", "哥哥"),
    ("失业", "工作"),
    ("退休", "上班"),
    ("茶", "咖啡"),
];

const KINDS: &[(&str, &[&str])] = &[
    ("宠物", &["狗", "猫", "兔", "鱼", "鸟", "仓鼠", "乌龟"]),
    ("兄弟姐妹", &["哥哥", "弟弟", "姐姐", "妹妹"]),
    ("孩子", &["儿子", "女儿"]),
    ("酒", &["啤酒", "红酒", "白酒", "威士忌"]),
    ("肉", &["牛肉", "猪肉", "鸡肉", "羊肉", "牛排", "火腿"]),
    ("海鲜", &["虾", "螃蟹", "鱼", "牡蛎"]),
    ("车", &["轿车", "特斯拉", "汽车"]),
    ("辣", &["麻辣", "川菜", "火锅"]),
    ("乐器", &["钢琴", "吉他", "小提琴"]),
    ("咖啡", &["拿铁", "美式"]),
    ("坚果", &["花生", "核桃", "杏仁"]),
    ("花生", &["花生酱"]),
    ("牛奶", &["拿铁"]),
];

static EXCLUSIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"住在?|在.{1,8}工作|生于|生日|位于|叫|最喜欢|电话|地址|名字|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|身高|体重|年龄|岁|改到|定在|价格|房租|工资|血型|班级|截止|密码|航班|是.{0,6}(?:人|医生|老师|工程师|律师|护士|厨师|学生|设计师|会计|司机|程序员|记者)|用的是|主要用|部署在|从.{1,10}(?:毕业|开始|出发)|时间|开门|关门|负责|经理|老板|男朋友|女朋友|丈夫|妻子|会.{0,3}在|写的|采用|总部|存放在|放在|托管在|运行在|来自|日期|开车|坐.{1,3}上班").expect("valid pattern")
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[0-9]+(?:[.:：][0-9]+)?|[一二三四五六七八九十百千万]+(?:[点日月年岁个元块只条周米斤楼层次天]|度|公斤|小时|分钟|%)").expect("valid pattern")
});
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:19|20)[0-9]{2}年?|去年|今年|明年|前年|小时候|以前|曾经|从前|过去|周[一二三四五六日末]|工作日|[0-9一二三四五六七八九十]+月(?:[0-9一二三四五六七八九十]+日)?|春天|夏天|秋天|冬天|早上|上午|中午|下午|晚上").expect("valid pattern")
});

pub(super) fn compare(a: &str, b: &str) -> Outcome {
    let (x, y) = (normal(a), normal(b));
    let (nx, ny) = (denied(&x), denied(&y));
    let past = |s: &str| {
        ["以前", "曾经", "从前", "小时候", "过去", "去年", "之前"].iter().any(|w| s.contains(w))
            && !s.contains("搬")
            && !s.contains("换")
    };
    let (px, py) = (past(a), past(b));
    let (bx, by) = (bag(&x), bag(&y));
    let shared = common(&bx, &by);
    let smaller = bx.len().min(by.len()).max(1) as f64;
    let larger = bx.len().max(by.len()).max(1) as f64;
    if !same_subject(&x, &y) {
        return COMPATIBLE;
    }
    let dropped = |s: &str, t: &str| -> bool {
        // …，不是X / 不再用X / 离开了X / 从X搬到
        static DROP: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?:不是|不再(?:在|用|是|去|喝|吃)?|不在|离开了?|而不是|从|取代了?|代替了?|换掉了?)([\p{Han}A-Za-z0-9]{1,8})").expect("valid pattern")
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
        let no_bag: Vec<char> = bag(no).into_iter().filter(|c| !NEGATIONS.contains(c)).collect();
        let yes_bag = bag(yes);
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
    if px != py {
        return COMPATIBLE;
    }
    if mx != my && !mx.is_empty() && !my.is_empty() {
        if tx != ty && !tx.is_empty() && !ty.is_empty() && !only_time_differs(&x, &y) {
            return COMPATIBLE;
        }
        return if shared as f64 / smaller >= 0.5 { (Verdict::Contradiction, "number") } else { COMPATIBLE };
    }
    let prefix = x.chars().zip(y.chars()).take_while(|(p, q)| p == q).count();
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
    let mut out: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    for (from, to) in SAME {
        if out.contains(from) {
            out = out.replace(from, to);
        }
    }
    out
}

fn denied(text: &str) -> bool {
    text.chars().filter(|c| NEGATIONS.contains(c)).count() % 2 == 1
}

/// Content characters, sorted.
fn bag(text: &str) -> Vec<char> {
    const FUNCTION: &str = "的了是在着过吗呢吧和与把被就都也很只条位名于有个这那之为";
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

/// The first two characters name the subject, wherever the other statement puts it.
fn same_subject(x: &str, y: &str) -> bool {
    let head = |s: &str| -> String { s.chars().take(2).collect() };
    x.contains(&head(y)) || y.contains(&head(x))
}

fn only_time_differs(x: &str, y: &str) -> bool {
    let strip = |s: &str| -> String { NUMBER.replace_all(&TIME.replace_all(s, ""), "").into_owned() };
    let (p, q) = (strip(x), strip(y));
    p == q || common(&bag(&p), &bag(&q)) * 5 >= bag(&p).len().max(bag(&q).len()) * 4
}
