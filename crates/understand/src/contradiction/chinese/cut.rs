//! Cuts a Chinese text into words by kind, names, numbers and times.
//!
//! The longest known word at each place is taken; a letter that begins none stands alone.

use super::lexicon::{self, Entry, Kind, id};
use super::number::{self, Quantity};
use super::statement::USER;
use super::time::{self, Times};

/// A piece of a clause.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    Word(u64, Kind),
    Joint(u64),
    /// 过 after a verb.
    Been,
    /// Links an owner to what is owned.
    Of,
    Number(Quantity),
    /// A sign between clauses.
    Break,
}

/// One writing for what is written in several ways: small letters, weekdays, whose something is; no quotes, brackets or
/// blanks between Chinese letters.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '《' | '》' | '“' | '”' | '「' | '」' | '"' | '(' | ')' | '（' | '）' => {}
            c if c.is_whitespace() => {
                if out.ends_with(|last: char| last.is_ascii_alphanumeric()) {
                    out.push(' ');
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    for (written, one) in [("星期", "周"), ("礼拜", "周"), ("周天", "周日"), ("我的", "用户的")] {
        if out.contains(written) {
            out = out.replace(written, one);
        }
    }
    out
}

/// Surnames that may follow 小 or 老, or stand before a title.
const SURNAMES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪\
    田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕\
    聂焦柳邢路岳齐梅莫庄辛管祝涂谷祁舒耿詹关苗凌费纪盛童欧项曲游裴卫查鲍霍翁甘景柏宁柯阮";

/// Surnames that begin no everyday word.
const PLAIN_SURNAMES: &str =
    "王李张刘陈杨赵吴徐孙胡朱林何郭郑谢韩冯董曹袁邓许傅沈曾彭吕卢蒋蔡贾魏薛潘姜范姚谭廖邹郝崔秦孟";

const TITLES: &str =
    "总 医生 大夫 老师 师傅 经理 阿姨 叔叔 主任 教授 律师 姐 哥 叔 姨 同学 女士 先生 老板 教练 护士 警官 会计";

/// A name with a title or 小, 老, 阿 before it, and its length.
fn name(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    if matches!(first, '小' | '老' | '阿') && SURNAMES.contains(second) {
        let end = first.len_utf8() + second.len_utf8();
        let next = text[end..].chars().next();
        // 小马 is a name, 小马路 and 老家 are not.
        let known = matches!(lexicon::longest(text), Some((length, _)) if length >= end);
        return (!known && next != Some('路')).then_some(end);
    }
    if SURNAMES.contains(first) && lexicon::whole(&text[..first.len_utf8() + second.len_utf8()]).is_none() {
        let rest = &text[first.len_utf8()..];
        return TITLES.split(' ').find(|title| rest.starts_with(title)).map(|title| first.len_utf8() + title.len());
    }
    None
}

/// A full name, which stands where somebody is named, and its length: 王强, 李小龙.
fn full_name(text: &str, before: Option<&Piece>) -> Option<usize> {
    let named = match before {
        None | Some(Piece::Break | Piece::Joint(_) | Piece::Of | Piece::Word(_, Kind::Change | Kind::Kin)) => true,
        Some(Piece::Word(word, _)) => [id("叫"), USER].contains(word),
        _ => false,
    };
    let mut letters = text.char_indices();
    let (_, first) = letters.next().filter(|(_, c)| named && PLAIN_SURNAMES.contains(*c))?;
    let (at, second) = letters.next().filter(|(_, c)| c.is_alphanumeric() && !c.is_ascii())?;
    let known = |at: usize| lexicon::longest(&text[at..]).map_or(0, |(length, _)| length);
    if known(0) > first.len_utf8() || known(at) > second.len_utf8() {
        return None;
    }
    let end = at + second.len_utf8();
    let third = text[end..].chars().next().filter(|c| c.is_alphanumeric() && !c.is_ascii());
    Some(end + third.filter(|_| known(end) == 0).map_or(0, char::len_utf8))
}

/// Cuts a text into words, numbers and times.
pub(super) fn cut(text: &str, pieces: &mut Vec<Piece>, times: &mut Vec<Times>, depth: usize) {
    let mut rest = text;
    let mut timed = false;
    while let Some(c) = rest.chars().next() {
        if !c.is_alphanumeric() {
            if c != ' ' && c != '-' && !matches!(pieces.last(), None | Some(Piece::Break)) {
                pieces.push(Piece::Break);
                times.push(Times::default());
            }
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let limits = times.last_mut().expect("there is always a clause");
        if let Some(length) = time::take(rest, limits) {
            rest = &rest[length..];
            timed = true;
            continue;
        }
        // 年底之前 and 年底前 are one.
        let word = lexicon::longest(rest).is_some_and(|(length, _)| rest.starts_with('前') && length > "前".len());
        if timed
            && !word
            && let Some(before) = ["之前", "以前", "前"].iter().find(|before| rest.starts_with(**before))
        {
            rest = &rest[before.len()..];
        }
        let Some(c) = rest.chars().next().filter(|c| c.is_alphanumeric()) else { continue };
        timed = false;
        let known = lexicon::longest(rest);
        // 每周 is said before what is done, and how long at the end: 保留一周.
        let ends = |length: usize| !rest[length..].starts_with(|c: char| c.is_alphanumeric());
        let acts = |length: usize| matches!(lexicon::longest(&rest[length..]), Some((_, Entry::Word(Kind::Verb, _))));
        let known = known.filter(|(length, _)| match &rest[..*length] {
            "一周" | "一天" | "一年" | "一个月" => {
                !ends(*length) && !rest[*length..].starts_with(['了', '级', '半', '多', '前', '后', '的', '内', '期'])
            }
            // 保修期过了, and 吃过了.
            "过了" => match pieces.last() {
                Some(Piece::Word(word, kind)) => {
                    *word != USER && matches!(kind, Kind::Noun | Kind::Unknown | Kind::Now)
                }
                _ => false,
            },
            // One person, unless somebody does it alone.
            "一个人" => acts(*length),
            _ => true,
        });
        let long = known.is_some_and(|(length, _)| length > c.len_utf8());
        if !long || c.is_ascii() {
            if let Some((length, label)) = number::label(rest) {
                pieces.push(Piece::Word(id(&label), Kind::Noun));
                rest = &rest[length..];
                continue;
            }
            if let Some((length, quantity)) = number::quantity(rest) {
                pieces.push(Piece::Number(quantity));
                rest = &rest[length..];
                continue;
            }
        }
        if c.is_ascii() {
            let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#')).count();
            let word = &rest[..length];
            pieces.push(match lexicon::whole(word) {
                Some(Entry::Word(kind, same)) => Piece::Word(id(same), kind),
                _ => Piece::Word(id(word), Kind::Foreign),
            });
            rest = &rest[length..];
            continue;
        }
        let inside = matches!(pieces.last(), Some(Piece::Word(_, Kind::Unknown)));
        if let Some(length) = name(rest).filter(|_| !inside).or_else(|| full_name(rest, pieces.last())) {
            pieces.push(Piece::Word(id(&rest[..length]), Kind::Name));
            rest = &rest[length..];
            continue;
        }
        let length = match known {
            Some((length, Entry::Phrase(meaning))) if depth < 3 => {
                cut(meaning, pieces, times, depth + 1);
                length
            }
            Some((length, Entry::Word(kind, same))) => {
                match kind {
                    Kind::Function if same == "的" => pieces.push(Piece::Of),
                    Kind::Function if same == "过" => pieces.push(Piece::Been),
                    Kind::Function => {}
                    Kind::Joint => pieces.push(Piece::Joint(id(same))),
                    Kind::When => {
                        limits.when.push(id(same));
                        timed = true;
                    }
                    Kind::Frequency => limits.often.push(id(same)),
                    // 小炒 and 左眼 are no qualities.
                    Kind::Quality if length == c.len_utf8() && begins_word(&rest[length..]) => {
                        pieces.push(Piece::Word(id(&rest[..length]), Kind::Unknown));
                    }
                    // The book of 飞书 is part of a name.
                    Kind::Noun if inside && length == c.len_utf8() => pieces.push(Piece::Word(id(same), Kind::Unknown)),
                    kind => pieces.push(Piece::Word(id(same), kind)),
                }
                length
            }
            _ => {
                let kind = if c == '我' { Kind::Noun } else { Kind::Unknown };
                let word = if c == '我' { USER } else { id(&rest[..c.len_utf8()]) };
                pieces.push(Piece::Word(word, kind));
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
}

/// Whether a letter follows that is no word of its own.
fn begins_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() && !c.is_ascii()) && lexicon::longest(text).is_none()
}
