//! A model over HTTP: batches, limits, and what is done about texts a provider does not take.

use std::time::{Duration, Instant};

use soulfile_recall::embed::table::normalise;
use soulfile_recall::embed::{EmbedRole, Embedded, Embedder};

use crate::error::Error;
use crate::http::{Address, RemoteServer};
use crate::settings::{EmbeddingSettings, Key};
use crate::wire::EmbeddingWire;

/// A text that is refused is shortened by half this often before it is given up.
const HALVINGS: usize = 3;

/// A model over HTTP.
pub struct RemoteModel {
    wire: EmbeddingWire,
    model: String,
    id: String,
    server: RemoteServer,
}

impl RemoteModel {
    pub(crate) fn new(wire: EmbeddingWire, settings: &EmbeddingSettings, key: Option<Key>) -> Result<Self, Error> {
        let model = settings.model.as_deref().unwrap_or(wire.model());
        let model = model.strip_prefix("models/").unwrap_or(model).to_owned();
        let fits = |c: char| c.is_alphanumeric() || "-_.:/@".contains(c);
        if model.is_empty() || !model.chars().all(fits) || model.contains("..") {
            return Err(Error::Settings(format!("memorySearch.model {model:?} is not the name of a model")));
        }
        let base = settings.base_url.as_deref().unwrap_or(wire.base_url());
        let server = RemoteServer::new(Address {
            provider: wire.name(),
            base,
            setting: "memorySearch.remote.baseUrl",
            headers: key.as_ref().map(|key| wire.key_header(key.expose())).into_iter().collect(),
            key,
            proxy: settings.proxy.as_deref(),
        })?;
        let id = format!("{}:{model}@{}", wire.name(), server.host());
        Ok(Self { wire, model, id, server })
    }

    /// Embeds texts that fit one request. A batch that is refused is halved until the text at fault
    /// stands alone; that one is shortened, and in the end gets no vector.
    fn request(&self, texts: &[&str], role: EmbedRole, until: Until) -> Result<Batch, Error> {
        let body = self.wire.request(&self.model, texts, role);
        let refusal = match self.server.post(&self.wire.path(&self.model), &body, until.left()) {
            Ok(answer) => {
                let vectors = self.wire.vectors(&answer, texts.len());
                let vectors = vectors.map_err(|e| Error::Answer(format!("{}: {e}", self.server.name())))?;
                return Ok(vectors.into_iter().map(|v| (Some(v), false)).collect());
            }
            Err(Error::Input(why)) => why,
            Err(other) => return Err(other),
        };
        match texts {
            [] => Ok(Batch::new()),
            [text] => self.shorten(text, role, until, refusal),
            _ => {
                let (first, second) = texts.split_at(texts.len() / 2);
                let mut out = self.request(first, role, until)?;
                out.extend(self.request(second, role, until)?);
                Ok(out)
            }
        }
    }

    fn shorten(&self, text: &str, role: EmbedRole, until: Until, refusal: String) -> Result<Batch, Error> {
        let mut length = text.chars().count();
        for _ in 0..HALVINGS {
            length /= 2;
            if length == 0 {
                break;
            }
            let short: String = text.chars().take(length).collect();
            match self.embed_one(&short, role, until) {
                Ok(vector) => return Ok(vec![(Some(vector), true)]),
                Err(Error::Input(_)) => {}
                Err(other) => return Err(other),
            }
        }
        // A server that refuses any text at all has another fault than this one.
        match self.embed_one("hello", role, until) {
            Ok(_) if role == EmbedRole::Entry => Ok(vec![(None, true)]),
            Ok(_) | Err(Error::Input(_)) => Err(Error::Input(refusal)),
            Err(other) => Err(other),
        }
    }

    fn embed_one(&self, text: &str, role: EmbedRole, until: Until) -> Result<Vec<f32>, Error> {
        let body = self.wire.request(&self.model, &[text], role);
        let answer = self.server.post(&self.wire.path(&self.model), &body, until.left())?;
        let mut vectors = self.wire.vectors(&answer, 1)?;
        Ok(vectors.pop().unwrap_or_default())
    }
}

/// A vector, unless the text was refused, and whether the text was cut.
type Batch = Vec<(Option<Vec<f32>>, bool)>;

/// When the caller stops waiting.
#[derive(Clone, Copy)]
struct Until {
    start: Instant,
    patience: Duration,
}

impl Until {
    fn left(self) -> Duration {
        self.patience.saturating_sub(self.start.elapsed())
    }
}

impl Embedder for RemoteModel {
    fn id(&self) -> &str {
        &self.id
    }

    fn batch(&self) -> usize {
        self.wire.batch()
    }

    fn embed(&self, texts: &[&str], role: EmbedRole, patience: Duration) -> Result<Embedded, soulfile_recall::Error> {
        let until = Until { start: Instant::now(), patience };
        let most = self.wire.most_chars();
        let mut out = Embedded::default();
        for batch in texts.chunks(self.wire.batch()) {
            let ends: Vec<Option<usize>> = batch.iter().map(|t| t.char_indices().nth(most).map(|(at, _)| at)).collect();
            let short: Vec<&str> = batch.iter().zip(&ends).map(|(t, end)| end.map_or(*t, |end| &t[..end])).collect();
            let done = self
                .request(&short, role, until)
                .map_err(|e| soulfile_recall::Error::Embedder { model: self.id.clone(), what: e.to_string() })?;
            let dims = done.iter().find_map(|(v, _)| v.as_ref().map(Vec::len)).unwrap_or(0);
            for ((vector, cut), end) in done.into_iter().zip(ends) {
                let mut vector = vector.unwrap_or_else(|| vec![0.0; dims]);
                normalise(&mut vector);
                if cut || end.is_some() {
                    out.cut.push(out.vectors.len());
                }
                out.vectors.push(vector);
            }
        }
        Ok(out)
    }
}
