//! Chinese sentences: whose they are about, and whether they last.

use std::sync::LazyLock;

use regex::Regex;

use soulfile_vocabulary::EntryKind;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

static FICTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:假设|假如|如果我是|要是我|想象|比如说?我|从前|很久以前|在(?:小说|故事|电影|游戏|梦)里|假装|设想|写一?[首篇个封段])|主角|男主|女主",
    )
});
static QUESTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"吗[?？]?$|呢[?？]?$|什么|怎么|为什么|哪[里个些儿]|谁|几点|多少|多远|多久|是不是|能不能|可不可以|有没有|会不会|要不要|该不该",
    )
});
static REQUEST: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:请|帮我|麻烦|给我|能|可以|你能|你可以|翻译|写|解释|总结|推荐|列出|计算|介绍|告诉我|查|找|改|润色|再|继续|换|来|说说|讲|举|生成|画)",
    )
});
static STANDING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:以后|今后|从现在起|从今以后|每次|永远|总是|一律|请?(?:叫|称呼)我|回答(?:时|的时候|我)?(?:请|要|尽量|都)|请?(?:不要|别|少)(?:用|再|给我|叫我|加)|(?:跟|和|对|给)我(?:说话|聊天|回复|回答|解释|写东西|写)(?:时|的时候)?(?:请|要|别|不要|不用|直接|尽量|简单)|请?一直用|请?用.{1,8}(?:回答|回复)我)",
    )
});
static HEDGED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"也许|可能|不确定|还没(?:决定|想好)|在考虑|正在考虑|考虑(?:要不要|是否)|犹豫|纠结|要么|或者.{0,10}或者|说不定|不知道(?:要不要|该)|如果|要是|打不定|想要不要",
    )
});
static PASSING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^我?(?:现在)?(?:有点|好|很|太)?(?:累|饿|困|渴|无聊|冷|热|忙)(?:了|死了|啊|呀)*$|^我?(?:先)?去(?:吃饭|睡觉?|洗澡|开会|上厕所|忙|拿|接电话)|一会儿?(?:聊|见|回来)|回头聊|下次聊|^我?(?:在|正在)(?:路上|地铁上|公交上|开会|吃饭|排队|堵车)|^(?:等一下|稍等|马上|好的|谢谢|你好|哈哈|嗯|行|可以|明白|收到|早上好|晚安|再见|不客气|没事|没关系|算了|不用了)|^今天(?:天气|好热|好冷|真热|真冷)",
    )
});
static TROUBLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"报错|不工作|打不开|卡住了|出错|运行不了|崩溃|有个?(?:问题|疑问)|想问|请问|我想知道|代码|这段|这个函数")
});
static CORRECTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:不对|不是|错了|不不|更正|纠正|说错了|我说错|你(?:记|搞|弄|说|写|听)错|其实(?:是|不是|应该)|准确地?说|应该是)|(?:不是|而不是)[^，。]{1,12}(?:[，,]?(?:而是|是))|[，,]不是[^，。]{1,12}$|记错了|搞错了|弄错了|说错了|写错了|打错了|更正一下|纠正一下",
    )
});
static DECISION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"决定|选定|选了|敲定|定下来|定了|拍板|最终选|最后选|商量好|说好了|达成一致|一致同意|确定(?:用|选|要|了)|放弃了?(?:.{1,10})(?:改|转|选)|改用|考虑再三|想来想去|思来想去|还是(?:买|选|去|用|租|签|留|换|考|报|要)了|(?:我|我们)(?:打算|准备|计划)(?:.{0,8})(?:辞职|搬|结婚|离婚|买|卖|换|考|读|移民|退休|创业)|从.{1,6}(?:起|开始)，?(?:我|我们|就|都)*(?:不再|只|改|全部|统一)|不再.{1,8}了$|打算好|不打算|铁了心|投票",
    )
});
static TASK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:我|我们|咱们)?(?:还|都|也|就)?(?:得|必须|需要|要|该|应该|务必)(?:在.{1,10}(?:前|之前))?(?:去|把|给|交|写|做|办|还|买|完成|提交|准备|联系|预约|续|修|寄|打电话|付|缴|报名|发|订|取|换|带|处理|搞定)|截止|之前(?:要|得|必须|需要)|到期|还?欠(?:着)?.{1,15}|还没(?:给|寄|回|订|买|交|写|做|办|还|付|完成)|待办|答应了?.{1,8}(?:要|会|去)",
    )
});
static PREFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"喜欢|讨厌|不喜欢|爱吃|爱喝|爱看|爱听|偏好|最爱|受不了|更愿意|宁愿|宁可|不爱|不吃|不喝|从不(?:吃|喝|用|看)|更(?:习惯|爱|愿意|偏向|倾向)|(?:吃|喝|穿|用|睡|看|住)不惯|(?:不太|不大|不怎么)(?:能|会|爱|喜欢|习惯)?(?:吃|喝|看|听|用)|情愿|倾向于|爱(?:骑|跑|爬|玩|逛|唱|画)|习惯用|只(?:喝|吃|用|看)|偏爱|迷上|热爱|反感|烦(?:别人|人家|那种)",
    )
});
static EMOTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:一直|最近|近来|这段时间|这阵子|这几个月|自从|一想到|总是|总|常常|每天|越来越|特别|非常|很|真的|好|感到|觉得|心里|对).{0,16}(?:焦虑|难过|害怕|孤单|空落落|空荡荡|心慌|心烦|难受|憋屈|郁闷|心酸|没劲|提不起劲|撑不住|喘不过气|不是滋味|无助|自卑|心疼|踏实|知足|自豪|骄傲|兴奋|激动|压力|抑郁|孤独|失落|担心|开心|幸福|内疚|愧疚|沮丧|生气|愤怒|伤心|紧张|绝望|感激|低落|痛苦|迷茫|不安|委屈|想念|想家|崩溃|舍不得|期待|后悔|烦躁|心碎|满足|欣慰|羡慕|嫉妒)|睡不着|想念|舍不得|忘不了",
    )
});
static EVENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:昨天|前天|今天|今早|昨晚|上周|上个月|去年|前年|刚刚|刚才|刚|上周末|周末|早上|上午|下午|晚上|[一二三四五六七八九十0-9]+月|周[一二三四五六日]|星期[一二三四五六日]|终于|已经).{0,24}(?:了|过|完|到|成)|^(?:我|我们|我妈|我爸|我老婆|我老公|我儿子|我女儿|我弟|我姐|我哥|我妹|孩子).{0,20}了(?:$|[，。])",
    )
});
static FACT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:我家?|我们?|我们?(?:组|家|公司|团队|班|部门|店))(?:里|现在|一共|总共|有|就|才|只有?|大概|差不多|共|加起来|不到)*[一二两三四五六七八九十几百\d]+(?:来|多|几)?(?:个|口|名|位|只|条|辆|套|兄弟|姐妹)|(?:我|我们|咱们|我家|我(?:老婆|老公|妈|爸|妈妈|爸爸|儿子|女儿|弟弟|姐姐|哥哥|妹妹|爷爷|奶奶|男朋友|女朋友|同事|老板|室友|朋友|导师|公司|团队)|我们?(?:公司|团队|组|部门|学校|店|家|项目))[^，。]{0,12}(?:是|在|住|有|叫|养|学|读|做|当|姓|今年|属|来自|工作|过敏|会说|用|负责|位于|开了|毕业|患|结婚|单身|教|经营|租|搬|对.{1,6}过敏|管|带|跑在|部署)|(?:^|[，,。])(?:公司|单位|老家|团队|办公室|工作室|总部|家里?|店)(?:现在|目前|就)?(?:在[^这那哪]|位于|是做|有[一二两三四五六七八九十几百\d])",
    )
});

