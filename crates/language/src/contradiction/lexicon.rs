//! What words exclude each other, mean the same, or allow many values at once.

use std::sync::LazyLock;

use crate::word_table::{self, WordMap, WordSet};

/// Groups of words with one meaning; the first stands for all.
#[rustfmt::skip]
const SAME: &[&[&str]] = &[
    &["live", "reside", "dwell", "home", "based", "residence", "lives", "settled"], &["work", "employed", "job", "employer", "employee", "works"], &["bike", "bicycle"], &["car", "automobile"], &["start", "begin", "commence", "kick", "starts"], &["end", "finish", "conclude", "expire", "run out"], &["wake", "awake", "get up"],
    &["buy", "purchase", "bought"], &["like", "enjoy", "fond", "love", "fan", "adore", "keen"], &["dislike", "hate", "loathe", "detest", "bear", "stand", "despise"], &["prefer", "rather", "favour", "favor", "preference"], &["big", "large"], &["small", "little", "tiny"], &["child", "kid", "children"],
    &["mother", "mum", "mom"], &["father", "dad"], &["spouse", "husband", "wife", "married", "marry", "partner"], &["doctor", "physician"], &["develop", "build", "create", "make", "write", "author", "maintain"], &["lead", "head", "run", "manage", "charge", "boss", "manager", "leader"], &["meeting", "meet", "call"], &["name", "call", "named", "called"],
    &["speak", "talk", "fluent"], &["begin", "since"], &["afraid", "scared", "fear", "fears", "frightened", "phobia"], &["allergy", "allergic"], &["doc", "document", "documentation"], &["app", "application"], &["flat", "apartment"], &["phone", "mobile", "telephone"], &["movie", "film"], &["holiday", "vacation"], &["autumn", "fall"], &["sick", "ill"],
    &["born", "birthplace", "birth", "birthday", "birthdate"], &["deadline", "due"], &["cost", "price", "fee"], &["own", "have", "has", "get", "possess"], &["every", "each", "daily"], &["vegetarian", "veggie"], &["exercise", "workout"], &["shop", "store"], &["answer", "reply", "response", "respond"], &["short", "brief", "concise"], &["use", "utilise", "utilize", "rely"], &["teach", "teacher"], &["drive", "driver"], &["locate", "situated", "located", "lies"], &["depart", "leave", "leaves", "departure"], &["big", "huge"], &["study", "studying", "student"], &["team", "squad"], &["colour", "color"], &["favourite", "favorite", "best-loved"], &["grandmother", "grandma", "gran", "nan"], &["grandfather", "grandpa", "granddad"], &["cat", "kitten"], &["dog", "puppy"], &["fast", "quick"], &["weekly", "week"], &["join", "joined", "joins"], &["dark", "dark-mode"], &["quit", "resign"], &["database", "db"], &["javascript", "js"], &["kubernetes", "k8s"], &["postgres", "postgresql"], &["uk", "britain"], &["usa", "us", "america"], &["tv", "television"], &["help", "assist"], &["weigh", "weight", "weighs"], &["tall", "height"], &["play", "player"], &["run", "runner", "jog"], &["dinner", "supper"], &["sister", "sibling"], &["daughter", "child"], &["son", "child"],
];

/// The word that stands for `word`'s group.
pub(super) fn canonical(word: &str) -> &str {
    static MEANING: LazyLock<WordMap<&'static str>> = LazyLock::new(|| {
        let mut meaning = WordMap::default();
        for group in SAME {
            for word in *group {
                // A word of two groups has the meaning of the first.
                meaning.entry(*word).or_insert(group[0]);
            }
        }
        meaning
    });
    MEANING.get(word).copied().unwrap_or(word)
}

/// The other words of the group that `word` stands for.
pub(super) fn alike(word: &str) -> &'static [&'static str] {
    SAME.iter().find(|group| group[0] == word).map_or(&[], |group| group)
}

