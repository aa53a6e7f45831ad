use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use soulfile_recall::embed::{EmbedRole, Embedded, Embedder};
use soulfile_recall::{Error, Index, IndexPlace, Meaning, Options, Query, SearchAnswer, SourceFile};

const PATIENCE: Duration = Duration::from_secs(60);

/// A model that knows three ideas in two languages, and counts what it is asked.
struct Ideas {
    id: &'static str,
    dims: usize,
    down: AtomicBool,
    requests: AtomicUsize,
    texts: Mutex<Vec<String>>,
}

impl Ideas {
    fn new(id: &'static str, dims: usize) -> Arc<Self> {
        Arc::new(Self { id, dims, down: false.into(), requests: 0.into(), texts: Mutex::default() })
    }

    fn texts(&self) -> usize {
        self.texts.lock().unwrap().len()
    }
}

impl Embedder for Ideas {
    fn id(&self) -> &str {
        self.id
    }

    fn batch(&self) -> usize {
        4
    }

    fn embed(&self, texts: &[&str], _: EmbedRole, _: Duration) -> Result<Embedded, Error> {
        self.requests.fetch_add(1, Ordering::SeqCst);
        if self.down.load(Ordering::SeqCst) {
            return Err(Error::Embedder { model: self.id.into(), what: "nobody answers".into() });
        }
        self.texts.lock().unwrap().extend(texts.iter().map(|t| (*t).to_owned()));
        let ideas = [["violin", "小提琴"], ["ferry", "渡轮"], ["bread", "面包"]];
        let vector = |text: &&str| {
            let mut v: Vec<f32> = ideas.iter().map(|words| f32::from(words.iter().any(|w| text.contains(w)))).collect();
            v.push(0.2);
            v.resize(self.dims, 0.1);
            let length = v.iter().map(|x| x * x).sum::<f32>().sqrt();
            v.iter().map(|x| x / length).collect()
        };
        Ok(Embedded { vectors: texts.iter().map(vector).collect(), cut: Vec::new() })
    }
}

fn day(n: usize, text: &str) -> SourceFile {
    SourceFile::new(format!("memory/2026-01-{n:02}.md"), format!("## 10:00 | note\n{text}\n"))
}

fn days() -> Vec<SourceFile> {
    let mut all = vec![day(1, "She practised the violin all evening."), day(2, "The ferry was late again.")];
    all.extend((3..12).map(|n| day(n, &format!("Nothing much happened on day {n}."))));
    all
}

fn index() -> Index {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    index.sync(days()).unwrap();
    index
}

fn meaning(model: &Arc<Ideas>) -> Arc<Meaning> {
    Arc::new(Meaning::open(model.clone(), IndexPlace::Memory, PATIENCE).unwrap())
}

fn ask(index: &Index, meaning: &Arc<Meaning>, text: &str) -> SearchAnswer {
    let mut query = Query::new(text);
    query.meaning = meaning.ask(text, PATIENCE).ok().map(Arc::new);
    index.search(&query).unwrap()
}

#[test]
fn a_model_that_reads_another_language_finds_what_words_cannot() {
    let (index, model) = (index(), Ideas::new("ideas", 4));
    let meaning = meaning(&model);
    let filled = meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!((filled.missing, filled.cut, filled.failed), (0, 0, None));
    let answer = ask(&index, &meaning, "小提琴");
    assert_eq!(answer.model.as_deref(), Some("ideas"));
    assert_eq!(answer.hits[0].path, "memory/2026-01-01.md");
    assert!(answer.hits[0].score > 0.3, "{}", answer.hits[0].score);
}

#[test]
fn no_text_is_embedded_twice() {
    let (index, model) = (index(), Ideas::new("ideas", 4));
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("vectors.sqlite"));
    let open = || Arc::new(Meaning::open(model.clone(), place.clone(), PATIENCE).unwrap());
    let first = open();
    first.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    let (texts, requests) = (model.texts(), model.requests.load(Ordering::SeqCst));
    assert_eq!(requests, texts.div_ceil(4), "in batches");
    let distinct: HashSet<String> = model.texts.lock().unwrap().iter().cloned().collect();
    assert_eq!(distinct.len(), texts);
    // Again, in another process, after a rebuild, and after going to another model and back.
    first.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    open().fill(&index, PATIENCE, &|_, _| ()).unwrap();
    // In another order: what stands where the violin stood is now something else.
    index.rebuild(days().into_iter().rev()).unwrap();
    first.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    open().fill(&index, PATIENCE, &|_, _| ()).unwrap();
    let other = Ideas::new("other", 6);
    let meaning = Arc::new(Meaning::open(other.clone(), place.clone(), PATIENCE).unwrap());
    meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(other.texts(), texts);
    open().fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(model.texts(), texts);
    first.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(ask(&index, &first, "小提琴").hits[0].path, "memory/2026-01-01.md");
    let texts = texts + 1;
    // A new entry costs one text; a question one, once.
    index.sync_changed([day(20, "Fresh bread from the corner.")], &[]).unwrap();
    first.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(model.texts(), texts + 1);
    ask(&index, &first, "面包");
    let again = open();
    again.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(ask(&index, &again, "面包").hits[0].path, "memory/2026-01-20.md");
    assert_eq!(model.texts(), texts + 2);
}

