//! Chinese questions, and the statements that answer them.

use std::sync::LazyLock;

use regex::Regex;

use super::{Asked, Wants, Way};
use soulfile_text::lang::Lang;
use soulfile_text::script::is_han;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Words of one meaning.
const SAME: &[&[&str]] = &[
    &["工作", "上班", "任职", "就职", "职业", "当"],
    &["住", "家在", "搬到"],
    &["老婆", "妻子", "太太", "媳妇"],
    &["老公", "丈夫"],
    &["妈妈", "母亲", "妈"],
    &["爸爸", "父亲", "爸"],
    &["生日", "出生"],
    &["喜欢", "爱"],
    &["讨厌", "不喜欢", "不爱"],
    &["电话", "手机号", "号码"],
    &["起床", "醒"],
    &["车", "汽车", "开"],
];

pub(super) fn alike(word: &str) -> &'static [&'static str] {
    SAME.iter().find(|group| group.contains(&word)).map_or(&[], |group| group)
}

pub(super) fn read(question: &str) -> Option<Asked> {
    static WANTS: LazyLock<Vec<(Regex, Wants)>> = LazyLock::new(|| {
        [
            (r"几岁|多大", Wants::Age),
            (r"什么时候|几点|哪天|几号|几月|哪年|多久|星期几|周几", Wants::Time),
            (r"哪里|哪儿|什么地方|哪个城市|住哪", Wants::Place),
            (r"谁|叫什么|名字", Wants::Name),
            (r"几|多少", Wants::Number),
            (r"什么|哪|吗|怎么", Wants::Anything),
        ]
        .into_iter()
        .map(|(source, wants)| (regex(source), wants))
        .collect()
    });
    static FRAME: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"你?还?(?:记不)?记得|你?还?知道|告诉我|请问|叫什么(?:名字)?|名字|什么时候|什么地方|哪个城市|做什么的|是什么|什么|几点|几号|几岁|几个|几|哪天|哪里|哪儿|哪个|哪|谁|多少|多大|多久|来着|现在|目前|平时|通常|一般|最近|我们的?|我家的?|我的?|[吗呢呀啊的是在了有去要都会吧？?。，,！!\s]+",
        )
    });
    let (_, wants) = WANTS.iter().find(|(frame, _)| frame.is_match(question))?;
    let occupation = question.contains("做什么的") || question.contains("什么工作") || question.contains("干什么的");
    let rest = FRAME.replace_all(question, " ");
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    if occupation {
        words.retain(|word| !matches!(word.as_str(), "做" | "干" | "做工作" | "工作"));
    }
    // 我做什么工作 leaves 做 behind, 我对什么过敏 leaves 对.
    words.retain(|word| !matches!(word.as_str(), "做" | "对" | "叫" | "过" | "住" if word != "住"));
    static OWNED: LazyLock<Regex> =
        LazyLock::new(|| regex(r"我(?:的|家的?)?(?P<thing>[\p{Han}]{1,4}?)(?:的|是|叫|在|有|住|什么|几|多|喜欢|今年)"));
    let owned = OWNED.captures(question).map(|hit| hit["thing"].to_owned()).filter(|thing| words.contains(thing));
    let of_user = owned.is_none() && question.contains('我');
    if occupation && words.is_empty() {
        words.push("工作".to_owned());
    }
    (!words.is_empty()).then(|| Asked {
        wants: *wants,
        ways: vec![Way { words, as_subject: false }],
        owned,
        of_user,
        disliked: None,
        how: question.contains("怎么") || question.contains("如何") || question.contains("步骤"),
        lang: Lang::Zh,
    })
}

pub(super) fn tells(asked: &Asked, statement: &str) -> bool {
    let speaks = asked.ways.iter().any(|way| way.words.iter().all(|word| speaks_of(statement, word)));
    speaks && fits(asked.wants, statement)
}

pub(super) fn speaks_of(statement: &str, word: &str) -> bool {
    if statement.contains(word) || alike(word).iter().any(|other| statement.contains(other)) {
        return true;
    }
    // A longer run of words: most of its pairs stand in the statement, or a word of the same meaning.
    let letters: Vec<char> = word.chars().filter(|c| is_han(*c)).collect();
    if letters.len() < 3 {
        return false;
    }
    let pairs: Vec<String> = letters.windows(2).map(|pair| pair.iter().collect()).collect();
    let told = pairs.iter().filter(|pair| statement.contains(pair.as_str())).count();
    told * 3 >= pairs.len() * 2
}

fn fits(wants: Wants, statement: &str) -> bool {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| regex(r"[0-9]|[一二三四五六七八九十两]+[点月日号]|[周天晚早]|星期|年|月|今|明|昨"));
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| regex(r"[0-9]|[一二三四五六七八九十百千万两几双]"));
    match wants {
        Wants::Name => statement.contains(['叫', '是', '名', '姓']),
        Wants::Place => statement.contains(['在', '住', '到', '去']),
        Wants::Time => TIME.is_match(statement),
        Wants::Age => statement.contains('岁') || statement.contains("出生"),
        Wants::Number => NUMBER.is_match(statement),
        Wants::Anything => true,
    }
}
