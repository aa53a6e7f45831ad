//! The static embedding inside the binary: text in, unit vector out, with no model to load.
//!
//! [`wordpiece`] splits a text, [`table`] holds a vector for each piece and pools them, [`scan`] compares one vector
//! with many. Knows nothing of memories, files or questions.

mod layout;
pub mod scan;
pub mod table;
pub mod wordpiece;
