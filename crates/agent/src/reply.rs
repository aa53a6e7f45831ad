//! Wording in the language of a conversation.

use soulfile_text::lang::Lang;

use crate::language::Language;

pub use soulfile_api::{Quotation, Reply};

/// The wording of a detailed dialogue, which is held in English or Chinese.
pub(crate) fn in_words<'w>(language: Language, en: &'w str, zh: &'w str) -> &'w str {
    match language.lang() {
        Lang::En => en,
        Lang::Zh => zh,
    }
}
