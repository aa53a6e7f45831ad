//! Who or what a statement is about.

/// Says whether the statement is about the user.
pub(super) fn is_user(text: &str) -> bool {
    text.starts_with("user") || text.starts_with("the user")
}
