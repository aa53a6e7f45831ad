//! Chinese requests. A request has no subject but 你; 我忘了, 他让我记住 and 怎么记住 are none.

use std::sync::LazyLock;

use regex::Regex;

use super::clause::sentences;
use super::{Found, TriggerKind};
use TriggerKind::{Forget, Recall, Reflect, Remember};

const LEAD: &str = r"^(?:[\s，,、：:]|我?(?:想|希望|需要|要)(?:让|请|麻烦)?你(?:能|可以|帮我)?|最好|请你?|麻烦你?|帮我|帮忙|劳烦|劳驾|拜托|你要?|您|一定要?|务必|要|得|都|就|也|还有|另外|对了|那个|顺便|顺手|好的?|嗯|哦|可以|可不可以|能不能|能否|能|先|再|给我|替我|现在|以后|千万|必须|记得|还是|那|那么|所以|总之|最后|嘿|喂|小助手|助手|谢谢|哈|吧)*";

/// `(kind, the request, whether the payload follows it)`; a group named `pre` holds a payload that
/// stands inside the request.
static RULES: LazyLock<Vec<(TriggerKind, Regex)>> = LazyLock::new(|| {
    let stored =
        r"(?:记忆库?|记录|笔记|备忘录?|资料|存档|记住的(?:东西|内容|事情?)|存下的(?:东西|内容)|记下的(?:东西|内容))";
    let list: Vec<(TriggerKind, String)> = vec![
        // recall
        (Recall, r"(?:还)?(?:记得|记不记得|记没记得|有没有记住|记住了?)(?P<body>[^。！!]*?)(?:吗|么|嘛|没有?|不|[?？])[?？]*$".into()),
        (Recall, r"(?:还)?(?:记不记得|是否记得)(?P<body>.+?)[?？]*$".into()),
        (Recall, r"(?:还)?记得(?P<body>.*?(?:什么|多少|哪|谁|几|怎么|何时|啥).*?)[?？]*$".into()),
        (Recall, r"(?:关于|对于?)(?P<body>.+?)[，,]?你(?:还|都|现在)*(?:记得|知道|记住了?|记了|存了|有)(?:些|哪些|多少|什么|啥|什么印象)+".into()),
        (Recall, r"(?:还|都)?(?:记得|记住了?|记了|存了|知道)(?:哪些|些什么|什么|多少|啥)(?:关于|有关)(?P<body>.+?)的?(?:事情?|内容|信息|东西|情况)?[?？]*$".into()),
        (Recall, format!(r"(?:在|从|去)?(?:你的?|您的?)?{stored}(?:里面?|中|库)(?:有没有|查一?下|找一?下|搜一?下|搜索|查找|查|找|有|存了|还有)(?:关于|跟|和|有关|哪些|什么|没有)?(?P<body>.*?)(?:的(?:内容|信息|事情?|记录|东西))?(?:吗|么|没有?)?[?？]*$")),
        (Recall, format!(r"(?:查一?查?一?下?|找一?找?一?下?|搜一?搜?一?下?|搜索一?下?|翻一?翻?一?下?|看一?看?一?下?|检索一?下?|回忆一?下?|回想一?下?|想想)(?:你的?|您的?)?(?:{stored}(?:里面?|中)?)?(?:，|,)?(?:有没有|看看)?(?:关于|有关|我(?:之前|以前|上次)?说过的)(?P<body>.+?)(?:的(?:内容|信息|事情?|记录|东西|记忆))?[?？]*$")),
        (Recall, format!(r"(?:查一?下|查查|翻一?下|翻翻|搜一?下|搜搜|搜索一?下?|看看|找找|找一?下)(?:你的?|您的?)?{stored}(?:里面?|中)?[，,：:]?(?:有没有|是否有|看看)?(?:关于|有关)?(?P<body>.*?)[?？]*$")),
        (Recall, r"(?:还|应该|一定)?(?:知道|清楚|晓得)(?P<body>我(?:家|们|的|妈|爸|老婆|老公|儿子|女儿|住|在|叫|几|多)[^，。]*?)(?:吗|么|吧|不)[?？]*$".into()),
        (Recall, r"(?:那里|那儿|那边|这里|这边)?(?:还|都)*(?:存了?|记了?|保存了?|有)(?:哪些|什么|多少|没有)?(?:关于|有关)(?P<body>.+?)的?(?:信息|内容|记录|资料|东西|事情?)(?:吗|么|呢|没有?)?[?？]*$".into()),
        (Recall, r"我(?:之前|以前|上次|曾经?|有没有|是不是|是否|到底)*(?:有没有|是不是)?(?:跟|和|对|向|同|告诉过?|给)你?(?:之前|以前)?(?:说|讲|提|聊|提到|说起|谈)?(?:过|了)?(?:没有|没)?(?P<body>.+?)(?:吗|么|没有?|来着|什么|[?？])[?？]*$".into()),
        (Recall, r"我(?:之前|以前|上次|曾经?|有没有|是不是|到底)*(?:有没有|是不是)?(?:说过|提过|讲过|提到过|说起过)(?P<body>.+?)(?:吗|么|没有?|来着|[?？])[?？]*$".into()),
        (Recall, r"我(?:之前|以前|上次|上回|前几天|上周|早先|前面|昨天|那天)(?:跟你|和你)?(?:说|讲|提|告诉你)(?:过|到|起)?的?(?P<body>.+?)(?:是什么|是啥|来着|是多少|是谁|在哪|叫什么|叫啥|是哪.{0,3})+[?？]*$".into()),
        (Recall, r"(?:告诉我|说说|列出|列一下|讲讲)(?:你)?(?:还|都)?(?:记得|记住|知道|存了|记了)(?:的|些|哪些)*(?:什么)?(?:关于|有关)?(?P<body>.+?)(?:的(?:内容|信息|事情?|一切|所有))?[?？]*$".into()),
        (Recall, r"(?:那里|那边|那儿)?(?:有没有|是否|有)(?:帮我)?(?:记下?|记录|记住|保存|存)(?:过|了|下|着)?(?P<body>我.+?)(?:吗|么|没有?)?[?？]+$".into()),
        (Recall, r"(?:还|有没有|没有)*(?:有印象|有记录|印象)(?P<body>我.+?)(?:吗|么|没有?)?[?？]+$".into()),
        (Recall, r"(?:回忆|回想|想|找|查|翻)(?:一下|想|找|查)?(?:上次|之前|以前|那天|上周|上回)我?(?:之前|以前|上次)?(?:跟你)?(?:说|提|讲|告诉你)(?:过|到|起)?的?(?P<body>.+?)[?？]*$".into()),
        // reflect
        (Reflect, format!(r"(?:你的?|您的?).{{0,6}}{stored}[^，,；;。]{{0,14}}[，,；;。](?:[^，,]{{0,6}})(?:整理|清理|合并|梳理|归纳|精简|归类|理一理|去重)(?:一?下|一遍|整理|吧)?")),
        (Reflect, format!(r"(?:把|将|对)?.{{0,12}}(?:整理|归纳|合并|回顾|反思|复盘|梳理|总结|清理|巩固|消化|精简|归类|审视|盘点|优化|归档整理|去重|过一遍|理一理|理一下|清一清)(?:一下|一遍|下)?.{{0,14}}(?:{stored}|存的|记的|存下|记下|记住|记了|存了|记过|聊天|对话|聊过|谈话|交流|学到)")),
        (Reflect, format!(r"(?:把|将|对)(?:你的?|您的?)?.{{0,16}}(?:{stored}|存的|记的|存下|记下|记住|聊天|对话|聊过|谈话|交流|学到).{{0,10}}(?:整理|归纳|合并|回顾|反思|复盘|梳理|总结|清理|巩固|消化|精简|归类|过一遍|理一理|理一下|去重)")),
        (Reflect, r"(?:做|来|进行|开始|启动|跑)(?:一次|个|一个|一下|一遍)?(?:记忆)?(?:反思|复盘|记忆整理|记忆回顾|整理记忆|巩固)".into()),
        (Reflect, r"(?:反思|复盘)(?:一下|下)?(?:这|今|上|最近|本|昨|我们)".into()),
        (Reflect, r"该(?:整理|清理|回顾|反思|巩固).{0,6}(?:记忆|记录|笔记)".into()),
        // forget
        (Forget, format!(r"(?:把|将)(?P<body>.+?)(?:这件事|这事|的(?:事情?|内容|记忆|记录|信息))?(?:从|在)?(?:你的?|您的?)?(?:{stored}(?:里面?|中)?)?(?:给|都|全|全部|统统|就|也)*(?:忘了|忘掉|忘记|删掉|删除|删了|清除|清掉|抹掉|去掉|移除|划掉|作废|归档)")),
        (Forget, format!(r"(?:从|在)(?:你的?|您的?)?{stored}(?:里面?|中)?(?:把)?(?:删掉|删除|去掉|移除|清除|抹掉|划掉)(?:关于|有关)?(?P<body>.+?)(?:的(?:内容|信息|事情?|记录|部分|记忆))?$")),
        (Forget, format!(r"(?:删掉|删除|清除|抹掉|移除|清空|去掉)(?:你的?|掉|所有|全部|一切|那条|那些|这条)*(?:关于|有关|对)(?P<body>.+?)(?:的(?:所有|全部|一切)?(?:内容|信息|事情?|{stored}))?$")),
        (Forget, format!(r"(?:删掉|删除|删了|清除|清掉|抹掉|移除|清空|去掉|忘掉)(?:你的?|您的?){stored}(?:里面?|中)?的?(?:所有|全部|一切)?(?:关于|有关|跟|和)?(?P<body>.+?)(?:有关|相关)?(?:的(?:所有|全部|一切)?(?:内容|信息|事情?|东西|记录))?$")),
        (Forget, r"(?:忘掉|忘了|忘记|忽略|无视|别管|不用管|不要管|别再管|别理|不用理|撤回|收回|当我没说过?)(?:掉)?(?:我?(?:刚才|刚刚|之前|以前|上次|前面|昨天|早上)我?(?:说|讲|提到?|告诉你)过?的?|我(?:说|讲|提到?|告诉你)过?的?)?(?:关于|有关)?(?P<body>.*?)(?:的?(?:那?些?话|那件事|这件事|事情?|内容|部分))?(?:吧|了|啦|，.*)?$".into()),
        (Forget, r"(?:不用|不必|不要|别|无需|没必要|不需要)(?:再|继续)?(?:记着?|记住|记得|保留|存着?|惦记)(?:关于|有关)?(?P<body>.*?)(?:的(?:事情?|内容))?(?:吧|了|啦)?$".into()),
        // remember
        (Remember, r"(?:别|不要|不能|不可以?|可别|莫)(?:给|再|又)*(?:忘了?|忘记了?|忘掉)(?:要|说|告诉你|提醒我)?(?P<body>.*)$".into()),
        // 以后提到他的时候记得…
        (Remember, r"(?:以后|下次|下回|将来|今后|每次|往后)[^，。？?]{1,16}(?:时候?|时|之前|前|的话)[，,]?(?:请|要|都|就|你)*(?:记得|记住|别忘了?|不要忘了?|别忘记)(?P<body>.+)$".into()),
        // 这个很重要，你别忘了：…
        (Remember, r"(?:这个?|这点|这条|这件事)(?:很|非常|特别|挺|比较)?(?:重要|要紧|关键)[，,]?(?:请|你|您|千万|一定|可|要)*(?:别|不要|记住|记好|记牢|记下)(?:给|再)?(?:忘了?|忘记了?)?[：:，,](?P<body>.+)$".into()),
        (Remember, r"(?:有|还有)?(?:个|一?件)(?:事情?|东西)(?:请|你|您|千万|一定|可|要|得)*(?:放在?心[里上]|记住|记着|记好|记牢|记一?下|别忘了?)[：:，,](?P<body>.+)$".into()),
        (Remember, r"(?:记住了?|记一?下来?|记牢|记着|牢记|记好|记下|记到(?:心里|记忆里|备忘录里?|笔记里?)|存一?下|存到(?:记忆|你的记忆|笔记|备忘录)里?|存进(?:记忆|笔记)里?|保存一?下|备注一?下|备忘一?下?|留意一?下?|留个底|记个笔记|做个笔记|做个备注|做个记录|记录一?下|记在(?:心里|心上|脑子里|记忆里)|放在?心[里上]|写(?:进|到)(?:记忆|笔记|备忘录)里?|加(?:进|到|入)(?:你的)?(?:记忆|笔记|备忘录)里?|添加到(?:记忆|笔记)里?|记一?笔|记上|留个记录|做个标记|留个档|登记一?下|mark一下|请注意|注意|重要|重点|敲黑板|提醒一下|温馨提示|以备后用|供以后参考|供日后参考|备查)(?:这个|这点|这条|这件事|一点|一件事|我说的)?(?P<sep>[，,：:、\s!！]*)(?P<body>.*)$".into()),
        (Remember, r"(?:把|将)?(?:这个|这条|这点|这句话?|这段话?|这件事情?|这些|以下内容?|下面(?:这段|这句|的话|的内容|这些)?|这)(?:内容|信息)?(?:请|你|给我|帮我|替我|都|也|先|要)*(?:记住|记下来?|记一?下|记着|记好|记牢|存下来?|存起来|存一?下|存好|存进(?:你的)?记忆|保存(?:下来|一下|好)?|备注一?下|记录(?:下来|一下)?|写下来|留底|留档)[了吧哦啊]?[，,：:—\s]+(?P<body>.+)$".into()),
        (Remember, r"(?P<jide>记得)(?P<body>[^。]+)$".into()),
        (Remember, r"(?:把|将)(?P<body>.+?)(?:这(?:个|件事|点|条))?(?:给我|帮我|也|都)?(?:记下来?|记住|存(?:起来|下来|好|到记忆里?|进记忆里?|一下)|保存(?:下来|好|起来|一下)?|记录下来|写进记忆里?|加到记忆里?|记到.{0,6})(?:吧|一下|哈|啊|了)?(?:[，,：:。].*)?$".into()),
        (Remember, r"(?:以后|日后|今后|将来)(?:请|要|都|就|你)*(?:参考|备用|会用到|用得上|别忘|注意)[，,：:\s]*(?P<body>.*)$".into()),
    ];
    list.into_iter()
        .map(|(kind, source)| (kind, Regex::new(&format!("{LEAD}{source}")).expect("valid pattern")))
        .collect()
});

