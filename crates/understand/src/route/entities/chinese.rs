//! Chinese names: people by surname, known places, 某某项目, and what something is called.

use std::ops::Range;
use std::sync::LazyLock;

use super::Found;
use crate::route::gazetteer as known;
use soulfile_vocabulary::EntityType;

/// Chinese names: people by surname, known places, 某某项目.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    // 浦东是上海的一个区: what is a part of a place is one.
    static DISTRICT: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>\p{Han}{2,5}?)是\p{Han}{2,6}?(?:的(?:一[座个片条处]|第?[一二三]大)?|最[大老高长美]的)\p{Han}{0,4}?(?:[新老城郊市]?区|城市?|[古小]?镇|县城?|村庄?|岛屿?|山峰?|湖泊?|河流?|街道|省会|首都|首府|港口?|半岛|沙漠|火山)(?:[，。,.]|$)").expect("valid pattern")
    });
    static PROJECT: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"[“「《]?([\p{Han}A-Za-z0-9]{1,10}?)[”」》]?(?:这个|那个)?项目").expect("valid pattern")
    });
    for Range { start, end } in known::han_places(text) {
        // 丽江古城 and 江苏省 are written with what they are.
        const PARTS: [&str; 8] = ["古城", "古镇", "老街", "机场", "大学", "新区", "南站", "西站"];
        let end = PARTS.iter().find(|part| text[end..].starts_with(**part)).map_or(end, |part| end + part.len());
        let end = text[end..]
            .chars()
            .next()
            .filter(|c| matches!(c, '省' | '市' | '县' | '镇'))
            .map_or(end, |c| end + c.len_utf8());
        out.push(Found { name: text[start..end].to_owned(), kind: EntityType::Place, span: start..end });
    }
    if let Some(name) = DISTRICT.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Place, span: name.range() });
    }
    // 超市, 港口城市: kinds of places.
    const NO_PLACES: [&str; 13] =
        ["城市", "超市", "夜市", "门市", "股市", "菜市", "都市", "小镇", "古镇", "全市", "全省", "外省", "本市"];
    static PLACE: LazyLock<regex::Regex> =
        LazyLock::new(|| regex::Regex::new(r"[\p{Han}]{2,3}[市省县镇]").expect("valid pattern"));
    for hit in PLACE.find_iter(text) {
        let name = hit.as_str();
        if NO_PLACES.iter().any(|kind| name.ends_with(kind)) {
            continue;
        }
        let skip = name
            .char_indices()
            .nth(1)
            .filter(|_| name.starts_with(['在', '到', '去', '是', '住', '从']))
            .map_or(0, |(n, _)| n);
        out.push(Found { name: name[skip..].to_owned(), kind: EntityType::Place, span: hit.start() + skip..hit.end() });
    }
    for hit in PROJECT.captures_iter(text) {
        let name = hit.get(1).expect("group 1 always matches");
        const LEADS: &str = "我们的 这个 那个 负责 开发 参与 在 的 我们 做 主导 管理 是 用 和 维护 取代了 替代了 加入 老的 旧的 新的 属于";
        let from = LEADS.split(' ').filter_map(|w| Some(name.as_str().rfind(w)? + w.len())).max().unwrap_or(0);
        let from = from + name.as_str()[from..].len() - name.as_str()[from..].trim_start_matches(['了', '着']).len();
        if from < name.as_str().len() {
            out.push(Found {
                name: name.as_str()[from..].to_owned(),
                kind: EntityType::Project,
                span: name.start() + from..name.end(),
            });
        }
    }
    out.extend(called(text));
    out.extend(things(text));
    // A surname, one or two more characters, and then a word that people do or are.
    static PERSON_AFTER: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?:是|在|住|和|与|的|更|总|常|就|还|又|只|被|带|当|开|学|买|卖|叫|属|嫁|娶|认识|习惯|坚持|信|反|觉得|认为|推荐|讲|同|跑|打|练|吃|喝|看|听|喜欢|讨厌|不|负责|开发|使用|用|说|会|有|跟|去|来|今年|想|都|也|对|爱|养|做|教|写|管|最|每|正|已|刚|主|一|、|，|。|很|擅长|从|把|给|要|经常|参与|维护|避免|偏|老师|先生|女士|经理|$)").expect("valid pattern")
    });
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        let before_ok = i == 0
            || matches!(
                chars[i - 1].1,
                '和' | '与'
                    | '跟'
                    | '，'
                    | '。'
                    | '、'
                    | '：'
                    | ' '
                    | '是'
                    | '叫'
                    | '事'
                    | '友'
                    | '妈'
                    | '爸'
                    | '板'
                    | '理'
                    | '师'
                    | '由'
                    | '给'
                    | '对'
                    | '找'
                    | '向'
                    | '婆'
                    | '公'
                    | '姐'
                    | '妹'
                    | '弟'
                    | '哥'
                    | '天'
                    | '女'
                    | '子'
                    | '了'
                    | '着'
                    | '居'
                    | '户'
                    | '的'
                    | '同'
            );
        // 小明, 老周, 阿强: what friends are called.
        let nick = matches!(c, '小' | '老' | '阿')
            && before_ok
            && chars.get(i + 1).is_some_and(|(_, d)| {
                soulfile_text::script::is_han(*d)
                    && !"区学时说麦组心吃孩朋狗猫路店镇村型程费票米师板家婆公人爸妈宅房虎鼠外大二姨的是在了"
                        .contains(*d)
            });
        if nick {
            let end = chars.get(i + 2).map_or(text.len(), |p| p.0);
            if PERSON_AFTER.is_match(&text[end..]) {
                out.push(Found { name: text[at..end].to_owned(), kind: EntityType::Person, span: at..end });
                i += 2;
                continue;
            }
        }
        if known::is_surname(c) && before_ok {
            let mut taken = 0;
            for length in [3usize, 2] {
                if i + length <= chars.len()
                    && chars[i + 1..i + length].iter().all(|(_, d)| soulfile_text::script::is_han(*d))
                {
                    let end = chars.get(i + length).map_or(text.len(), |p| p.0);
                    let name = &text[at..end];
                    /// Words that begin like a name.
                    const NO_NAMES: &str = "高铁 高中 高考 高速 高血 黄金 黄瓜 白菜 白天 白糖 马路 马上 金属 石头 石油 田野 江南 方法 方案 方便 程序 文件 文档 文章 任务 任何 常常 万一 钱包 汤圆 康复 夏天 毛巾 毛衣 段落 孔雀 龙虾 武术 于是 何时 许多 许可 曾经 余额 陆续 周末 周一 周二 周三 周四 周五 周六 周日 周围 安全 易燃 顾客 侯车 史料 唐诗 宋词 叶子 花生 梁上 何况 戴上 牛奶 严重 温度 季度";
                    let word = |no: &str| name.starts_with(no);
                    let clear = !NO_NAMES.split(' ').any(word)
                        && !known::is_like_han_place(name)
                        && !name.ends_with([
                            '是', '在', '和', '的', '不', '有', '会', '用', '住', '去', '喜', '对', '说', '负', '都',
                            '也', '开', '使', '更', '最', '很', '从', '跟', '把', '给', '还', '又', '只', '就', '被',
                            '总',
                        ]);
                    if clear && PERSON_AFTER.is_match(&text[end..]) {
                        let land =
                            name.ends_with(['山', '河', '江', '湖', '岛', '寺', '桥', '路', '街', '湾', '塔', '宫']);
                        let kind = if land && length == 3 { EntityType::Place } else { EntityType::Person };
                        out.push(Found { name: name.to_owned(), kind, span: at..end });
                        taken = length;
                        break;
                    }
                }
            }
            i += taken.max(1);
        } else {
            i += 1;
        }
    }
    out
}

