use soulfile_recall::{Filter, Index, IndexPlace, Options, SourceFile};

fn filled() -> Index {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    let mut text: String = (0..400)
        .map(|n| format!("## {:02}:{:02} | note\nThe heron {n} was seen near lake {n}.\n\n", n / 60, n % 60))
        .collect();
    text += "## 20:00 | note\nAna plays the cello on Fridays.\n\n## 20:01 | note\nBo plays the cello on Mondays.\n\n";
    index.sync([SourceFile::new("memory/2026-02-02.md", text)]).unwrap();
    index
}

#[test]
fn the_same_words_are_found_again_and_others_are_not() {
    let index = filled();
    let found = index.similar("ana plays the cello, on Fridays", &Filter::default(), 0.8, 5).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].is_same && found[0].text.contains("Ana plays"), "{found:?}");
    assert!(index.similar("Kim plays the violin on Sundays", &Filter::default(), 0.8, 5).unwrap().is_empty());
    assert!(index.similar("", &Filter::default(), 0.8, 5).unwrap().is_empty());
}

#[test]
fn what_is_much_the_same_is_found_as_such() {
    let index = filled();
    let found = index.similar("Ana plays the cello", &Filter::default(), 0.5, 5).unwrap();
    assert!(found[0].text.contains("Ana plays") && !found[0].is_same && found[0].overlap < 1.0);
}
