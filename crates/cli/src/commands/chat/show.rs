//! How replies look: a name, the words, and small print that stays out of the way.

use soulfile_chat::Reply;

use crate::render::{Style, diff, styled};

/// Replies as text. With a name, the first of them is said by it.
pub fn shown(replies: &[Reply], name: Option<&str>) -> String {
    let recalled = replies.iter().filter(|reply| matches!(reply, Reply::Recalled { .. })).count();
    let mut label = name.map(|name| styled(Style::Bold, &format!("{name} > ")));
    let mut out = String::new();
    for reply in replies {
        let line = match reply {
            Reply::Say { text } | Reply::Ask { text } => safe(text),
            Reply::Recalled { text, citations } => {
                let listed = recalled > 1 && !text.starts_with(|c: char| c.is_ascii_digit() || c == '#');
                let bullet = if listed { "- " } else { "" };
                let at = styled(Style::Dim, &format!("[{}]", safe(&citations.join(", "))));
                format!("{bullet}{}  {at}", safe(text))
            }
            Reply::Note { text } => styled(Style::Dim, &safe(text)),
            Reply::Warning { text } => format!("{} {}", styled(Style::Yellow, "!"), safe(text)),
            Reply::Failed { text } => format!("{} {}", styled(Style::Red, "That did not work:"), safe(text)),
            Reply::Document { title, text } => {
                let body =
                    if text.starts_with("---") || text.starts_with("diff ") { diff(&safe(text)) } else { safe(text) };
                format!("{}\n{}", styled(Style::Bold, &safe(title)), body.trim_end())
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

fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

/// Memory can hold anything; what steers a terminal is not passed on to it.
fn safe(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_not_passed_on() {
        let reply = Reply::recalled("tea \x1b[2J\x07 time", vec!["MEMORY.md:7".to_owned()]);
        assert_eq!(shown(&[reply], None), "tea \u{fffd}[2J\u{fffd} time  [MEMORY.md:7]\n");
    }

    #[test]
    fn one_memory_is_said_and_several_are_listed() {
        let one = Reply::recalled("You like tea.", vec!["MEMORY.md:7".to_owned()]);
        assert_eq!(shown(std::slice::from_ref(&one), Some("Aria")), "Aria > You like tea.  [MEMORY.md:7]\n");
        let two = [Reply::say("Here:"), one.clone(), one];
        assert!(shown(&two, Some("Aria")).starts_with("Aria > Here:\n  - You like tea."));
    }
}
