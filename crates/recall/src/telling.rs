//! The telling words of a question: what an entry must hold to answer it.
//!
//! For scripts with spaces these are the terms. A Chinese question comes as pairs of characters, most of which
//! straddle a question word or a particle that no statement has, so it is read again: words that only ask, speakers
//! and particles weigh nothing, and a word that may be answered by another (名字 by 叫) is held by either.
//! Ranking does not look here.

use soulfile_text::TermKind;
use soulfile_text::tokens::is_cjk;

use crate::image::Image;
use crate::keyword::{QueryTerm, idf};
use crate::record::term_hash;

/// One thing that is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telling {
    /// What it is worth.
    pub weight: f32,
    /// Terms of which any one says it.
    pub said_by: Vec<u64>,
    /// Terms of which any one says a part of it.
    pub hinted_by: Vec<u64>,
    /// What it is in the question.
    pub role: TellingRole,
}

/// What a telling word is in a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TellingRole {
    /// What the question is about, or what is said of it.
    #[default]
    Subject,
    /// Asked of something else: the name of a cat, somebody's age.
    Attribute,
    /// What sort of thing the answer is, 城市 in 哪个城市; an answer need not say so.
    Sort,
}

impl Telling {
    fn term(term: &QueryTerm) -> Self {
        Self { weight: term.idf, said_by: vec![term.hash], ..Self::default() }
    }
}

/// Entries imagined beside the real ones: among a handful, a word is rare by chance.
const UNSEEN: usize = 30;
/// What a hint is worth.
const HINT: f32 = 0.4;
/// What is left of the rest where an attribute that is asked for is not told.
const UNTOLD: f32 = 0.6;

/// What the sort of an answer weighs beside other words.
const OF_A_SORT: f32 = 0.7;

/// Words after which the sort of the answer is said.
const SORTS: &[&str] =
    &["什么", "什麼", "啥", "哪个", "哪個", "哪些", "哪种", "哪家", "哪所", "哪支", "哪座", "何の", "どの", "どんな"];

/// Words that only ask, or say who asks; the longest that fits is taken.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    // Chinese.
    "什么时候", "什麼時候", "什么地方", "什麼地方", "什么样", "什么", "什麼", "甚麼", "啥时候", "啥", "为什么", "為什麼", "为何",
    "为啥", "怎么样", "怎么办", "怎么", "怎麼", "怎样", "怎樣", "如何", "哪里", "哪裡", "哪儿", "哪兒", "哪个", "哪個", "哪些", "哪位", "哪种", "哪家", "哪所", "哪支", "哪座", "何の",
    "哪一", "哪天", "哪年", "哪", "谁的", "谁", "誰", "多少", "多久", "多长时间", "多长", "多远", "几个", "几点", "几号",
    "几次", "几只", "几年", "几月", "几", "幾", "何时", "何地", "是不是", "有没有", "是否", "能不能", "会不会", "吗", "嗎", "呢", "吧",
    "来着", "请问", "告诉我", "你知道", "你还记得", "你记得", "记不记得", "还记得", "知道", "我们", "我們", "咱们", "我的", "我家", "我",
    "用户", "你们", "你", "您", "他们", "她们", "现在", "目前", "平时", "通常", "一般", "最近", "一共", "总共", "一下",
    // Japanese.
    "何時", "何人", "何歳", "何", "誰", "だれ", "どこ", "いつ", "なに", "なん", "どんな", "どの", "どれ", "どう", "いくら", "いくつ",
    "なぜ", "ですか", "ますか", "でしたか", "ましたか", "です", "ます", "でした", "ました", "私の", "私", "僕", "俺",
    // Korean.
    "무엇", "무슨", "뭐", "누구", "누가", "어디", "언제", "얼마", "몇", "어떻게", "어떤", "왜", "입니까", "인가요", "이에요", "예요",
    "나요", "나는", "저는", "내가", "제가", "우리",
];

/// Characters that join words and tell nothing. They still make a word with what is beside them: 会 in 会议.
const JOINING: &str = "的地得是在了有去要都会就也还又和跟与及或把被给让对从到向于为过着个这那些之其所以吗呢吧啊呀嘛做干用最很\
                       個這還會對從過著來来上下里裡\
                       はがをにでのともかよねへやた";

/// Korean particles, at the end of a word.
const PARTICLES: &str = "은는이가을를에의도로와과야지니까서";

