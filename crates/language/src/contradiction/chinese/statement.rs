//! A Chinese statement taken apart: words by kind, numbers, times, what is denied and what is given up.
//!
//! Start with [`read`].

use super::lexicon::{self, Entry, Kind, id};
use super::number::{self, Quantity};
use super::time::{self, Times};

/// A word that carries meaning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub id: u64,
    pub kind: Kind,
    /// Which clause it stands in.
    pub clause: usize,
    /// Whether it names what the statement is about.
    pub subject: bool,
    /// Whether it names to what the subject belongs: 公司的年会.
    pub owner: bool,
    /// Whether it is denied.
    pub denied: bool,
    /// Whether it is what was before, or what is not chosen.
    pub dropped: bool,
}

/// Something that is said not to be.
#[derive(Debug, Clone, Default)]
pub(super) struct Denial {
    /// What must be said elsewhere to be at odds with it.
    pub words: Vec<u64>,
    pub verbs: Vec<u64>,
    pub clause: usize,
    /// What must be done for it to hold: 吃药后不能开车.
    pub conditions: Vec<u64>,
    /// Whether a number stands in it.
    pub counts: bool,
    /// Whether it has only not come about until now: 还没.
    pub yet: bool,
    pub times: Times,
}

/// A statement, taken apart.
#[derive(Debug, Clone, Default)]
pub(in crate::contradiction) struct Statement {
    pub(super) words: Vec<Word>,
    /// Verbs that say little without their object.
    pub(super) verbs: Vec<u64>,
    /// Prepositions and copulas.
    pub(super) joints: Vec<u64>,
    pub(super) denials: Vec<Denial>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) times: Times,
    /// The persons it is about; the user among them.
    pub(super) who: Vec<u64>,
    /// Whether it says that it was so, by a word or by a year.
    pub(super) past: bool,
    /// Whether only a year or 去年 says so.
    pub(super) dated: bool,
    /// Whether it says that it is so now: 已经, 现在.
    pub(super) now: bool,
    /// Whether it is about something of the user's.
    pub(super) owned: bool,
    pub(super) wish: bool,
    pub(super) change: bool,
    pub(super) over: bool,
    /// Whether nothing else is so: 只收现金.
    pub(super) only: bool,
    /// Whether it tells of what somebody has once done: 工作过.
    pub(super) been: bool,
    /// The bound of its number, if it has one.
    pub(super) bound: Option<Kind>,
}

pub(super) const USER: u64 = id("用户");

