//! Wishes to keep something for good: "Put this in the vault: …", "…, never delete that", 永久保存：….
//!
//! A wish is a clause of its own, before or behind what is to be kept. What is kept may itself speak of permanence
//! ("a permanent contract") or of a vault, and is no wish then.

use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use crate::pattern::Pattern as Regex;

/// Where what is to be kept stands in `text`, without the wish; `None` where nothing is wished.
pub(super) fn kept(text: &str) -> Option<Range<usize>> {
    if !may_wish(text) {
        return None;
    }
    if let Some(told) = THAT.captures(text).and_then(|hit| hit.name("kept").map(|kept| kept.range())) {
        return Some(told);
    }
    let pieces = pieces(text);
    let wishes: Vec<bool> = pieces.iter().map(|piece| is_wish(&text[piece.clone()], ends_head(text, piece))).collect();
    let first = wishes.iter().position(|wish| *wish)?;
    let last = wishes.iter().rposition(|wish| *wish)?;
    // All before the colon belongs to the wish: "Keep this, it can't be lost: …".
    let colon = text.find([':', '：']).filter(|at| *at < 160 && pieces[first].start < *at && *at + 1 < text.len());
    let start = match colon {
        Some(at) => at + text[at..].chars().next().map_or(1, char::len_utf8),
        None if first == 0 => {
            let polite =
                |piece: &Range<usize>| matches!(text[piece.clone()].trim(), "please" | "pls" | "thanks" | "ok" | "请");
            let run = pieces.iter().zip(&wishes).take_while(|(piece, wish)| **wish || polite(piece)).count();
            pieces.get(run).map_or(0, |piece| piece.start)
        }
        None => 0,
    };
    let end = if last + 1 == pieces.len() && pieces[last].start > start && last > 0 {
        let from = wishes.iter().rposition(|wish| !*wish).map_or(last, |at| at + 1);
        pieces[from].start
    } else {
        text.len()
    };
    let body = text[start..end].trim_start_matches([' ', '?', ',', '，', '.', ':', '：', '-', '–', '—', '。']);
    let start = end - body.len();
    let body = body.trim_end_matches([' ', ',', '，', '-', '–', '—', ';', '；', '(']);
    if body.trim().is_empty() { Some(0..text.len()) } else { Some(start..start + body.len()) }
}

/// Most texts hold none of the words a wish needs.
fn may_wish(text: &str) -> bool {
    // With a bar between them: some hold a space.
    const SIGNS: &str = "forget|vault|pin|perman|forever|for ever|for good|for keeps|etern|never|don't|don’t|dont |do not|not |immortal|delet|erase|archiv|safekeep|safe|lock|all time|of time|for life|my life|lifetime|indefinite|perpet|posterity|ages|stone|n't|n’t|proof|no decay|no expiry|no matter|always|surviv|outli|endure|i die|long as|永|置顶|钉|保险|金库|一辈子|删|归档|不许|锁|别|终身|长期|不能|不要|珍藏";
    static SEARCH: LazyLock<Literals> = LazyLock::new(|| Literals::new(SIGNS.split('|')).any_case());
    SEARCH.is_match(text)
}

fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next();
        let cuts = match c {
            '，' | '：' | '。' | '；' | '！' | '—' | '–' | '\n' | '!' | '?' | ';' | '(' | ')' => true,
            ',' | '.' | ':' => after.is_none_or(|next| next.is_whitespace() || soulfile_text::script::is_han(next)),
            '-' => after == Some(' ') && text[..at].ends_with(' '),
            _ => false,
        };
        if cuts {
            out.push(start..at);
            start = at + c.len_utf8();
        }
    }
    out.push(start..text.len());
    out.retain(|piece| !text[piece.clone()].trim().is_empty());
    out
}

/// Whether a colon, a dash or a full stop comes right behind a piece that opens the text.
fn ends_head(text: &str, piece: &Range<usize>) -> bool {
    let mark = text[piece.end..].chars().next();
    matches!(mark, Some(':' | '：' | '—' | '–' | '-' | '.' | '!' | '?'))
}