/// 想好了, 不纠结了: over with wavering.
static FIRM: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:想|考虑|商量|选)好了|不(?:再)?(?:争|纠结|犹豫|讨论|折腾|挑)了|^(?:那|那么|行)?[，,]?就(?:用|选|买|订|定|叫|去|要)[^，。吗呢？]{1,12}了(?:$|[，,。])",
    )
});

/// What comes round: 我每天六点起床, 周末我一般去爬山.
static HABIT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"每(?:天|日|周|晚|早|年|月|个|逢|隔)|一般(?:都|会|去|在|是)?|通常|平时|经常|从来不?|总是"));

pub(super) fn opens_fiction(sentence: &str) -> bool {
    FICTION.is_match(sentence.trim())
}

pub(super) fn kind(sentence: &str, question: bool) -> Option<EntryKind> {
    let text = sentence.trim();
    if text.chars().count() < 4 || PASSING.is_match(text) {
        return None;
    }
    if question || QUESTION.is_match(text) && !CORRECTION.is_match(text) {
        return None;
    }
    if STANDING.is_match(text) {
        return Some(EntryKind::Preference);
    }
    if CORRECTION.is_match(text) {
        return Some(EntryKind::Correction);
    }
    if FIRM.is_match(text) {
        return Some(EntryKind::Decision);
    }
    if REQUEST.is_match(text) || HEDGED.is_match(text) || TROUBLE.is_match(text) {
        return None;
    }
    let other = ["他", "她", "你", "它们"].iter().any(|w| text.contains(w));
    let own = text.contains('我') || text.contains("咱");
    if DECISION.is_match(text) {
        return Some(EntryKind::Decision);
    }
    if EMOTION.is_match(text) && (own || !other) {
        return Some(EntryKind::Emotion);
    }
    if TASK.is_match(text) && !text.contains('你') {
        return Some(EntryKind::Task);
    }
    if PREFERENCE.is_match(text) && (own || !text.contains("他们")) {
        return Some(EntryKind::Preference);
    }
    if EVENT.is_match(text) && (own || !is_general(text)) {
        return Some(EntryKind::Event);
    }
    if FACT.is_match(text) || own && HABIT.is_match(text) {
        return Some(EntryKind::Fact);
    }
    None
}

/// Statements about the world.
fn is_general(text: &str) -> bool {
    ["地球", "太阳", "世界", "历史", "中国", "美国", "人类", "宇宙", "月亮"].iter().any(|w| text.contains(w))
}
