//! Text analysis in one place: words, stems, CJK, token counts.
//!
//! Everything that turns text into units (index terms, words to compare, tokens to budget) lives
//! here, so that index time and query time, and every budget, agree. Start at [`analyze`]; its
//! rules for single words are in [`word`], for numbers and dates in [`number`]. [`pattern`] is how the layers above write
//! rules over text, [`literals`] and [`stems`] how they look for lists of words. [`vectors`] is the
//! static embedding inside the binary, [`encoder`] the multilingual sentence encoder. [`visible`] is text as a person must
//! see it to decide.

pub mod analyze;
pub mod encoder;
pub mod lang;
pub mod language;
pub mod literals;
pub mod number;
pub mod pattern;
pub mod script;
pub mod sentences;
pub mod stems;
pub mod stop;
pub mod tokens;
pub mod vectors;
pub mod visible;
pub mod word;

pub use analyze::{Analyzer, TermKind, VERSION};
