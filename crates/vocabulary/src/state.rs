//! The life-cycle of an entry.

words! {
    /// Life-cycle state of an entry.
    #[derive(Default)]
    State ("state", "RecallState") {
        /// In use.
        #[default]
        Active = "active",
        /// Ranks a little lower.
        Fading = "fading",
        /// Found only by name, by date or when asked for.
        Dormant = "dormant",
        /// Found only when asked for.
        Archived = "archived",
        /// Replaced by a newer statement; history only.
        Superseded = "superseded",
    }
}
