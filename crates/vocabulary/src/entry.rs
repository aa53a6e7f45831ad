//! What an episode records, and how sure we are of it.

words! {
    /// What kind of thing an episode records.
    EntryKind ("entry type", "EntryKind") {
        /// A choice that was made.
        Decision = "decision",
        /// Something true of the user or their surroundings.
        Fact = "fact",
        /// A like, a dislike, or how the user wants things.
        Preference = "preference",
        /// Something the user has to do.
        Task = "task",
        /// Something that happened.
        Event = "event",
        /// A lasting feeling.
        Emotion = "emotion",
        /// Puts right something said before.
        Correction = "correction",
    }
}

words! {
    /// How sure we are that a memory is worth keeping and right. Ordered, low first.
    Confidence ("confidence", "Confidence") {
        /// Might be relevant, uncertain.
        Low = "low",
        /// Seems useful from context.
        Medium = "medium",
        /// Asked for explicitly, or clearly important.
        High = "high",
    }
}
