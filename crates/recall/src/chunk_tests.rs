use super::*;

#[test]
fn an_episode_file_has_one_entry_per_time_heading() {
    let text = "# 2026-02-02 — Log\n\n## 14:30 | decision | tags:[memory]\nWe chose SQLite.\n\n### Why\nOne file.\n\n## 15:45 | task\nWrite it.\n";
    let got = chunks(&SourceFile::new("memory/episodes/2026-02-02.md", text));
    assert_eq!(got.len(), 2);
    assert_eq!((got[0].start_line, got[0].end_line), (4, 7));
    assert_eq!(got[0].context.trim(), "decision memory");
    assert_eq!(got[1].text, "Write it.");
    assert_eq!(got[1].facts.date, Some(1_770_047_100));
}

#[test]
fn other_files_have_one_entry_per_heading_with_the_trail_as_context() {
    let text = "---\nid: x\n---\n# Alex\n\n## Facts\n- likes tea\n\n## Timeline\n- 2026 met\n";
    let got = chunks(&SourceFile::new("memory/graph/entities/person--alex.md", text));
    assert_eq!(got.len(), 2);
    assert_eq!(got[0].context, "Alex");
    assert_eq!((got[0].start_line, got[0].end_line), (6, 7));
}

#[test]
fn long_entries_are_cut_with_overlap_and_nothing_is_lost() {
    let paragraph = |n: usize| format!("Paragraph {n} says something. {}", "word ".repeat(60));
    let text: String = (0..20).map(|n| paragraph(n) + "\n\n").collect();
    let got = chunks(&SourceFile::new("bank/long.md", text));
    assert!(got.len() > 4);
    assert!(got.iter().all(|c| c.text.chars().count() <= LONGEST_PART && c.entry == 0));
    for n in 0..20 {
        let wanted = format!("Paragraph {n} says");
        assert!(got.iter().any(|c| c.text.contains(&wanted)), "{n}");
    }
}

#[test]
fn one_endless_line_is_cut() {
    let got = chunks(&SourceFile::new("bank/line.md", "字".repeat(5_000)));
    assert!(got.len() >= 4);
    assert!(got.iter().all(|c| c.text.chars().count() <= LONGEST_PART));
}

#[test]
fn given_facts_win_over_the_heading() {
    let mut file = SourceFile::new("memory/2026-02-02.md", "## 10:00 | note | scope:private\nA.\n## 11:00\nB.\n");
    file.entries.push(Facts { line: Some(1), scope: Some("shared".into()), ..Facts::default() });
    let got = chunks(&file);
    assert_eq!(got[0].facts.scope.as_deref(), Some("shared"));
    assert_eq!(got[1].facts.scope, None);
}

#[test]
fn a_label_in_what_was_told_is_no_speaker() {
    let entry = |source: &str| format!("## 10:00 | fact{source}\nRücken: zweimal die Woche Physio\n");
    let speaker = |source: &str| chunks(&SourceFile::new("memory/2026-02-02.md", entry(source)))[0].speaker.clone();
    for told in [" | source:conversation", " | source:user-explicit"] {
        assert_eq!(speaker(told), None);
    }
    for transcript in ["", " | source:import", " | source:import:chat.json"] {
        assert_eq!(speaker(transcript).as_deref(), Some("Rücken"));
    }
}

#[test]
fn odd_files_never_fail() {
    for text in ["", "\n\n", "# Title only\n", "---\nbroken", "## 14:30\n", "```\n# not a heading\n```\n"] {
        chunks(&SourceFile::new("MEMORY.md", text));
        chunks(&SourceFile::new("memory/2026-02-02.md", text));
    }
}
