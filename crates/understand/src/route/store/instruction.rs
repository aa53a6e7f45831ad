//! Whether a memory tells how to do something: orders in a row, a goal or a condition and what to do then, a named list.

use std::sync::LazyLock;

use super::words::{self, Part};
use crate::pattern::Pattern as Regex;
use crate::tense;
use crate::word_table::WordSet;

/// Verbs that people give orders with, in their base form.
const VERBS: &str = "
    accept activate add adjust agree aim air align allow announce answer append apply archive arrange ask assemble
    assign attach avoid back backup bake balance bang bathe batch begin bend bind bleed blend block blow boil bolt book
    boot bounce box braise branch break brew bring browse brush build bump burn buy bypass calibrate call cancel
    capture carry carve cast catch centre center chain change charge chase check chill choose chop clamp clarify clean
    clear click climb clip clock clone close coat collect combine come comment commit compare compile complete
    compress configure confirm connect consult contact contain continue convert cook cool copy correct count cover
    crack crank create crimp crop cross crush cut cycle dab date deactivate debug decant decide decline declare defrost delete deliver
    deploy descale describe detach dial dice dilute dim dip disable discard disconnect discuss dismiss dispose dissolve
    ditch divide do dock document double download draft drag drain draw dress drill drink drive drizzle drop dry dump dust
    duplicate ease eat edit eject email empty enable encrypt end enter erase escalate estimate examine exchange execute exit expand
    explain export extract face fasten feed fetch file fill filter find finish fire fit fix flag flash flatten flick flip
    float flush focus fold follow force format forward freeze fry garnish gather generate get give glaze glue go grab
    grate grease greet grill grind grip guide halve hammer hand handle hang head heat help hide hit hold hook hover
    hunt identify ignore import include increase inform initialise initialize inject insert inspect install invert
    invite invoice iron isolate jiggle join jot jump keep kick kill knead knock label land launch lay lead leave lend
    let level lift light limit line link list listen load locate lock log look loop loosen lower lubricate mail make
    map march mark mash massage match measure melt mention merge message microwave mind mince mind mist mix moisten monitor mount move multiply
    mute nail name navigate need negotiate nest nod note notify nudge offer oil omit open operate order organise organize
    oil outline oven overlap pack pad page paint pair park pass paste pat patch pause pay peel perform phone pick pickle
    pierce pile pin ping pinch pipe place plan plant play plug poach point poke polish pop position post pound pour practise
    practice preheat prepare press prevent prick prime print proceed process promote proof protect prove provide prune publish
    pull pulse pump punch purge push put query queue quote raise rake ramp rank read rebase reboot rebuild recalibrate
    recheck record recycle redeploy reduce reference refill refresh refrigerate refund register regenerate reheat reinstall release reload
    remind remove rename renew repeat rephrase replace reply report request reschedule reserve reset reseat resize resolve respond
    rest restart restore retest retry retrieve return reuse reverse revert review revise revoke rewind rewrite ride ring rinse
    rip roast roll rotate rub run salt sand saute save say scale scan schedule scoop score scrape scratch screw scroll
    scrub seal sear search season secure see seek select sell send separate serve set settle sew shake shape share
    sharpen shave shift shine ship shorten shoot show shower shred shut sieve sift sign simmer sit skim skip slather slice slide
    slip slow smear smell smoke smooth snap soak soften solder solve sort sow space speak specify spin splash split
    spoon spray spread sprinkle squash squeeze stack stage stamp stand staple start stash state stay steam steep stew
    stick stir stitch stop store strain strap stretch string strip stroke study stuff subtract submit summarise summarize
    support suspend swap sweep swim swirl switch sync synchronise tag take talk tap tape taste teach tear tell temper
    test text thaw thicken think thread throw thin tick tidy tie tighten tilt time tip toast toggle top toss touch trace track trade
    train transcribe transfer translate transplant treat triage trigger trim try tuck tune turn twist type unblock unclip undo unfold uninstall
    unload unlock unmount unpack unplug unroll unscrew untie unwind unwrap unzip update upgrade upload use vacuum validate
    verify vent visit volunteer vote wait wake walk warm warn wash watch water wax wear weed weigh whip whisk wind wipe wire work
    wrap wring write zero zip zoom
";

