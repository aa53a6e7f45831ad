//! The signs a sentence can show and what each weighs.

/// Signs of one sentence, one bit each.
pub(super) type Signs = u64;

/// Weights are in half points; a sentence that reaches this many is an attack.
pub(super) const ENOUGH: i32 = 7;

macro_rules! signs {
    ($($(#[$doc:meta])* $name:ident = $bit:literal weighs $weight:literal,)*) => {
        $($(#[$doc])* pub(super) const $name: Signs = 1 << $bit;)*
        const WEIGHTS: &[(Signs, i32)] = &[$(($name, $weight),)*];
    };
}

signs! {
    // Who is spoken to.
    /// The assistant is called upon.
    CALLED = 0 weighs 5,
    /// It is surely a machine that is called.
    AI_CALLED = 37 weighs 2,
    /// "Everything you know".
    YOU_KNOW = 38 weighs 2,
    /// For good.
    LASTING = 39 weighs 2,
    /// In another sitting.
    NEXT_SITTING = 46 weighs 2,
    /// The assistant is the subject of "must" and the like.
    BOUND = 1 weighs 4,
    /// "This model".
    THIS_AGENT = 2 weighs 2,
    /// "Your system prompt", "your owner".
    MINDS = 3 weighs 4,
    /// "Your instructions", "your answer".
    WORKS = 4 weighs 2,
    /// "What you have saved".
    YOU_HOLD = 5 weighs 3,
    /// Orders about the user, who is thus not the reader.
    THE_USER = 6 weighs 3,
    // What is ordered.
    /// Anything.
    ORDER = 7 weighs 1,
    /// To set rules aside.
    DROPS = 8 weighs 5,
    /// Rules are said to be void.
    RULES_VOID = 9 weighs 5,
    /// To be someone else.
    ROLES = 10 weighs 5,
    /// No restrictions any more.
    UNLIMITED = 11 weighs 4,
    /// To believe a sender or a page.
    TRUSTS = 12 weighs 6,
    /// To take orders from a page.
    OBEYS = 13 weighs 4,
    /// To give away private things.
    SENDS = 14 weighs 4,
    /// To give away what may be private.
    PERSONAL = 48 weighs 2,
    /// To an address, into an answer.
    AWAY = 15 weighs 3,
    /// To keep something in memory.
    STORES = 16 weighs 6,
    /// To change what is kept.
    CHANGES = 17 weighs 4,
    /// To write files of the workspace.
    FILES = 18 weighs 3,
    /// To destroy what is kept.
    DELETES = 19 weighs 2,
    /// To tell the user something.
    TELLS = 20 weighs 4,
    /// To tell others something.
    TELLS_ANYONE = 21 weighs 2,
    /// To praise something.
    PRAISES = 22 weighs 2,
    /// To run something.
    RUNS = 23 weighs 2,
    /// To pay or let pass.
    PAYS = 24 weighs 2,
    /// To carry out hidden words.
    CARRIES = 25 weighs 7,
    /// To keep it from the user.
    FROM_USER = 26 weighs 6,
    /// To keep these words from view.
    UNSEEN = 27 weighs 4,
    /// Silently.
    QUIETLY = 28 weighs 3,
    // On what grounds, and when.
    /// Without asking.
    SKIPS = 29 weighs 4,
    /// Leave is said to be given.
    LEAVE_GIVEN = 30 weighs 3,
    /// The speaker claims a rank.
    RANK = 31 weighs 3,
    /// Go ahead.
    PROCEED = 47 weighs 3,
    /// At once.
    AT_ONCE = 32 weighs 1,
    /// Once the user does something.
    WHEN_USER = 33 weighs 4,
    /// Once anyone says something.
    WHEN_ANYONE = 34 weighs 3,
    /// What is said is to be answered in a given way.
    SPOKEN = 35 weighs 2,
    /// Later, in another session.
    WAITS = 36 weighs 3,
    // What clears a sentence.
    /// "Your passport": the reader is a human.
    READERS = 40 weighs -4,
    /// "Dear parents".
    PEOPLE_CALLED = 41 weighs -5,
    /// A manual.
    MANUAL = 42 weighs -2,
    /// An account of attacks.
    TOLD = 43 weighs -8,
    /// Assistants in general.
    GENERIC = 44 weighs 0,
    /// Advice not to believe.
    WARNED = 45 weighs -8,
}

/// Signs that say who is meant; without one, a sentence speaks to whoever reads it.
pub(super) const SPOKEN_TO: Signs = CHANGES
    | CALLED
    | BOUND
    | THIS_AGENT
    | MINDS
    | WORKS
    | YOU_HOLD
    | YOU_KNOW
    | THE_USER
    | FROM_USER
    | WHEN_USER
    | WHEN_ANYONE
    | CARRIES
    | FILES
    | LEAVE_GIVEN
    | TRUSTS
    | SENDS
    | DROPS
    | RULES_VOID
    | UNLIMITED
    | STORES
    | ROLES
    | OBEYS
    | UNSEEN
    | QUIETLY
    | WAITS
    | RANK;

/// Signs that say what harm is meant.
pub(super) const HARM: Signs = DROPS
    | RULES_VOID
    | ROLES
    | UNLIMITED
    | TRUSTS
    | OBEYS
    | SENDS
    | PERSONAL
    | AWAY
    | STORES
    | CHANGES
    | FILES
    | DELETES
    | TELLS
    | TELLS_ANYONE
    | PRAISES
    | RUNS
    | PAYS
    | CARRIES
    | FROM_USER
    | UNSEEN
    | QUIETLY
    | SKIPS
    | LEAVE_GIVEN
    | WHEN_USER
    | WHEN_ANYONE
    | WAITS
    | ORDER;

/// The sum of what the signs weigh.
pub(super) fn weight(signs: Signs) -> i32 {
    // Whoever calls the assistant orders, whatever else is told.
    let signs = if signs & (CALLED | MINDS) != 0 { signs & !(READERS | MANUAL) } else { signs };
    // Telling of a user is no order, nor of leave that was given.
    let signs = if signs & ORDER == 0 { signs & !THE_USER } else { signs };
    let signs = if signs & (ORDER | SPOKEN_TO & !LEAVE_GIVEN) == 0 { signs & !SKIPS } else { signs };
    WEIGHTS.iter().filter(|(sign, _)| signs & sign != 0).map(|(_, weight)| weight).sum()
}

/// The family of attack the signs speak of.
pub(super) fn kind(signs: Signs) -> &'static str {
    let families = [
        (CARRIES, "encoded"),
        (WHEN_USER | WHEN_ANYONE | WAITS, "delayed_trigger"),
        (LEAVE_GIVEN | SKIPS, "fake_approval"),
        (STORES | CHANGES | FILES, "memory_poisoning"),
        (SENDS | AWAY, "exfiltration"),
        (ROLES | UNLIMITED | RANK, "role_system"),
    ];
    families.iter().find(|(mask, _)| signs & mask != 0).map_or("override", |(_, kind)| kind)
}