#[test]
fn a_model_that_is_down_or_half_done_leaves_the_answer_to_the_built_in_one() {
    let (index, model) = (index(), Ideas::new("ideas", 4));
    let meaning = meaning(&model);
    model.down.store(true, Ordering::SeqCst);
    let filled = meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(filled.missing, 11);
    assert!(filled.failed.is_some_and(|why| why.contains("nobody answers")));
    assert!(meaning.ask("violin", PATIENCE).unwrap_err().contains("nobody answers"));
    let answer = ask(&index, &meaning, "violin");
    assert_eq!(answer.hits[0].path, "memory/2026-01-01.md");
    let builtin = answer.model.expect("a model");
    assert_ne!(builtin, "ideas");
    // Up again, but no time: nothing is filled, and a question alone changes nothing.
    model.down.store(false, Ordering::SeqCst);
    assert_eq!(meaning.fill(&index, Duration::ZERO, &|_, _| ()).unwrap().missing, 11);
    assert_eq!(ask(&index, &meaning, "violin").model.as_deref(), Some(builtin.as_str()));
    meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(ask(&index, &meaning, "violin").model.as_deref(), Some("ideas"));
    // One entry the model has not seen, and the built-in one answers for all.
    index.sync_changed([day(21, "The violin was sold.")], &[]).unwrap();
    assert_eq!(ask(&index, &meaning, "violin").model.as_deref(), Some(builtin.as_str()));
    // Entries that go take nothing with them.
    meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    index.sync_changed([], &["memory/2026-01-02.md".to_owned()]).unwrap();
    meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(ask(&index, &meaning, "violin").model.as_deref(), Some("ideas"));
}

#[test]
fn a_model_that_changes_under_its_name_is_noticed_and_everything_is_embedded_again() {
    let index = index();
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("vectors.sqlite"));
    let old = Ideas::new("ideas", 4);
    Meaning::open(old, place.clone(), PATIENCE).unwrap().fill(&index, PATIENCE, &|_, _| ()).unwrap();
    let new = Ideas::new("ideas", 8);
    let meaning = Arc::new(Meaning::open(new.clone(), place, PATIENCE).unwrap());
    meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert!(meaning.ask("violin", PATIENCE).unwrap_err().contains("another length"));
    assert_eq!(meaning.fill(&index, PATIENCE, &|_, _| ()).unwrap().missing, 0);
    assert_eq!(ask(&index, &meaning, "violin").model.as_deref(), Some("ideas"));
    assert_eq!(new.texts(), 11 + 6 + 2);
}

#[test]
fn a_crowd_is_left_to_whoever_has_the_time() {
    let (index, model) = (index(), Ideas::new("ideas", 4));
    let meaning = meaning(&model);
    // Eleven entries, and the sentences that tell where the model's zero is.
    assert_eq!(meaning.fill_few(16, &index, PATIENCE).unwrap().missing, 11);
    assert_eq!(model.texts(), 0);
    assert_eq!(meaning.fill_few(17, &index, PATIENCE).unwrap().missing, 0);
    index.sync_changed([day(20, "Fresh bread from the corner.")], &[]).unwrap();
    assert_eq!(meaning.fill_few(1, &index, PATIENCE).unwrap().missing, 0, "what was told just now");
}

#[test]
fn what_another_process_embedded_is_found_after_it_was_looked_for_in_vain() {
    let (index, model) = (index(), Ideas::new("ideas", 4));
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("vectors.sqlite"));
    let open = || Arc::new(Meaning::open(model.clone(), place.clone(), PATIENCE).unwrap());
    let (here, there) = (open(), open());
    let missing = |of: &Meaning| of.fill(&index, Duration::ZERO, &|_, _| ()).unwrap().missing;
    assert_eq!((missing(&here), missing(&here)), (11, 11));
    there.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    assert_eq!(missing(&here), 0);
    // The same text once more is looked for anew, although nobody wrote to the cache since.
    index.sync_changed([day(20, "Fresh bread from the corner.")], &[]).unwrap();
    assert_eq!(missing(&here), 1);
    here.fill(&index, PATIENCE, &|_, _| ()).unwrap();
    index.sync_changed([day(21, "Fresh bread from the corner.")], &[]).unwrap();
    assert_eq!(missing(&here), 0);
}