/// Order-like words that are as often nouns or adjectives: one of them alone orders nothing without an object after it.
const OFTEN_NOUNS: &str = "
    air answer back bake balance bath bend block blow book boot bounce box branch brush call cast centre center chain change
    charge check click clip clock coat comment contact cook cool copy count cover crack crop cross cut cycle date dial dice
    dip dock document double draw dress drill drink drive drop dry dump dust email empty end exchange exit export face
    feed file fill filter finish fire fit fix flag flash flip float focus fold force format forward freeze grease grill
    grip guide hammer hand handle head heat help hook hunt import increase iron join key label land launch lead level lift
    light limit line link list load lock log look loop lower mail map march mark mash massage match measure message
    microwave mind mist mix monitor mount move nail name need nest note offer oil open order oven pack pad page paint pair park
    pass paste patch pause pay phone pick pickle pile pin ping pipe place plan plant play plug point polish pop position post
    pound practice press prime process prompt proof pulse pump punch query queue quote rank record reference release
    repeat reply report request rest return reverse review ride ring rip roast roll run salt sand save scale scan
    schedule score scratch screw scroll seal search season secure separate set shape share shift shine ship show shower sign
    skip slice slide slip slow smell smoke smooth snap sort sow space spin splash split spray spread squash stack stage
    stamp stand staple start state stay steam stick stitch stop store strain strap stretch string strip stroke study
    stuff support swap sweep swim switch tag talk tap tape taste tear test text thin thread throw tick tie time tip toast top toss
    touch trace track trade train transfer treat trigger trim turn twist type update upgrade vacuum vent visit volunteer
    vote walk warm wash watch water wax weed wind wire work wrap zero
";

/// Words an object or an adverbial of an order begins with.
const OBJECT: &str = "
    the a an this that these those it them him her us your my our his their its all any both each every some no only one two
    three four five six seven ten half another more less enough everything something anything nothing up down in on off
    out into onto with without to for at from back away through over under until till by around along together twice
    what who where how whether which when once everyone everybody people whoever whatever half-way straight fresh first gently well again
";

static ORDERS: LazyLock<WordSet> = LazyLock::new(|| VERBS.split_whitespace().collect());
static AMBIGUOUS: LazyLock<WordSet> = LazyLock::new(|| OFTEN_NOUNS.split_whitespace().collect());
static OBJECTS: LazyLock<WordSet> = LazyLock::new(|| OBJECT.split_whitespace().collect());

/// What a list of things to do is called.
const NAMES: &str = "
    approach agenda checklist drill guide handover how-to howto instructions method order playbook plan policy procedure process
    protocol recipe ritual rotation routine rule rules runbook script sequence shutdown startup setup steps step technique walkthrough workflow
";
static LIST_NAMES: LazyLock<WordSet> = LazyLock::new(|| NAMES.split_whitespace().collect());

/// How sure an order is to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    /// The words may as well name something.
    No,
    /// A verb that is a noun as well, with nothing after it that tells.
    Maybe,
    /// An order.
    Sure,
}