/// Chinese tools and ideas: 支付宝, 用的是达梦数据库, 贝叶斯定理.
fn things(text: &str) -> Vec<Found> {
    /// Programs and services everybody knows.
    const APPS: &str = "阿里云 腾讯云 华为云 百度云 企业邮箱 支付宝 微信 企业微信 钉钉 飞书 淘宝 京东 抖音 微博 百度 高德 美团 腾讯会议 腾讯文档 小红书 知乎 拼多多 滴滴 石墨文档 语雀 印象笔记 有道云笔记 剪映 网易云音乐 鸿蒙 飞桨 达梦 金蝶 用友 墨刀 蓝湖";
    static TOOL: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"(?:用的是|使用的?是?|采用了?|基于|依赖|换成了?|迁移到了?|改用了?|部署在|爱用|喜欢用|不用|讨厌|用)(?P<name>[\p{Han}A-Za-z0-9]{1,8}?(?:数据库|框架|引擎|编辑器|浏览器|操作系统|系统|平台|软件|中间件|服务器|语言|笔记|输入法))").expect("valid pattern")
    });
    static IDEA: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>(?:[\p{Han}A-Za-z-]{1,10}?)(?:定理|定律|原理|算法|效应|理论|公式|法则|综合征|主义|悖论|猜想|不等式|分布|排序|过滤器|数据结构|协议|查找|遍历|作用|反应|现象|机制|设计模式|缓存|索引|递归|回归|聚类|曲线|周期|推断|检验)|\p{Han}{0,4}?(?:哈希表|散列表|链表|跳表|二叉树|红黑树|决策树|生成树|字典树|搜索树|神经网络|动态规划|垃圾回收|通货膨胀|复利|折旧|边际成本))(?:要求|需要|产生|释放|通过|由|分为|包括|不|有|将|使|让|就|只|以|常常?|一般|往往|适合|是|讲|说|指|认为|可以|能|的|用|描述|适用|在|把|会|比|依赖|常|，)").expect("valid pattern")
    });
    static FIRM: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>\p{Han}{2,6}?(?:汽车|集团|银行|科技|电子|保险|证券|传媒|制药|航空|出版社))(?:的|在|是|推出|生产|发布|，)").expect("valid pattern")
    });
    /// Companies everybody knows.
    const COMPANIES: &str = "字节跳动 阿里巴巴 腾讯 华为 小米 网易 比亚迪 联想 海尔 格力 中兴 大疆 蔚来 小鹏 顺丰 中国移动 中国电信 国家电网";
    static KIND_OF: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>[\p{Han}A-Za-z]{2,8}?)(?:就是|是)(?:一种|一类|指|一个\p{Han}{0,6}概念)")
            .expect("valid pattern")
    });
    static LAND: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>\p{Han}{1,4}[屿岛山湖河寺塔桥宫湾峡园馆港城镇村县寨])(?:在|位于|属于|坐落)")
            .expect("valid pattern")
    });
    static GOODS: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"^(?P<name>\p{Han}{1,4}[茶酒菜面饼糕瓷绣纸扇鸭鸡])(?:产自|产于|来自|出自|起源于|原产)")
            .expect("valid pattern")
    });
    let mut out = Vec::new();
    if let Some(name) = GOODS.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Concept, span: name.range() });
    }
    if let Some(name) = KIND_OF.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Concept, span: name.range() });
    }
    if let Some(name) = LAND.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Place, span: name.range() });
    }
    for firm in COMPANIES.split(' ') {
        if let Some(at) =
            text.find(firm).filter(|_| !text.contains(&format!("{firm}会议")) && !text.contains(&format!("{firm}文档")))
        {
            out.push(Found { name: firm.to_owned(), kind: EntityType::Project, span: at..at + firm.len() });
        }
    }
    if let Some(name) = FIRM.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Project, span: name.range() });
    }
    if let Some(name) = IDEA.captures(text).and_then(|hit| hit.name("name")) {
        out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Concept, span: name.range() });
    }
    for name in TOOL.captures_iter(text).filter_map(|hit| hit.name("name")) {
        if !name.as_str().starts_with(['这', '那', '自', '什', '同', '新', '旧', '该', '个']) {
            out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Tool, span: name.range() });
        }
    }
    for app in APPS.split(' ') {
        if let Some(at) = text.find(app) {
            out.push(Found { name: app.to_owned(), kind: EntityType::Tool, span: at..at + app.len() });
        }
    }
    out
}

