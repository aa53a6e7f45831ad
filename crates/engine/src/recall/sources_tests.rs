use super::*;
use crate::recall::entry_metadata::Surroundings;
use crate::recall::lifecycle::Lifecycle;
use soulfile_vocabulary::State;

fn made(path: &str, text: &str, scores: &str) -> Vec<SourceFile> {
    let lifecycle = Lifecycle::parse(scores, 1);
    let around = Surroundings { lifecycle: &lifecycle, today: jiff::civil::date(2026, 2, 2), read: &|_| None };
    let known = FileMetadata::read(path, text, &around);
    sources(path, text, &known, None)
}

/// Everything the index will hold: first line, scope, state, text.
fn indexed(files: &[SourceFile]) -> Vec<(u32, String, State, String)> {
    let all = files.iter().flat_map(chunks);
    let mut out: Vec<_> = all
        .map(|c| (c.start_line, c.facts.scope.unwrap_or_default(), c.facts.state.unwrap_or_default(), c.text))
        .collect();
    out.sort_by(|a, b| (a.0, &a.3).cmp(&(b.0, &b.3)));
    out
}

#[test]
fn a_persons_own_heading_below_a_rooms_entry_stays_private() {
    let text = "## 10:00 | event | scope:room:dev\nfor the room\n\n## My diary\nfor nobody\n";
    for (_, scope, _, body) in indexed(&made("memory/2026-02-02.md", text, "")) {
        assert!(scope != "room:dev" || !body.contains("nobody"), "{body}");
        assert!(scope == "room:dev" || !body.contains("for the room"), "{body}");
    }
}

#[test]
fn a_scope_inside_tags_or_a_fence_gives_nothing_away() {
    for text in [
        "## 10:00 | fact | tags:[x | scope:room:dev]\nsecret\n",
        "## 10:00 | fact\nexample:\n```\n## 11:00 | fact | scope:room:dev\nsecret\n```\n",
    ] {
        for (_, scope, _, body) in indexed(&made("memory/2026-02-02.md", text, "")) {
            assert!(!body.contains("secret") || scope == "private", "{scope}: {body}");
        }
    }
}

#[test]
fn one_forgotten_bullet_among_others_is_archived_alone() {
    let text = "- bought bread\n- the wall is blue\n- called Ana\n";
    let lifecycle = Lifecycle::default();
    let around = Surroundings { lifecycle: &lifecycle, today: jiff::civil::date(2026, 2, 2), read: &|_| None };
    let known = FileMetadata::read("memory/2026-02-02.md", text, &around);
    let id = known.entries[1].id.clone().unwrap();
    let scores = format!(r#"{{"entries":{{"{id}":{{"store":"episodic","status":"archived"}}}}}}"#);
    let all = indexed(&made("memory/2026-02-02.md", text, &scores));
    let of =
        |words: &str| all.iter().find(|(.., body)| body.contains(words)).map(|(line, _, state, _)| (*line, *state));
    assert_eq!(of("wall"), Some((2, State::Archived)));
    assert_eq!(of("bread"), Some((1, State::Active)));
    assert_eq!(of("Ana"), Some((3, State::Active)));
}

#[test]
fn facts_are_found_at_their_own_lines_under_their_entitys_name() {
    let text =
        "# person--ana\n**Label:** Ana\n\n## Facts\n- Plays the cello <!-- id:f1 -->\n- Lives in Oslo <!-- id:f2 -->\n";
    let files = made("memory/graph/entities/person--ana.md", text, "");
    let all = indexed(&files);
    assert!(all.iter().any(|(line, _, _, body)| *line == 5 && body == "Ana: Plays the cello"), "{all:?}");
    assert!(all.iter().filter(|(.., body)| body.contains("cello")).count() == 1);
    assert!(files.iter().all(|file| base(&file.path) == "memory/graph/entities/person--ana.md"));
}

#[test]
fn a_template_is_not_a_memory_but_what_is_written_into_it_is() {
    let template = templates::render("TOOLS.md", &TemplateValues::default()).unwrap();
    assert!(indexed(&made("TOOLS.md", &template, "")).is_empty());
    let edited = format!("{template}\nThe printer is called gutenberg.\n");
    let all = indexed(&made("TOOLS.md", &edited, ""));
    assert!(all.iter().any(|(.., body)| body.contains("gutenberg")));
}