/// Requests that close a sentence.
static TAILS: LazyLock<Vec<(TriggerKind, Regex)>> = LazyLock::new(|| {
    [
        (Remember, r"[，,。；;\s—]+(?:这个|这点|这条|这件事情?|这事|这些|这|此事|上面这些|以上)?(?:请|麻烦|帮我|帮忙|替我|你|您|一定|务必|要|得|给我|记得|千万|可|都|就|也|先|最好)*(?:记住|存起来|存下来|存着|存好|收好|记录下来|写下来|记清楚|记在心[里上]|放在心上|留着备用|(?:记|存|写|加|放)(?:在|到|进|入)(?:你的?|您的?)?(?:备忘录?|笔记|记忆库?|档案|小本本?|本子)(?:里面?|中|上)?|记一?下|记下来?|记着|记好|记牢|别忘了?|不要忘了?|别忘记|不要忘记|备注一下|存一下|保存一下|记录一下|牢记|做个备注|留个底|供以后参考|以备后用|供日后参考|以后会用到|以后用得上|仅供以后参考|mark一下)(?:了|哦|啊|吧|哈|喔|呀|这个|这点|这件事|一下|它)*[。！!]*$"),
        (Forget, r"[，,]?(?:你)?(?:就|都|请)*当我?(?:从来|从|根本)?没有?(?:说过?|提过?|讲过?)(?:吧|了|好了)*[。！!]*$"),
        (Forget, r"(?:的事情?|的内容|这件事|那件事|这事|那事)?[，,]?(?:你|您)?(?:就|可以|都|也|现在|请|把它|帮我|直接)*(?:忘了|忘掉|忘记|删了|删掉|删除|不用记|不用再记|别记|不必记|不用管|不用再管|别管|别再提|不用记着|不必再记|不需要记|忽略|当没说|作废)(?:着|住|它|掉)?(?:吧|了|啦|好了|即可|就行)*[。！!]*$"),
        (Forget, r"(?:的事情?)?(?:现在|已经|目前|都)*(?:不再(?:相关|重要|需要|适用|有效)|没(?:有)?(?:什么)?(?:用|关系|意义|相关)了|过时了?|作废了?|不相关了?|无关了|不重要了|不适用了|失效了|不算数了?|不用考虑了|用不上了|用不着了)(?:，.*)?[。！!]*$"),
        (Forget, r"(?:的(?:事情?|内容|信息|记录|资料|那?部分))(?:请|麻烦|你|您|帮我|就|可以|也)*(?:全部|全|都|统统|通通|彻底|一并)*(?:清除|清掉|抹掉|抹去|移除|去掉|清空|删干净)(?:掉)?(?:吧|了|好了|即可)*[。！!]*$"),
        (Recall, r"[，,]?(?:你)?(?:还)?(?:记得|记不记得|有印象)(?:吗|么|不|没)?[?？]*$"),
    ]
    .into_iter()
    .map(|(kind, source)| (kind, Regex::new(source).expect("valid pattern")))
    .collect()
});

