//! Chinese questions.
//!
//! The same order as in English: work to be done, a time asked for, news, a habit, what is known of one thing, a
//! time the question is bounded by.

use std::sync::LazyLock;

use regex::Regex;

use super::{Reading, Strategy};
use crate::dates::TimeExpression;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

static WORK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:请|帮我|帮忙|麻烦|给我|给|替我|能不能|可以|能|你|我[爸妈哥姐弟妹]?|一下)*(?:写|推荐|翻译|生成|画|设计|计算|算一?下|起个|取个|编|想个|想一|订|买|安排|改写|润色|建议|挑|选|提醒我|做一?[个份]|预[订约]|比较)|推荐(?:一|几|个|点|些)",
    )
});
/// News, how far something is, and the present set against before.
static LATEST: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"最新|最近(?:怎么样|如何|有什么|有没有|进展|情况|咋样|怎样|还好)|进展|进度|近况|现状|目前|眼下|当前|如今|现阶段|截至|截止到|到现在|迄今|至今|",
        r"最近.{0,10}(?:怎么样|如何|咋样|怎样)|得(?:怎么样|如何|咋样|怎样)|现在|(?:怎么样|咋样|如何|怎样)了|到哪(?:一?步|个阶段|里|了|儿了?)|到什么(?:程度|阶段|地步|份上)|哪(?:一)?(?:步|个阶段)了|",
        r"有(?:什么|没有|没|啥|了)?(?:新|进展|消息|回音|回复|回信|动静|下文|变化|结果|眉目|着落|起色|好转)|更新|新消息|新情况|动态|什么(?:状况|情况|状态|阶段)|",
        // Done by now, or still so.
        r"了(?:吗|么|没有?|没呢)[?？。]*$|(?:做|搞|弄|办|修|谈|写|改)(?:完|好|定|成)(?:了)?没|还(?:在|住|用|是|有|没|要|能|开|做|跟|和|算|剩)[^，,]*(?:吗|么|多少|什么)|是不是还|剩(?:下)?(?:多少|什么|哪些)",
    ))
});
/// A question whether something was ever told or done is not one for news.
static NOT_NEWS: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?:告诉|说|提|讲|聊|去|吃|看|见|用)过|认识|知道|记得|喜欢|平时|通常|一般|现在(?:开始|就)")
});
static PROCEDURE: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?:平时|通常|一般|平常|往常|每次|惯常|习惯上?|向来|日常|我们都?|咱们|我)(?:都|是|会|要|在)*.{0,14}(?:怎么|如何|怎样|咋)(?:.{0,12})|",
        r"流程|步骤|操作方法|做法|套路|规程|工序|规范|章法|办法是|方法是|诀窍|按(?:什么|照什么|怎样的)(?:顺序|步骤|次序)|(?:什么|怎样的)(?:顺序|次序)|先做什么|先干什么|",
        r"怎么(?:做|弄|办|操作|处理)来着|惯例|检查清单|核对清单|检查表|操作指南|老办法|老规矩|(?:每次|每回|每逢|每当).{0,14}(?:哪些|什么|哪几)|",
        r"(?:之前|以前|前|时|的时候|之后|后)(?:我们?|咱们)?(?:都|通常|一般|平时)?(?:要|得|需要|应该)(?:做|准备|检查|注意|带|确认)(?:好|完|的)?(?:哪些|什么|哪几)|",
        // "How is it done" of anything; not why, how it is going, or how it came about.
        r"(?:要|该|得|应该|应当|需要)?(?:怎么|如何|怎样)(?:给|把|对|为|用|跟|做|弄|办|走|处理|操作|搞|填|报|存|备份|发布|部署|清洗|清理|保养|安装|设置|配置|申请|启动|关闭|重启|打包|交接|归档|对账|登记|腌|泡|煮|烤|炒|修|换|命名|安排|组织|分|收|写|用|提交|审批|上线|回滚|开|关)",
    ))
});
static NOT_PROCEDURE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"怎么(?:样|了|回事|说|知道|认识|看|称呼|读|念|叫|没|不|会|这么|那么|去|来的|想)|(?:怎么|如何|怎样)[^，,]{1,14}的[?？吗呢]*$|为什么|如何了|谁(?:写|定|改|负责)",
    )
});
static WHEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"什么时候|啥时候|何时|几时|哪(?:一)?[天年月日周]|哪个(?:月|星期|礼拜|季度|年份|日子)|几[月号点]|多久(?:前|以前|之前|了|没)?|几年前|几天前|(?:几|多少)(?:天|年|个月|周)(?:了|前)|什么时间|什么日子|是几号|哪一?回|第一次是|上一?次是|年份|日期是",
    )
});
static ENTITY: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"^(?:请问|那个?|你知道|你还?记得|对了|话说)?[，,]?(?P<name>[^，,？?是]{1,16})(?:到底|究竟|又)?(?:是|算)(?:谁|什么人|哪位|何人|何方神圣|何许人|一?[个种家款]?什么样的\p{Han}{1,4}|一?[个种家款]什么(?:\p{Han}{1,4}?)|干(?:什么|嘛|啥)的|做(?:什么|啥)的|什么来头|什么(?:项目|东西|工具|地方|公司|意思|组织|团队|机构|店|平台|系统)?|个?什么|个?啥|哪家公司)(?:啊|呀|呢|来着|吗)?[?？。]*$",
        r"^(?P<name>[^，,？?把将给]{1,12}?)的(?:背景|情况|资料|信息|档案)(?:介绍|说|讲|给我|告诉我|发我|列|查).*$",
        r"^(?:请问)?谁是(?P<name>[^？?]{1,16}?)(?:啊|呀|呢)?[?？]*$",
        r"^(?P<name>[^，,？?：:、]{1,12})[，,：:、—]+(?:这|那|他|她|它|这个|那个)?(?:个)?(?:人|项目|公司|东西|地方)?(?:到底)?(?:是谁|是什么|是哪位|是做什么的|是干什么的|介绍|说说|有(?:哪些|什么)(?:信息|资料)|你知道|我们知道|你了解|你记得|你有|你对|何许人).*$",
        r"(?:对|对于|关于|有关于?)(?P<name>[^？?，,的]{1,16}?)(?:的)?(?:还)?(?:有(?:什么|哪些|多少|啥|没有)?)?(?:了解|印象|认识|记忆|知道)(?:多少|什么|些什么|哪些|吗)?[?？。]*$",
        r"(?:介绍|讲|说|描述|聊|谈|总结|概括|回忆|梳理|汇总|整理)(?:一下|一讲|讲|说|聊|谈|下)?(?:你(?:所|都)?(?:知道|记得|了解|掌握)的)?(?:关于|有关)?(?P<name>[^？?，,。]{1,16}?)(?:这个人|这个项目|这人|的(?:情况|信息|资料|背景|事情?|一切|记录))?(?:吧|呗|给我听)?[?？。]*$",
        r"^(?:请)?(?:把|将)(?:你)?(?:所有|全部|手上|手头|这边)?(?:你?(?:知道|记得|了解|掌握|存|记|有)(?:下|着)?的)?(?:所有|全部)?(?:关于|有关|跟|和)?(?P<name>[^？?，,]{1,16}?)(?:有关|相关)?的(?:所有|全部|相关|一切)?(?:情况|信息|资料|背景|事情?|内容|记录|档案|一切|笔记)(?:都|全|全部)?(?:告诉|给|发|说|列|调|找|念|讲|拿|翻|整理|汇总).*$",
        r"(?:关于|对于?|有关于?)(?P<name>[^？?，,]{1,16}?)[，,]?(?:的(?:一切|所有|全部|信息|资料|内容|记录|事情?|情况))?[，,]?(?:你|我|我们|咱们|你们)?(?:都|还|有|了解|知道|记得|掌握|能告诉我|都有)*(?:哪些|什么|些什么|多少|啥|信息|了解|印象|资料)*(?:信息|资料|内容|记录)?(?:吗)?[?？。]*$",
        r"^(?:你|我|我们|咱们)?(?:还|是不是)?(?:知道|认识|了解|听说过|记得)(?P<name>[^？?，,]{1,16}?)(?:这个人|这个项目|这人|是谁|是什么)?(?:吗|么|不)[?？]*$",
        r"^(?:你|我|我们|咱们)(?:都|还)?(?:知道|了解|记得|掌握|有)(?P<name>[^？?，,什么哪些多少]{1,12}?)的?(?:什么|哪些|多少|啥)(?:事情?|信息|资料|情况|内容)?[?？]*$",
        r"^(?:你|我|我们|咱们)?(?:这里|这儿|手上|记忆里|那里|那边)?(?:有没有|有|存了|记了|记着)(?:什么|哪些)?(?:关于|有关)?(?P<name>[^？?，,]{1,16}?)(?:的|相关的?)(?:信息|资料|记录|情况|背景|档案|笔记)(?:吗|么)?[?？]*$",
        r"^(?:给我|列出|告诉我|查一?下|找一?下|调出|翻出|看看|查查|找找)(?:所有|全部|一切|你知道的)*(?:关于|有关)?(?P<name>[^？?，,]{1,16}?)的(?:所有|全部|相关)?(?:一切|信息|资料|内容|记录|事情?|档案|背景|情况|都.*)[?？。]*$",
        r"^(?:我|我们)?(?:跟|和|与)(?P<name>[^？?，,]{1,12}?)(?:是|有)?(?:什么|啥)关系[?？]*$",
        r"^我(?:跟|和|与)(?P<name>[^？?，,]{1,12}?)(?:是|有)?(?:什么|啥)(?:关系|交情|渊源)[?？]*$",
        r"^(?:你)?(?:都)?(?:知道|了解|记得)(?:哪些|多少|什么)(?:关于|有关)(?P<name>[^？?，,]{1,16}?)的?(?:事情?|信息|内容)?[?？]*$",
        r"^(?P<name>[^，,？?：:]{1,12}?)(?:这个人|这人|这个项目|这家公司)(?:怎么样|如何|是谁|你(?:知道|了解|记得).*|什么来头|有什么(?:信息|资料))?[?？]*$",
    ]
    .iter()
    .map(|s| regex(s))
    .collect()
});
/// 我要见韩梅，她是谁: the name stands in the clause before.
static NAMED_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:见|约|找|遇到|遇见|叫|和|跟|提到|说起|提起|碰到|碰见|拜访|联系|聊到|听说|收到)了?(?P<name>[\p{Han}A-Za-z]{2,8}?)(?:吃饭|开会|见面|聊天|谈事|打来|的(?:邮件|电话|信|消息)|了|吗|吧)?[，,。；;？?—]+(?:那|请问)?(?:他|她|它|这人|那人|这个人|这是|那是|这|那)(?:到底|究竟)?(?:是(?:谁|什么|哪位|做什么的|干什么的|什么人)|我们?(?:知道|了解|有).*|你(?:知道|了解|记得).*)",
    )
});
/// What is asked of somebody or something, and is not the thing itself.
const ATTRIBUTES: &str = "密码 电话 号码 地址 名字 生日 颜色 价格 尺寸 型号 账号 邮箱 血型 品牌 牌子 编号 暗号 口令 职业 工作 年龄 身高 体重 原因 目的 区别 口味 爱好 专业 时间 关系 学历 国籍 网址 首都 作者 答案 理由 主题 内容 菜单 结果 代码 单位";
/// Stretches of time that the calendar does not fix.
static LOOSE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"前(?:阵子|段时间|些天|几天|不久|几年)|那(?:阵子|段时间|会儿|几天|年)|上(?:个)?(?:学期|赛季|季度)|(?:去年|今年|前年)?(?:暑假|寒假|暑期|假期)(?:期间|里|时)?|小时候|[\p{Han}]{1,6}期间|(?:大学|高中|初中|小学|读研|当兵|出差)(?:时|的时候|那会儿|那几年)|(?:婚礼|搬家|手术|考试|毕业|面试|比赛|地震|台风)(?:之?前|之?后|那天|当天|期间)",
    )
});

