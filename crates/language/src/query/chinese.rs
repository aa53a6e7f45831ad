//! Chinese questions.

use std::sync::LazyLock;

use regex::Regex;

use super::{Reading, Strategy};
use crate::dates::TimeExpression;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

static WORK: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:请|帮我|麻烦|给我|替我|能不能|可以|你)*(?:写|推荐|翻译|生成|画|设计|计算|算一?下|起个|取个|编|想个|订|买|安排|改写|润色|建议|挑|选)",
    )
});
static LATEST: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"最新|最近(?:怎么样|如何|有什么|进展|情况|咋样)|进展|进度|近况|现状|目前|现在(?:怎么样|如何|到|是什么|进行|什么情况|情况|的?状态|的?进度)|怎么样了|咋样了|如何了|到哪(?:一步|了|儿了)|到什么(?:程度|阶段|地步)|有(?:什么|没有|啥)新|更新|新消息|新情况|动态|有消息|有回音|有变化|有结果|做完了[吗没]|好了[吗没]|搞定了[吗没]|完成了[吗没]",
    )
});
static PROCEDURE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:平时|通常|一般|平常|往常|每次|惯常|习惯|向来|日常|我们都?|咱们|我)(?:都|是|会|要|在)*.{0,12}(?:怎么|如何|怎样|咋)(?:.{0,12})|流程|步骤|操作方法|做法|套路|规程|工序|按什么顺序|先做什么|怎么(?:做|弄|办|操作|处理)来着|惯例",
    )
});
static WHEN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"什么时候|啥时候|何时|哪(?:一)?[天年月日周]|几[月号点]|多久(?:前|以前|之前|了)?|几年前|几天前|什么时间|什么日子|哪个(?:月|星期)|是几号|第一次是|上一?次是",
    )
});
static ENTITY: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"^(?:请问|那个?|你知道|你还?记得)?(?P<name>[^，,？?是]{1,16})(?:到底|究竟)?是(?:谁|什么人|哪位|何人|个?什么样的人|干什么的|做什么的|什么(?:项目|东西|工具|地方|公司|意思)?|个?什么)(?:啊|呀|呢|来着)?[?？。]*$",
        r"^谁是(?P<name>[^？?]{1,16}?)(?:啊|呀|呢)?[?？]*$",
        r"(?:介绍|讲|说|描述|聊|谈|总结|概括)(?:一下|一讲|讲|说|聊|谈|下)?(?:你(?:所)?(?:知道|记得|了解)的)?(?:关于)?(?P<name>[^？?，,。]{1,16}?)(?:这个人|这个项目|的(?:情况|信息|资料|背景|事情?))?(?:吧|呗|给我听)?[?？。]*$",
        r"(?:关于|对于?)(?P<name>[^？?，,]{1,16}?)[，,]?(?:的(?:一切|所有|全部|信息|资料|内容|记录|事情?|情况))?[，,]?(?:你)?(?:都|还|有|了解|知道|记得|掌握|能告诉我|都有)*(?:哪些|什么|些什么|多少|啥|信息|了解|印象|资料)*(?:信息|资料|内容|记录)?[?？。]*$",
        r"^(?:你)?(?:还)?(?:知道|认识|了解|听说过|记得)(?P<name>[^？?，,]{1,16}?)(?:这个人|这个项目|是谁)?(?:吗|么|不)[?？]*$",
        r"^(?:把|给我|列出|告诉我|查一?下|找一?下)(?:所有|全部|一切|你知道的)*(?:关于|有关)(?P<name>[^？?，,]{1,16}?)(?:的)?(?:一切|所有|信息|资料|内容|记录|事情?|都.*)?[?？。]*$",
        r"^(?P<name>[^，,？?：:]{1,12})[：:，,](?:是谁|是什么|介绍一下|说说|有哪些信息).*$",
        r"^你(?:都)?(?:知道|了解|记得)(?:哪些|多少|什么)(?:关于|有关)(?P<name>[^？?，,]{1,16}?)的?(?:事情?|信息|内容)?[?？]*$",
    ]
    .iter()
    .map(|s| regex(s))
    .collect()
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
    if WHEN.is_match(trimmed) && !trimmed.contains("平时") && !trimmed.contains("一般") && !trimmed.contains("通常")
    {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
    }
    if LATEST.is_match(trimmed) && hint.is_none_or(|h| h.weak) {
        return Reading::of(Strategy::Latest);
    }
    if PROCEDURE.is_match(trimmed) && !trimmed.contains("怎么样") {
        return Reading::of(Strategy::Procedural);
    }
    if hint.is_none()
        && let Some(name) = entity(trimmed)
    {
        return Reading { entity: Some(name), ..Reading::of(Strategy::Entity) };
    }
    if let Some(hint) = hint
        && !hint.weak
        && (asks(trimmed) || trimmed.contains('了'))
    {
        return Reading { keeps_time: true, ..Reading::of(Strategy::Temporal) };
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
            let question = ["什么", "怎么", "哪", "为什么", "谁", "多少"].iter().any(|w| name.contains(w));
            if !name.is_empty() && !own && !question {
                return Some(name.to_owned());
            }
            if own && rule.as_str().contains("介绍") && name.chars().count() <= 8 && !question {
                return Some(name.to_owned());
            }
        }
    }
    None
}