/// Somebody else's words, or a request for work on words.
static FOREIGN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"翻译|怎么说|什么意思|润色|改写|造句|歌词|唱的?|写一?[首篇封段个]|他说|她说|他们说|老师说|妈妈?说|爸爸?说|老板说|告诉我|跟我说|对我说|让我|叫我|提醒我|标语|台词|书名|电影|小说|这句话|这首歌|课文|英文|英语|日语|语法|(?:^|[^帮给替])我(?:总是|老是|经常|常常|又|也)?(?:会|都|就)?(?:忘|记)|怎么(?:才能)?(?:记|忘)|如何|为什么|写着|上面说|广告").expect("valid pattern")
});

pub(super) fn find(text: &str) -> Option<Found> {
    for (start, end, question) in sentences(text) {
        let sentence_text = &text[start..end];
        // The final mark is needed to tell questions.
        let with_mark = if question { format!("{sentence_text}？") } else { sentence_text.to_owned() };
        if let Some(found) = sentence(&with_mark, start, question) {
            return Some(clip(text, found, end));
        }
        // Clauses after a comma: "我搬家了，记住新地址是…".
        for (at, c) in sentence_text.char_indices() {
            if matches!(c, '，' | ',' | '；' | '—' | '：') || c == ':' {
                let from = at + c.len_utf8();
                if FOREIGN.is_match(&sentence_text[..at]) {
                    break;
                }
                if let Some(found) = heads(&with_mark[from..], start + from, question) {
                    return Some(clip(text, found, end));
                }
            }
        }
    }
    None
}