/// Whether a question asks for what was.
pub(super) fn looks_back(text: &str) -> bool {
    ["以前", "之前", "曾", "原来", "原先", "过去", "从前", "当时", "那时", "上一个", "上一任", "上一份"]
        .iter()
        .any(|word| text.contains(word))
}

pub(super) fn strategy(text: &str, hint: Option<&TimeExpression>) -> Reading {
    let trimmed = text.trim();
    if WORK.is_match(trimmed) {
        return Reading::of(Strategy::General);
    }
    let habit = ["平时", "一般", "通常", "平常"].iter().any(|word| trimmed.contains(word));
    if let Some(named) = NAMED_BEFORE.captures(trimmed) {
        return Reading { entity: Some(named["name"].to_owned()), ..Reading::of(Strategy::Entity) };
    }
    if WHEN.is_match(trimmed) && !habit {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    }
    let procedure = PROCEDURE.is_match(trimmed)
        && (!NOT_PROCEDURE.is_match(trimmed)
            || (habit || trimmed.starts_with(['教', '演']))
                && !trimmed.contains("怎么样")
                && !trimmed.contains("为什么"));
    let strong = hint.is_some_and(|h| !h.weak);
    let usual = procedure && habit;
    if LATEST.is_match(trimmed) && !strong && !usual && !NOT_NEWS.is_match(trimmed) {
        return Reading::of(Strategy::Latest);
    }
    if procedure && !(strong && trimmed.contains('了')) {
        return Reading::of(Strategy::Procedural);
    }
    if hint.is_none()
        && let Some(name) = entity(trimmed)
    {
        return Reading { entity: Some(name), ..Reading::of(Strategy::Entity) };
    }
    let advice = ["好？", "好?", "该", "适合", "建议", "要不要", "合适"].iter().any(|word| trimmed.contains(word))
        || trimmed.ends_with('好');
    if strong && advice && !trimmed.contains('了') {
        return Reading::of(Strategy::General);
    }
    // A weekday alone bounds what is marked as done.
    if hint.is_some() && trimmed.contains(['了', '过']) && asks(trimmed) && !trimmed.ends_with("吗？") {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    }
    if strong && (asks(trimmed) || trimmed.contains('了')) {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    }
    if trimmed.contains(['了', '过', '的'])
        && asks(trimmed)
        && let Some(found) = LOOSE.find(text)
    {
        return Reading { bound: Some(found.range()), ..Reading::of(Strategy::Temporal) };
    }
    Reading::of(Strategy::General)
}

