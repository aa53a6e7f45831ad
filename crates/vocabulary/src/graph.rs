//! The words of the semantic graph: what an entity is, and how two of them are related.

words! {
    /// What sort of thing an entity is.
    EntityType ("entity type", "EntityType") {
        /// A human being, or a named animal.
        Person = "person",
        /// A piece of work with a name: a product, a company, a team, a plan.
        Project = "project",
        /// An idea, method, standard or condition.
        Concept = "concept",
        /// Software, a device, an instrument.
        Tool = "tool",
        /// A city, country, building or address.
        Place = "place",
    }
}

words! {
    /// The edge vocabulary of the semantic graph.
    Relation ("relation", "Relation") {
        /// Person to project: builds it.
        Develops = "develops",
        /// Project to tool or concept.
        Uses = "uses",
        /// Inverse of `uses`.
        UsedBy = "used-by",
        /// Nested in.
        PartOf = "part-of",
        /// Inverse of `part-of`.
        Contains = "contains",
        /// Cannot do without.
        DependsOn = "depends-on",
        /// A choice was made.
        DecidedOn = "decided-on",
        /// The newer replaces the older.
        Supersedes = "supersedes",
        /// Comes after.
        PrecededBy = "preceded-by",
        /// Comes before.
        FollowedBy = "followed-by",
        /// Likes, wants.
        Prefers = "prefers",
        /// Dislikes, keeps away from.
        Avoids = "avoids",
        /// Is sure of.
        ConfidentAbout = "confident-about",
        /// Is not sure of.
        UncertainAbout = "uncertain-about",
        /// Any other association.
        RelatesTo = "relates-to",
    }
}

impl Relation {
    /// The relation that says the same with its ends swapped, where the vocabulary has one.
    pub const fn inverse(self) -> Option<Relation> {
        match self {
            Relation::Uses => Some(Relation::UsedBy),
            Relation::UsedBy => Some(Relation::Uses),
            Relation::PartOf => Some(Relation::Contains),
            Relation::Contains => Some(Relation::PartOf),
            Relation::PrecededBy => Some(Relation::FollowedBy),
            Relation::FollowedBy => Some(Relation::PrecededBy),
            Relation::RelatesTo => Some(Relation::RelatesTo),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_of_inverse_is_itself() {
        for relation in Relation::ALL {
            if let Some(inverse) = relation.inverse() {
                assert_eq!(inverse.inverse(), Some(*relation));
            }
        }
    }
}