/// What is asked of somebody or something by one word and told by others.
#[rustfmt::skip]
const ATTRIBUTES: &[Class] = &[
    (&["叫什么名字", "名字叫什么", "名字是什么", "叫什么", "叫啥", "名字", "姓名", "叫"], &["叫", "名", "姓"]),
    (&["做什么工作", "做什么的", "干什么的", "什么工作", "什么职业", "工作是什么", "职业是什么", "职业"],
     &["工作", "职业", "上班", "任职", "就职", "师", "员", "士", "医", "律", "教", "厨", "警", "工", "经理", "老板", "学生", "司机", "记者",
       "编辑", "导演", "会计", "翻译", "顾问", "销售", "设计", "当"]),
    (&["工作", "上班", "就职"], &["工作", "上班", "任职", "就职", "公司"]),
    (&["住在", "住址", "住", "家在", "地址"], &["住", "地址", "家在", "搬"]),
    (&["多大年纪", "多大", "几岁", "年龄", "年纪", "何歳"], &["岁", "歲", "歳", "年龄", "出生"]),
    (&["生日", "出生"], &["生日", "出生", "诞"]),
    (&["电话号码", "手机号码", "手机号", "电话"], &["电话", "手机"]),
    (&["多少钱", "价格", "价钱"], &["钱", "元", "块", "价"]),
    (&["颜色"], &["色"]),
    (&["身高", "多高"], &["身高", "米", "公分"]),
    (&["体重", "多重"], &["体重", "公斤", "斤"]),
];

/// The same in other words.
#[rustfmt::skip]
const SAME: &[Class] = &[
    (&["喜欢", "喜歡", "喜爱", "爱"], &["喜欢", "喜歡", "爱", "愛"]),
    (&["讨厌", "不喜欢"], &["讨厌", "不喜", "不爱", "怕"]),
    (&["害怕", "怕"], &["怕"]),
    (&["妈妈", "母亲", "我妈"], &["妈", "母亲"]),
    (&["爸爸", "父亲", "我爸"], &["爸", "父亲"]),
    (&["老婆", "妻子", "太太"], &["老婆", "妻子", "太太"]),
    (&["老公", "丈夫"], &["老公", "丈夫"]),
    (&["女朋友", "女友"], &["女朋", "女友"]),
    (&["男朋友", "男友"], &["男朋", "男友"]),
    (&["宠物"], &["宠物", "猫", "狗"]),
    (&["毕业", "哪所大学", "大学"], &["大学", "毕业"]),
];

/// Words that ask, and the words of one or two characters that tell.
type Class = (&'static [&'static str], &'static [&'static str]);

/// Reads what must be told to answer `text`, whose terms are `terms`.
pub fn read(image: &Image, text: &str, terms: &[QueryTerm]) -> Vec<Telling> {
    let mut out: Vec<Telling> = terms
        .iter()
        .filter(|term| !matches!(term.kind, TermKind::Pair | TermKind::Single))
        .map(Telling::term)
        .collect();
    if out.len() == terms.len() {
        return out;
    }
    for run in text.split(|c: char| !is_cjk(c)).filter(|run| !run.is_empty()) {
        read_run(image, run, &mut out);
    }
    // A question of nothing but such words is judged by all of them.
    if out.iter().all(|one| one.weight <= 0.0) {
        return terms.iter().map(Telling::term).collect();
    }
    out
}

/// The telling words as terms to look for, where no term of the question itself is anywhere.
pub fn terms(image: &Image, asked: &[Telling]) -> Vec<QueryTerm> {
    let mut out: Vec<QueryTerm> = Vec::new();
    for one in asked {
        for (at, hash) in one.said_by.iter().chain(&one.hinted_by).copied().enumerate() {
            if out.iter().all(|known| known.hash != hash) {
                // The word itself before those that may stand for it.
                let weight = if at == 0 { 1.0 } else { 0.5 };
                let idf = idf(image.count, image.holders(hash) as u32);
                out.push(QueryTerm { term: String::new(), hash, kind: TermKind::Pair, weight, idf });
            }
        }
    }
    out
}