/// A piece of a clause.
#[derive(Debug, Clone, Copy)]
enum Piece {
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

/// Takes a statement apart.
pub(in crate::contradiction) fn read(text: &str) -> Statement {
    let text = plain(text);
    let mut pieces = Vec::with_capacity(16);
    let mut times = vec![Times::default()];
    cut(&text, &mut pieces, &mut times, 0);
    let mut out = Statement::default();
    for (clause, part) in pieces.split(|piece| matches!(piece, Piece::Break)).enumerate() {
        read_clause(part, clause, &times[clause.min(times.len() - 1)], &mut out);
    }
    for limits in &times {
        out.times.add(limits);
    }
    if out.words.iter().any(|word| word.kind == Kind::Like) {
        // Liking coffee is liking to drink it.
        out.verbs.retain(|verb| ![id("吃"), id("喝"), id("用")].contains(verb));
    }
    out.dated = !out.past && out.times.is_past() && !out.change && !out.over;
    out.past |= out.dated;
    out.verbs.sort_unstable();
    out.verbs.dedup();
    out
}

/// One writing for weekdays, and no blanks between Chinese letters.
fn plain(text: &str) -> String {
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
fn cut(text: &str, pieces: &mut Vec<Piece>, times: &mut Vec<Times>, depth: usize) {
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
        if timed && let Some(before) = ["之前", "以前", "前"].iter().find(|before| rest.starts_with(**before)) {
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

const NOT_YET: [u64; 6] = [id("没"), id("没有"), id("还没"), id("还没有"), id("尚未"), id("未")];

/// Whether a letter follows that is no word of its own.
fn begins_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() && !c.is_ascii()) && lexicon::longest(text).is_none()
}

/// Whether a word ends what a statement is about.
fn is_predicate(word: u64, kind: Kind) -> bool {
    const STATES: [u64; 6] = [id("住"), id("姓"), id("最"), id("叫"), id("出生"), id("来自")];
    match kind {
        Kind::Exclusive => STATES.contains(&word),
        kind => matches!(
            kind,
            Kind::Verb
                | Kind::LightVerb
                | Kind::Consume
                | Kind::Like
                | Kind::Negation
                | Kind::Change
                | Kind::Over
                | Kind::Wish
                | Kind::AtMost
                | Kind::AtLeast
                | Kind::Only
                | Kind::Quality
                | Kind::Transport
        ),
    }
}

fn read_clause(pieces: &[Piece], clause: usize, times: &Times, out: &mut Statement) {
    let first = out.words.len();
    let mut subject = clause == 0;
    let (mut denied, mut dropped) = (false, false);
    let mut denial: Option<(usize, Vec<u64>)> = None;
    let (mut prepared, mut yet) = (false, false);
    let changes = |piece: &Piece| matches!(piece, Piece::Word(_, Kind::Change | Kind::Over));
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        match *piece {
            Piece::Of | Piece::Break => {}
            Piece::Been => out.been |= at > 0 && is_lived(pieces[at - 1], next),
            Piece::Number(quantity) => {
                subject &= out.words.is_empty();
                // 不再用 3.8 tells no number.
                if clause == 0 || denial.is_none() {
                    out.quantities.push(quantity);
                }
            }
            Piece::Joint(joint) => {
                subject &= out.words.is_empty() && out.who.is_empty();
                prepared |= joint == id("对");
                if joint == id("从") {
                    dropped = pieces[at..].iter().any(changes);
                }
                out.joints.push(joint);
            }
            Piece::Word(USER, _) => {
                let owner = match next {
                    Some(Piece::Of) => true,
                    Some(Piece::Word(_, kind)) => kind.is_person(),
                    _ => false,
                };
                out.owned |= owner && clause == 0;
                if !owner && out.who.is_empty() {
                    out.who.push(USER);
                }
                // What follows is what the user is or does, and what stands before is not what it is about:
                // 用户膝盖疼, 医生让用户休息.
                if !owner && clause == 0 {
                    subject = false;
                    out.words.iter_mut().for_each(|word| word.subject = false);
                }
            }
            Piece::Word(word, kind) => {
                // A verb or a quality that opens a statement is what it is about.
                let opens = out.words.len() == first
                    && out.who.is_empty()
                    && matches!(kind, Kind::Verb | Kind::Transport | Kind::Quality);
                // What somebody is or attends is said of them: 儿子上高中.
                let said = matches!(kind, Kind::Stage | Kind::Job | Kind::Colour) && !out.who.is_empty();
                subject &= !(is_predicate(word, kind) || said) || opens;
                // 手术之前 is before it, 之前 alone is in the past; 长会 is a meeting.
                let before = at.checked_sub(1).map(|before| pieces[before]);
                let (word, kind) = match (kind, before) {
                    (Kind::Past, Some(Piece::Word(_, Kind::Verb | Kind::Over | Kind::Noun) | Piece::Number(_)))
                        if [id("之前"), id("以前")].contains(&word)
                            && !matches!(before, Some(Piece::Word(USER, _))) =>
                    {
                        (id("前"), Kind::Unknown)
                    }
                    (Kind::LightVerb, Some(Piece::Word(_, Kind::Quality | Kind::Noun)))
                        if word == id("能") && next.is_none() =>
                    {
                        (id("会"), Kind::Noun)
                    }
                    _ => (word, kind),
                };
                match kind {
                    Kind::Now => out.now = true,
                    Kind::Past => out.past = true,
                    Kind::Wish => out.wish = true,
                    Kind::Only => out.only = true,
                    Kind::AtMost | Kind::AtLeast => out.bound = Some(kind),
                    Kind::Negation => {
                        if !matches!(next, Some(Piece::Word(_, Kind::Negation))) {
                            yet = NOT_YET.contains(&word);
                            denied = !denied || denial.is_some();
                            denial = denied.then(|| (out.words.len(), Vec::new()));
                        }
                    }
                    Kind::Than => dropped = true,
                    Kind::LightVerb | Kind::Consume => {
                        if let Some((_, verbs)) = &mut denial {
                            verbs.push(word);
                        }
                        out.verbs.push(word);
                    }
                    Kind::Change => {
                        out.change = true;
                        dropped = false;
                    }
                    _ => {
                        let after_verb = at > 0 && matches!(pieces[at - 1], Piece::Word(_, Kind::Verb));
                        // 签好 is 签, and who answers for writing writes.
                        let does = word == id("负责") && matches!(next, Some(Piece::Word(_, Kind::Verb)));
                        if word == id("好") && after_verb || does {
                            continue;
                        }
                        if kind == Kind::Over {
                            out.over = true;
                            dropped = false;
                        }
                        let place = matches!(
                            pieces.get(at.wrapping_sub(1)),
                            Some(Piece::Word(_, Kind::City | Kind::Region | Kind::Country))
                        );
                        let word = if word == id("人") && place { id("来自") } else { word };
                        if subject && kind.is_person() {
                            let named = kind == Kind::Name && matches!(next, Some(Piece::Word(_, Kind::Kin)));
                            if !named && !matches!(next, Some(Piece::Of)) {
                                out.who.push(word);
                            }
                        }
                        let owner = subject && kind == Kind::Noun && matches!(next, Some(Piece::Of));
                        out.words.push(Word { id: word, kind, clause, subject, owner, denied, dropped });
                    }
                }
            }
        }
    }
    let Some((from, verbs)) = denial else { return };
    // 对花生不过敏 denies of the peanut, and 香菜不吃 of what stands before.
    let bare = out.words.len() == from;
    let from = if prepared || bare { first } else { from };
    let condition = |word: &&Word| word.kind == Kind::Verb && !word.subject;
    let conditions = out.words[first..from].iter().filter(condition).map(|word| word.id).collect();
    for word in &mut out.words[from..] {
        word.denied |= !word.subject;
    }
    let words = out.words[from..].iter().filter(|word| !word.subject || bare && prepared_subject(word));
    let words = words.map(|word| word.id).collect();
    let counts = pieces.iter().any(|piece| matches!(piece, Piece::Number(amount) if amount.value != 1.0));
    out.denials.push(Denial { words, verbs, conditions, clause, counts, yet, times: times.clone() });
}

/// Whether a verb tells of something that lasts, or of what is done with a thing.
fn is_lived(piece: Piece, next: Option<&Piece>) -> bool {
    match piece {
        // 做过绝育 tells of what is done.
        Piece::Word(_, Kind::LightVerb) => !matches!(next, Some(Piece::Word(_, Kind::Verb))),
        Piece::Word(_, kind) => matches!(kind, Kind::Verb | Kind::Exclusive | Kind::Unknown | Kind::Consume),
        _ => false,
    }
}

/// What stands first may be what is denied: 香菜用户不吃.
fn prepared_subject(word: &Word) -> bool {
    !word.kind.is_person()
}
