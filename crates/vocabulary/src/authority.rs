//! Authority: how much weight a statement carries, by where it came from.
//!
//! The order: the owner's own words, what the owner approved, the agent, other speakers and rooms, sub-agents, tools,
//! imports, the web, the unknown. A lower authority never replaces, weakens or outranks a higher one on the same matter; it
//! stands beside it, marked. Two things live only here: [`Origin::authority`], which maps a source to its authority, and
//! [`Authority::rights`], which says what each authority may do.

words! {
    /// How much weight a statement carries. Ordered, lowest first, so that `min` gives the authority of anything derived from
    /// several sources. The words are those of the `trust:` field in files.
    Authority ("trust", "Trust") {
        /// The source is missing or not understood.
        Unknown = "unknown" | "untrusted" | "external",
        /// A web page, a mail, a feed.
        Web = "web",
        /// An imported file or export.
        Import = "import",
        /// The output of a tool.
        Tool = "tool",
        /// A sub-agent.
        SubAgent = "subagent" | "sub-agent",
        /// A person other than the owner, or a room where several people speak.
        OtherSpeaker = "speaker" | "room",
        /// The agent itself.
        Agent = "agent" | "bot" | "self" | "system" | "reflection",
        /// Anybody's words that the owner read and approved.
        Approved = "approved",
        /// The owner, in their own words.
        Owner = "user" | "owner" | "person" | "human" | "manual",
    }
}

/// What statements of one authority may do. "On the same matter" rights also depend on the other statement: see
/// [`Authority::may_supersede`] and its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// May take the place of a statement of the same or a lower authority.
    pub supersede: bool,
    /// May lower the confidence of a statement of the same or a lower authority.
    pub lower_confidence: bool,
    /// May rank above a statement of the same or a lower authority.
    pub outrank: bool,
    /// May become a line of MEMORY.md without the owner's approval.
    pub core_line: bool,
    /// May become a procedure without the owner's approval.
    pub procedure: bool,
    /// May become a fact or a relation of an entity without the owner's approval.
    pub entity_fact: bool,
    /// May be shown to a model as it stands; all others are quoted, with speaker and source.
    pub unquoted: bool,
    /// May be the answer in a chat by itself; all others only with a word on whose statement it is.
    pub answer: bool,
}

impl Authority {
    /// The table of rights.
    pub const fn rights(self) -> Rights {
        const fn row(columns: [bool; 8]) -> Rights {
            let [supersede, lower_confidence, outrank, core_line, procedure, entity_fact, unquoted, answer] = columns;
            Rights { supersede, lower_confidence, outrank, core_line, procedure, entity_fact, unquoted, answer }
        }
        const Y: bool = true;
        const N: bool = false;
        match self {
            //                            supersede, lower, outrank, core, procedure, fact, unquoted, answer
            Self::Owner => row([Y, Y, Y, Y, Y, Y, Y, Y]),
            Self::Approved => row([Y, Y, Y, Y, Y, Y, Y, Y]),
            Self::Agent => row([Y, Y, Y, Y, Y, Y, N, Y]),
            Self::OtherSpeaker => row([Y, Y, Y, N, N, Y, N, N]),
            Self::SubAgent => row([Y, N, Y, N, N, N, N, N]),
            Self::Tool => row([Y, N, Y, N, N, N, N, N]),
            Self::Import => row([Y, N, Y, N, N, N, N, N]),
            Self::Web => row([N, N, Y, N, N, N, N, N]),
            Self::Unknown => row([N, N, N, N, N, N, N, N]),
        }
    }

    /// Says whether a statement may take the place of one of `other` authority.
    pub fn may_supersede(self, other: Self) -> bool {
        self >= other && self.rights().supersede
    }

    /// Says whether a statement may lower the confidence of one of `other` authority.
    pub fn may_lower_confidence(self, other: Self) -> bool {
        self >= other && self.rights().lower_confidence
    }

    /// Says whether a statement may rank above one of `other` authority on the same matter.
    pub fn may_outrank(self, other: Self) -> bool {
        self >= other && self.rights().outrank
    }

    /// Says whether the text comes from outside the owner and the agent, and must be scanned for instructions to a model
    /// before it is stored.
    pub const fn is_outside(self) -> bool {
        !matches!(self, Self::Owner | Self::Approved | Self::Agent)
    }

    /// The authority of something derived from `sources`: the lowest of them, or `None` when there are none.
    pub fn least(sources: impl IntoIterator<Item = Self>) -> Option<Self> {
        sources.into_iter().min()
    }

    /// Reads the `trust:` fields of an entry, failing closed: what cannot be read is unknown, and of several the lowest
    /// holds. An entry that says nothing is the owner's. What was wrong goes to `notes`.
    pub fn from_fields<'v>(values: impl IntoIterator<Item = &'v str>, notes: &mut Vec<String>) -> Self {
        let mut found: Option<Self> = None;
        for value in values {
            let authority = value.parse().unwrap_or_else(|error| {
                notes.push(format!("{error}; taken as unknown"));
                Self::Unknown
            });
            found = Some(match found {
                None => authority,
                Some(earlier) => {
                    notes.push("trust is given twice; the lesser holds".to_owned());
                    earlier.min(authority)
                }
            });
        }
        found.unwrap_or(Self::Owner)
    }

    /// The authority that the name of a source implies: its kind, alone or before what it is exactly (`web:example.com`,
    /// `tool browser`). An address is one of the web. `None` where the name says nothing.
    fn of_source_name(source: &str) -> Option<Self> {
        let source = source.trim().to_lowercase();
        let kind = source.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match kind {
            _ if source.contains("://") || source.starts_with("www.") => Some(Self::Web),
            "website" | "page" | "site" | "url" | "http" | "https" | "mail" | "email" | "feed" | "rss" => {
                Some(Self::Web)
            }
            _ => source.parse().ok().or_else(|| kind.parse().ok().filter(|named: &Self| named.is_outside())),
        }
    }
}

