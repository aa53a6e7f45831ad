//! Entities.
mod slug;
pub use self::slug::slug;
