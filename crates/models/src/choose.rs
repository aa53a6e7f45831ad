//! Which model is used: the one asked for, or with `auto` the best one that is set up.
//!
//! A key that merely lies in the environment is no consent to send memories to anyone: `auto` looks
//! only at what the configuration names.

use std::path::Path;
use std::sync::Arc;

use soulfile_recall::embed::{Embedder, Multilingual};

use crate::error::Error;
use crate::local::LocalModel;
use crate::remote::RemoteModel;
use crate::settings::{EmbeddingSettings, Key, Provider};
use crate::wire::EmbeddingWire;

/// The model chosen. Without one the static table alone compares meanings.
#[derive(Clone, Default)]
pub struct Choice {
    /// The model whose vectors are laid over the index: the encoder inside the binary, unless another is configured.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Why the model asked for cannot be used.
    pub problem: Option<String>,
}

/// Chooses the model. Never fails: what cannot be used is said, and the built-in model answers.
pub fn choose(settings: &EmbeddingSettings) -> Choice {
    match make(settings) {
        Ok(embedder) => Choice { embedder, problem: None },
        Err(error) => Choice {
            embedder: None,
            problem: Some(format!("memorySearch.provider \"{}\": {error}", resolve(settings).name())),
        },
    }
}

/// What `auto` stands for.
fn resolve(settings: &EmbeddingSettings) -> Provider {
    if settings.provider != Provider::Auto {
        return settings.provider;
    }
    let named = settings.key.is_some() || settings.key_file.is_some();
    let says_gemini =
        |text: &Option<String>| text.as_deref().is_some_and(|t| t.contains("gemini") || t.contains("googleapis.com"));
    if named && (says_gemini(&settings.base_url) || says_gemini(&settings.model)) {
        Provider::Gemini
    } else if named {
        Provider::Openai
    } else if settings.base_url.is_some() {
        Provider::Ollama
    } else if settings.model_path.is_some() {
        Provider::Local
    } else {
        Provider::Builtin
    }
}

fn make(settings: &EmbeddingSettings) -> Result<Option<Arc<dyn Embedder>>, Error> {
    let provider = resolve(settings);
    Ok(match provider {
        Provider::Auto | Provider::Builtin => Some(Arc::new(Multilingual)),
        Provider::Local => {
            let path = settings.model_path.as_deref().ok_or_else(|| {
                Error::Settings("set memorySearch.local.modelPath to the folder of a sentence transformer".into())
            })?;
            Some(Arc::new(LocalModel::find(path)?))
        }
        Provider::Openai => {
            let key = key(settings, &settings.openai_key)?;
            if key.is_none() && settings.base_url.is_none() {
                return Err(no_key("OPENAI_API_KEY"));
            }
            Some(Arc::new(RemoteModel::new(EmbeddingWire::Openai, settings, key)?))
        }
        Provider::Gemini => {
            let key = key(settings, &settings.gemini_key)?.ok_or_else(|| no_key("GEMINI_API_KEY"))?;
            Some(Arc::new(RemoteModel::new(EmbeddingWire::Gemini, settings, Some(key))?))
        }
        Provider::Ollama => {
            let wire = if settings.base_url.as_deref().is_some_and(speaks_openai) {
                EmbeddingWire::Openai
            } else {
                EmbeddingWire::Ollama
            };
            Some(Arc::new(RemoteModel::new(wire, settings, key(settings, &None)?)?))
        }
    })
}

fn no_key(name: &str) -> Error {
    Error::Settings(format!(
        "there is no key: set {name} in the environment, or memorySearch.remote.apiKey to \"${{{name}}}\", or \
         memorySearch.remote.apiKeyFile to a file that holds it"
    ))
}

/// An address below `/v1` is an OpenAI-compatible one; Ollama's own has no version in it.
fn speaks_openai(base: &str) -> bool {
    base.trim_end_matches('/')
        .rsplit('/')
        .next()
        .is_some_and(|last| last.starts_with('v') && last[1..].starts_with(|c: char| c.is_ascii_digit()))
}

fn key(settings: &EmbeddingSettings, fallback: &Option<Key>) -> Result<Option<Key>, Error> {
    if let Some(path) = &settings.key_file {
        return read_key(path).map(Some);
    }
    Ok(settings.key.clone().or_else(|| fallback.clone()))
}

pub(crate) fn read_key(path: &Path) -> Result<Key, Error> {
    let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, format!("the key cannot be read: {e}")))?;
    Key::new(&text).ok_or_else(|| Error::file(path, "holds no key"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(change: impl FnOnce(&mut EmbeddingSettings)) -> Provider {
        let mut settings = EmbeddingSettings::default();
        change(&mut settings);
        resolve(&settings)
    }

    #[test]
    fn auto_takes_a_configured_key_then_a_local_model_then_the_built_in_one() {
        assert_eq!(resolved(|_| ()), Provider::Builtin);
        assert_eq!(resolved(|s| s.model_path = Some("m".into())), Provider::Local);
        assert_eq!(resolved(|s| s.key = Key::new("k")), Provider::Openai);
        let both = |s: &mut EmbeddingSettings| (s.key, s.model_path) = (Key::new("k"), Some("m".into()));
        assert_eq!(resolved(both), Provider::Openai);
        assert_eq!(
            resolved(|s| (s.key, s.model) = (Key::new("k"), Some("gemini-embedding-001".into()))),
            Provider::Gemini
        );
        assert_eq!(resolved(|s| s.base_url = Some("http://127.0.0.1:11434".into())), Provider::Ollama);
    }

    #[test]
    fn auto_never_uses_a_key_that_only_lies_in_the_environment() {
        let lying = |s: &mut EmbeddingSettings| (s.openai_key, s.gemini_key) = (Key::new("a"), Key::new("b"));
        assert_eq!(resolved(lying), Provider::Builtin);
    }

    #[test]
    fn a_model_that_cannot_be_used_is_said_and_the_built_in_one_answers() {
        for provider in [Provider::Openai, Provider::Gemini, Provider::Local] {
            let chosen = choose(&EmbeddingSettings { provider, ..EmbeddingSettings::default() });
            assert!(chosen.embedder.is_none());
            let problem = chosen.problem.expect("a problem");
            assert!(problem.contains(provider.name()), "{problem}");
        }
        assert!(choose(&EmbeddingSettings::default()).problem.is_none());
    }

    #[test]
    fn an_address_below_a_version_speaks_openai() {
        assert!(speaks_openai("http://127.0.0.1:8080/v1/"));
        assert!(!speaks_openai("http://127.0.0.1:11434"));
        assert!(!speaks_openai("http://127.0.0.1:11434/values"));
    }

    #[test]
    fn a_key_comes_from_a_file_and_is_never_shown() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        std::fs::write(&path, "sk-very-secret\n").unwrap();
        assert_eq!(read_key(&path).unwrap().expose(), "sk-very-secret");
        let settings = EmbeddingSettings { key: Key::new("sk-very-secret"), ..EmbeddingSettings::default() };
        assert!(!format!("{settings:?}").contains("very-secret"));
        std::fs::write(&path, " \n").unwrap();
        assert!(read_key(&path).unwrap_err().to_string().contains("holds no key"));
    }
}