fn clip(text: &str, found: Found, end: usize) -> Found {
    let span = found
        .1
        .map(|s| s.start.min(end)..s.end.min(end))
        .and_then(|s| super::payload::tidy(text, s, TriggerKind::Remember));
    (found.0, span)
}

fn sentence(text: &str, offset: usize, question: bool) -> Option<Found> {
    if let Some(found) = heads(text, offset, question) {
        return Some(found);
    }
    for (kind, regex) in TAILS.iter() {
        let Some(hit) = regex.find(text) else {
            continue;
        };
        let before = &text[..hit.start()];
        if before.chars().count() < 2 && *kind != Forget || FOREIGN.is_match(before) || question && *kind != Recall {
            continue;
        }
        if *kind == Recall && !question && !hit.as_str().contains(['吗', '么', '?', '？', '不']) {
            continue;
        }
        if *kind == Forget && at_hand(text) {
            continue;
        }
        let body = before.trim_end_matches(['，', ',', ' ']);
        // 我忘了, 他忘了: somebody forgot. 算了，忘了吧: dropping the matter.
        let stem = body.trim_start_matches(['那', '，', ' ']);
        if *kind == Forget
            && (matches!(stem, "我" | "他" | "她" | "算了" | "没事" | "都" | "我又" | "我都" | "好吧")
                || stem.is_empty()
                || stem.ends_with('我')
                || stem.starts_with("我") && hit.as_str().starts_with("忘"))
        {
            continue;
        }
        let pointer = matches!(
            stem,
            "这" | "那"
                | "这个"
                | "那个"
                | "这件事"
                | "那件事"
                | "它"
                | "刚才那句"
                | "刚才那句话"
                | "这些"
                | "那些"
        ) || is_said(stem);
        let from = offset + (body.len() - body.trim_start_matches(|c: char| c.is_whitespace() || c == '，').len());
        // 旧车的事: the words 的事 belong to the name here.
        let keep = ["的事情", "的事", "的内容"].iter().find(|s| hit.as_str().starts_with(**s)).map_or(0, |s| s.len());
        let end = offset + if keep > 0 { hit.start() + keep } else { body.len() };
        return Some((*kind, (!pointer && from < end).then_some(from..end)));
    }
    None
}

