//! A transformer on this machine: a BERT-family sentence encoder read from its own files, in plain
//! Rust.
//!
//! The folder is what model hubs hand out: `config.json`, `model.safetensors`, and `vocab.txt` or
//! `tokenizer.json`; pooling and the longest input are read from the sentence-transformers files
//! where they are there. Weights are loaded on first use. Start at [`LocalModel::find`].

mod encoder;
mod matrix;
mod safetensors;
mod tokens;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use soulfile_recall::embed::{EmbedRole, Embedded, Embedder};

use crate::error::Error;
use encoder::LocalEncoder;
use tokens::Tokenizer;

/// Texts computed at once: enough to keep two threads busy and the patience checked.
const BATCH: usize = 16;
/// Threads that compute.
const THREADS: usize = 2;

/// The shape of the encoder, from `config.json`.
#[derive(Debug, Clone, Deserialize)]
struct Shape {
    model_type: String,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    max_position_embeddings: usize,
    vocab_size: usize,
    #[serde(default = "usual_activation")]
    hidden_act: String,
    #[serde(default = "usual_epsilon")]
    layer_norm_eps: f32,
}

fn usual_activation() -> String {
    "gelu".to_owned()
}

fn usual_epsilon() -> f32 {
    1e-12
}

/// How the vectors of the pieces become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pooling {
    Mean,
    First,
}

/// A sentence encoder on this machine.
pub struct LocalModel {
    id: String,
    weights: PathBuf,
    shape: Shape,
    pooling: Pooling,
    longest: usize,
    tokenizer: Tokenizer,
    encoder: OnceLock<Result<LocalEncoder, String>>,
}

impl LocalModel {
    /// Reads everything but the weights. `path` is the model's folder, or the weights inside it.
    pub fn find(path: &Path) -> Result<Self, Error> {
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new(".")) };
        let weights = if path.is_dir() { path.join("model.safetensors") } else { path.to_owned() };
        let meta = std::fs::metadata(&weights).map_err(|e| Error::file(&weights, format!("no weights: {e}")))?;
        let config = read(&folder.join("config.json"))?;
        let shape: Shape = serde_json::from_slice(&config)
            .map_err(|e| Error::file(folder.join("config.json"), format!("not the shape of an encoder: {e}")))?;
        check(&shape, folder)?;
        let tokenizer = Tokenizer::load(folder, shape.vocab_size)?;
        let pooling = pooling(folder)?;
        let longest = longest(folder).unwrap_or(usize::MAX).min(shape.max_position_embeddings);
        if longest < 3 {
            return Err(Error::file(folder, "its longest input leaves no room for a word"));
        }
        let name = folder.file_name().map_or_else(|| "model".into(), |n| n.to_string_lossy().into_owned());
        let id = format!("local:{name}:{}", stamp(&meta, &config, &tokenizer, pooling, longest));
        Ok(Self { id, weights, shape, pooling, longest, tokenizer, encoder: OnceLock::new() })
    }

    fn encoder(&self) -> Result<&LocalEncoder, String> {
        let made =
            self.encoder.get_or_init(|| LocalEncoder::load(&self.weights, &self.shape).map_err(|e| e.to_string()));
        made.as_ref().map_err(Clone::clone)
    }

    /// Ids of a text with the marks of begin and end, and whether the end was cut off.
    fn ids(&self, text: &str) -> (Vec<u32>, bool) {
        let mut ids = vec![self.tokenizer.first];
        let pieces = self.tokenizer.pieces(text, self.longest - 1);
        let cut = pieces.len() > self.longest - 2;
        ids.extend(pieces.into_iter().take(self.longest - 2));
        ids.push(self.tokenizer.last);
        (ids, cut)
    }
}

