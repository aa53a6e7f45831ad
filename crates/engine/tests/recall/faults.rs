//! The index can be deleted, cut or scribbled over at any time: the answers stay the same.

use std::fs;

use soulfile_engine::RecallRequest;

use crate::fixture::{RecallFixture, main};

fn lived_in() -> RecallFixture {
    let f = RecallFixture::new();
    for day in 1..=25 {
        let text = format!(
            "## 09:00 | event | scope:room:dev\nStand-up number {day} spoke about the parser and the tram.\n\n## 10:00 | fact\nOn day {day} the violin teacher came by with apples.\n"
        );
        f.write(&format!("memory/2026-01-{day:02}.md"), &text);
    }
    f.write(
        "memory/graph/entities/person--ana.md",
        "# person--ana\n\n## Facts\n- Teaches violin <!-- id:f1 -->\n- Likes apples <!-- id:f2 -->\n",
    );
    f.commit();
    f
}

const QUESTIONS: [&str; 4] =
    ["violin teacher", "what did the stand-up on 2026-01-07 speak about", "who likes apples", "Ana"];

fn answers(f: &RecallFixture) -> Vec<String> {
    let engine = f.another();
    QUESTIONS
        .iter()
        .map(|query| {
            let answer = engine.recall(&RecallRequest::new(*query, main())).expect("an answer");
            let hits: Vec<_> = answer.hits.iter().map(|h| (&h.citation, &h.text, (h.score * 1e4) as i32)).collect();
            serde_json::to_string(&hits).expect("hits serialise")
        })
        .collect()
}

#[test]
fn a_deleted_index_comes_back_identical() {
    let f = lived_in();
    let before = answers(&f);
    assert!(before.iter().all(|hits| hits.len() > 10), "{before:?}");
    let state = f.engine.index_path();
    for name in ["index.sqlite", "index.scopes", "index.states"] {
        let _ = fs::remove_file(state.with_file_name(name));
        let _ = fs::remove_file(state.with_file_name(format!("{name}-wal")));
        let _ = fs::remove_file(state.with_file_name(format!("{name}-shm")));
        assert_eq!(answers(&f), before, "{name} was deleted");
    }
}

#[test]
fn a_damaged_index_answers_the_same() {
    let f = lived_in();
    let before = answers(&f);
    let path = f.engine.index_path();
    let settle = || {
        for end in ["-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", path.display()));
        }
    };
    let whole = fs::read(&path).unwrap();
    let mut chance = 0x9e37_79b9_7f4a_7c15u64;
    for round in 0..60 {
        settle();
        let mut bytes = fs::read(&path).unwrap_or_else(|_| whole.clone());
        for _ in 0..1 + round % 7 {
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let at = (chance % bytes.len() as u64) as usize;
            let end = (at + 1 + (chance >> 40) as usize % 300).min(bytes.len());
            bytes[at..end].iter_mut().for_each(|b| *b = !*b);
        }
        if round % 5 == 4 {
            bytes.truncate(bytes.len() / 2);
        }
        fs::write(&path, &bytes).unwrap();
        assert_eq!(answers(&f), before, "round {round}");
    }
    settle();
    fs::write(&path, b"not a database at all").unwrap();
    assert_eq!(answers(&f), before);
}

#[test]
fn a_deep_check_finds_what_the_index_does_not_hold() {
    let f = lived_in();
    answers(&f);
    assert_eq!(f.engine.index_status(true).unwrap().problems, Some(Vec::new()));
    f.write("memory/2026-01-03.md", "## 09:00 | event\nEverything is different now.\n");
    let status = f.engine.index_status(true).unwrap();
    assert_eq!(status.problems.unwrap(), ["memory/2026-01-03.md: not in the index as it is now"]);
    assert_eq!(f.engine.index_status(true).unwrap().problems, Some(Vec::new()));
}

#[test]
fn many_processes_search_and_write_at_once() {
    let f = lived_in();
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let f = &f;
            scope.spawn(move || {
                let engine = f.another();
                for round in 0..6 {
                    let mark = format!("marker{worker}x{round}");
                    f.write(&format!("bank/{mark}.md"), &format!("The {mark} lies on the shelf.\n"));
                    let answer = engine.recall(&RecallRequest::new(mark.clone(), main())).expect("an answer");
                    let found = answer.hits.iter().any(|hit| hit.text.contains(&mark));
                    assert!(found || !answer.notes.is_empty(), "{mark} was neither found nor said to be missed");
                }
            });
        }
    });
    assert_eq!(f.another().index_status(true).unwrap().problems, Some(Vec::new()));
}
