//! Core memory: reading what people write, and edits that touch one line.

use super::*;
use crate::error::Error;
use proptest::prelude::*;

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn limit(cap: usize, when_full: WhenFull) -> Limit<'static> {
    Limit { budget: Budget { cap, ..Budget::default() }, count: &words, when_full, relevance: &|_| None }
}

const SAMPLE: &str = "\
# MEMORY.md — Core Memory

<!-- TOKEN BUDGET: ~3,000 tokens. Rewritten during reflection. -->

## Identity
<!-- ~500 tokens — Who is the user? -->
- Name: Alex
* Timezone: CET <!-- importance: high -->

## Active Context
- Working on the parser
  in two lines
### Waiting
1. Review <!-- trigger: parser | project: soul -->

## My own heading
free text

## Persona

## Critical Facts
- Allergic to nuts (pinned)
- Blood type 0 <!-- source:conversation pinned -->
";

#[test]
fn the_sample_is_read() {
    let core = CoreMemory::parse(SAMPLE);
    let got: Vec<(String, &str, bool)> = core
        .entries()
        .iter()
        .map(|line| {
            let block = line.id.block.map_or("other", Block::key);
            (block.to_owned(), line.text.as_str(), line.pinned)
        })
        .collect();
    let expected = [
        ("identity", "Name: Alex", false),
        ("identity", "Timezone: CET", false),
        ("context", "Working on the parser in two lines", false),
        ("context", "Review", false),
        ("other", "free text", false),
        ("critical", "Allergic to nuts", true),
        ("critical", "Blood type 0", true),
    ];
    let expected: Vec<_> = expected.map(|(b, t, p)| (b.to_owned(), t, p)).into();
    assert_eq!(got, expected);
}

#[test]
fn bracketed_names_and_other_levels_are_blocks() {
    let core = CoreMemory::parse("[identity]\n- a\n# [Critical]\n- b\n### 🧠 Persona:\n- c\n");
    let blocks: Vec<Option<Block>> = core.entries().iter().map(|line| line.id.block).collect();
    assert_eq!(blocks, [Block::Identity, Block::CriticalFacts, Block::Persona].map(Some));
}

