use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;
use soulfile_models::LocalModel;
use soulfile_recall::embed::{EmbedRole, Embedder};

const PATIENCE: Duration = Duration::from_secs(600);

/// Names the folder of a real sentence transformer; `make test-local-model` sets it.
const REAL: &str = "SOULFILE_TEST_LOCAL_MODEL";

#[derive(Deserialize)]
struct Expected {
    text: String,
    #[serde(default)]
    cut: bool,
    vector: Vec<f32>,
}

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny")
}

fn expected(path: &Path) -> Vec<Expected> {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn furthest(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max)
}

#[test]
fn the_tiny_encoder_answers_what_was_computed_elsewhere() {
    let model = LocalModel::find(&tiny()).unwrap();
    let wanted = expected(&tiny().join("expected.json"));
    let texts: Vec<&str> = wanted.iter().map(|e| e.text.as_str()).collect();
    let together = model.embed(&texts, EmbedRole::Entry, PATIENCE).unwrap();
    for (at, want) in wanted.iter().enumerate() {
        let off = furthest(&together.vectors[at], &want.vector);
        assert!(off < 1e-5, "{:?}: {off}", want.text);
        assert_eq!(together.cut.contains(&at), want.cut, "{:?}", want.text);
        // A text's vector does not depend on its neighbours in the batch.
        let alone = model.embed(&[&want.text], EmbedRole::Question, PATIENCE).unwrap();
        assert!(furthest(&alone.vectors[0], &together.vectors[at]) < 1e-6);
    }
}

#[test]
fn a_model_is_read_from_its_folder_its_weights_or_its_full_tokenizer() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "model.safetensors", "vocab.txt"] {
        std::fs::copy(tiny().join(name), folder.path().join(name)).unwrap();
    }
    let by_weights = LocalModel::find(&folder.path().join("model.safetensors")).unwrap();
    let first = by_weights.embed(&["the cat"], EmbedRole::Entry, PATIENCE).unwrap();
    let vocabulary = std::fs::read_to_string(tiny().join("vocab.txt")).unwrap();
    let pieces: serde_json::Map<String, serde_json::Value> =
        vocabulary.lines().enumerate().map(|(id, piece)| (piece.to_owned(), id.into())).collect();
    let table =
        serde_json::json!({ "normalizer": { "lowercase": true }, "model": { "type": "WordPiece", "vocab": pieces } });
    std::fs::write(folder.path().join("tokenizer.json"), table.to_string()).unwrap();
    std::fs::remove_file(folder.path().join("vocab.txt")).unwrap();
    let by_table = LocalModel::find(folder.path()).unwrap();
    assert_eq!(by_table.id(), by_weights.id());
    assert_eq!(by_table.embed(&["the cat"], EmbedRole::Entry, PATIENCE).unwrap(), first);
    assert!(by_table.reads("the zebra") < 0.6 && by_table.reads("the cat") == 1.0);
}

#[test]
fn another_file_is_another_model() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "model.safetensors", "vocab.txt"] {
        std::fs::copy(tiny().join(name), folder.path().join(name)).unwrap();
    }
    let before = LocalModel::find(folder.path()).unwrap().id().to_owned();
    assert_eq!(LocalModel::find(folder.path()).unwrap().id(), before);
    let pooling = folder.path().join("1_Pooling");
    std::fs::create_dir(&pooling).unwrap();
    std::fs::write(pooling.join("config.json"), r#"{"pooling_mode_cls_token": true}"#).unwrap();
    let first_mark = LocalModel::find(folder.path()).unwrap();
    assert_ne!(first_mark.id(), before);
    assert!(first_mark.embed(&["the cat"], EmbedRole::Entry, PATIENCE).is_ok());
    std::fs::write(pooling.join("config.json"), r#"{"pooling_mode_max_tokens": true}"#).unwrap();
    assert!(LocalModel::find(folder.path()).is_err_and(|e| e.to_string().contains("1_Pooling")));
}

#[test]
fn models_that_cannot_be_used_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let config = std::fs::read_to_string(tiny().join("config.json")).unwrap();
    let why = |config: &str, weights: &[u8], vocabulary: &str| {
        std::fs::write(folder.path().join("config.json"), config).unwrap();
        std::fs::write(folder.path().join("model.safetensors"), weights).unwrap();
        std::fs::write(folder.path().join("vocab.txt"), vocabulary).unwrap();
        match LocalModel::find(folder.path()) {
            Err(error) => error.to_string(),
            Ok(model) => model.embed(&["the cat"], EmbedRole::Entry, PATIENCE).unwrap_err().to_string(),
        }
    };
    let weights = std::fs::read(tiny().join("model.safetensors")).unwrap();
    let vocabulary = std::fs::read_to_string(tiny().join("vocab.txt")).unwrap();
    assert!(why(&config.replace("bert", "roberta"), &weights, &vocabulary).contains("BERT family"));
    assert!(why(&config.replace("\"hidden_size\": 12", "\"hidden_size\": 16"), &weights, &vocabulary).contains("fit"));
    assert!(why("{}", &weights, &vocabulary).contains("config.json"));
    assert!(why(&config, b"nonsense", &vocabulary).contains("safetensors"));
    assert!(why(&config, &weights[..weights.len() - 9], &vocabulary).contains("not where the table says"));
    assert!(why(&config, &weights, "a\nb\n").contains("[UNK]"));
    assert!(why(&config, &weights, &(vocabulary.clone() + "one\nmore\n")).contains("more than the"));
    assert!(LocalModel::find(Path::new("/nonexistent")).is_err_and(|e| e.to_string().contains("/nonexistent")));
}

#[test]
fn the_real_minilm_answers_what_its_reference_does() {
    let Some(folder) = std::env::var_os(REAL).map(PathBuf::from) else { return };
    let model = LocalModel::find(&folder).unwrap();
    let wanted = expected(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/minilm.json"));
    let texts: Vec<&str> = wanted.iter().map(|e| e.text.as_str()).collect();
    let start = Instant::now();
    let done = model.embed(&texts, EmbedRole::Entry, PATIENCE).unwrap();
    let first = start.elapsed();
    for (at, want) in wanted.iter().enumerate() {
        let off = furthest(&done.vectors[at], &want.vector);
        assert!(off < 2e-5, "{:?}: {off}", want.text);
        assert_eq!(done.cut.contains(&at), want.cut, "{:?}", want.text);
    }
    let many: Vec<String> = (0..128).map(|n| format!("{} Entry {n}.", texts[n % texts.len()])).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let start = Instant::now();
    model.embed(&many, EmbedRole::Entry, PATIENCE).unwrap();
    let each = start.elapsed().as_secs_f64() * 1e3 / many.len() as f64;
    #[allow(clippy::print_stderr)] // A figure, for who runs it by hand.
    {
        eprintln!("loaded and answered {} texts in {first:.1?}; then {each:.1} ms a text", texts.len());
    }
}