/// Share of what is asked for that an entry tells.
pub fn told(image: &Image, asked: &[Telling], slot: u32) -> f32 {
    let any = |terms: &[u64]| terms.iter().any(|term| image.holds(*term, slot));
    let (mut total, mut held) = (0.0, 0.0);
    // Somebody's age says nothing of another's.
    let mut subjects = asked.iter().filter(|one| one.role == TellingRole::Subject).peekable();
    let of_it = subjects.peek().is_none() || subjects.any(|one| any(&one.said_by));
    let mut whole = true;
    for one in asked {
        total += one.weight;
        if any(&one.said_by) && (of_it || one.role != TellingRole::Attribute) {
            held += one.weight;
        } else {
            whole &= one.role != TellingRole::Attribute;
            held += if any(&one.hinted_by) { one.weight * HINT } else { 0.0 };
        }
    }
    let share = if total > 0.0 { held / total } else { 0.0 };
    if whole { share } else { share * UNTOLD }
}

/// A character of a run, and what was made of it.
#[derive(Clone, Copy, PartialEq)]
enum Read {
    /// Part of a word that only asks, or of one told by others.
    Taken,
    Joining,
    Content,
}

fn read_run(image: &Image, run: &str, out: &mut Vec<Telling>) {
    let chars: Vec<char> = run.chars().collect();
    let mut read = vec![Read::Content; chars.len()];
    let starts = |at: usize, word: &str| {
        let mut count = 0;
        word.chars().all(|c| {
            count += 1;
            chars.get(at + count - 1) == Some(&c)
        })
    };
    let length = |word: &str| word.chars().count();
    let mut at = 0;
    while at < chars.len() {
        let asking = ASKING.iter().filter(|word| starts(at, word)).map(|word| length(word)).max().unwrap_or(0);
        let kind = |(words, _): &&Class| {
            words.iter().filter(|word| starts(at, word)).map(|word| length(word)).max().unwrap_or(0)
        };
        let told = ATTRIBUTES.iter().chain(SAME).max_by_key(kind).filter(|one| kind(one) > 0);
        let taken = match told {
            Some(one) if kind(&one) >= asking => {
                let role = if ATTRIBUTES.contains(one) { TellingRole::Attribute } else { TellingRole::Subject };
                out.push(Telling { role, ..told_by(image, one.1) });
                kind(&one)
            }
            _ => asking,
        };
        read[at..at + taken].fill(Read::Taken);
        at += taken.max(1);
    }
    let hangul = |c: char| ('\u{ac00}'..='\u{d7af}').contains(&c);
    for (at, c) in chars.iter().enumerate().filter(|(at, _)| read[*at] == Read::Content).collect::<Vec<_>>() {
        let ends = hangul(*c) && at > 0 && at + 2 >= chars.len() && PARTICLES.contains(*c);
        if JOINING.contains(*c) || ends {
            read[at] = Read::Joining;
        }
    }
    for at in (0..chars.len()).filter(|at| read[*at] == Read::Content) {
        let single = term_hash(&chars[at].to_string());
        let beside = |other: Option<usize>| other.filter(|other| *other < chars.len() && read[*other] != Read::Taken);
        let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        let mut said_by: Vec<u64> = Vec::new();
        said_by.extend(before.map(|other| pair(chars[other], chars[at])));
        said_by.extend(after.map(|other| pair(chars[at], chars[other])));
        // A word of one character, or of the same one twice.
        let part = |other: usize| read[other] == Read::Content && chars[other] != chars[at];
        let alone = ![before, after].into_iter().flatten().any(part);
        let hinted_by = if alone {
            said_by.push(single);
            Vec::new()
        } else {
            vec![single]
        };
        let first = (0..at).rev().take_while(|other| read[*other] == Read::Content).last().unwrap_or(at);
        let sort = SORTS.iter().any(|word| first.checked_sub(length(word)).is_some_and(|from| starts(from, word)));
        let (role, share) = if sort { (TellingRole::Sort, OF_A_SORT) } else { (TellingRole::Subject, 1.0) };
        out.push(Telling { weight: rarity(image, single) * share, said_by, hinted_by, role });
    }
}

fn pair(a: char, b: char) -> u64 {
    term_hash(&[a, b].iter().collect::<String>())
}

/// A word of some characters that any of `words` tells.
fn told_by(image: &Image, words: &[&str]) -> Telling {
    let first_two = |word: &&str| term_hash(&word.chars().take(2).collect::<String>());
    let said_by: Vec<u64> = words.iter().map(first_two).collect();
    let commonest = said_by.iter().map(|term| image.holders(*term)).max().unwrap_or(0);
    Telling { weight: 1.5 * idf(image.count + UNSEEN, commonest as u32), said_by, ..Telling::default() }
}

fn rarity(image: &Image, term: u64) -> f32 {
    idf(image.count + UNSEEN, image.holders(term) as u32)
}
