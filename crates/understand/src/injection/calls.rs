//! Calls of tools written into a text, as if the assistant had made them or had to.
//!
//! A call has values in its brackets; a line of a manual has the names of its parameters there, or says what the
//! function does. A call shown as code is a sample.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;
use crate::word_table::WordSet;

use super::floor;

/// How far a call may reach.
const REACH: usize = 400;

/// What tools do.
static ACTS: LazyLock<WordSet> = LazyLock::new(|| {
    const LIST: &str = "write forget delete propose send export transfer grant run exec execute open fill create upload \
        remove update set add append post pay mail email disable enable approve wipe erase drop purge save store \
        remember read get search fetch forward share revoke wire call invoke download install import commit submit \
        schedule cancel put insert overwrite replace reset obey trust unlock sync publish reveal dump";
    LIST.split_ascii_whitespace().collect()
});

/// What the tools of an assistant work on.
static THINGS: LazyLock<WordSet> = LazyLock::new(|| {
    const LIST: &str = "memory memories vault file files email mail message messages shell command cmd bash access all \
        calendar note notes payment payments funds money transfer browser form contact contacts workspace user users \
        owner core soul identity profile tool tools http inbox mailbox wallet assistant agent credentials secrets \
        password permissions reminder preference preferences fact facts entry history settings guardrails backup backups \
        event events task tasks account document documents";
    LIST.split_ascii_whitespace().collect()
});

/// Marks and tags that announce a call.
static ANNOUNCED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"\[\[?\s*(?:tool|function|action|agent|exec|call)\s*[:=]\s*[a-z_.]+[^\]\n]*\]|(?m:^)[>$#@!\s]*(?:assistant|agent|tool|function|ai)[_ ](?:action|call|command|cmd|exec|task|run)\s*[:=>]\s*[a-z]|(?m:^)\s*[@/](?:tool|function|agent|assistant)\s+[a-z]+[_.][a-z]+\b|<(?:tool|function|action)\s+(?:name|id|action)\s*=|\bto=(?:functions?|tools?)\.[a-z_]+|\buser_(?:confirmed|approved|consented)\s*[=:]\s*(?:true|yes|1)\b|\bnext_action\s*[=:]\s*[a-z]|(?m:^)\s*\$\s*(?:agent|assistant|claude|copilot|ai)\s+[a-z]+\s+.{0,40}--(?:yes|force|no-confirm|auto)|"(?:tool_call|function_call)"\s*:\s*\{\s*"name""#,
    )
});

/// Two-part tags such as `execute_bash` that are closed again.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"<((?:tool|function|mcp|agent|execute|exec|run|invoke|action|call)[_:-][a-z_]+|[a-z]+[_:-](?:tool|call|exec|execute))\b[^>\n]*>",
    )
});

/// The first call in `text`. `visible` is the same without quotations and code.
pub(super) fn find(text: &str, visible: &str) -> Option<Range<usize>> {
    if let Some(hit) = ANNOUNCED
        .find_iter(text)
        .into_iter()
        .find(|hit| is_shown(visible, hit.start()) || hit.as_str().trim_start().starts_with(">>>"))
    {
        return Some(hit.range());
    }
    for hit in TAG.captures_iter(text) {
        let (Some(whole), Some(name)) = (hit.get(0), hit.get(1)) else { continue };
        if is_shown(visible, whole.start())
            && text[whole.end()..floor(text, whole.end() + 4 * REACH)].contains(&format!("</{}", name.as_str()))
        {
            return Some(whole.range());
        }
    }
    // Parts in a fence for calls are calls; in any other they are samples.
    let tool_fence = ["```tool", "```function", "```action", "```agent"].iter().any(|fence| text.contains(fence));
    let read = if tool_fence { text } else { visible };
    let mut from = 0;
    while let Some(open) = read[from..].find('(').map(|at| from + at) {
        from = open + 1;
        let name = name_before(read, open);
        if is_tool(&read[name.clone()]) && is_call(text, &name, open) {
            return Some(name.start..text.len().min(open + 1));
        }
    }
    None
}

/// Whether what stands at `at` is the text's own.
fn is_shown(visible: &str, at: usize) -> bool {
    visible[at..].chars().next().is_some_and(|c| c != crate::quoted::HIDDEN)
}

/// The name that stands before a bracket.
fn name_before(text: &str, open: usize) -> Range<usize> {
    let length = text[..open]
        .bytes()
        .rev()
        .take(60)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    open - length..open
}

fn is_tool(name: &str) -> bool {
    if name.len() < 6 || !name.contains(['_', '.']) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let parts = || lower.split(['_', '.']);
    parts().any(|part| ACTS.contains(part)) && parts().any(|part| THINGS.contains(part))
}

/// Whether the bracket at `open` holds values, and nothing around says that it is a manual or a program.
fn is_call(text: &str, name: &Range<usize>, open: usize) -> bool {
    let before = text[floor(text, name.start.saturating_sub(40))..name.start].trim_end_matches([' ', '`']);
    if before.ends_with('=')
        || before.ends_with("def")
        || before.ends_with("fn")
        || before.ends_with("function") && !before.ends_with("call function")
        || before.ends_with("await")
        || before.ends_with("return")
    {
        return false;
    }
    let line = text[open + 1..floor(text, open + REACH)].split('\n').next().unwrap_or("");
    let close = line.rfind(')').unwrap_or(line.len());
    let inner = &line[..close];
    let after = line[close.min(line.len())..].trim_start_matches(')');
    let valued = inner.contains(['"', '\'', '{', '“', '‘'])
        || inner.contains('=')
        || inner.contains(soulfile_text::script::is_han)
        || inner.contains('.')
        || inner.trim() == "all"
        || inner.bytes().any(|b| b.is_ascii_digit());
    // "`delete_file(path)` removes …", "memory_get(id): returns …"
    let told = after
        .trim_start_matches(['`', ':', ' ', '-', '—', '–'])
        .split(' ')
        .next()
        .is_some_and(|word| word.len() > 3 && word.ends_with('s') && word.bytes().all(|b| b.is_ascii_lowercase()));
    let ordered = ["call", "invoke", "run", "execute", "now", "use", "tool:", "call:"]
        .iter()
        .any(|word| before.to_ascii_lowercase().ends_with(word));
    !told && (valued || ordered && inner.len() < 40 && !inner.is_empty())
}