/// Pairs of which only one can hold of one thing.
#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("like", "dislike"), ("open", "closed"), ("open", "shut"), ("enable", "disable"), ("enabled", "disabled"), ("marry", "single"), ("spouse", "single"), ("spouse", "divorced"), ("spouse", "unmarried"), ("married", "divorced"), ("accept", "reject"), ("accept", "decline"),
    ("win", "lose"), ("morning", "evening"), ("left", "right"), ("hot", "cold"), ("alive", "dead"), ("early", "late"), ("remote", "office"), ("remotely", "office"), ("remote", "onsite"), ("remotely", "onsite"), ("full-time", "part-time"), ("public", "private"), ("free", "paid"), ("free", "busy"), ("small", "big"), ("short", "long"), ("short", "tall"), ("short", "detailed"), ("brief", "detailed"), ("cheap", "expensive"), ("easy", "hard"), ("easy", "difficult"), ("fast", "slow"),
    ("light", "dark"), ("loud", "quiet"), ("tab", "space"), ("tabs", "spaces"), ("always", "never"), ("pass", "fail"), ("done", "pending"), ("approve", "reject"), ("indoor", "outdoor"), ("city", "countryside"), ("introvert", "extrovert"), ("morning", "night"), ("formal", "informal"), ("formal", "casual"), ("sweet", "savoury"), ("monolith", "microservices"), ("rent", "own"), ("rents", "owns"), ("retired", "work"), ("unemployed", "work"), ("smoker", "non-smoker"), ("legal", "illegal"), ("safe", "unsafe"), ("cancelled", "scheduled"), ("buy", "sell"), ("own", "sell"), ("sync", "async"), ("even", "odd"), ("north", "south"), ("east", "west"), ("before", "after"), ("increase", "decrease"), ("healthy", "ill"), ("vegan", "meat"), ("vegetarian", "meat"), ("teetotal", "drink"), ("window", "aisle"), ("left-handed", "right-handed"), ("strong", "weak"), ("positive", "negative"), ("true", "false"), ("yes", "no"), ("first", "last"), ("monday", "friday"), ("manual", "automatic"), ("online", "offline"), ("wet", "dry"), ("clean", "dirty"), ("rich", "poor"), ("guilty", "innocent"), ("on", "off"), ("employed", "unemployed"), ("finished", "ongoing"), ("love", "hate"), ("quit", "smoke"), ("sweet", "unsweetened"), ("single", "engaged"), ("sober", "drink"), ("shipped", "delayed"), ("optional", "mandatory"), ("optional", "required"), ("temporary", "permanent"), ("merged", "open"), ("urgent", "unimportant"), ("free", "charge"), ("free", "cost"), ("open", "close"), ("open-source", "proprietary"), ("online", "person"), ("leave", "stay"), ("empty", "full"), ("gain", "lose"), ("push", "pull"), ("lend", "borrow"), ("import", "export"), ("inside", "outside"), ("heavy", "light"), ("native", "foreign"), ("noisy", "quiet"), ("old", "young"), ("friend", "enemy"), ("include", "exclude"), ("allow", "forbid"), ("allow", "ban"), ("permit", "forbid"),
];

/// Says whether two words exclude each other.
pub(super) fn opposite(a: &str, b: &str) -> bool {
    opposites(a).contains(&b)
}

/// The words that exclude `word`.
fn opposites(word: &str) -> &'static [&'static str] {
    static OF: LazyLock<WordMap<Vec<&'static str>>> = LazyLock::new(|| {
        let mut of = WordMap::<Vec<&'static str>>::default();
        for (a, b) in OPPOSITES {
            of.entry(a).or_default().push(b);
            of.entry(b).or_default().push(a);
        }
        of
    });
    OF.get(word).map_or(&[], Vec::as_slice)
}

