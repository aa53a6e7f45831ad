//! What things are made of, what grows, ails or is computed: words that are no names though they open a sentence.

use std::ops::Range;
use std::sync::LazyLock;

use super::concepts::{NOT_CONCEPTS, is_done_by_somebody, is_finite};
use super::kind::has_inner_capital;
use super::{Found, regex};
use crate::pattern::Pattern as Regex;
use crate::word_table::WordSet;
use soulfile_vocabulary::EntityType;

/// What a bare word at the beginning of a general statement is: "Metformin is usually taken with food".
pub(super) fn general(text: &str, label: &str, span: &Range<usize>, after: &str) -> Option<EntityType> {
    if span.start != 0 || label.contains(' ') || has_inner_capital(label) || label.chars().all(char::is_uppercase) {
        return None;
    }
    let verb = after.strip_prefix(' ').and_then(|rest| rest.split([' ', '.', ',']).next()).unwrap_or("");
    // "Ash lives in Leeds": somebody is called like a tree.
    let somebody = is_done_by_somebody(verb)
        || matches!(
            verb,
            "lives"
                | "works"
                | "likes"
                | "loves"
                | "hates"
                | "prefers"
                | "wants"
                | "plays"
                | "teaches"
                | "uses"
                | "and"
                | "has"
                | ""
                | "said"
                | "told"
                | "asked"
                | "runs"
                | "develops"
                | "leads"
        );
    if !somebody && is_stuff(&label.to_lowercase()) {
        return Some(EntityType::Concept);
    }
    static OF_PEOPLES: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:is|was) (?:\w+ly |still |also |mostly )?(?:spoken|celebrated|eaten|grown|brewed|practi[sc]ed|worn|cultivated|harvested|mined) (?:\w+ )?(?:in|by|at|on|across|every|during|all)\b",
        )
    });
    if OF_PEOPLES.is_match(after) {
        return Some(EntityType::Concept);
    }
    // Who has a "his" or is told of beside other names is somebody, or something with a name of its own.
    if text[span.end..].contains(char::is_uppercase)
        || [" her ", " his ", " she ", " he ", " him "].iter().any(|w| after.contains(w))
    {
        return None;
    }
    static TREATED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:is|are|was|should|must|can|may|has to|needs to|cannot|can['’]t|shouldn['’]t) (?:(?:not|never|only|also|always|usually|often|best|typically|commonly|mostly|generally|sometimes|be|then|first|still|traditionally) ){0,3}(?:taken|used|stored|cooked|grown|harvested|planted|washed|measured|applied|eaten|served|dissolved|produced|caused|sown|pruned|bottled|brewed|boiled|fried|dried|soaked|mixed|prescribed|injected|extracted|refined|mined|cured|baked|roasted|grilled|steamed|marinated|seasoned|salted|sweetened|thickened|blended|kneaded|glazed|coated|heated|cooled|pressed|sewn|knitted|inherited|excreted|absorbed|synthesi[sz]ed|secreted|classified|abbreviated|denoted|known as|pronounced|tempered|annealed|spread|transmitted|treated|defined|calculated|computed|expressed|derived|kept (?:in|at|away|dry|cool)|made (?:from|of|with|by|out)|found in|formed|stirred|chopped|peeled|frozen|smoked|pickled|fermented|distilled|woven|spun|dyed|sanded|welded|soldered|forged|cast|drunk|sold by|sold in|rich in|high in|low in|toxic|poisonous|flammable|edible|soluble|water-soluble|perishable|contagious|hereditary|bitter|ductile|brittle)\b",
        )
    });
    static COMPARED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:is|are|has|needs|takes) (?:\w+ ){0,2}?(?:\w+er|more \w+|less \w+) (?:\w+ )?than (?:an? |the )?[a-z]",
        )
    });
    static MEASURED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:has|have) an? (?:worst|best|average|high|low|boiling|melting|half-life|shelf|time|running|complexity|density|short|long|bitter|sweet|sour|strong|mild)\b",
        )
    });
    let thing =
        is_done_by_stuff(verb) || TREATED.is_match(after) || COMPARED.is_match(after) || MEASURED.is_match(after);
    thing.then_some(EntityType::Concept)
}

/// What things are made of and what grows: a word for it is no name, even where it opens a sentence.
const STUFF: &str = "
    oak pine walnut cherry maple birch beech ash cedar mahogany teak spruce willow poplar bamboo balsa ebony cork copper steel iron aluminium aluminum brass bronze gold silver tin lead zinc nickel titanium tungsten
    chrome lithium cobalt mercury carbon oxygen hydrogen helium nitrogen ammonia chlorine sulfur sulphur phosphorus potassium sodium calcium magnesium iodine granite marble limestone sandstone slate basalt quartz clay
    chalk gravel sand concrete cement plaster glass ceramic porcelain plastic nylon polyester cotton wool linen silk leather denim velvet felt rubber latex paper cardboard wax paraffin petrol diesel kerosene
    salt sugar flour rice wheat barley rye oats maize corn quinoa lentils beans chickpeas tofu bread sourdough yeast butter milk cream cheese yoghurt yogurt honey vinegar garlic onion onions ginger turmeric saffron
    cinnamon nutmeg cumin paprika pepper oregano thyme parsley coriander cilantro dill chives mint lavender tomatoes potatoes carrots spinach kale lettuce cabbage broccoli asparagus zucchini aubergine eggplant
    pumpkin squash avocado avocados bananas apples pears plums peaches apricots figs dates grapes lemons limes oranges strawberries raspberries blueberries coconut almonds peanuts cashews hazelnuts chocolate
    coffee espresso tea beer wine whisky whiskey vodka cider kombucha kefir kimchi miso salmon tuna cod trout shrimp mussels oysters beef pork lamb chicken tulips daffodils dahlias peonies orchids ferns moss ivy
    hydrangeas geraniums begonias succulents cacti clover bees ants wasps termites spiders snails slugs bats owls hedgehogs foxes wolves bears sheep goats cows pigs hens ducks geese horses cats dogs rabbits
    aspirin ibuprofen paracetamol acetaminophen penicillin amoxicillin metformin insulin warfarin cortisone melatonin caffeine alcohol nicotine cholesterol glucose fructose lactose gluten collagen keratin hemoglobin
    adrenaline cortisol serotonin dopamine estrogen testosterone vitamins antibiotics vaccines asthma diabetes eczema migraine malaria influenza pneumonia arthritis osteoporosis anaemia anemia
    winter spring summer autumn inertia gravity entropy friction momentum voltage current resistance humidity frost fog snow rain quicksort mergesort heapsort recursion memoization memoisation backpressure hashing
    caching sharding polymorphism inheritance encapsulation idempotence idempotency concurrency
