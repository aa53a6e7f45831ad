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

/// Words that name, or end the name of, an occupation.
const OCCUPATIONS: &str = "\
    doctor dentist nurse teacher engineer lawyer chef architect pilot accountant plumber electrician journalist \
    designer programmer developer baker carpenter librarian pharmacist translator farmer photographer surgeon \
    vet driver mechanic actor musician florist gardener paramedic policeman firefighter barista consultant \
    analyst editor writer psychologist therapist midwife butcher tailor waiter economist biologist chemist \
    physicist judge dancer painter sculptor potter salesman cashier secretary professor lecturer administrator \
    advisor apprentice assistant clerk coordinator counsellor director instructor intern lead manager officer \
    operator owner principal producer researcher scientist specialist strategist technician trainer tutor";

/// Says whether a word names, or ends the name of, what somebody does for a living.
pub(super) fn is_profession(word: &str) -> bool {
    static SET: LazyLock<WordSet> =
        LazyLock::new(|| word_table::set(&OCCUPATIONS.split_whitespace().collect::<Vec<_>>()));
    SET.contains(word)
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
    ("car", &["volvo", "tesla", "toyota", "bmw", "ford", "audi", "fiat", "honda", "drive"]), ("vehicle", &["car", "van", "motorbike"]), ("instrument", &["piano", "guitar", "violin", "cello", "drums", "flute", "trumpet"]), ("sport", &["football", "tennis", "basketball", "rugby", "hockey", "swimming"]), ("sports", &["football", "tennis", "basketball", "rugby"]), ("sugar", &["sweets", "cake", "chocolate"]), ("spouse", &["single"]), ("social", &["facebook", "instagram", "twitter", "tiktok"]), ("smoke", &["cigarettes", "cigarette", "cigar", "cigars"]), ("only-child", &["brother", "sister", "sibling", "siblings"]), ("bone", &["leg", "arm", "wrist", "ankle", "rib", "finger", "toe", "collarbone", "hip"]), ("africa", &["kenya", "egypt", "nigeria", "morocco", "ghana", "ethiopia", "tanzania", "uganda", "senegal", "tunisia", "namibia", "botswana", "rwanda", "algeria"]),
    ("asia", &["japan", "china", "india", "korea", "vietnam", "thailand", "nepal", "indonesia", "malaysia", "singapore", "philippines", "cambodia", "laos"]),
    ("europe", &["france", "germany", "italy", "spain", "portugal", "poland", "sweden", "norway", "denmark", "finland", "greece", "ireland", "austria", "belgium", "hungary", "croatia", "switzerland", "netherlands", "england", "scotland"]),
    ("plant", &["fern", "cactus", "orchid"]),
];

/// Says whether `general` covers `special`.
pub(super) fn covers(general: &str, special: &str) -> bool {
    static OF: LazyLock<WordMap<&'static [&'static str]>> = LazyLock::new(|| KINDS.iter().copied().collect());
    OF.get(general).is_some_and(|list| list.contains(&special))
}

/// The general words that cover `special`.
pub(super) fn generals(special: &str) -> &'static [&'static str] {
    static OF: LazyLock<WordMap<Vec<&'static str>>> = LazyLock::new(|| {
        let mut generals: WordMap<Vec<&'static str>> = WordMap::default();
        for (general, list) in KINDS {
            list.iter().for_each(|special| generals.entry(*special).or_default().push(general));
        }
        generals
    });
    OF.get(special).map_or(&[], Vec::as_slice)
}

/// Words whose meaning forbids what they cover even without a negation.
pub(super) fn forbids(word: &str) -> bool {
    matches!(word, "vegan" | "vegetarian" | "teetotal" | "teetotaller" | "only-child")
}

/// Verbs and attributes that have one value at a time.
#[rustfmt::skip]
const SINGLE: &[&str] = &[
    "live", "born", "locate", "name", "weigh", "cost", "earn", "measure", "start", "end", "open", "close", "depart", "arrive", "land", "expire", "host", "hosted", "belong", "report", "marry", "drive", "birthday", "deadline", "last", "take", "age", "old", "work", "move", "moved", "stay", "sit", "seat", "lead", "join", "run", "deploy", "deployed", "store", "stored", "write", "written", "charge", "pay", "need", "sleep", "wake", "get-up", "retire", "graduate", "found", "founded", "release", "ship", "schedule", "attend", "face", "park", "rank", "score", "sleep", "finish", "die", "hold", "meeting", "size", "contain", "commute", "vote", "identify", "due", "stand", "return", "output", "emit",
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
