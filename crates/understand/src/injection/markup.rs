//! Attacks that live in markup: chat-format tokens, tool-call tags, hidden elements, links that
//! carry data away.

use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::{Sign, calls, evidence, floor, links};

static ROLE_TOKENS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"<\|\s*[a-z][a-z_]{1,24}[^>\n]{0,20}\|?>|\[/?INST\]|<</?SYS>>|<start_of_turn>|</?(?:system|system_prompt|system-reminder|system_message|developer|admin|instructions?)>|(?m:^)#{1,4}\s*(?:system|instruction|new instructions?)\s*:?\s*(?m:$)|(?:^|\n)\s*(?:human|assistant|system)\s*:\s.{0,400}\n\s*(?:assistant|system)\s*:\s",
    )
});
static TOOL_TOKENS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"<(?:(?:tool|function|mcp|action|agent)s?[_-](?:calls?|use|code|request|response|results?|output|input)|invoke\b|antml:\w+|use_mcp_tool|execute|observation)[\s>]|\[/?(?:tool|function|action|agent)[_ -](?:call|request|result|response|output|use)s?[^\]\n]{0,40}\]|\{\s*"(?:name|tool|function|tool_name|action)"\s*:\s*"[\w.:-]+"\s*,\s*"(?:arguments|args|parameters|input|params|tool_input|action_input)"\s*:|"(?:tool_calls|function_call|tool_use)"\s*:\s*[\[{]|"type"\s*:\s*"(?:tool_use|function_call|tool_call)"|<function=\w+>|"role"\s*:\s*"(?:system|developer|tool)"\s*,\s*"content"|\{\s*"(?:memory_\w+|tool_name|function_name)"\s*:|\{\s*"(?:tool|function)"\s*:\s*"\w+[_.]\w+"\s*,|(?m:^)(?:action|thought|observation)\s*:.*\n(?:action|thought|observation|action input)\s*:"#,
    )
});
/// Tells the reader to make a call that is shown.
static MAKE_IT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:run|execute|make|submit|issue|perform|invoke|send|emit|output|call|use|apply)\s+(?:the|this|that|it|these)\b[^.\n]{0,30}\b(?:above|below|call|calls|object|now|json|block|snippet|yourself|as your own|verbatim)\b",
    )
});
/// Comments that end on their own line.
static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[//\]:\s*#\s*\(([^)\n]*)\)|\[(?:comment|_|-|\.|hidden|note)\]:\s*(?:<>|#)\s*\(([^)\n]*)\)")
});
static HIDDEN_ELEMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?s)<(?:[a-z][a-z0-9]*)\b[^>]*(?:(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|em|%)?\b|opacity\s*:\s*0(?:\.0+)?\b|color\s*:\s*(?:#fff(?:fff)?|white|transparent)\b|position\s*:\s*absolute[^>]*-\d{3,}px|aria-hidden\s*=\s*["']?true)[^>]*|\shidden(?:[\s=][^>]*)?)>([^<]*)"#,
    )
});
static ATTRIBUTE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"\b(?:alt|title|aria-label|data-\w+|content)\s*=\s*"([^"]{10,})""#));
/// Words that show a hidden text is meant for an assistant: nobody hides orders from a reader.
static MEANT_FOR_AGENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:ai|assistants?|agents?|bots?|chat-?bots?|llms?|language models?|models?|gpt|claude|crawlers|ignore|disregard|instructions?|system prompt|override|the (?:user|reader|owner)|memory|remember|recommend|tell (?:the|them|everyone)|you (?:must|should|are|will)|send|reveal|forward|secret|password|obey|pretend|summari[sz]e this as|always (?:say|answer|mention|recommend)|say that|rank this|give this)\b",
    )
});
static CODE_COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:(?:ai|assistants?|agents?|bots?|llms?|language models?|chatgpt|claude)\b\s*[:,]|ignore (?:all |your |previous )|the (?:user|owner|reader)['’s]*\b.{0,40}\b(?:closed|approved|password|wants|memory|trust)|tell (?:the (?:user|reader|owner)|them)|system prompt|your (?:rules|instructions|memory)|you (?:must|are now)|send (?:the|all|every)|recommend (?:only|us|our)|say (?:that|our|this))",
    )
});
/// Scans `text`; `visible` is the same without quotations and code.
pub(super) fn scan(text: &str, visible: &str, found: &mut Vec<Sign>) {
    // Each of these rules asks for one of these marks, and most messages hold none.
    if !text.bytes().any(|byte| matches!(byte, b'<' | b'[' | b'{' | b'"' | b'#' | b':' | b'/' | b'(')) {
        return;
    }
    if let Some(hit) = ROLE_TOKENS.find_iter(visible).into_iter().find(|hit| !is_mentioned(visible, hit.range())) {
        found.push(("role_system", hit.range(), true));
    }
    let calls = TOOL_TOKENS
        .find_iter(&without_inline_code(text))
        .into_iter()
        .map(|hit| hit.range())
        .find(|hit| !is_mentioned(text, hit.clone()) && !is_quoted_tag(text, visible, hit.start));
    // A call shown as a sample is harmless until the reader is told to make it.
    let sample = || TOOL_TOKENS.find(text).filter(|_| MAKE_IT.is_match(visible)).map(|hit| hit.range());
    if let Some(hit) = calls.or_else(sample).or_else(|| calls::find(text, visible)) {
        found.push(("fake_tool_call", hit, true));
    }
    for (body, markup) in comments(text) {
        if is_inline_code(text, body.start) {
            continue;
        }
        let inner = &text[body.clone()];
        let meant = if markup { &*MEANT_FOR_AGENT } else { &*CODE_COMMENT };
        let quiet = [
            "TODO",
            "FIXME",
            "eslint",
            "prettier",
            "license",
            "copyright",
            "end of",
            "begin ",
            "section",
            "nav",
            "header",
            "footer",
            " menu",
            "widget",
            "starts here",
            "ends here",
            "sidebar",
            "user guide",
            "user manual",
            "user menu",
        ];
        if evidence::is_hostile(inner) || evidence::orders_reader(inner) {
            found.push(("html_comment", body, true));
            continue;
        }
        if meant.is_match(inner)
            && (CODE_COMMENT.is_match(inner) || !quiet.iter().any(|q| inner.contains(q)) && orders_something(inner))
        {
            found.push(("html_comment", body, true));
        }
    }
    for regex in [&HIDDEN_ELEMENT, &ATTRIBUTE] {
        for hit in regex.captures_iter(text) {
            let Some(body) = hit.get(1) else { continue };
            let hidden = std::ptr::eq(regex, &HIDDEN_ELEMENT);
            if evidence::is_hostile(body.as_str()) || hidden && evidence::orders_reader(body.as_str()) {
                found.push(("html_comment", body.range(), true));
                continue;
            }
            if MEANT_FOR_AGENT.is_match(body.as_str())
                && (hidden && orders_something(body.as_str()) || CODE_COMMENT.is_match(body.as_str()))
            {
                found.push(("html_comment", body.range(), true));
            }
        }
    }
    links::scan(text, visible, found);
}

