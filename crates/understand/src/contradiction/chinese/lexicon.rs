//! Chinese words by kind and meaning, read once out of `words.txt`.
//!
//! A line there is a kind and its words; words joined by `=` mean the same, and the first stands for them. The lines
//! of `~` say what a phrase means in other words.

use std::sync::LazyLock;

use crate::word_table::WordMap;

/// What a word is, as far as comparing asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Holds a sentence together.
    Function,
    /// A copula or a preposition.
    Joint,
    Now,
    Past,
    Wish,
    Like,
    Negation,
    /// What stands after it is not what is chosen.
    Than,
    /// Says that something is otherwise now.
    Change,
    /// Says that something is over.
    Over,
    AtMost,
    AtLeast,
    /// Nothing else is so.
    Only,
    /// A verb that says little without its object.
    LightVerb,
    /// A verb that liking implies.
    Consume,
    Verb,
    /// Something of which there is one value at a time.
    Exclusive,
    Noun,
    Quality,
    Kin,
    Name,
    Job,
    Colour,
    City,
    Region,
    Country,
    Language,
    Stage,
    Brand,
    Material,
    Transport,
    Drink,
    Food,
    When,
    Frequency,
    /// A word in Latin letters.
    Foreign,
    /// A letter of a word that is not in the list.
    Unknown,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "func" => Kind::Function,
            "prep" => Kind::Joint,
            "now" => Kind::Now,
            "past" => Kind::Past,
            "wish" => Kind::Wish,
            "like" => Kind::Like,
            "neg" => Kind::Negation,
            "than" => Kind::Than,
            "change" => Kind::Change,
            "over" => Kind::Over,
            "only" => Kind::Only,
            "max" => Kind::AtMost,
            "min" => Kind::AtLeast,
            "lv" => Kind::LightVerb,
            "eat" => Kind::Consume,
            "verb" => Kind::Verb,
            "excl" => Kind::Exclusive,
            "noun" => Kind::Noun,
            "adj" => Kind::Quality,
            "kin" => Kind::Kin,
            "job" => Kind::Job,
            "colour" => Kind::Colour,
            "city" => Kind::City,
            "region" => Kind::Region,
            "country" => Kind::Country,
            "lang" => Kind::Language,
            "stage" => Kind::Stage,
            "brand" => Kind::Brand,
            "material" => Kind::Material,
            "transport" => Kind::Transport,
            "drink" => Kind::Drink,
            "food" => Kind::Food,
            "when" => Kind::When,
            "freq" => Kind::Frequency,
            _ => return None,
        })
    }

    /// Whether two different words of this kind are two values of one property.
    pub(super) fn is_value(self) -> bool {
        matches!(
            self,
            Kind::Colour
                | Kind::Job
                | Kind::City
                | Kind::Region
                | Kind::Country
                | Kind::Language
                | Kind::Stage
                | Kind::Brand
                | Kind::Material
                | Kind::Transport
                | Kind::Drink
                | Kind::Food
        )
    }

    /// Whether it names a person.
    pub(super) fn is_person(self) -> bool {
        matches!(self, Kind::Kin | Kind::Name)
    }
}

/// What is known of a word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Entry {
    /// Its kind and the word that stands for its meaning.
    Word(Kind, &'static str),
    /// What it means in other words.
    Phrase(&'static str),
}

/// The longest word in the list, in letters.
const LONGEST: usize = 8;

static TABLE: LazyLock<WordMap<Entry>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    for line in include_str!("words.txt").lines() {
        let mut groups = line.split(' ').filter(|group| !group.is_empty());
        let name = groups.next().unwrap_or_default();
        for group in groups {
            if let Some((phrase, meaning)) = group.split_once('>') {
                if phrase != meaning {
                    table.insert(phrase, Entry::Phrase(meaning));
                }
                continue;
            }
            let Some(kind) = Kind::of(name) else { continue };
            let first = group.split('=').next().unwrap_or_default();
            for word in group.split('=') {
                table.entry(word).or_insert(Entry::Word(kind, first));
            }
        }
    }
    table
});

/// The longest known word at the start of a text, with its length in bytes.
pub(super) fn longest(text: &str) -> Option<(usize, Entry)> {
    let mut ends = [0; LONGEST];
    let mut count = 0;
    for (at, c) in text.char_indices().take(LONGEST) {
        if c.is_ascii() || !c.is_alphanumeric() {
            break;
        }
        ends[count] = at + c.len_utf8();
        count += 1;
    }
    ends[..count].iter().rev().find_map(|end| TABLE.get(&text[..*end]).map(|entry| (*end, *entry)))
}

/// What is known of a whole word.
pub(super) fn whole(word: &str) -> Option<Entry> {
    TABLE.get(word).copied()
}

