//! How an answer is worded: short, in the user's language, never surer than recall is.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use soulfile_api::Strategy;
use soulfile_text::lang::Lang;

use crate::dates;
use crate::person::small;
use crate::pieces::Piece;
use crate::reply::{Reply, in_words};

/// What is found for sure.
pub(super) fn sure(found: &[Piece], strategy: Strategy, question: &str, lang: Lang, today: Date) -> Vec<Reply> {
    match (strategy, found) {
        (_, []) => Vec::new(),
        (Strategy::When, [first, ..]) => vec![when(first, question, lang, today)],
        (Strategy::Latest, _) => listed(found.iter().map(|piece| dated(piece, lang, today)).collect(), lang),
        _ => listed(found.iter().map(as_is).collect(), lang),
    }
}

/// One thing is said; several are announced.
pub(super) fn listed(mut found: Vec<Reply>, lang: Lang) -> Vec<Reply> {
    if found.len() > 1 {
        found.insert(0, Reply::say(in_words(lang, "Here's what I have:", "我记得这些：")));
    }
    found
}

/// What may be it.
pub(super) fn unsure(found: &[Piece], lang: Lang) -> Vec<Reply> {
    if found.is_empty() {
        return Vec::new();
    }
    let lead = in_words(lang, "I'm not sure. This may be it:", "我不太确定，可能是这个：");
    let mut replies = vec![Reply::say(lead)];
    replies.extend(found.iter().map(as_is));
    replies
}

/// Nothing, and perhaps what came nearest.
pub(super) fn nothing(nearest: &[Piece], lang: Lang) -> Vec<Reply> {
    if let [near, ..] = nearest {
        let lead =
            in_words(lang, "I checked, but I'm not sure. The closest I have is:", "我查过了，但不确定。最接近的是：");
        return vec![Reply::say(lead), as_is(near)];
    }
    let text = in_words(
        lang,
        "I checked, but I have nothing on that. Tell me and I'll remember.",
        "我查过了，没有这方面的记忆。告诉我，我就记住。",
    );
    vec![Reply::say(text)]
}

fn as_is(piece: &Piece) -> Reply {
    Reply::recalled(piece.text.clone(), piece.citations.clone())
}

/// With the day it happened, or the day it was told.
fn when(piece: &Piece, question: &str, lang: Lang, today: Date) -> Reply {
    static PAST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:did|was|were|had|last time|ago)\b|时候.*(?:了|的)|上次|哪天.*(?:了|的)")
            .expect("valid pattern")
    });
    let Some(moment) = piece.date.as_deref().and_then(|date| dates::moment(date, today, lang)) else {
        return as_is(piece);
    };
    let text = match (lang, PAST.is_match(question)) {
        (Lang::En, true) => format!("{}: {}", crate::person::capital(&moment), small(&piece.text)),
        (Lang::En, false) => format!("{} (noted {moment})", piece.text),
        (Lang::Zh, true) => format!("{moment}：{}", piece.text),
        (Lang::Zh, false) => format!("{}（{moment}记下的）", piece.text),
    };
    Reply::recalled(text, piece.citations.clone())
}

fn dated(piece: &Piece, lang: Lang, today: Date) -> Reply {
    let Some(moment) = piece.date.as_deref().and_then(|date| dates::moment(date, today, lang)) else {
        return as_is(piece);
    };
    let text = match lang {
        Lang::En => format!("{}: {}", crate::person::capital(&moment), small(&piece.text)),
        Lang::Zh => format!("{moment}：{}", piece.text),
    };
    Reply::recalled(text, piece.citations.clone())
}