impl Embedder for LocalModel {
    fn id(&self) -> &str {
        &self.id
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn embed(&self, texts: &[&str], _role: EmbedRole, patience: Duration) -> Result<Embedded, soulfile_recall::Error> {
        let start = Instant::now();
        let failed = |what: String| soulfile_recall::Error::Embedder { model: self.id.clone(), what };
        let encoder = self.encoder().map_err(failed)?;
        let mut out = Embedded::default();
        for batch in texts.chunks(BATCH) {
            if start.elapsed() > patience {
                return Err(failed(format!("took longer than {} ms", patience.as_millis())));
            }
            let mut sequences = Vec::with_capacity(batch.len());
            for text in batch {
                let (ids, cut) = self.ids(text);
                if cut {
                    out.cut.push(out.vectors.len() + sequences.len());
                }
                sequences.push(ids);
            }
            let vectors = encoder.embed(&sequences, self.pooling, THREADS);
            if vectors.iter().flatten().any(|x| !x.is_finite()) {
                return Err(failed("the weights give numbers that are not finite".to_owned()));
            }
            out.vectors.extend(vectors);
        }
        Ok(out)
    }

    fn reads(&self, text: &str) -> f32 {
        let pieces = self.tokenizer.pieces(text, self.longest);
        if pieces.is_empty() {
            return 0.0;
        }
        pieces.iter().filter(|p| **p != self.tokenizer.unknown).count() as f32 / pieces.len() as f32
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|e| Error::file(path, e))
}

fn json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

fn check(shape: &Shape, folder: &Path) -> Result<(), Error> {
    let wrong = |what: String| Err(Error::file(folder.join("config.json"), what));
    if shape.model_type != "bert" {
        return wrong(format!("a {:?} model; only the BERT family can be read", shape.model_type));
    }
    let sizes = [
        shape.hidden_size,
        shape.num_hidden_layers,
        shape.num_attention_heads,
        shape.intermediate_size,
        shape.max_position_embeddings,
        shape.vocab_size,
    ];
    if sizes.iter().any(|n| *n == 0 || *n > 1 << 20) || !shape.hidden_size.is_multiple_of(shape.num_attention_heads) {
        return wrong("its sizes do not fit together".to_owned());
    }
    if !matches!(shape.hidden_act.as_str(), "gelu" | "gelu_new" | "relu") {
        return wrong(format!("the activation {:?} is not known", shape.hidden_act));
    }
    Ok(())
}

fn pooling(folder: &Path) -> Result<Pooling, Error> {
    let path = folder.join("1_Pooling/config.json");
    let Some(config) = json(&path) else { return Ok(Pooling::Mean) };
    let says = |key: &str| config[key].as_bool().unwrap_or(false);
    match (says("pooling_mode_mean_tokens"), says("pooling_mode_cls_token")) {
        (true, false) => Ok(Pooling::Mean),
        (false, true) => Ok(Pooling::First),
        _ => Err(Error::file(path, "only the mean of the words or the first mark can be taken")),
    }
}

/// Longest input in pieces, where the model's files say one.
fn longest(folder: &Path) -> Option<usize> {
    let own = json(&folder.join("sentence_bert_config.json")).and_then(|c| c["max_seq_length"].as_u64());
    let usual = || json(&folder.join("tokenizer_config.json")).and_then(|c| c["model_max_length"].as_u64());
    own.or_else(usual).and_then(|n| usize::try_from(n).ok())
}

/// Tells one version of a model from another without reading its weights: a file that was written
/// again counts as another model, and its texts are embedded again.
fn stamp(meta: &std::fs::Metadata, config: &[u8], tokenizer: &Tokenizer, pooling: Pooling, longest: usize) -> String {
    let written = meta.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    let mut hasher = blake3::Hasher::new();
    hasher.update(&meta.len().to_le_bytes());
    hasher.update(&written.map_or(0, |d| d.as_nanos()).to_le_bytes());
    hasher.update(&(config.len() as u64).to_le_bytes()).update(config);
    hasher.update(&tokenizer.digest());
    hasher.update(&[pooling as u8]).update(&longest.to_le_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}
