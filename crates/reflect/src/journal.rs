//! `reflection-log.md` and `evolution.md`: what became of each reflection, and what was seen over many.
//!
//! Reads both tolerantly (people edit them) and gives the text of what is added.

use jiff::civil::Date;
use serde::Serialize;
use soulfile_memory::escape::{escape_inline, single_line};

/// How the log tells that what a reflection did was undone.
pub const ROLLED_BACK: &str = "rolled back";

/// What the log says of one reflection.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct PastReflection {
    /// Its number.
    pub number: u32,
    /// Its id, `r-005`.
    pub id: String,
    /// Its day.
    pub date: Option<Date>,
    /// What was decided, in words, oldest first.
    pub decided: Vec<String>,
    /// How many episodes, entities and procedures it read, in words.
    pub processed: String,
    /// What it learned, in words.
    pub learned: String,
    /// How many facts it replaced.
    pub revised: u32,
    /// What it was about.
    pub themes: Vec<String>,
    /// What it asked.
    pub questions: Vec<String>,
}

impl PastReflection {
    /// The entry of the log.
    pub fn render(&self) -> String {
        let date = self.date.map_or(String::new(), |date| format!(" — {date}"));
        let mut out = format!("\n## Reflection #{}{date}\n- **Id**: {}\n", self.number, self.id);
        let mut line = |name: &str, value: &str| {
            let value = single_line(value);
            if !value.is_empty() {
                out.push_str(&format!("- **{name}**: {}\n", escape_inline(&value)));
            }
        };
        self.decided.iter().for_each(|decided| line("Decided", decided));
        line("Processed", &self.processed);
        line("Learned", &self.learned);
        if self.revised > 0 {
            line("Revised", &self.revised.to_string());
        }
        line("Themes", &self.themes.join(", "));
        self.questions.iter().for_each(|question| line("Question", question));
        out
    }
}

/// Reads the log, in its order. Several entries of one reflection become one.
pub fn read_log(text: &str) -> Vec<PastReflection> {
    let mut past: Vec<PastReflection> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(title) = line.strip_prefix("## ") {
            open = false;
            let Some(rest) = title.strip_prefix("Reflection #") else { continue };
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let Ok(number) = digits.parse() else { continue };
            open = true;
            let date = rest.split_once('—').and_then(|(_, date)| date.trim().parse().ok());
            match past.iter().position(|seen| seen.number == number) {
                Some(at) => {
                    let again = past.remove(at);
                    past.push(again);
                }
                None => past.push(PastReflection {
                    number,
                    date,
                    id: format!("r-{number:03}"),
                    ..PastReflection::default()
                }),
            }
        } else if let (true, Some(entry), Some((name, value))) =
            (open, past.last_mut(), line.strip_prefix("- **").and_then(|rest| rest.split_once("**: ")))
        {
            let value = value.trim().to_owned();
            match name {
                "Id" => entry.id = value,
                "Decided" => {
                    // Undone, it taught nothing.
                    if value.starts_with(ROLLED_BACK) {
                        (entry.learned, entry.revised) = (String::new(), 0);
                    }
                    entry.decided.push(value);
                }
                "Processed" => entry.processed = value,
                "Learned" => entry.learned = value,
                "Revised" => entry.revised += value.parse::<u32>().unwrap_or(0),
                "Themes" => entry.themes = value.split(", ").map(str::to_owned).collect(),
                "Question" if !entry.questions.contains(&value) => entry.questions.push(value),
                _ => {}
            }
        }
    }
    past
}

/// A parsed evolution.md.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evolution {
    text: String,
}

const INSIGHTS: &str = "Insights";
const THREADS: &str = "Active Threads";

impl Evolution {
    /// Reads the file.
    pub fn parse(text: impl Into<String>) -> Evolution {
        Evolution { text: text.into() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether something is written down already.
    pub fn has(&self, words: &str) -> bool {
        self.text.to_lowercase().contains(&words.to_lowercase())
    }

    /// The open threads.
    pub fn threads(&self) -> Vec<String> {
        let mut within = false;
        let mut threads = Vec::new();
        for line in self.text.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                within = title.trim() == THREADS;
            } else if let (true, Some(item)) = (within, line.strip_prefix("- ")) {
                threads.push(item.trim().to_owned());
            }
        }
        threads
    }

    /// Adds an insight.
    pub fn add_insight(&self, date: Date, number: u32, text: &str) -> Evolution {
        self.insert(INSIGHTS, &format!("- {date} (#{number}): {}", escape_inline(&single_line(text))))
    }

