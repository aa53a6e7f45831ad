//! Ways in which one name is written: with a nickname in quotes, in other Han characters, with its number as a word.
//! And what sets two people of one surname apart.

use std::borrow::Cow;

use super::fold::Folded;

/// Traditional characters, each followed by the simplified one.
const TRADITIONAL: &str = "學学習习國国華华電电腦脑機机網网絡络據据庫库數数軟软體体開开發发計计劃划項项專专業业東东車车馬马魚鱼鳥鸟龍龙\
    門门問问間间聞闻關关閉闭無无為为與与個个們们來来時时會会後后對对現现實实經经濟济設设資资訊讯術术語语說说話话讀读書书寫写聽听見见觀观\
    視视覺觉認认識识記记憶忆識识證证護护質质貿贸貨货費费買买賣卖長长張张陳陈劉刘趙赵楊杨黃黄吳吴孫孙葉叶蘇苏鄭郑鄧邓馮冯許许謝谢韓韩\
    灣湾廣广島岛縣县區区鄉乡鎮镇樓楼層层橋桥綠绿紅红藍蓝黃黄銀银鐵铁錢钱醫医藥药療疗養养飯饭麵面雞鸡豬猪貓猫線线級级組组統统總总製制\
    導导應应戰战擊击歷历聯联聲声藝艺蘭兰處处號号觸触訂订訪访評评詞词試试詩诗該该課课調调談谈請请論论諾诺謀谋變变讓让負负貝贝責责\
    貴贵賓宾賞赏賢贤賬账趨趋軍军輕轻輛辆輸输轉转辦办農农運运過过達达遠远適适選选遺遗邊边還还郵邮釋释針针鋼钢錄录鍵键鏡镜陽阳陰阴隊队\
    階阶際际險险隨随雙双雜杂離离難难雲云靈灵靜静響响頁页頂顶順顺須须預预領领頭头題题額额願愿類类顯显風风飛飞館馆驗验驚惊點点齊齐";

/// A name in simplified characters.
pub(super) fn simplified(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || !name.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}')) {
        return Cow::Borrowed(name);
    }
    let simple = |c: char| {
        let mut pairs = TRADITIONAL.chars();
        while let (Some(old), Some(new)) = (pairs.next(), pairs.next()) {
            if old == c {
                return new;
            }
        }
        c
    };
    Cow::Owned(name.chars().map(simple).collect())
}

/// Whether the titles of two names are those of a man and of a woman.
pub(super) fn titles_differ(a: &str, b: &str) -> bool {
    let of = |name: &str| {
        let first = name.split_whitespace().next().unwrap_or("").trim_end_matches('.').to_lowercase();
        match first.as_str() {
            "mr" | "sir" | "lord" | "uncle" | "father" | "herr" | "monsieur" | "señor" => Some(true),
            "mrs" | "ms" | "miss" | "dame" | "lady" | "aunt" | "auntie" | "frau" | "madame" | "señora" => Some(false),
            _ => None,
        }
    };
    matches!((of(a), of(b)), (Some(one), Some(other)) if one != other)
}

/// The two names in `Katherine "Kit" Marlowe`: without the nickname, and with it for the given name.
pub(super) fn nicknamed(name: &str) -> Option<(String, String)> {
    let quote = |c: char| matches!(c, '"' | '“' | '”');
    let (first, rest) = name.split_once(quote)?;
    let (nick, last) = rest.split_once(quote)?;
    let (first, nick, last) = (first.trim(), nick.trim(), last.trim());
    (!first.is_empty() && !nick.is_empty() && !last.is_empty())
        .then(|| (format!("{first} {last}"), format!("{nick} {last}")))
}

/// "2FA" and "two-factor authentication".
pub(super) fn counts_in_words(short: &Folded, long: &Folded) -> bool {
    let compact = short.compact();
    let Some(digit) = compact.chars().next().filter(char::is_ascii_digit) else { return false };
    let word = match long.words.first().map(String::as_str) {
        Some("two") => '2',
        Some("three") => '3',
        Some("four") => '4',
        Some("five") => '5',
        _ => return false,
    };
    let initials: String = long.words[1..].iter().filter_map(|word| word.chars().next()).collect();
    digit == word && initials.len() >= 2 && compact[1..] == initials
}

/// What is left of a tool's name without the word for what it is: "Go programming language".
pub(super) fn core(words: &[String]) -> String {
    let kind = |word: &&String| {
        !matches!(
            word.as_str(),
            "programming" | "language" | "framework" | "library" | "database" | "software" | "tool" | "editor"
        )
    };
    words.iter().filter(kind).map(String::as_str).collect()
}