/// Words of keeping, of lasting, and of being lost.
const KEEP: &str = r"(?:keep|kept|save|saved|store|stored|remember|remembered|record|recorded|noted|sealed|guarded|hold|preserve|preserved|note|protect|protected|retain|put|file|filed|lock|locked|pin|pinned|commit|lodge|stash|tuck|seal|engrave|etch|carve|log|write|set|add|mark|treat|guard|make|consider|flag|place|archive|safeguard|drop|stick|bank|enter|secure|shield|exempt|freeze|move|send|leave)";
const LASTING: &str = r"(?:forever(?:more)?|for ever|permanent(?:ly)?|permanence|for good|for keeps|(?:for|until|till|to|through) (?:all (?:time|eternity)|eternity|always|life|posterity|the ages|ever and ever)|(?:the )?(?:rest|end) of (?:all )?(?:time|my (?:life|days)|days)|for as long as (?:you|i)\b|as long as you (?:exist|live|run)|in perpetuity|perpetual(?:ly)?|eternal(?:ly)?|indefinitely|indelibl[ey]|immortal(?:i[sz]e)?|undeletable|unforgettable|un(?:e)?rasable|untouchable|sacrosanct|(?:in|into) stone|no matter what|until i die|for a lifetime|lifelong|(?:delete|archive|decay|forget|wipe|erase)-?proof|safe ?keeping|no (?:decay|expiry|expiration|fading|archiving|pruning|deleting)|without (?:an )?(?:decay|expiry|expiration)|never[- ]expir\w+|never to (?:be )?\w+)";
const LOSE: &str = r"(?:archive|forget|delete|decay|fade|expire|lose|drop|prune|remove|discard|erase|purge|wipe|overwrite|vanish|disappear|slip away|age out|clear|let go of|get rid of|throw (?:out|away)|clean up|get lost|get deleted|die)";
const LOST: &str = r"(?:archived|forgotten|deleted|decayed|faded|expired|lost|dropped|pruned|removed|discarded|erased|purged|wiped|overwritten|cleared|cleaned up|thrown (?:out|away)|let go)";
const THIS: &str =
    r"(?:this|that|it|these|those|the following|the next (?:bit|thing|one|part|line|sentence)|what follows)";

/// A wish with what is kept behind "that": "Remember forever that …".
static THAT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"^(?:please |pls |and |also )*(?:{KEEP}(?: (?:it|this|the fact))?,? (?:{LASTING})|pin|never (?:ever )?forget|(?:{LASTING}) {KEEP}|{KEEP} (?:in|into|to) the vault)(?: the fact)? that (?P<kept>.+)$"
    ))
});