/// Who hands a text over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The owner of the workspace, through a surface of their own.
    Owner,
    /// The agent, in the owner's own session.
    Agent,
    /// Anybody else: another person, a room.
    Other,
    /// A sub-agent.
    SubAgent,
    /// A program that reads foreign files.
    Importer,
    /// Nobody can say who.
    Unknown,
}

/// Where a text comes from: everything its authority depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// Who hands the text over.
    pub speaker: Speaker,
    /// What the speaker says it was taken from: `conversation`, `web:example.com`, `https://…`, `tool browser`.
    pub source: Option<&'a str>,
    /// Whether the owner read this very text and approved it.
    pub approved: bool,
}

impl<'a> Origin<'a> {
    /// The words of a speaker, taken from nowhere else and approved by nobody.
    pub const fn words_of(speaker: Speaker) -> Self {
        Self { speaker, source: None, approved: false }
    }

    /// Names what the text was taken from.
    pub const fn taken_from(self, source: Option<&'a str>) -> Self {
        Self { source, ..self }
    }

    /// Says that the owner approved the text.
    pub const fn approved(self) -> Self {
        Self { approved: true, ..self }
    }

    /// The authority of a text of this origin: the speaker's, lowered to that of a named source. Nobody raises their own;
    /// the owner's approval raises anything to [`Authority::Approved`].
    pub fn authority(&self) -> Authority {
        let spoken = match self.speaker {
            Speaker::Owner => Authority::Owner,
            Speaker::Agent => Authority::Agent,
            Speaker::Other => Authority::OtherSpeaker,
            Speaker::SubAgent => Authority::SubAgent,
            Speaker::Importer => Authority::Import,
            Speaker::Unknown => Authority::Unknown,
        };
        let own = match self.source.and_then(Authority::of_source_name) {
            Some(named) => spoken.min(named),
            None => spoken,
        };
        if self.approved { own.max(Authority::Approved) } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_specification() {
        use Authority::*;
        let order = [Owner, Approved, Agent, OtherSpeaker, SubAgent, Tool, Import, Web, Unknown];
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "{order:?}");
        assert_eq!(order.len(), Authority::ALL.len());
        assert_eq!(Authority::least([Owner, Web, Agent]), Some(Web));
        assert_eq!(Authority::least([]), None);
    }

    #[test]
    fn a_lower_authority_never_touches_a_higher_one() {
        for lower in Authority::ALL {
            for higher in Authority::ALL.iter().filter(|other| *other > lower) {
                assert!(!lower.may_supersede(*higher), "{lower} {higher}");
                assert!(!lower.may_lower_confidence(*higher), "{lower} {higher}");
                assert!(!lower.may_outrank(*higher), "{lower} {higher}");
            }
        }
        assert!(Authority::Owner.may_supersede(Authority::Owner));
        assert!(Authority::Approved.may_supersede(Authority::Agent));
    }

    #[test]
    fn rights_only_grow_with_authority() {
        let columns = |authority: &Authority| {
            let r = authority.rights();
            [r.supersede, r.lower_confidence, r.outrank, r.core_line, r.procedure, r.entity_fact, r.unquoted, r.answer]
        };
        for pair in Authority::ALL.windows(2) {
            let (lower, higher) = (columns(&pair[0]), columns(&pair[1]));
            assert!(lower.iter().zip(higher).all(|(low, high)| !low || high), "{} {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn only_the_owners_and_the_approved_are_rendered_unquoted() {
        let unquoted: Vec<_> = Authority::ALL.iter().filter(|authority| authority.rights().unquoted).collect();
        assert_eq!(unquoted, [&Authority::Approved, &Authority::Owner]);
    }

    #[test]
    fn a_source_lowers_and_never_raises() {
        let owner = Origin::words_of(Speaker::Owner);
        for (source, authority) in [
            ("conversation", Authority::Owner),
            ("https://example.com/a", Authority::Web),
            ("www.example.com", Authority::Web),
            ("web:example.com", Authority::Web),
            ("tool browser", Authority::Tool),
            ("email", Authority::Web),
            ("import", Authority::Import),
            ("agent", Authority::Agent),
            ("agent smith told me", Authority::Owner),
        ] {
            assert_eq!(owner.taken_from(Some(source)).authority(), authority, "{source}");
        }
        let sub = Origin::words_of(Speaker::SubAgent).taken_from(Some("user"));
        assert_eq!(sub.authority(), Authority::SubAgent);
    }

    #[test]
    fn approval_raises_to_approved_and_leaves_the_owner() {
        let web = Origin::words_of(Speaker::Agent).taken_from(Some("https://example.com")).approved();
        assert_eq!(web.authority(), Authority::Approved);
        assert_eq!(Origin::words_of(Speaker::Owner).approved().authority(), Authority::Owner);
    }

    #[test]
    fn the_words_of_older_files_are_read() {
        for (word, authority) in [
            ("user", Authority::Owner),
            ("agent", Authority::Agent),
            ("tool", Authority::Tool),
            ("web", Authority::Web),
            ("import", Authority::Import),
            ("sub-agent", Authority::SubAgent),
            ("subagent", Authority::SubAgent),
        ] {
            assert_eq!(word.parse(), Ok(authority), "{word}");
        }
        for authority in Authority::ALL {
            assert_eq!(authority.to_string().parse().as_ref(), Ok(authority));
        }
    }
}