";
static STUFF_WORDS: LazyLock<WordSet> = LazyLock::new(|| STUFF.split_whitespace().collect());

/// Whether a word in lower case is for a stuff, a plant, an ailment or the like.
pub(super) fn is_stuff(word: &str) -> bool {
    const ENDINGS: [&str; 12] = [
        "profen", "cillin", "statin", "azole", "prazole", "mycin", "caine", "zepam", "oxide", "ophyll", "sort", "itis",
    ];
    STUFF_WORDS.contains(word) || word.len() > 6 && ENDINGS.iter().any(|end| word.ends_with(end))
}

/// Verbs of what stuff does, and nobody.
const OF_STUFF: &str = "
    absorbs accumulates attracts blooms boils conducts contracts converts corrodes crystallises crystallizes curdles darkens decays deteriorates dissolves emits evaporates evolves expands fades ferments flowers
    freezes germinates hardens inhibits lightens lowers melts metabolises metabolizes neutralises neutralizes occurs oxidises oxidizes photosynthesises produces prevents radiates reacts reflects releases ripens
    rots rusts secretes shrinks softens solidifies spoils sprouts stains stimulates tarnishes thaws thickens thrives vaporises vaporizes wilts yellows causes triggers regulates describes denotes
";
static STUFF_VERBS: LazyLock<WordSet> = LazyLock::new(|| OF_STUFF.split_whitespace().collect());

/// Whether a verb is of what stuff does: "wilts", "dissolves".
pub(super) fn is_done_by_stuff(verb: &str) -> bool {
    STUFF_VERBS.contains(verb)
}

/// The stuff somebody likes or keeps off: "Amaryllis avoids peanuts".
pub(super) fn liked(text: &str, person: &Found) -> Option<Found> {
    static LIKES: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"^ (?:avoids|hates|dislikes|loves|likes|adores|prefers|enjoys|detests|can['’]t (?:eat|stand|have|drink)|cannot (?:eat|stand|have|drink)|doesn['’]t (?:eat|drink|like|touch)|won['’]t (?:eat|drink|touch)|is allergic to|is intolerant to|never (?:eats|drinks)|only (?:eats|drinks)|grows|keeps|breeds|collects) ([a-z]{3,})(?:[.,;]|$)",
        )
    });
    let noun = LIKES.captures(&text[person.span.end..])?.get(1)?;
    let start = person.span.end + noun.start();
    is_stuff(noun.as_str()).then(|| Found {
        name: noun.as_str().to_owned(),
        kind: EntityType::Concept,
        span: start..start + noun.as_str().len(),
    })
}

/// What the one idea of a statement is set against: "harder than pine", "; heapsort is not", "while walnut gets lighter".
pub(super) fn contrast(text: &str, subject: &Found) -> Option<Found> {
    static AGAINST: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?:\b(?:than|unlike|whereas|while|versus|vs\.?|as opposed to|in contrast to)|[;,] but|;) (?:an? |the )?((?:[a-z][a-z-]+ )?[a-z][a-z-]{2,})(?:[.,;]|$| (?:is|are|does|do|doesn['’]t|don['’]t|isn['’]t|aren['’]t|can|cannot|can['’]t|gets|has|have|needs|needs|stays|takes|keeps|remains|in|at|on|when|for|which|uses)\b)",
        )
    });
    let from = subject.span.end;
    let noun = AGAINST.captures(&text[from..])?.get(1)?;
    let (first, last) = (noun.as_str().split(' ').next()?, noun.as_str().rsplit(' ').next()?);
    let blocked = |word: &str| {
        NOT_CONCEPTS.contains(&word)
            || is_pronoun(word)
            || word.ends_with("ing")
            || word.ends_with("ly")
            || is_finite(word)
    };
    if blocked(first)
        || blocked(last)
        || matches!(
            last,
            "others"
                | "other"
                | "usual"
                | "expected"
                | "before"
                | "ever"
                | "average"
                | "normal"
                | "minutes"
                | "hours"
                | "days"
                | "weeks"
                | "months"
                | "years"
                | "percent"
                | "degrees"
        )
    {
        return None;
    }
    let start = from + noun.start();
    Some(Found { name: noun.as_str().to_owned(), kind: EntityType::Concept, span: start..start + noun.as_str().len() })
}

fn is_pronoun(word: &str) -> bool {
    matches!(
        word,
        "its"
            | "them"
            | "any"
            | "more"
            | "less"
            | "much"
            | "being"
            | "us"
            | "me"
            | "him"
            | "itself"
            | "themselves"
            | "others"
            | "otherwise"
            | "twenty"
            | "thirty"
            | "half"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "later"
            | "keep"
            | "use"
            | "store"
            | "let"
            | "don't"
    )
}