/// Classes of values of which a thing has one at a time.
#[rustfmt::skip]
const EXCLUSIVE: &[&[&str]] = &[
    &["red", "blue", "green", "yellow", "black", "white", "grey", "gray", "brown", "orange", "purple", "pink", "silver", "beige", "turquoise", "navy", "gold"],
    &["single", "married", "divorced", "widowed", "engaged", "spouse"],
    &["vegan", "vegetarian", "pescatarian", "carnivore", "omnivore"],
    &["left-handed", "right-handed", "ambidextrous"],
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    &["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
    &["spring", "summer", "autumn", "winter"],
    &["daily", "weekly", "monthly", "yearly", "quarterly", "fortnightly", "biweekly"],
    &["doctor", "dentist", "nurse", "teacher", "engineer", "lawyer", "chef", "architect", "pilot", "accountant", "plumber", "electrician", "journalist", "designer", "programmer", "developer", "baker", "carpenter", "librarian", "pharmacist", "translator", "farmer", "photographer", "surgeon", "vet", "driver", "mechanic", "actor", "musician", "florist", "gardener", "paramedic", "policeman", "firefighter", "student", "retired", "barista", "consultant", "analyst", "editor", "writer", "psychologist", "therapist", "midwife", "butcher", "tailor", "waiter", "economist", "biologist", "chemist", "physicist", "judge", "dancer", "painter", "sculptor", "potter", "salesman", "cashier", "secretary", "professor", "lecturer"],
    &["bsd", "mit", "gpl", "apache", "agpl", "lgpl"],
    &["english", "german", "french", "spanish", "italian", "portuguese", "chinese", "japanese", "korean", "dutch", "polish", "russian", "swedish", "turkish", "arabic", "hindi"],
    &["small", "medium", "big"], &["bronze", "silver", "gold"], &["metric", "imperial"], &["light", "dark"], &["android", "ios", "iphone"], &["morning", "afternoon", "evening", "night", "noon", "midnight"],
    &["bus", "train", "car", "bike", "foot", "tram", "metro", "subway", "tube", "ferry"],
    &["allergic", "immune"], &["draft", "published", "archived"], &["todo", "done", "cancelled", "started"], &["green", "amber"], &["am", "pm"], &["married", "unmarried"], &["alive", "dead"], &["catholic", "protestant", "muslim", "jewish", "buddhist", "hindu", "atheist"],
    &["a+", "a-", "b+", "b-", "ab+", "ab-", "o+", "o-"],
];

/// Words that end the name of an occupation, beside the professions of [`EXCLUSIVE`].
#[rustfmt::skip]
const OCCUPATIONS: &[&str] = &[
    "administrator", "advisor", "apprentice", "assistant", "clerk", "coordinator", "counsellor", "director", "instructor", "intern", "lead", "manager", "officer", "operator", "owner", "principal", "producer", "researcher", "scientist", "specialist", "strategist", "technician", "trainer", "tutor",
];

/// Says whether a word names, or ends the name of, what somebody does for a living.
pub(super) fn is_profession(word: &str) -> bool {
    let professions = EXCLUSIVE.iter().find(|class| class.contains(&"engineer"));
    professions.is_some_and(|class| class.contains(&word) && !matches!(word, "student" | "retired"))
        || OCCUPATIONS.contains(&word)
}

/// Says whether two words are different values of one exclusive class.
pub(super) fn rival_values(a: &str, b: &str) -> bool {
    a != b && classes(a) & classes(b) != 0
}

/// Says whether any word at all excludes `word`, as its opposite or as another value of its class.
pub(super) fn excludes_any(word: &str) -> bool {
    classes(word) != 0 || !opposites(word).is_empty()
}

/// The exclusive classes `word` is a value of: a bit for each.
fn classes(word: &str) -> u64 {
    const { assert!(EXCLUSIVE.len() <= 64, "a class has one bit") };
    static OF: LazyLock<WordMap<u64>> = LazyLock::new(|| {
        let mut of = WordMap::default();
        for (class, words) in EXCLUSIVE.iter().enumerate() {
            for word in *words {
                *of.entry(*word).or_default() |= 1u64 << class;
            }
        }
        of
    });
    OF.get(word).copied().unwrap_or(0)
}

/// What kinds of things a general word covers: denying it denies them.
#[rustfmt::skip]
const KINDS: &[(&str, &[&str])] = &[
    ("pet", &["dog", "cat", "rabbit", "hamster", "parrot", "fish", "goldfish", "tortoise", "budgie", "snake", "ferret", "puppy", "kitten", "guinea", "bird", "lizard"]),
    ("pets", &["dog", "cat", "rabbit", "hamster", "parrot", "fish", "goldfish", "tortoise", "budgie", "snake", "ferret", "guinea", "bird"]),
    ("animal", &["dog", "cat", "rabbit", "hamster", "parrot"]),
    ("sibling", &["brother", "sister", "twin"]), ("siblings", &["brother", "sister", "twin"]), ("sister", &["brother"]),
    ("child", &["son", "daughter", "kid", "baby", "toddler", "twins", "boy", "girl"]), ("children", &["son", "daughter", "child", "baby"]),
    ("alcohol", &["wine", "beer", "whisky", "whiskey", "cocktail", "cocktails", "vodka", "gin", "rum", "champagne", "drink", "pint", "sake"]), ("drink", &["wine", "beer", "whisky", "cocktail"]),
    ("meat", &["steak", "chicken", "beef", "pork", "bacon", "ham", "sausage", "lamb", "burger", "turkey", "salami", "burgers", "sausages"]),
    ("dairy", &["milk", "cheese", "yoghurt", "yogurt", "butter", "cream", "latte", "ice-cream"]), ("lactose", &["milk", "cheese", "yoghurt", "yogurt", "cream"]),
    ("gluten", &["bread", "pasta", "wheat", "beer", "pizza"]), ("nut", &["peanut", "peanuts", "almond", "almonds", "walnut", "walnuts", "cashew", "hazelnut"]), ("nuts", &["peanut", "peanuts", "almond", "almonds", "walnuts"]), ("peanut", &["peanuts"]),
    ("seafood", &["shrimp", "prawn", "prawns", "lobster", "crab", "oysters", "mussels", "sushi", "fish", "salmon", "tuna"]), ("shellfish", &["shrimp", "prawn", "prawns", "lobster", "crab", "oysters", "mussels"]), ("fish", &["salmon", "tuna", "sushi", "cod", "sardines"]),
    ("caffeine", &["coffee", "espresso", "tea", "cola", "latte", "cappuccino"]), ("coffee", &["espresso", "latte", "cappuccino", "flat-white", "americano", "cortado", "lungo", "macchiato", "mocha", "ristretto", "affogato", "frappé", "mokka"]),
    ("vegan", &["meat", "cheese", "milk", "egg", "eggs", "steak", "chicken", "fish", "bacon", "butter", "beef", "salmon", "honey", "burger", "burgers"]), ("vegetarian", &["meat", "steak", "chicken", "fish", "bacon", "beef", "salmon", "sausage", "ham", "burger", "pork"]), ("teetotal", &["wine", "beer", "whisky", "drink", "alcohol", "cocktails"]), ("teetotaller", &["wine", "beer", "whisky", "drink", "alcohol"]),
    ("car", &["volvo", "tesla", "toyota", "bmw", "ford", "audi", "fiat", "honda", "drive"]), ("vehicle", &["car", "van", "motorbike"]), ("instrument", &["piano", "guitar", "violin", "cello", "drums", "flute", "trumpet"]), ("sport", &["football", "tennis", "basketball", "rugby", "hockey", "swimming"]), ("sports", &["football", "tennis", "basketball", "rugby"]), ("sugar", &["sweets", "cake", "chocolate"]), ("spouse", &["single"]), ("social", &["facebook", "instagram", "twitter", "tiktok"]), ("smoke", &["cigarettes", "cigarette", "cigar", "cigars"]), ("only-child", &["brother", "sister", "sibling", "siblings"]), ("plant", &["fern", "cactus", "orchid"]),
];

/// Says whether `general` covers `special`.
pub(super) fn covers(general: &str, special: &str) -> bool {
    static OF: LazyLock<WordMap<&'static [&'static str]>> = LazyLock::new(|| KINDS.iter().copied().collect());
    OF.get(general).is_some_and(|list| list.contains(&special))
}

