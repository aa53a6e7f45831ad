//! Chinese sentences: which tell a state, a change, an end or a standing wish.

use std::sync::LazyLock;

use regex::Regex;

use super::voice::any_of;
use super::{Form, Heading, Slot};

static QUESTION: LazyLock<Regex> =
    LazyLock::new(|| any_of(&["吗$", "呢$", "怎么", "什么", "哪", "几点", "多少", "为什么", "能不能", "可不可以"]));
static TASK: LazyLock<Regex> =
    LazyLock::new(|| any_of(&["^记得.{0,12}(?:去|取|买|拿|交|打|回)", "^待办", "要去", "得去", "别忘了"]));
static WISH: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "^(?:请|以后|今后|从现在起)",
        "(?:不要|别|请)(?:给我|再|用|推荐|长篇|排)",
        "^回答",
        "(?:简短|详细|直接)一?点",
        "叫我",
        "记得$",
    ])
});
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "搬(?:到|去|进|家)",
        "换成",
        "换了",
        "改成",
        "改用",
        "改为",
        "改到",
        "入职",
        "升职",
        "结婚",
        "离婚",
        "毕业",
        "开始(?:学|吃|用|练|在|做|戒)",
        "加入",
        "决定用",
        "决定采用",
        "选定",
        "启动了",
        "领养",
        "转到",
        "出生",
    ])
});
static END: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&["不再", "离职", "辞职", "退休", "卖掉?了", "取消了", "不住", "戒了", "退出", "注销", "停用"])
});
/// The verb of a state, after whoever it is about.
static STATE: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "住在?",
        "家在",
        "在.{1,16}(?:上班|工作|任职|读书|上学)",
        "(?:是|叫|名叫|属于|位于|来自)",
        "对.{1,10}过敏",
        "(?:最?喜欢|讨厌|爱|偏好|不吃|不喝|不用|不会|会说|会弹)",
        "开的是",
        "用的是",
        "(?:养|开|用|弹|练|教|学)(?:了|着)?(?:一|的|[\\p{Han}A-Za-z]{2,})",
        "有(?:一|两|三|个|只|台|辆)",
        "(?:生日|地址|电话|截止日期|房租|血型|密码|预算)",
    ])
});
/// True of one day, or of one moment.
static PASSING: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        "今天",
        "今晚",
        "昨天",
        "明天",
        "刚才",
        "刚刚",
        "终于",
        "又[^是有]",
        "早上好",
        "晚安",
        "现在是\\d",
        "(?:吃|喝|看|跑|睡|聊|做|搞|走|坐|买)(?:了|完|到)",
        "打电话来",
    ])
});
/// Whoever a state is about, at the beginning: the speaker, a name, or something of theirs.
static SUBJECT: LazyLock<Regex> =
    LazyLock::new(|| any_of(&["^(?:我|我们|咱们|用户)", "^[A-Za-z][\\w .'-]*", "^\\p{Han}{1,8}(?:的|是|叫|在|住)"]));

/// Settled, and yet to come.
static AHEAD: LazyLock<Regex> =
    LazyLock::new(|| any_of(&["定下来", "(?:准备|将要?|下个?(?:月|周|年)|明年).{0,10}(?:搬|换|入职|去)"]));

/// Attributes with one value at a time, and the words that give it to them.
static SLOTS: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let value = r"(?P<value>[A-Za-z0-9][A-Za-z0-9 .:-]*|\p{Han}{1,8}?)\s*(?:了|。|，|！|）|[（(]|$|的)";
    let who = r"(?P<of>[A-Za-z][A-Za-z ]*|我们?|用户一?方?)?";
    [
        ("residence", format!(r"{who}[^，。]{{0,8}}?(?:住在|搬到了?|家在){value}")),
        ("employer", format!(r"{who}[^，。]{{0,4}}?入职{value}")),
        ("employer", format!(r"{who}在(?P<value>[A-Za-z][A-Za-z ]*|\p{{Han}}{{2,8}})(?:上班|工作|任职)")),
        ("occupation", format!(r"{who}[^，。]{{0,8}}?(?:，)?(?:职位是|升职了，现在是){value}")),
        ("birthday", format!(r"{who}的?生日是{value}")),
        ("deadline", format!(r"{who}的?截止日期是{value}")),
        ("car", format!(r"{who}开的是{value}")),
    ]
    .into_iter()
    .map(|(attribute, source)| (attribute, Regex::new(&source).expect("valid pattern")))
    .collect()
});

/// The slots of a statement.
pub(super) fn slots(text: &str) -> Vec<Slot> {
    let mut out = Vec::new();
    // A name at the beginning is whom all of it is about: "Ana（大学同学，住在里斯本）".
    let name: String = text.chars().take_while(|c| c.is_ascii_alphabetic() || *c == ' ').collect();
    let name = if name.trim().is_empty() { "user" } else { name.trim() };
    for (attribute, pattern) in SLOTS.iter() {
        let Some(hit) = pattern.captures(text) else { continue };
        let Some(value) = hit.name("value") else { continue };
        let own = |of: &str| of.starts_with('我') || of.starts_with("用户");
        let of = hit.name("of").map(|of| of.as_str().trim()).filter(|of| !of.is_empty());
        // "入职Initech，职位是…": the firm before it does not hold the post.
        let of = of.filter(|_| *attribute != "occupation" || !text.contains("入职"));
        let of = of.map_or(name, |of| if own(of) { "user" } else { of }).to_lowercase();
        let value = value.as_str().to_lowercase().split_whitespace().map(str::to_owned).collect();
        out.push(Slot { of, attribute: (*attribute).to_owned(), value });
    }
    if let Some(value) = super::frames::meeting_hours(text) {
        out.push(super::frames::slot("user", "meeting hours", value));
    }
    // What somebody eats has one name in both languages, so that the two can be told apart.
    let diets = [("吃素", "vegetarian"), ("素食", "vegetarian"), ("纯素", "vegan"), ("什么都吃", "everything")];
    if let Some((_, diet)) = diets.iter().find(|(word, _)| text.contains(word)).filter(|_| name == "user") {
        out.push(super::frames::slot("user", "diet", vec![(*diet).to_owned()]));
    }
    out
}

/// The form of a sentence; nothing when it tells nothing lasting.
pub(super) fn form(sentence: &str, heading: Heading) -> Option<Form> {
    let text = sentence.trim();
    if QUESTION.is_match(text) || TASK.is_match(text) {
        return None;
    }
    if WISH.is_match(text) {
        return Some(Form::Wish);
    }
    if END.is_match(text) {
        return Some(Form::End);
    }
    if CHANGE.is_match(text) {
        return Some(if AHEAD.is_match(text) { Form::Plan } else { Form::Change });
    }
    // An aside may hold the state: "Ana（大学同学，住在里斯本）打电话来了".
    let aside = text.split_once('（').and_then(|(_, rest)| rest.split_once('）')).map(|(aside, _)| aside);
    if aside.is_some_and(|aside| STATE.is_match(aside) || aside.contains('我')) {
        return Some(Form::State);
    }
    let states = STATE.is_match(text) && !PASSING.is_match(text);
    (states && (SUBJECT.is_match(text) || heading == Heading::Lasting)).then_some(Form::State)
}