fn asks(text: &str) -> bool {
    ["什么", "谁", "哪", "几", "多少", "吗", "么", "啥", "怎么", "总结", "回顾", "列"].iter().any(|w| text.contains(w))
}

fn entity(text: &str) -> Option<String> {
    for rule in ENTITY.iter() {
        if let Some(hit) = rule.captures(text) {
            let name = hit["name"].trim();
            // 我的生日是什么 asks for one attribute; so does 我最喜欢的….
            let own =
                name.starts_with('我') || name.starts_with("咱") || name.contains("我最") || name.contains("最喜欢");
            let question = ["什么", "怎么", "哪", "为什么", "谁", "多少", "你", "吗"].iter().any(|w| name.contains(w));
            // 王芳的电话 is one thing about her.
            let attribute = rule.as_str().contains("何许人")
                && (name.contains('的') || ATTRIBUTES.split(' ').any(|attribute| name.ends_with(attribute)))
                || name.starts_with("一下");
            let name = ["这家公司", "这个项目", "这个人", "这个地方", "这人"]
                .iter()
                .find_map(|kind| name.strip_suffix(kind))
                .unwrap_or(name)
                .trim_matches(['“', '”', '「', '」', '《', '》', '"', '\'']);
            if !name.is_empty() && !own && !question && !attribute {
                return Some(name.to_owned());
            }
            if own && rule.as_str().contains("介绍") && name.chars().count() <= 8 && !question {
                return Some(name.to_owned());
            }
        }
    }
    None
}
