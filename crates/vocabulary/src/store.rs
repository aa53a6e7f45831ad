//! Where a memory is kept.

words! {
    /// Where a memory is kept.
    Store ("store", "MemoryStore") {
        /// MEMORY.md: who the user is, active priorities, key preferences, critical facts.
        Core = "core",
        /// A dated event, decision or interaction.
        Episodic = "episodic",
        /// A timeless fact or relation about people, projects, tools, places, concepts.
        Semantic = "semantic" | "graph",
        /// Steps, workflows, standing how-tos.
        Procedural = "procedural",
        /// Kept for ever, because a person asked for that.
        Vault = "vault",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_store_parses_what_it_prints() {
        for store in Store::ALL {
            assert_eq!(store.to_string().parse::<Store>().as_ref(), Ok(store));
        }
        assert_eq!(" Graph ".parse(), Ok(Store::Semantic));
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_right_ones() {
        let error = "vualt".parse::<Store>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown store \"vualt\"; expected one of: core, episodic, semantic, procedural, vault"
        );
    }
}