/// Whether the text is an instruction.
pub(super) fn is_instruction(text: &str, parts: &[Part<'_>]) -> bool {
    if soulfile_text::script::has_han(text) {
        return chinese(text);
    }
    if is_explicit(text) || ORDERED.is_match(text) {
        return true;
    }
    let orders: Vec<Order> = parts.iter().map(|part| order(part.text)).collect();
    let sure = orders.iter().filter(|o| **o == Order::Sure).count();
    let maybe = orders.iter().filter(|o| **o != Order::No).count();
    // A goal or a condition, and what to do then.
    if let Some(first) = parts.first()
        && opens_condition(first.text)
    {
        let rest = &parts[1..];
        let told = rest.iter().zip(&orders[1..]).any(|(part, order)| {
            part.mark != ' '
                && (*order == Order::Sure || *order == Order::Maybe && maybe > 1 || tells_what_to_do(part.text))
        });
        // "Whenever a parcel comes, ops signs, finance checks and sales calls": who does what, one after the other.
        let done = rest
            .iter()
            .filter(|part| {
                words::of(part.text)
                    .skip(1)
                    .take(2)
                    .any(|word| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss"))
            })
            .count();
        if told || done > 2 {
            return true;
        }
    }
    // Two orders in a row; one, where nothing else is said of anybody.
    let first = orders.first().copied().unwrap_or(Order::No);
    sure > 1 && !words::tells_past(text)
        || first == Order::Sure && (maybe > 1 || !promises(parts))
        || first == Order::Maybe && sure > 0 && maybe > 2
}

/// Whether the text calls itself a way of doing something.
pub(super) fn is_explicit(text: &str) -> bool {
    named(text) || BY_DOING.is_match(text) || THE_WAY.is_match(text)
}

/// How many orders there are.
pub(super) fn orders(parts: &[Part<'_>]) -> usize {
    parts.iter().filter(|part| order(part.text) == Order::Sure).count()
}

/// "When I say 'wrap up', …": what to do at a word of the user's.
pub(super) fn answers_a_call(text: &str) -> bool {
    static CALL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:when|whenever|if|every time|each time|any ?time|once) i (?:just )?(?:(?:say|type|write|send|enter|shout|text|post)\b|(?:ask|mention|use)\b[^,]{0,20}['\x22])|^(?:当|每当|只要|如果)?我(?:说|输入|打出|发)[^，]{1,16}[，,时]",
        )
    });
    CALL.is_match(text)
}

/// How sure a part of a sentence is an order: "then gently fold it in".
pub(super) fn order(part: &str) -> Order {
    let mut left = words::of(part).peekable();
    let mut polite = false;
    while let Some(word) = left.peek() {
        let lower = word.to_lowercase();
        let leads = matches!(
            lower.as_str(),
            "and"
                | "then"
                | "or"
                | "first"
                | "firstly"
                | "second"
                | "secondly"
                | "next"
                | "finally"
                | "lastly"
                | "please"
                | "always"
                | "never"
                | "just"
                | "also"
                | "only"
                | "don't"
                | "dont"
                | "don’t"
                | "simply"
                | "afterwards"
                | "now"
                | "but"
                | "so"
                | "instead"
                | "immediately"
                | "otherwise"
                | "remember"
                | "sure"
                | "to"
                | "step"
                | "not"
                | "later"
        ) || lower.ends_with("ly")
            && lower.len() > 4
            && !matches!(lower.as_str(), "apply" | "reply" | "supply" | "multiply" | "comply" | "rely")
            || lower.chars().all(|c| c.is_ascii_digit())
            || polite && matches!(lower.as_str(), "you" | "that");
        // "Do not", "make sure to", "be sure to".
        let two = matches!(lower.as_str(), "do" | "make" | "be");
        if two {
            let mut ahead = left.clone();
            ahead.next();
            let second = ahead.next().map(str::to_lowercase).unwrap_or_default();
            if second == "sure" || second == "certain" {
                return Order::Sure;
            }
            if lower == "do" && second == "not" {
                polite = true;
                left.next();
                left.next();
                continue;
            }
        }
        if !leads {
            break;
        }
        polite |=
            matches!(lower.as_str(), "please" | "always" | "never" | "don't" | "dont" | "don’t" | "remember" | "sure");
        left.next();
    }
    let Some(verb) = left.next() else { return Order::No };
    let lower = verb.to_lowercase();
    let known = ORDERS.contains(lower.as_str())
        || lower.split_once('-').is_some_and(|(head, tail)| {
            ORDERS.contains(head)
                && !tail.ends_with("ed")
                && !matches!(tail, "in" | "up" | "out" | "off" | "over" | "down" | "on" | "by")
                || matches!(
                    head,
                    "re" | "un" | "pre" | "double" | "deep" | "cherry" | "hand" | "air" | "dry" | "stir" | "fine"
                ) && ORDERS.contains(tail)
        });
    if !known {
        return Order::No;
    }
    let rest: Vec<String> = left.map(str::to_lowercase).collect();
    if has_finite_verb(&rest) {
        return Order::No;
    }
    let Some(next) = rest.first() else {
        return if AMBIGUOUS.contains(lower.as_str()) { Order::Maybe } else { Order::Sure };
    };
    let takes =
        OBJECTS.contains(next.as_str()) || next.starts_with(|c: char| c.is_ascii_digit()) || next.ends_with("ly");
    match (takes || polite, AMBIGUOUS.contains(lower.as_str())) {
        (true, _) | (false, false) => Order::Sure,
        (false, true) => Order::Maybe,
    }
}

/// Whether words that follow a verb hold the verb of the clause: "water boils", "stock is low". What leans on them
/// ("until it is done") may.
fn has_finite_verb(rest: &[String]) -> bool {
    for (at, word) in rest.iter().enumerate() {
        match word.as_str() {
            // The month.
            "may"
                if at > 0
                    && matches!(
                        rest[at - 1].as_str(),
                        "in" | "by" | "until" | "since" | "from" | "before" | "after" | "late" | "early"
                    ) => {}
            "where" | "when" | "that" | "which" | "who" | "what" | "whatever" | "whoever" | "if" | "until" | "till"
            | "before" | "after" | "because" | "so" | "while" | "once" | "as" | "unless" | "how" | "whenever"
            | "since" | "whether" | "than" | "everything" | "anything" | "whichever" | "why" | "it" | "they" => {
                return false;
            }
            "is" | "are" | "was" | "were" | "has" | "will" | "can" | "does" | "would" | "isn't" | "aren't"
            | "can't" | "won't" | "doesn't" | "cannot" | "should" | "may" | "might" | "must" | "could" => return true,
            _ if at < 3
                && crate::claim::is_verb_of_one(word)
                && !OBJECTS.contains(rest.first().map_or("", String::as_str)) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// "Ask her for a sketch and she'll send three": an order in form, a statement in fact.
fn promises(parts: &[Part<'_>]) -> bool {
    parts.iter().skip(1).any(|part| {
        let mut words = words::of(part.text).map(str::to_lowercase);
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        ["'ll", "’ll", "'d"].iter().any(|end| first.ends_with(end))
            || matches!(second.as_str(), "will" | "won't" | "would")
                && !matches!(first.as_str(), "it" | "this" | "that")
    })
}

/// Whether a clause tells when or to what end something is done.
fn opens_condition(part: &str) -> bool {
    let mut words = words::of(part);
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or("").to_lowercase());
    match first.to_lowercase().as_str() {
        "if" | "when" | "whenever" | "once" | "before" | "after" | "unless" | "until" | "while" | "anytime"
        | "should" => true,
        "to" => ORDERS.contains(second.as_str()) || second == "not",
        "for" | "on" | "at" | "during" | "with" => true,
        // "Closing up for winter: drain the butt".
        first if first.ends_with("ing") && first.len() > 4 => true,
        "in" => true,
        "as" => matches!(second.as_str(), "soon" | "long"),
        "every" | "each" | "any" => true,
        _ => false,
    }
}

/// "You have to hold the button", "we page the on-call": a rule with its subject.
fn tells_what_to_do(part: &str) -> bool {
    static RULE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(?:then )?(?:(?:you|we|one|everyone|everybody|whoever \w+) (?:always |first |then |just |usually |simply )*(?:(?:must|should|need to|have to|can|may|never|are supposed to|ought to) (?:\w+ )?|(?P<verb>[a-z]+)\b)|(?:the|a|an) \w+ (?:must|should|needs? to|has to|have to)\b)",
        )
    });
    let Some(hit) = RULE.captures(part) else { return false };
    match hit.name("verb") {
        Some(verb) => ORDERS.contains(verb.as_str().to_lowercase().as_str()) && !tense::is_past(verb.as_str()),
        None => true,
    }
}

/// Steps told as doing: "by testing, tagging, then pushing".
static BY_DOING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[^.]{0,60}?\byou [a-z]+ [^.]{1,60}? by (?:first )?\w+ing\b|^(?:to|in order to) \w+ [^.,]{2,80}? you (?:always |just |first |simply )*(?:have to|need to|must|should|can|only need to) \w+|\bby (?:first )?\w+ing\b[^.;]{0,60}?,(?:[^.;]{0,60}?,)? ?(?:and |then |finally |lastly )+\w+ing\b",
    )
});

