//! How replies look: a name, the words, and small print that stays out of the way. Whoever prints them sees to it
//! that nothing steers a terminal.

use soulfile_agent::{Quotation, Reply};

use crate::render::{Style, diff, styled};

/// Replies as text. With a name, the first of them is said by it.
pub fn shown(replies: &[Reply], name: Option<&str>) -> String {
    let recalled = replies.iter().filter(|reply| matches!(reply, Reply::Recalled { .. })).count();
    let mut label = name.map(|name| styled(Style::Bold, &format!("{name} > ")));
    let mut out = String::new();
    for reply in replies {
        let line = match reply {
            Reply::Say { text } | Reply::Ask { text } => text.clone(),
            Reply::Recalled(quotation) => quoted(quotation, recalled > 1),
            Reply::Note { text } => styled(Style::Dim, text),
            Reply::Warning { text } => format!("{} {text}", styled(Style::Yellow, "!")),
            Reply::Failed { text } => format!("{} {text}", styled(Style::Red, "That did not work:")),
            Reply::Document { title, text } => {
                let is_diff = text.starts_with("---") || text.starts_with("diff ");
                let body = if is_diff { diff(text) } else { text.clone() };
                format!("{}\n{}", styled(Style::Bold, title), body.trim_end())
            }
            Reply::End => continue,
        };
        match label.take() {
            Some(label) => out += &format!("{label}{}\n", indented(&line)),
            None if name.is_some() => out += &format!("  {}\n", indented(&line)),
            None => out += &format!("{line}\n"),
        }
    }
    out
}

/// `- words  (2026-02-02 14:30; earlier)  [path:3]`
fn quoted(quotation: &Quotation, listed: bool) -> String {
    let Quotation { text, answers, citations, .. } = quotation;
    let listed = listed && !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '#' | '+'));
    let bullet = if listed { "- " } else { "" };
    let answers = answers.as_ref().map_or(String::new(), |line| format!("{line} → "));
    let when = quotation.when().map_or(String::new(), |when| format!("({when}) "));
    let at = styled(Style::Dim, &format!("{when}[{}]", citations.join(", ")));
    format!("{bullet}{answers}{text}  {at}")
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_memory_is_said_and_several_are_listed() {
        let one = Reply::recalled("You like tea.", vec!["MEMORY.md:7".to_owned()]);
        assert_eq!(shown(std::slice::from_ref(&one), Some("Aria")), "Aria > You like tea.  [MEMORY.md:7]\n");
        let two = [Reply::say("Here:"), one.clone(), one];
        assert!(shown(&two, Some("Aria")).starts_with("Aria > Here:\n  - You like tea."));
    }
}