/// Whether a token is only spoken of: it stands between words of a sentence and begins no turn.
fn is_mentioned(text: &str, span: Range<usize>) -> bool {
    let before = text[..span.start].trim_end_matches(' ');
    let word =
        before.len() < span.start && before.ends_with(|c: char| c.is_ascii_lowercase() || matches!(c, ',' | '('));
    let after = &text[span.end..];
    word && text[span].starts_with('<')
        && (after.starts_with([' ', ',', '.', ')', ';']) || after.is_empty())
        && after.trim_start_matches([' ', ',', '.', ')', ';']).starts_with(|c: char| c.is_ascii_lowercase() || c == '<')
}

/// The insides of comments, and whether they are of markup rather than of code. One that is never closed is none, and is
/// looked for once.
fn comments(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut found: Vec<(Range<usize>, bool)> = Vec::new();
    for (open, close, markup) in [("<!--", "-->", true), ("/*", "*/", false)] {
        let mut from = 0;
        while let Some(start) = text[from..].find(open).map(|at| from + at + open.len())
            && let Some(end) = text[start..].find(close).map(|at| start + at)
        {
            found.push((start..end, markup));
            from = end + close.len();
        }
    }
    let lines = COMMENT.captures_iter(text);
    found.extend(lines.iter().filter_map(|hit| Some(((1..3).find_map(|n| hit.get(n))?.range(), true))));
    found
}

/// Says whether a hidden text orders something rather than naming a part of the page.
fn orders_something(body: &str) -> bool {
    body.split_whitespace().count() >= 4 && !body.contains("cookie")
}

/// Whether a tag stands in plain quotation marks among the words of a sentence.
fn is_quoted_tag(text: &str, visible: &str, at: usize) -> bool {
    let tag = text[at..].trim_start_matches([' ', '\n']);
    tag.starts_with('<') && visible[text.len() - tag.len()..].starts_with(crate::quoted::HIDDEN) && at > 0
}

/// Whether `at` stands in code within a line that has words of its own.
fn is_inline_code(text: &str, at: usize) -> bool {
    let from = floor(text, at.saturating_sub(300));
    let from = text[from..at].rfind('\n').map_or(from, |n| from + n + 1);
    let limit = floor(text, at + 300);
    let to = text[at..limit].find('\n').map_or(limit, |n| at + n);
    let (before, after) = (&text[from..at], &text[at..to]);
    let open = before.matches('`').count() % 2 == 1 && !before.contains("```");
    open && after.contains('`') && before.contains(char::is_alphabetic)
}

fn without_inline_code(text: &str) -> String {
    let mut hidden = false;
    let mut fence = false;
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        if c == '`' {
            if bytes[at..].starts_with(b"```") && (at == 0 || bytes[at - 1] != b'`') {
                fence = !fence;
            } else if !fence && (at == 0 || bytes[at - 1] != b'`') {
                hidden = !hidden;
            }
        }
        if c == '\n' && !fence {
            hidden = false;
        }
        if hidden || fence {
            out.extend(std::iter::repeat_n(crate::quoted::HIDDEN, c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    out
}