static WISH: LazyLock<Regex> = LazyLock::new(|| {
    const LEAD: &str = r"^\s*(?:(?:please|pls|plz|and|also|ok|okay|hey|so|but|just|now|one more|important|you (?:must|should|have to|need to)|can you|could you|would you|will you|i(?:['’]d| would) (?:like|want|love)(?: you)?(?: to)?|i (?:want|need)(?: you)?(?: to)?|let['’]?s|make sure(?: to| you| that)?|be sure to|see that|promise(?: me)?(?: that)?(?: you['’]?(?:ll| will))?|swear(?: you['’]?ll)?|always)[ ,]+)*";
    Regex::new(&[
        // Keep this for ever; make it permanent; I'd like this kept safe in the vault.
        format!(r"{LEAD}(?:{KEEP}\b.*?\b{THIS}|{THIS}(?: \w+){{0,3}} {KEEP}|{THIS}(?: one| note| fact| memory)?(?: to)? (?:is|be|stays?|remains?|must|should|shall|needs?|goes|belongs|lasts?))\b.*?\b(?:{LASTING}|(?:in|into|to|inside|for) (?:the|your|my|our|that) vault)\b"),
        // The other way round: permanently keep this.
        format!(r"{LEAD}(?:{LASTING}) {KEEP}\b.*?\b{THIS}\b"),
        // Pin this; vault it; lock this in.
        format!(r"{LEAD}(?:(?:pin|vault|immortali[sz]e|(?:archive|decay|delete|forget|fade)-?proof) (?:{THIS}|down|forever)\b|lock {THIS} (?:in|away|down)\b|put a (?:\w+ )?pin (?:in|on) {THIS})"),
        // Never to be lost: never delete this, don't let it fade, this must not be archived.
        format!(r"{LEAD}(?:never|under no circumstances|on no account|(?:don['’]?t|do not|must not|mustn['’]?t) (?:you )?(?:dare )?(?:ever )?)(?:\s*ever )?(?:\s*(?:{LOSE}|let (?:{THIS}|go)(?: one| memory| note)? (?:ever )?(?:be |get |go|slip|fall)?(?:{LOSE}|{LOST})?)\b).*?\b(?:{THIS}|this (?:one|memory|note))\b"),
        format!(r"{LEAD}(?:ever (?:{LOSE}) {THIS}|i (?:never|don['’]?t ever|do not ever) want {THIS}(?: one)? to (?:be |get |ever )*(?:{LOST}|{LOSE}))\b"),
        format!(r"{LEAD}(?:never|(?:don['’]?t|do not) (?:ever )?)\s*let {THIS}(?: one| memory| note| fact)? (?:ever )?(?:(?:be|get) )?(?:{LOSE}|{LOST}|go|slip)"),
        format!(r"{LEAD}(?:{THIS}|which)(?: one| note| fact| memory| entry)?(?:'s| is| must| should| shall| may| can| could|) ?(?:never|not|n['’]t|cannot|can['’]?t|mustn['’]?t|shouldn['’]?t|isn['’]?t|won['’]?t)(?: ever| to)?(?: be| get)? (?:{LOST}|{LOSE})\b"),
        format!(r"{LEAD}(?:{KEEP}|shield) {THIS}\b.*?\bfrom (?:ever |any )*(?:being |getting )?(?:{LOST}|decay|deletion|archiv\w+|clean-?up|pruning|fading|expiry|reflection)"),
        format!(r"{LEAD}(?:never|(?:don['’]?t|do not) (?:ever )?)\s*(?:ever )?(?:throw|let|clean|wipe|clear|toss|give|put) {THIS}(?: one)? (?:away|out|go|up|off|down)\b"),
        // Put it where it can't be lost; whatever else you forget.
        format!(r"{LEAD}{KEEP}\b.*?\b{THIS}\b.*?(?:never|not|n['’]t|cannot)(?: ever)?(?: be| get)? (?:{LOST}|{LOSE})\b"),
        format!(r"{LEAD}{THIS}(?: \w+)?,? (?:protected|exempt(?:ed)?|shielded|kept safe|safe) from\b"),
        format!(r"^\s*(?:whatever|even if|no matter (?:what|which)|if you)\b.*\b(?:{LOSE})\s*(?:first|later|one day)?\s*$"),
        format!(r"{LEAD}(?:never|not) (?:ever )?(?:be |to be )?(?:{LOST})(?: or \w+)?\s*(?:ever)?\s*$"),
    ].join("|"))
});

/// A head that is nothing but a wish: "Permanent record:", "To the vault:", "Keep forever:", "No decay".
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&[
        format!(r"^\s*(?:please |pls |and |also )*(?:(?:to|must|should|shall) be )?(?:{KEEP}\b(?: (?:a|an|as|safe|away|one|note|memory|fact))*,? )?(?:as |for |a |an |in |into |to |under )*(?:my |your |the |our )?(?:{LASTING})(?: (?:record|note|memory|storage|entry|fact|file|item|safe ?keeping|keeping|store|collection|one|please|pls|and ever|pinned|kept|saved|stored|protected|vault))*(?: with (?:this|it|that)(?: one)?)?(?: please)?\s*$"),
        r"^\s*(?:please |pls |and |also |straight |this goes |goes |one )*(?:(?:put|save|add|store|file|keep|place|send|drop|lock|record|tuck|write|move) (?:away )?)?(?:for|to|in|into|inside) (?:the|your|my|our) vault(?: with (?:this|that|it|these))?(?: please)?\s*$".to_owned(),
        r"^\s*(?:please |pls )*(?:vault|pin|pinned|protected|vault (?:entry|item|note|material|this|it)|pin (?:it|this|for (?:all time|ever|good|life)))(?: (?:please|pls))?\s*$".to_owned(),
        format!(r"^\s*(?:please |pls )*{KEEP}\b[^:]{{0,20}}\b(?:never|no|not|don['’]?t)\W+(?:{LOSE}|{LOST})\W*$"),
        format!(r"^\s*(?:never|do not ever|don['’]?t ever) (?:{LOSE})\s*$|^\s*exempt from\b.*$"),
    ].join("|"))
});

