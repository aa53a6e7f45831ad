//! Who or what a statement is about.

/// Says whether a token marks the subject as one definite thing ("the rent", "Ana's birthday",
/// "favourite"), `first` in the sentence, `before_verb` or not.
pub(super) fn is_definite(token: &str, first: bool, before_verb: bool) -> bool {
    token.ends_with("'s") && before_verb
        || token == "the" && first
        || matches!(
            token,
            "favourite" | "favorite" | "main" | "primary" | "default" | "current" | "only" | "official" | "best"
        )
}

/// Says whether the statement is about the user.
pub(super) fn is_user(text: &str) -> bool {
    text.starts_with("user") || text.starts_with("the user")
}