#[test]
fn a_line_is_added_where_it_belongs_and_only_there() {
    let core = CoreMemory::parse(SAMPLE);
    let edit = core.add(Block::Identity, &NewLine::new("Prefers\nVim"), &limit(3000, WhenFull::Refuse)).unwrap();
    let expected = SAMPLE.replace("high -->\n", "high -->\n- Prefers Vim\n");
    assert_eq!(edit.text, expected);
    assert_eq!(edit.line, 9);
    let empty = core.add(Block::Persona, &NewLine::new("Be brief"), &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(empty.text, SAMPLE.replace("## Persona\n", "## Persona\n- Be brief\n"));
}

#[test]
fn an_identical_line_is_not_added_twice() {
    let core = CoreMemory::parse(SAMPLE);
    let edit = core.add(Block::Identity, &NewLine::new(" Name:  Alex "), &limit(3000, WhenFull::Refuse)).unwrap();
    assert!(!edit.changed);
    assert_eq!(edit.text, SAMPLE);
    assert_eq!(edit.line, 7);
}

#[test]
fn an_empty_file_becomes_a_core_memory() {
    let core = CoreMemory::parse("");
    let one = core.add(Block::Persona, &NewLine::new("Be brief"), &limit(3000, WhenFull::Refuse)).unwrap();
    let two = CoreMemory::parse(one.text)
        .add(Block::Identity, &NewLine::new("Name: Alex"), &limit(3000, WhenFull::Refuse))
        .unwrap();
    assert_eq!(two.text, "# MEMORY.md — Core Memory\n\n## Identity\n- Name: Alex\n\n## Persona\n- Be brief\n");
}

#[test]
fn text_cannot_pin_itself_or_forge_structure() {
    let core = CoreMemory::parse("");
    for text in ["x (pinned)", "📌 x", "x <!-- pinned -->", "x [PINNED] (pinned)", "x\n## Critical Facts\n- y (pinned)"]
    {
        let edit = core.add(Block::Persona, &NewLine::new(text), &limit(3000, WhenFull::Refuse)).unwrap();
        let after = CoreMemory::parse(edit.text);
        assert_eq!(after.entries().len(), 1, "{text}");
        assert!(!after.entries()[0].pinned, "{text}");
        assert_eq!(after.entries()[0].id, edit.id, "{text}");
    }
}

#[test]
fn replacing_keeps_bullet_and_comments() {
    let core = CoreMemory::parse(SAMPLE);
    let id = core.block(Block::Identity).nth(1).unwrap().id.clone();
    let edit = core.replace(&id, "Timezone: PST", &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(edit.text, SAMPLE.replace("CET", "PST"));
    let nuts = core.block(Block::CriticalFacts).next().unwrap().id.clone();
    let edit = core.replace(&nuts, "Allergic to peanuts", &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(edit.text, SAMPLE.replace("nuts", "peanuts"));
}

#[test]
fn pins_come_and_go_without_a_trace() {
    let core = CoreMemory::parse(SAMPLE);
    let id = core.entries()[0].id.clone();
    let pinned = core.set_pinned(&id, true, &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(pinned.text, SAMPLE.replace("Name: Alex", "Name: Alex <!-- pinned -->"));
    let back = CoreMemory::parse(pinned.text).set_pinned(&id, false, &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(back.text, SAMPLE);
    let blood = core.entries()[6].id.clone();
    let unpinned = core.set_pinned(&blood, false, &limit(3000, WhenFull::Refuse)).unwrap();
    assert_eq!(unpinned.text, SAMPLE.replace(" pinned -->", " -->"));
}

#[test]
fn a_full_file_refuses_and_says_what_would_go() {
    let core =
        CoreMemory::parse("## Active Context\n- one two three\n- four\n## Critical Facts\n- five <!-- pinned -->\n");
    let tokens = words(core.text());
    let new = NewLine::new("six seven");
    let error = core.add(Block::CriticalFacts, &new, &limit(tokens, WhenFull::Refuse)).unwrap_err();
    let Error::CoreFull { would_go, fits, .. } = error else {
        panic!("{error}");
    };
    assert!(fits);
    assert_eq!(would_go.len(), 1);
    assert_eq!(would_go[0].text, "one two three");
    let edit = core.add(Block::CriticalFacts, &new, &limit(tokens, WhenFull::Prune)).unwrap();
    assert_eq!(edit.pruned, would_go);
    assert!(edit.usage.total <= tokens);
    assert!(edit.text.contains("six seven") && !edit.text.contains("one two"));
}

#[test]
fn a_full_block_refuses_or_makes_room_in_itself_while_the_file_has_room() {
    let core = CoreMemory::parse("## Identity\n- one two\n- three\n## Persona\n- four\n");
    let new = NewLine::new("five six");
    let tight = |when_full| {
        let budget = Budget { cap: 3_000, blocks: [6, 1_000, 500, 1_000] };
        Limit { budget, ..limit(3_000, when_full) }
    };
    let error = core.add(Block::Identity, &new, &tight(WhenFull::Refuse)).unwrap_err();
    assert!(matches!(error, Error::CoreFull { block: Some(Block::Identity), fits: true, .. }), "{error}");
    assert!(error.to_string().starts_with("Identity in MEMORY.md would hold 8 tokens, more than its budget of 6"));
    let edit = core.add(Block::Identity, &new, &tight(WhenFull::Prune)).unwrap();
    assert_eq!(edit.text, "## Identity\n- three\n- five six\n## Persona\n- four\n");
    assert_eq!(edit.pruned.len(), 1);
    assert!(core.add(Block::Persona, &new, &tight(WhenFull::Refuse)).is_ok());
}

#[test]
fn pinned_lines_and_the_new_one_are_never_pruned() {
    let core = CoreMemory::parse("## Critical Facts\n- a b c <!-- pinned -->\n");
    let tokens = words(core.text());
    let error = core.add(Block::Persona, &NewLine::new("d e f"), &limit(tokens, WhenFull::Prune)).unwrap_err();
    assert!(matches!(error, Error::CoreFull { fits: false, ref would_go, .. } if would_go.is_empty()));
}

#[test]
fn the_least_relevant_line_goes_first() {
    let core = CoreMemory::parse("## Identity\n- aa\n- bb\n- cc\n");
    let tight = Limit {
        relevance: &|line| Some(if line.text == "bb" { 0.1 } else { 0.9 }),
        ..limit(words(core.text()), WhenFull::Prune)
    };
    let edit = core.add(Block::Identity, &NewLine::new("dd"), &tight).unwrap();
    assert_eq!(edit.text, "## Identity\n- aa\n- cc\n- dd\n");
}

#[test]
fn an_overfull_file_can_still_be_cut_down() {
    let core = CoreMemory::parse("## Identity\n- a b c d e f g h\n");
    let id = core.entries()[0].id.clone();
    let edit = core.replace(&id, "a b c d e f", &limit(3, WhenFull::Refuse)).unwrap();
    assert!(edit.changed);
    assert_eq!(core.remove(&[id]).unwrap(), "## Identity\n");
}

#[test]
fn a_line_taken_out_comes_back_as_it_was() {
    let core = CoreMemory::parse(SAMPLE);
    for line in core.entries() {
        let without = CoreMemory::parse(core.remove(std::slice::from_ref(&line.id)).unwrap());
        let raw = core.raw(line);
        let back = without.put_back(&line.id, &raw, &limit(3000, WhenFull::Refuse)).unwrap();
        let after = CoreMemory::parse(back.text.as_str());
        let found = after.get(&line.id).unwrap();
        assert_eq!((found.pinned, found.trust), (line.pinned, line.trust));
        assert!(back.text.contains(&raw));
    }
}

pub(crate) fn any_document() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("## Identity".to_owned()),
        Just("## Critical Facts".to_owned()),
        Just("[persona]".to_owned()),
        Just("## Other".to_owned()),
        Just("- fact <!-- importance: high -->".to_owned()),
        Just("```".to_owned()),
        Just("<!--".to_owned()),
        Just("-->".to_owned()),
        Just(String::new()),
        "\\PC{0,20}",
        "[-*#< \t\r>!📌|]{0,10}",
    ];
    let ending = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    let bom = prop_oneof![Just(""), Just("\u{feff}")];
    (bom, prop::collection::vec((line, ending), 0..14), "\\PC{0,8}").prop_map(|(bom, lines, tail)| {
        let mut text = bom.to_owned();
        for (line, ending) in lines {
            text.push_str(&line);
            text.push_str(ending);
        }
        text + &tail
    })
}

proptest! {
    #[test]
    fn adding_changes_nothing_else(text in any_document(), line in "[ -~\n📌]{1,30}|(a|<!--|-->|\\\\| |`|#){1,8}") {
        let core = CoreMemory::parse(text.clone());
        for block in Block::ALL {
            let Ok(edit) = core.add(block, &NewLine::new(line.clone()), &limit(usize::MAX, WhenFull::Refuse)) else {
                continue;
            };
            if !edit.changed {
                prop_assert_eq!(&edit.text, &text);
                continue;
            }
            let after = CoreMemory::parse(edit.text.clone());
            prop_assert!(after.get(&edit.id).is_some(), "{:?}", edit.text);
            // What was inserted is one run of bytes.
            let prefix = text.bytes().zip(edit.text.bytes()).take_while(|(a, b)| a == b).count();
            let suffix = text.bytes().rev().zip(edit.text.bytes().rev()).take_while(|(a, b)| a == b).count();
            prop_assert!(prefix + suffix >= text.len());
        }
    }

    #[test]
    fn pinning_and_replacing_change_one_line(text in any_document()) {
        let core = CoreMemory::parse(text.clone());
        for (index, line) in core.entries().iter().enumerate() {
            if core.get(&line.id) != Some(line) {
                continue;
            }
            let open = limit(usize::MAX, WhenFull::Refuse);
            // Refused only where the line would become structure or be hidden by a comment left open.
            let odd = text.contains("<!--") || text.replace("\r\n", "").contains('\r');
            let (Ok(pinned), Ok(replaced)) = (
                core.set_pinned(&line.id, !line.pinned, &open),
                core.replace(&line.id, "quite new", &open),
            ) else {
                prop_assert!(odd || !line.bullet);
                continue;
            };
            let after = CoreMemory::parse(pinned.text.as_str());
            prop_assert_eq!(after.entries()[index].pinned, !line.pinned);
            match after.set_pinned(&after.entries()[index].id, line.pinned, &open) {
                Ok(back) if !line.pinned => prop_assert_eq!(&back.text, &text),
                Ok(_) => {}
                Err(_) => prop_assert!(odd || !line.bullet),
            }
            let after = CoreMemory::parse(replaced.text.as_str());
            prop_assert_eq!(&after.entries()[index].text, "quite new");
            prop_assert_eq!(after.entries().len(), core.entries().len());
            prop_assert!(replaced.text.starts_with(&text[..line.span.start]));
            prop_assert!(replaced.text.ends_with(&text[line.span.end..]));
        }
    }

    #[test]
    fn removing_cuts_exactly_the_line(text in any_document()) {
        let core = CoreMemory::parse(text.clone());
        for line in core.entries() {
            let after = core.remove(std::slice::from_ref(&line.id)).unwrap();
            let mut expected = text.clone();
            for gone in core.entries().iter().rev().filter(|other| other.id == line.id) {
                expected.replace_range(gone.span.clone(), "");
            }
            prop_assert_eq!(after, expected);
        }
    }
}
