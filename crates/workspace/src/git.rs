//! The parts of git that the write path does itself, because they must be cheap and durable:
//! objects, trees, one ref, the index. Reading, diffing and merging history is libgit2's.

pub mod index_file;
pub mod lock_file;
pub mod objects;
pub mod packs;
pub mod refs;
pub mod tree;