/// The way of doing something, called that.
static THE_WAY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:right|best|proper|correct|only|easiest|quickest|safest|fastest|usual) way to [a-z]+ .{2,60}?\bis\b|\b(?:way|trick|secret|fix|workaround|easiest thing|best thing) (?:to|for|with|of|when|is|we|i|you)\b.{0,80}?\b(?:is|are|was)(?: always| just| simply)? (?:to|by) \w+|^(?:here(?:'s|’s| is)|this is|that(?:'s|’s| is)) (?:how|the way|what)\b[^:]{0,60}\b(?:you|we|i|to)\b|^(?:note on |notes on )?how (?:to|we|i|you)\b[^?]*$",
    )
});

/// Words that put what is done in order.
static ORDERED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\bfirst\b[^.]{2,120}\b(?:then|next|after that|second|finally|afterwards|and then|last)\b|\b(?:we|i|you|they) (?:usually|normally|always|typically|generally|just) (?:[\w'’-]+ ){1,8}[^.]{0,60}\b(?:then|before|after|first)\b|^\W*(?:step )?(?:1|one)[.):]|\bthen\b[^.]{2,80}\bthen\b|,[^.,]{2,60},[^.]{0,60}(?:, |,? and )then\b",
    )
});

/// A list under a name: "Sourdough routine: feed, fold, bake", "Handover goes like this: name, vitals, what is pending".
fn named(text: &str) -> bool {
    let Some((head, body)) =
        text.split_once([':', '—', '–', '=']).filter(|(head, _)| head.split_whitespace().count() <= 14)
    else {
        return false;
    };
    let parts: Vec<&str> =
        body.split([',', ';', '\n', '→', '>']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let sequence = parts.len() >= 2 || body.contains(" then ") || body.contains(". ");
    let head_words: Vec<String> = words::of(head).map(str::to_lowercase).collect();
    let called = head_words.iter().any(|word| LIST_NAMES.contains(word.as_str()));
    static GOES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:goes|works|runs|done|like) (?:like this|this way|so|as follows|in this order|this)\b|\bin (?:this|the following|that) order\b|\bas follows\b|\bhow (?:to|i|we|you)\b|\bwhat to do\b|\bway (?:to|of|i|we|for)\b|^when\b",
        )
    });
    let doing = head_words.first().is_some_and(|word| word.ends_with("ing") && word.len() > 4);
    if sequence && (called || GOES.is_match(head) || doing && parts.len() >= 3) {
        return !parts.first().is_some_and(|part| words::tells_past(part));
    }
    let verbs = parts.iter().filter(|part| order(part) != Order::No).count();
    verbs >= 1 && opens_condition(head) || verbs >= 2 && verbs * 2 >= parts.len()
}

