use std::sync::Arc;
use std::time::Duration;

use soulfile_recall::embed::Multilingual;
use soulfile_recall::{Index, IndexPlace, Meaning, Options, Query, SearchAnswer, SourceFile};

const PATIENCE: Duration = Duration::from_secs(60);

fn note(day: usize, text: &str) -> SourceFile {
    let (year, month, day) = (2024 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
    let path = format!("memory/episodes/{year}-{month:02}-{day:02}.md");
    SourceFile::new(path, format!("## 10:00 | note\n{text}\n"))
}

fn talk() -> Vec<SourceFile> {
    let said = [
        "my cello lesson moved to mondays",
        "la vecina del quinto tiene una copia de mis llaves",
        "firm's gala is 20 november at the Fairfield Halls",
        "猫のうどんは太りすぎで療法食を食べている",
        "the boiler is a vaillant, serviced in may",
        "Tomek is afraid of dogs since one bit him",
        "gala got moved to the 27th, the hall double booked us",
        "we run 1800 ewes and some barley",
    ];
    said.iter().enumerate().map(|(day, text)| note(day, text)).collect()
}

fn encoder(place: IndexPlace) -> Arc<Meaning> {
    Arc::new(Meaning::open(Arc::new(Multilingual), place, PATIENCE).unwrap())
}

fn ask(index: &Index, encoder: &Arc<Meaning>, text: &str) -> SearchAnswer {
    let mut query = Query::new(text);
    query.meaning = encoder.ask(text, PATIENCE).ok().map(Arc::new);
    index.search(&query).unwrap()
}

#[test]
fn questions_find_what_was_said_in_other_words_and_other_languages() {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    index.sync(talk()).unwrap();
    let encoder = encoder(IndexPlace::Memory);
    encoder.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    for (question, answer) in [
        ("which instrument do I play?", "cello"),
        ("which neighbour has my spare keys?", "llaves"),
        ("¿qué animal está a dieta?", "うどん"),
        ("wovor hat Tomek Angst?", "dogs"),
    ] {
        let found = ask(&index, &encoder, question);
        assert!(found.hits[0].text.contains(answer), "{question}: {}", found.hits[0].text);
    }
}

#[test]
fn what_changed_comes_before_the_older_statement_and_other_news_do_not() {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    let mut said = talk();
    said.push(note(8, "moved the bins to the side gate"));
    said.push(note(9, "no wait, the ewes are 1750"));
    index.sync(said).unwrap();
    let encoder = encoder(IndexPlace::Memory);
    encoder.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    let found = ask(&index, &encoder, "when is the firm's gala?");
    let place = |text: &str| found.hits.iter().position(|hit| hit.text.contains(text)).unwrap_or(usize::MAX);
    assert!(place("27th") == 0 && place("20 november") < 3, "{:?}", found.hits);
    let older = &found.hits[place("20 november")];
    assert_eq!(older.newer.as_ref(), Some(&found.hits[0].citation));
    for (question, answer) in [("which instrument do I play?", "cello"), ("who is afraid of dogs?", "Tomek")] {
        assert!(ask(&index, &encoder, question).hits[0].text.contains(answer), "{question}");
    }
}

#[test]
fn what_was_never_told_is_not_sure() {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    index.sync(talk()).unwrap();
    let encoder = encoder(IndexPlace::Memory);
    encoder.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    for question in ["what is my dentist called?", "how much rent do I pay?", "which train do I take to work?"] {
        assert!(!ask(&index, &encoder, question).confidence.answers(), "{question}");
    }
}

#[test]
fn an_entry_the_encoder_has_not_seen_is_found_by_the_quick_arms() {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    index.sync(talk()).unwrap();
    let encoder = encoder(IndexPlace::Memory);
    encoder.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    index.sync_changed([note(40, "the physio is called Ingrid Falk")], &[]).unwrap();
    assert_eq!(encoder.fill(&index, Duration::ZERO, &|_, _| ()).unwrap().missing, 1);
    let found = ask(&index, &encoder, "who is the physio?");
    assert!(found.hits[0].text.contains("Ingrid"), "{}", found.hits[0].text);
    assert!(ask(&index, &encoder, "which instrument do I play?").hits[0].text.contains("cello"));
}

#[test]
fn vectors_in_the_order_of_the_index_survive_processes_merges_and_damage() {
    let folder = tempfile::tempdir().unwrap();
    let (index, vectors) = (folder.path().join("index.sqlite"), folder.path().join("vectors.sqlite"));
    let open = || Index::open(IndexPlace::File(index.clone()), Options::default()).unwrap();
    let many: Vec<SourceFile> = (0..300)
        .map(|n| note(n, &format!("errand {n}: bring parcel {} to house {}", n * 7 % 300, n * 13 % 300)))
        .collect();
    let first = open();
    first.sync(many.into_iter().chain([note(320, "my cello lesson moved to mondays")])).unwrap();
    let filled = encoder(IndexPlace::File(vectors.clone())).fill(&first, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!((filled.missing, filled.embedded), (0, 301));
    let asked = |index: &Index, encoder: &Arc<Meaning>| ask(index, encoder, "which instrument do I play?");
    // Another process, after more was written than stays in the hot tier: segments were merged.
    first.sync_changed((400..700).map(|n| note(n, &format!("errand {n}: fetch parcel {n}"))), &[]).unwrap();
    let second = open();
    let other = encoder(IndexPlace::File(vectors.clone()));
    assert_eq!(other.fill(&second, PATIENCE, &|_, _| ()).unwrap().embedded, 300, "only what is new");
    assert!(asked(&second, &other).hits[0].text.contains("cello"));
    // A damaged file of rows costs nothing but the time to make it again.
    let rows = std::fs::read_dir(folder.path().join("vectors.sqlite-columns")).unwrap();
    for file in rows.map(|file| file.unwrap().path()) {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file, bytes).unwrap();
    }
    let third = encoder(IndexPlace::File(vectors));
    third.fill(&second, PATIENCE, &|_, _| ()).unwrap();
    let found = asked(&second, &third);
    assert!(found.notes.iter().all(|note| !note.contains("damaged")));
    third.fill(&second, PATIENCE, &|_, _| ()).unwrap();
    assert!(asked(&second, &third).hits[0].text.contains("cello"));
}
