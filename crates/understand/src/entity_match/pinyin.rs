//! Romanises Chinese names, for the characters names are made of.

use std::collections::HashMap;
use std::sync::LazyLock;

/// One syllable and the characters read so, in names.
#[rustfmt::skip]
const SYLLABLES: &[(&str, &str)] = &[
    ("wang", "王汪旺望"), ("li", "李黎力丽莉立理利礼里"), ("zhang", "张章彰"), ("liu", "刘柳流留"), ("chen", "陈晨辰沉"), ("yang", "杨阳洋扬羊"), ("zhao", "赵昭兆召"), ("huang", "黄皇煌"), ("zhou", "周州舟洲"), ("wu", "吴武伍午五"),
    ("xu", "徐许旭须序"), ("sun", "孙"), ("hu", "胡虎湖"), ("zhu", "朱竹珠祝诸"), ("gao", "高"), ("lin", "林琳霖麟临"), ("he", "何贺和荷河鹤"), ("guo", "郭国果"), ("ma", "马麻"), ("luo", "罗洛骆络"),
    ("liang", "梁亮良凉"), ("song", "宋松颂"), ("zheng", "郑正政征铮"), ("xie", "谢协"), ("han", "韩涵汉翰寒"), ("tang", "唐汤棠"), ("feng", "冯峰丰凤锋枫风"), ("yu", "于余俞雨宇玉瑜昱禹语育"), ("dong", "董东冬栋"), ("xiao", "肖萧小晓笑霄"),
    ("cheng", "程成诚城承"), ("cao", "曹操"), ("yuan", "袁元媛源远园原"), ("deng", "邓登"), ("fu", "付傅福富甫"), ("shen", "沈申深神"), ("zeng", "曾增"), ("peng", "彭鹏朋"), ("lv", "吕律"), ("su", "苏素"), ("lu", "卢陆鲁路露璐"),
    ("jiang", "蒋江姜疆"), ("cai", "蔡才财彩"), ("jia", "贾佳嘉家加"), ("ding", "丁定鼎"), ("wei", "魏韦伟薇卫威维炜巍未"), ("xue", "薛雪学"), ("ye", "叶野业"), ("yan", "阎严颜燕艳岩延炎妍言"), ("pan", "潘盼攀"), ("du", "杜都"),
    ("dai", "戴代"), ("xia", "夏霞侠"), ("zhong", "钟仲忠中"), ("tian", "田天甜"), ("ren", "任仁人"), ("fan", "范樊凡帆"), ("fang", "方芳房放"), ("shi", "石史施诗世时实"), ("yao", "姚尧耀瑶"), ("tan", "谭坦谈"), ("liao", "廖辽"),
    ("zou", "邹"), ("xiong", "熊雄"), ("jin", "金晋锦津进瑾"), ("hao", "郝浩昊豪皓好"), ("kong", "孔空"), ("bai", "白柏百"), ("cui", "崔翠"), ("kang", "康"), ("mao", "毛茂"), ("qiu", "邱秋丘"), ("qin", "秦琴勤沁"), ("gu", "顾古谷"), ("hou", "侯厚"),
    ("shao", "邵绍"), ("meng", "孟梦蒙萌"), ("long", "龙隆"), ("wan", "万婉皖"), ("duan", "段端"), ("qian", "钱倩谦千"), ("yin", "尹殷银音"), ("chang", "常昌长畅"), ("qiao", "乔巧"), ("lai", "赖来"), ("gong", "龚宫公"), ("wen", "文温雯闻"),
    ("min", "敏闵民旻"), ("jing", "静晶京敬景菁婧靖"), ("lei", "磊雷蕾"), ("jun", "军君俊骏钧"), ("ming", "明铭鸣名"), ("hua", "华花骅"), ("ping", "平萍屏"), ("hong", "红宏洪鸿虹弘"), ("jie", "杰洁捷婕"), ("na", "娜"), ("ting", "婷庭挺"), ("xin", "欣新心鑫馨昕辛"),
    ("yi", "怡毅一义艺依易意逸伊益"), ("qiang", "强"), ("gang", "刚钢"), ("bo", "波博勃"), ("bin", "斌彬宾滨"), ("kai", "凯开恺"), ("hui", "辉慧惠会晖"), ("mei", "梅美媚"), ("ling", "玲灵凌岭"), ("lan", "兰岚蓝"), ("juan", "娟隽"), ("ying", "英颖莹盈影瑛"), ("xiang", "翔祥香湘向"),
    ("tao", "涛陶桃"), ("chao", "超朝"), ("yong", "勇永咏庸"), ("jian", "建健剑坚简"), ("ning", "宁凝"), ("rui", "瑞睿蕊锐"), ("zi", "子紫梓自"), ("han", "晗"), ("xuan", "轩萱璇宣"), ("yue", "悦月越岳"), ("ke", "可科珂"), ("qi", "琪齐奇琦启祺"), ("zhi", "志智芝之知"), ("an", "安"), ("bing", "冰兵炳"),
    ("chun", "春纯淳"), ("dan", "丹旦"), ("fei", "飞菲斐"), ("hai", "海"), ("jia", "珈"), ("jiao", "娇"), ("lian", "莲连廉"), ("man", "曼满"), ("nan", "楠南男"), ("pei", "佩培裴"), ("rong", "荣蓉容融"), ("shan", "珊山杉善"), ("shu", "淑舒书树"), ("si", "思斯司丝"), ("ya", "雅亚"), ("xi", "希溪西曦喜"), ("yun", "云芸运韵"), ("zhen", "珍真振震贞"), ("you", "友优悠有"), ("le", "乐"), ("ai", "爱艾"), ("bei", "贝蓓北"), ("sheng", "胜生盛圣"), ("guang", "光广"), ("ze", "泽"), ("kun", "坤昆"), ("peng", "芃"), ("xing", "星兴邢"), ("da", "大达"), ("qing", "青清庆晴卿"), ("jie", "姐"), ("chu", "楚"), ("shuang", "双爽"), ("tong", "彤童桐通同"), ("ran", "然冉"), ("lun", "伦"), ("hang", "航杭"), ("zhe", "哲喆"), ("yuan", "圆"), ("nuo", "诺"), ("mo", "墨莫"), ("miao", "苗淼妙"), ("ru", "如茹汝"), ("ou", "欧"), ("sen", "森"), ("heng", "恒衡"), ("gui", "桂贵"),
];

static READINGS: LazyLock<HashMap<char, &'static str>> = LazyLock::new(|| {
    let mut readings = HashMap::new();
    for (syllable, characters) in SYLLABLES {
        for c in characters.chars() {
            readings.entry(c).or_insert(*syllable);
        }
    }
    readings
});

/// The syllables of a name of two to four characters, or `None` where one is not known.
pub(super) fn of(name: &str) -> Option<Vec<&'static str>> {
    let syllables: Option<Vec<&str>> = name.chars().map(|c| READINGS.get(&c).copied()).collect();
    syllables.filter(|s| (2..=4).contains(&s.len()))
}