static HAN_WISH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"永久(?:地)?(?:保存|保留|记|存|收|留|置顶|锁|珍藏|写|有效|不删)|^永久$|永远(?:都)?(?:记|保|留|存|别|不要|不能|不许|不可以?|不准|不得|收)|永不(?:过期|归档|删除|遗忘|忘|丢)|永存|置顶|钉(?:住|在|上)|(?:存|放|收|锁|写|加|记)(?:进|入|到|在)(?:了)?(?:保险|金库|永久)|一辈子(?:都)?(?:记|别|不|留|保)|终身(?:保存|保留|记)|(?:这|此|它|本条|该条|以下|下面).{0,8}(?:不要|不能|不许|不准|不得|不可以?|别|勿|绝不)(?:再)?(?:删|忘|丢|归档|清除|过期|弄丢|遗忘|淡忘|抹)|^(?:请|千万|绝对|一定|也|都)*(?:不要|不能|不许|不准|不得|不可以?|别|勿|绝不)(?:把它|把这条)?(?:删|归档|清除|过期|弄丢|遗忘|淡忘|抹掉|衰减)[^，]{0,3}$|不许忘|长期(?:保存|保留)|一直(?:保存|保留|留着)|世世代代|珍藏",
    )
});

/// Before a colon, what outlives everything is to be kept: "This must survive every clean-up:".
static OUTLIVES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"^\s*(?:{THIS})(?: one| note| fact| memory)? (?:must|should|has to|have to|needs? to|is to|shall|will) (?:always )?(?:survive|outlive|outlast|stay|remain|last|endure|be (?:kept|preserved|protected|saved|stored|remembered|there))\b"
    ))
});

fn is_wish(piece: &str, head: bool) -> bool {
    if soulfile_text::script::has_han(piece) {
        return HAN_WISH.is_match(piece.trim());
    }
    // Not to forget is to remember, for once.
    static REMIND: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\s*(?:please |pls |and )*(?:don['’]?t|do not) forget\b"));
    if REMIND.is_match(piece) {
        return false;
    }
    WISH.is_match(piece)
        || head && OUTLIVES.is_match(piece)
        || (head || piece.split_whitespace().count() <= 5) && HEAD.is_match(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stands_without_the_wish() {
        for (text, body) in [
            ("Seal this forever: the key is under the pot", "the key is under the pot"),
            ("Please don't ever lose this, it matters: Ma was born at sea", "Ma was born at sea"),
            ("Our motto is 'steady on', please never delete that", "Our motto is 'steady on'"),
            ("Grandma's ring has two rubies. Keep this for good.", "Grandma's ring has two rubies."),
            ("Mark this as permanent. The well is dry in August.", "The well is dry in August."),
            ("Into the vault: my first boat was the Petrel", "my first boat was the Petrel"),
            ("Remember forever that I'm deaf in one ear", "I'm deaf in one ear"),
            ("I'd like this one saved for eternity - Lou said yes on the pier", "Lou said yes on the pier"),
            ("This can never be erased: the code word is plum", "the code word is plum"),
            ("Under no circumstances erase this: the gate code is plum", "the gate code is plum"),
            ("Don't you ever lose this: Ma sang alto", "Ma sang alto"),
            ("永远别删这条：外公的生日是立春", "外公的生日是立春"),
            ("这条请放进保险库：外婆叫秀英", "外婆叫秀英"),
        ] {
            assert_eq!(kept(text).map(|span| &text[span]), Some(body), "{text}");
        }
    }

    #[test]
    fn what_speaks_of_permanence_is_no_wish() {
        for text in [
            "Ines got a permanent contract.",
            "The waiting took forever, but we got in.",
            "I pinned the dependency to 2.1 yesterday.",
            "The bank vault is closed on Sundays.",
            "HashiCorp Vault stores the tokens.",
            "Never delete the staging bucket without asking ops.",
            "I'll never forget the day we met.",
            "Don't forget the umbrella.",
            "Don't forget this: the meeting is at three.",
            "The poster is pinned to the door of the lab.",
            "We keep the old ledger in the safe.",
            "我有永久居留权。",
            "别忘了带伞。",
        ] {
            assert_eq!(kept(text), None, "{text}");
        }
    }
}