/// Chinese names that are given to something: 妹妹叫小红, 一只猫，叫咪咪, 网络叫猎鹰, 在华为工作.
fn called(text: &str) -> Vec<Found> {
    static CALLED: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"(?P<kin>妹妹?|弟弟?|姐姐?|哥哥?|妈妈?|爸爸?|母亲|父亲|老婆|老公|妻子|丈夫|太太|先生|爱人|对象|儿子|女儿|孩子|宝宝|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|侄子|侄女|男朋友|女朋友|朋友|同事|同学|室友|邻居|老板|上司|经理|老师|导师|医生|牙医|房东|徒弟|学生|猫|狗|鸟|兔子|仓鼠|乌龟|宠物)|(?P<project>项目|公司|团队|乐队|产品|店铺)|(?P<place>小区|餐厅|饭店|酒店|咖啡馆|店|城市|村子?|镇|学校)|(?P<tool>网络|Wi-?Fi|wifi|服务器|路由器|车|船|电脑|机器人|软件|应用)")
            .expect("valid pattern")
    });
    static NAME: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(
            r"^(?:的?名字)?[，,]?\s*(?:名?叫做?|名字叫|名字是)\s*[“「]?(?P<name>[\p{Han}]{1,4}|[A-Za-z][\w-]*)",
        )
        .expect("valid pattern")
    });
    // What follows a name without a mark between them.
    const AFTER: [&str; 22] = [
        "是", "在", "今年", "的", "和", "跟", "也", "住", "喜欢", "很", "最", "了", "吧", "呢", "啊", "做", "会", "有",
        "来自", "工作", "什么", "啥",
    ];
    static EMPLOYER: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(r"在(?P<name>[\p{Han}]{2,6}?)(?:公司)?(?:工作|上班|任职|就职|实习|(?:做|当|任|担任)(?:后端|前端|开发|设计|产品|运营|测试|销售|市场|财务|会计|工程师|算法|数据|人事|研发|客服|程序|经理|总监|顾问|法务|编辑))").expect("valid pattern")
    });
    let mut out = Vec::new();
    for hit in CALLED.captures_iter(text) {
        let end = hit.get(0).expect("group 0 always matches").end();
        let Some(name) = NAME.captures(&text[end..]).and_then(|name| name.name("name")) else { continue };
        let cut = AFTER.iter().filter_map(|word| name.as_str().find(word)).min().unwrap_or(name.len());
        if cut == 0 {
            continue;
        }
        let kind = match (hit.name("kin"), hit.name("project"), hit.name("place")) {
            (Some(_), ..) => EntityType::Person,
            (_, Some(_), _) => EntityType::Project,
            (.., Some(_)) => EntityType::Place,
            _ => EntityType::Tool,
        };
        let start = end + name.start();
        out.push(Found { name: name.as_str()[..cut].to_owned(), kind, span: start..start + cut });
    }
    for hit in EMPLOYER.captures_iter(text) {
        let name = hit.name("name").expect("the group is in every match");
        // Kinds of places and of days are no companies.
        const KINDS: [&str; 24] = [
            "医院",
            "学校",
            "银行",
            "公司",
            "家里",
            "工厂",
            "餐厅",
            "政府",
            "大学",
            "机关",
            "这里",
            "那里",
            "外地",
            "国外",
            "远程",
            "酒店",
            "超市",
            "幼儿园",
            "工地",
            "办公室",
            "律所",
            "药店",
            "周末",
            "晚上",
        ];
        let is_kind = KINDS.iter().any(|kind| name.as_str() == *kind || name.as_str().ends_with('家'));
        if !is_kind && !name.as_str().contains(['一', '个', '这', '那', '的']) {
            out.push(Found { name: name.as_str().to_owned(), kind: EntityType::Project, span: name.range() });
        }
    }
    out
}