/// 刚才那条, 我前面说的: what was just said, by no name.
fn is_said(stem: &str) -> bool {
    let rest = stem.trim_start_matches(['我', '你']);
    let named = ["刚才", "刚刚", "刚", "前面", "上面", "之前", "上一", "这", "那"]
        .iter()
        .find_map(|word| rest.strip_prefix(*word));
    named.is_some_and(|rest| {
        let rest = rest.trim_start_matches(['我', '说', '讲', '提', '到', '过', '的', '那', '这', '一']);
        matches!(rest, "" | "条" | "句" | "句话" | "个" | "段" | "段话" | "话" | "些" | "点")
    })
}

/// 把代码里的注释删掉: a text or a file at hand, no memory.
fn at_hand(text: &str) -> bool {
    const PAPERS: [&str; 13] =
        ["代码", "注释", "文件", "段落", "文章", "这行", "这列", "图片", "邮件", "文档", "表格", "背景", "缓存"];
    PAPERS.iter().any(|paper| text.contains(paper)) && !text.contains("记") && !text.contains("说")
}

fn heads(text: &str, offset: usize, question: bool) -> Option<Found> {
    for (kind, regex) in RULES.iter() {
        let Some(hit) = regex.captures(text) else {
            continue;
        };
        let whole = hit.get(0).expect("group 0 always matches");
        let body = hit.name("body");
        let lead_has_foreign = FOREIGN.is_match(&text[..body.map_or(whole.end(), |b| b.start())]) && *kind != Recall;
        if lead_has_foreign {
            return None;
        }
        let content = body.map_or("", |b| b.as_str());
        if content.contains("翻译") || content.contains("改写") || content.contains("润色") {
            return None;
        }
        match kind {
            // 整理这份会议记录: papers that are not the assistant's.
            Reflect
                if !whole.as_str().contains('你')
                    && ["会议", "课堂", "读书", "上课", "这份", "这篇", "采访", "开会", "学习", "文档", "病历"]
                        .iter()
                        .any(|paper| text.contains(paper)) =>
            {
                continue;
            }
            Remember => {
                if question && !content.contains("好吗") && !content.contains("可以吗") && !content.contains("行吗")
                {
                    return None;
                }
                let first = content.chars().next();
                // 记得他说过…, 记住密码功能, 注意力, 重要的是: other words.
                if hit.name("sep").is_some_and(|s| s.as_str().is_empty())
                    && matches!(first, Some('力' | '的' | '性' | '不' | '过' | '事'))
                {
                    continue;
                }
                if ["重要", "重点", "注意", "请注意", "提醒一下", "温馨提示"].iter().any(|w| {
                    text[..body.map_or(0, |b| b.start())]
                        .trim_end_matches([' ', '，', ',', '：', ':', '！', '!'])
                        .ends_with(w)
                }) && hit.name("sep").is_some_and(|s| !s.as_str().contains(['：', ':', '，', ',', '！', '!']))
                {
                    continue;
                }
                if hit.name("jide").is_some()
                    && (content.starts_with("上次")
                        || content.starts_with("那")
                        || content.starts_with("小时候")
                        || content.starts_with('他') && content.contains("说过"))
                {
                    return None;
                }
            }
            Forget => {
                let trimmed = content.trim_matches(|c: char| {
                    matches!(c, '，' | ',' | '吧' | '了' | '啦' | '它' | ' ' | '这' | '那' | '个' | '话' | '句')
                });
                let said = whole.as_str().contains('说') || whole.as_str().contains("刚");
                if at_hand(text) {
                    return None;
                }
                if question || content.starts_with("密码") || trimmed.starts_with("谢") {
                    return None;
                }
                if trimmed.is_empty() {
                    let drops = whole.as_str().contains("没说") || said;
                    return drops.then_some((Forget, None));
                }
                if content.starts_with("带") || content.starts_with("关") && !content.starts_with("关于") {
                    return None;
                }
            }
            // 你能记住多少位圆周率: what it is able to.
            Recall if !text.contains('我') && ["能记住", "能记得", "能记"].iter().any(|able| text.contains(able)) =>
            {
                continue;
            }
            Recall
                if !question
                    && !whole.as_str().contains(['吗', '么', '什', '查', '找', '搜', '翻', '列', '啥'])
                    && !whole.as_str().contains("回忆")
                    && !whole.as_str().contains("来着")
                    && !whole.as_str().contains("有没有")
                    && !whole.as_str().contains("告诉我")
                    && !whole.as_str().contains("说说") =>
            {
                continue;
            }
            _ => {}
        }
        let span = body.filter(|b| !b.as_str().trim().is_empty()).map(|b| {
            let lead = b.as_str().len()
                - b.as_str()
                    .trim_start_matches(|c: char| {
                        c.is_whitespace() || matches!(c, '，' | ',' | '：' | ':' | '、' | '要')
                    })
                    .len();
            offset + b.start() + lead..offset + b.end()
        });
        return Some((*kind, span.filter(|s| s.start < s.end)));
    }
    None
}