/// Words whose meaning forbids what they cover even without a negation.
pub(super) fn forbids(word: &str) -> bool {
    matches!(word, "vegan" | "vegetarian" | "teetotal" | "teetotaller" | "only-child")
}

/// Verbs and attributes that have one value at a time.
#[rustfmt::skip]
const SINGLE: &[&str] = &[
    "live", "born", "locate", "name", "weigh", "cost", "earn", "measure", "start", "end", "open", "close", "depart", "arrive", "land", "expire", "host", "hosted", "belong", "report", "marry", "drive", "birthday", "deadline", "last", "take", "age", "old", "work", "move", "moved", "stay", "sit", "seat", "lead", "join", "run", "deploy", "deployed", "store", "stored", "write", "written", "charge", "pay", "need", "sleep", "wake", "get-up", "retire", "graduate", "found", "founded", "release", "ship", "schedule", "attend", "face", "park", "rank", "score", "sleep", "finish", "die", "hold", "meeting", "size", "contain", "commute", "vote", "identify", "due", "stand",
];

/// Says whether `verb` allows one value at a time.
pub(super) fn is_single(verb: &str) -> bool {
    static SET: LazyLock<WordSet> = LazyLock::new(|| word_table::set(SINGLE));
    SET.contains(verb)
}

/// Verbs that go with any number of objects.
#[rustfmt::skip]
const MANY: &[&str] = &["like", "dislike", "play", "speak", "own", "visit", "read", "know", "use", "eat", "drink", "avoid", "include", "want", "learn", "collect", "listen", "watch", "cook", "support", "allergy", "afraid", "grow", "keep", "see", "study", "bake", "follow", "help", "travel", "swim", "go", "hike", "sing", "practise", "interested", "good", "love", "teach", "develop", "attend", "take", "wear", "knit", "paint", "climb", "ski", "do", "sells", "sell", "offer", "serve", "member", "volunteer", "depend"];

/// Says whether `verb` goes with many objects at once.
pub(super) fn is_many(verb: &str) -> bool {
    static SET: LazyLock<WordSet> = LazyLock::new(|| word_table::set(MANY));
    SET.contains(verb)
}