/// A word as a number, equal for equal words.
pub(super) const fn id(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// Words that cover others.
const COVERS: &[(&str, &str)] = &[
    ("宠物", "狗 猫 兔子 鱼 金鱼 鸟 仓鼠 乌龟 鹦鹉 金毛 柯基 泰迪 布偶 橘猫"),
    ("兄弟姐妹", "哥哥 弟弟 姐姐 妹妹"),
    ("孩子", "儿子 女儿 大儿子 小儿子 大女儿 小女儿"),
    ("酒", "啤酒 红酒 白酒 威士忌 葡萄酒 黄酒 清酒"),
    ("肉", "牛肉 猪肉 鸡肉 羊肉 鸭肉 牛排 火腿 烤羊肉 红烧肉 排骨 培根 五花肉 羊排 烧烤"),
    ("牛肉", "牛排"),
    ("羊肉", "烤羊肉 羊排"),
    ("猪肉", "排骨 培根 五花肉 火腿 红烧肉"),
    ("海鲜", "虾 螃蟹 鱼 牡蛎 三文鱼"),
    ("汽车", "特斯拉 比亚迪 丰田 本田 大众 宝马 奔驰 奥迪 蔚来 吉利"),
    ("辣", "川菜 麻辣烫 湘菜"),
    ("乐器", "钢琴 吉他 小提琴 二胡 古筝"),
    ("咖啡", "拿铁 美式"),
    ("茶", "红茶 绿茶 乌龙茶 普洱 奶茶 姜茶"),
    ("坚果", "花生 核桃 杏仁 腰果 花生酱"),
    ("花生", "花生酱"),
    ("牛奶", "拿铁"),
    ("甜食", "蛋糕 巧克力 冰淇淋 糖果"),
    ("健身", "跑步 游泳 爬山 打篮球 踢足球 打羽毛球 打网球"),
    ("编程", "程序员 架构师 前端工程师 后端工程师 算法工程师"),
    ("做饭", "厨师 主厨"),
    ("开车", "司机 出租车司机 公交司机"),
    ("社交媒体", "微博 微信 抖音 朋友圈 小红书"),
    (
        "出国",
        "日本 韩国 美国 英国 法国 德国 加拿大 澳大利亚 泰国 越南 意大利 西班牙 俄罗斯 国外 新西兰 荷兰 瑞士 马来西亚 印度 巴西 东京 巴黎 伦敦 纽约",
    ),
    ("主食", "米饭 面条 面包"),
    ("水果", "西瓜 葡萄 香蕉 芒果 草莓 榴莲"),
    ("狗", "金毛 柯基 泰迪 哈士奇 边牧 拉布拉多"),
    ("猫", "布偶 橘猫 英短"),
];

/// Whether a general word covers a special one.
pub(super) fn covers(general: u64, special: u64) -> bool {
    static PAIRS: LazyLock<Vec<(u64, u64)>> = LazyLock::new(|| {
        let pairs = COVERS.iter().flat_map(|(one, many)| many.split(' ').map(|word| (id(one), id(word))));
        let mut pairs: Vec<(u64, u64)> = pairs.collect();
        pairs.sort_unstable();
        pairs
    });
    PAIRS.binary_search(&(general, special)).is_ok()
}

/// Words that cannot both hold of one thing.
const OPPOSITES: &str = "简短/详细 内向/外向 单身/结婚 单身/妻子 单身/丈夫 单身/已婚 单身/男朋友 单身/女朋友 单身/恋爱 \
    离婚/结婚 离婚/已婚 离婚/妻子 离婚/丈夫 分手/男朋友 分手/女朋友 分手/恋爱 胖/瘦 高/矮 快/慢 贵/便宜 热/冰 大/小 左/右 \
    免费/收费 免费/价格 公开/私有 全职/兼职 远程/坐班 远程/办公室 自动/手动 线上/线下 坏/修好 坏/修 早起/晚起 独居/合租 \
    独居/同住 独居/父母 素食/肉 素食/海鲜 素食/鱼 独生/兄弟姐妹 健康/去世 健在/去世 在世/去世 深色/浅色 去世/住 去世/上班 休息/开门 失业/上班 失业/入职 \
    失业/在职 退休/上班 退休/在职 租/买 房租/买 走读/住校 早班/夜班 白班/夜班 夜班/早班 读/毕业 读/退学 乐观/悲观 安静/吵闹 外网/内网 清淡/重口味 必填/选填 \
    开启/关掉 同意/反对 赢/输 及格/挂科 怀孕/生 剩/还清 房贷/还清 到期/续签 住院/出院 辞职/上班 放弃/准备 \
    南/北 东/西 坐班/居家 搬走/室友 搬走/同住 搬走/合租 搬走/住 军人/退伍 骨折/痊愈 暂停/启动 正常/坏 正常/异常 正常/偏高 有货/缺货 在线/离线 线上/离线 盈利/亏损 上涨/下跌 升序/降序 大写/小写 阳性/阴性 良性/恶性 有效/无效 成功/失败 单休/双休 \
    强制/自愿 加密/明文 堵车/畅通 录取/落榜 批准/驳回 修好/坏 提前/推迟 甜食/咸 便装/正装 实习生/转正 试用期/转正 学生/毕业 远/近 干净/脏 急性子/慢性子 大方/小气 细心/马虎 增加/减少 繁忙/闲 \
    公立/私立 室内/户外 有线/无线 国产/进口 中式/西式 话多/话少 自信/自卑 正确/错误 开心/难过 早睡/晚睡 早睡/熬夜 有效/到期 加入/退出 宽/窄 软/硬 厚/薄 酸/甜食 单人/双人 朝九晚五/弹性 独居/室友 住院/痊愈 忙/闲";

/// Whether two words cannot both hold of one thing.
pub(super) fn opposite(a: u64, b: u64) -> bool {
    static PAIRS: LazyLock<Vec<(u64, u64)>> = LazyLock::new(|| {
        let pairs = OPPOSITES.split_whitespace().filter_map(|pair| pair.split_once('/'));
        let mut pairs: Vec<(u64, u64)> = pairs.flat_map(|(p, q)| [(id(p), id(q)), (id(q), id(p))]).collect();
        for (one, many) in COVERS {
            let against: Vec<u64> = pairs.iter().filter(|(_, q)| *q == id(one)).map(|(p, _)| *p).collect();
            pairs.extend(
                many.split(' ').flat_map(|word| against.iter().flat_map(move |p| [(*p, id(word)), (id(word), *p)])),
            );
        }
        pairs.sort_unstable();
        pairs
    });
    PAIRS.binary_search(&(a, b)).is_ok()
}