/// Chinese: steps in order, a condition and what to do, or a title and what is done one after the other.
fn chinese(text: &str) -> bool {
    static STEPS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"步骤|流程[：:是，]|(?:方法|做法|操作|教程|办法|窍门|诀窍|秘诀|顺序)(?:是|如下)?[：:，]|(?:方法|做法|办法|窍门|诀窍|秘诀)(?:就?是|：)|先[^。]{1,40}(?:再|然后|接着|最后|之后)|每次[^。]{1,30}(?:都要|先|前要|之前|后要|都先|都得|记得|必须)|每当[^。]{1,30}(?:就|先|都)|怎么[^，。]{1,12}[：:]|^(?:如果|要是|假如|万一|一旦|遇到|碰到|若|倘若)[^。]{1,40}[，,](?:就|先|要|得|必须|应该|可以|记得|不要|别|立刻|马上|赶紧|请|需要|把|将|用)|(?:的时候|时|之前|以前|前|之后|以后|后|时候)[，,]?(?:一定)?(?:要先|先|必须|记得|务必|一定要|要把|得先|别忘|不要|要)",
        )
    });
    static EVENT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"昨天|前天|昨晚|上周|上个?月|去年|今天|刚才|刚刚|决定"));
    /// What a Chinese clause of orders begins with.
    const DOES: &str = "洗切炒加放关开拧装拔插按等煮炖焖蒸烤打点选填写提存备运跑合推拉删改换倒取拿拆擦拍发检确登输停启重下焯腌泡搅揉盖翻撒抹涂调设用把将再然最先接捞剥剁挤浇淋滤晾晒铺叠卷包捏压刷贴剪缝量称预热冷静置腾挪搬扫拖抖摇晃转松紧锁解连接断复制粘导升降去除清喷浸沥起出收关入进小中大转焗煎炸拌熬平轻慢";
    if EVENT.is_match(text) {
        return false;
    }
    if STEPS.is_match(text) {
        return true;
    }
    let titled = text.split_once(['：', ':']).filter(|(head, _)| head.chars().count() <= 16);
    // Without a title, nobody may be in it and nothing be told as done.
    if titled.is_none() && text.contains(['我', '他', '她', '了', '是', '您']) {
        return false;
    }
    let (head, body) = titled.unwrap_or(("做", text));
    let parts: Vec<&str> =
        body.split(['，', ',', '；', ';', '。', '、']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let often = |part: &str| ["一次", "两次", "每天", "每周", "分钟", "小时"].iter().any(|word| part.contains(word));
    let does = parts.iter().filter(|part| part.starts_with(|c: char| DOES.contains(c)) || often(part)).count();
    let told = body.contains('是') && parts.len() < 3;
    !told && !head.is_empty() && parts.len() >= 3 && does * 2 >= parts.len()
}