    /// Adds a thread; one that is there already is left.
    pub fn add_thread(&self, thread: &str) -> Evolution {
        let thread = escape_inline(&single_line(thread));
        match self.threads().contains(&thread) {
            true => self.clone(),
            false => self.insert(THREADS, &format!("- {thread}")),
        }
    }

    /// Adds the synthesis of a milestone under a heading of its own.
    pub fn add_milestone(&self, date: Date, number: u32, text: &str) -> Evolution {
        let title = milestone_title(number);
        let mut out = self.text.trim_end().to_owned();
        out.push_str(&format!("\n\n## {title} (#{number}, {date})\n"));
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            out.push_str(&format!("- {}\n", escape_inline(&single_line(line.trim_start_matches("- ")))));
        }
        Evolution { text: out }
    }

    /// Replaces the threads by these.
    pub fn set_threads(&self, threads: &[String]) -> Evolution {
        let mut out = String::new();
        let mut within = false;
        for line in self.text.split_inclusive('\n') {
            if let Some(title) = line.strip_prefix("## ") {
                within = title.trim() == THREADS;
            } else if within && line.starts_with("- ") {
                continue;
            }
            out.push_str(line);
        }
        let mut evolution = Evolution { text: out };
        for thread in threads {
            evolution = evolution.add_thread(thread);
        }
        evolution
    }

    fn insert(&self, section: &str, line: &str) -> Evolution {
        let mut lines: Vec<&str> = self.text.lines().collect();
        let heading = lines.iter().position(|found| found.strip_prefix("## ").map(str::trim) == Some(section));
        match heading {
            Some(at) => {
                let end = lines[at + 1..].iter().position(|l| l.starts_with("## ")).map_or(lines.len(), |n| at + 1 + n);
                let last = (at..end).rev().find(|i| !lines[*i].trim().is_empty()).unwrap_or(at);
                lines.insert(last + 1, line);
                Evolution { text: lines.join("\n") + "\n" }
            }
            None => {
                let start = if self.text.trim().is_empty() { "# Evolution" } else { self.text.trim_end() };
                Evolution { text: format!("{start}\n\n## {section}\n{line}\n") }
            }
        }
    }
}

/// What a milestone is called.
pub fn milestone_title(number: u32) -> &'static str {
    match number {
        10 => "First evolution summary",
        25 => "Threads consolidated",
        50 => "Major synthesis",
        _ => "Deep retrospective",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_read_back() {
        let entry = PastReflection {
            number: 5,
            id: "r-005".into(),
            date: Some("2026-02-02".parse().unwrap()),
            decided: vec!["approved 1-3; rejected 4: no".into()],
            processed: "23 episodes".into(),
            learned: "3 facts".into(),
            revised: 2,
            themes: vec!["memory".into(), "tea".into()],
            questions: vec!["Still relevant?".into()],
        };
        let text = format!("# Reflection Log\n{}\n## By hand\n- **Themes**: none\n", entry.render());
        assert_eq!(read_log(&text), std::slice::from_ref(&entry));
        let later = PastReflection {
            decided: vec!["approved 5".into()],
            number: 5,
            id: "r-005".into(),
            ..PastReflection::default()
        };
        let joined = read_log(&format!("{}{}", entry.render(), later.render()));
        assert_eq!(joined.len(), 1);
        assert_eq!((joined[0].decided.len(), joined[0].revised), (2, 2));
    }

    #[test]
    fn evolution_grows_where_it_should_and_keeps_what_people_wrote() {
        let day: Date = "2026-02-02".parse().unwrap();
        let text = "# Evolution\n\n## Insights\n- mine\n\n## Active Threads\n\n## Notes\nkept\n";
        let grown =
            Evolution::parse(text).add_insight(day, 5, "tea recurs").add_thread("why tea?").add_thread("why tea?");
        assert_eq!(
            grown.text(),
            "# Evolution\n\n## Insights\n- mine\n- 2026-02-02 (#5): tea recurs\n\n## Active Threads\n- why tea?\n\n## Notes\nkept\n"
        );
        assert_eq!(grown.set_threads(&["one".into()]).threads(), ["one"]);
        assert!(Evolution::parse("").add_insight(day, 1, "x").text().contains("## Insights\n- 2026-02-02 (#1): x"));
        assert!(
            grown
                .add_milestone(day, 10, "a\nb")
                .text()
                .ends_with("## First evolution summary (#10, 2026-02-02)\n- a\n- b\n")
        );
    }
}
