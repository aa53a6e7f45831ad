//! Common nouns that tell what sort of thing a name beside them denotes: "our bookkeeper", "Lake", "the survey project".

use std::sync::LazyLock;

use crate::word_table::{WordMap, WordSet};
use soulfile_vocabulary::EntityType;

const PEOPLE: &str = "
    accountant actor actress advisor adviser agent analyst apprentice architect artist assistant athlete attorney aunt auntie author babysitter
    baker barber bassist biologist bookkeeper boss boyfriend brother builder butcher buddy captain cardiologist carer caretaker carpenter ceo
    chairman chairwoman chef chemist child cleaner clerk client coach colleague contact composer conductor consultant contractor cook
    coordinator councillor counsel counsellor courier cousin coworker co-worker cto curator customer dad dancer daughter dentist designer
    developer director doctor drummer driver economist editor electrician employee engineer ex farmer father fellow fiance fiancee
    fiancé fiancée fisherman flatmate florist foreman founder friend gardener girlfriend godchild goddaughter godfather godmother godson gp gran
    granddad grandad granddaughter grandfather grandma grandmother grandpa grandparent grandson granny guitarist hairdresser handyman head
    headteacher housemate husband in-law instructor intern janitor journalist judge kid landlady landlord lawyer lead leader lecturer
    librarian lodger manager mayor mechanic mediator member mentor midwife minister mom mother mum musician nan nana nanny neighbor neighbour nephew
    niece notary novelist nurse nutritionist officer operator optician organiser organizer owner painter paralegal partner pastor paramedic patient pharmacist
    photographer physician physicist physio physiotherapist pianist pilot player plumber poet postman president priest principal producer professor
    programmer psychologist receptionist referee representative researcher resident roommate sailor scientist sculptor secretary
    sibling singer sister skipper solicitor son specialist stepbrother stepdaughter stepfather stepmother stepsister stepson student supervisor
    surgeon surveyor tailor teacher teammate technician tenant therapist trainee trainer translator treasurer tutor twin uncle vet
    veterinarian vicar violinist volunteer waiter waitress widow widower wife woman man boy girl guy writer cat dog horse pony puppy
    children grandchildren godchildren stepchildren parent stepparent godparent babies
    kitten parrot rabbit hamster goat donkey collie terrier
";

const PLACES: &str = "
    airport alley archipelago area arena avenue bakery bar bay beach borough boulevard bridge building cafe café campsite canal canyon cape capital
    castle cathedral cave chapel church churchyard cinema city clinic coast college commune continent cottage country county courthouse cove creek
    crossing desert district dock farm ferry fjord ford forest fort garden glacier gorge gulf gym hall hamlet harbor harbour hill hills
    hometown hospital hotel inlet island islands isle junction lagoon lake lane library lighthouse market marsh meadow metropolis mill monastery moor
    mosque mount mountain mountains mt museum neighborhood neighbourhood oasis ocean office park parish pass peak peninsula pharmacy pier
    plain plateau plaza pond port prefecture province pub quarter reef region reservoir resort restaurant ridge river road ruin school sea
    settlement shop shore square stadium state station strait street suburb summit surgery temple territory theatre theater tower town
    township trail tunnel university valley venue village volcano ward warehouse waterfall wharf wood woods yard zoo birthplace falls wall gate palace monument basin branch factory depot point rock cliff cliffs shoal building mine dam
";

const PROJECTS: &str = "
    agency app application band bank brand brewery business campaign charity choir client club company consortium cooperative co-op department
    division effort employer engagement enterprise event feature firm foundation fund game group guild initiative institute label lab launch
    league manufacturer migration mission module ministry newspaper ngo nonprofit organisation organization party pilot
    idea brainchild airline carrier maker insurer conglomerate automaker carmaker drugmaker vendor provider chain orchestra quartet gang
    portal product program programme project prototype publisher redesign refactor release retailer rewrite rollout scheme service sim site
    startup start-up studio sub-project subproject subsidiary supplier survey team union venture website workshop
";

const TOOLS: &str = "
    api assistant bike boat browser bundler cache camera car cli client-library cms compiler computer controller crm dashboard database
    dbms device drone editor engine extension firewall framework gadget guitar hotspot ide interpreter kernel keyboard language laptop
    library linter loader machine microcontroller model motorbike network orm package parser phone piano platform plugin printer proxy
    queue broker robot router runtime scanner scheduler script scooter sdk server shell software spreadsheet ssid system tablet
    template tent terminal tool toolchain toolkit tractor utility van vault watch wi-fi wifi wiki
";

const CONCEPTS: &str = "
    algorithm approach axiom bias concept condition conjecture curve cycle data-structure diagram disease disorder distribution doctrine
    dynasty effect epoch equation era fallacy format formula function heuristic hypothesis law matrix mechanism metaphor method methodology
    model notation number paradigm paradox pattern period phenomenon philosophy principle problem process protocol reaction rule scale
    sequence stack standard structure style syndrome technique test theorem theory transform tree filter treaty war convention clause
    art craft practice discipline sport dish drink sauce soup stew spice herb plant flower metal alloy mineral gas acid vitamin hormone enzyme protein drug medicine antibiotic painkiller allergy illness infection virus bacterium dance genre ritual tradition
    joint knot stitch hash sort search graph
";

static KINDS: LazyLock<WordMap<EntityType>> = LazyLock::new(|| {
    let of = |list: &'static str, kind: EntityType| list.split_whitespace().map(move |word| (word, kind));
    // A word of two lists is what the later one says.
    of(CONCEPTS, EntityType::Concept)
        .chain(of(PLACES, EntityType::Place))
        .chain(of(TOOLS, EntityType::Tool))
        .chain(of(PROJECTS, EntityType::Project))
        .chain(of(PEOPLE, EntityType::Person))
        .collect()
});

/// Nouns that end the name of an idea: "Krebs cycle", "Meiji period".
const IDEAS: &str = "
    algorithm axiom bias clause conjecture convention curve cycle diagram disease distribution doctrine dynasty effect epoch equation era fallacy filter
    formula graph heuristic hypothesis joint knot law manoeuvre maneuver matrix method model notation number paradox period principle
    problem reaction rule scale sequence sort stack stitch syndrome technique test theorem theory transform treaty tree war
";
static IDEA_NOUNS: LazyLock<WordSet> = LazyLock::new(|| IDEAS.split_whitespace().collect());

/// Words before somebody's name, in a capital of their own; lower case here, without a stop.
const TITLES: &str = "
    dr prof professor doctor mr mrs ms miss mx sir dame madame madam monsieur mme señor señora señorita senor senora doña herr frau signor signora sensei aunt auntie uncle great-aunt great-uncle grandma
    grandpa granny grandad granddad grandmother grandfather nana opa oma cousin sister brother father mother coach captain judge justice pastor reverend rev rabbi imam bishop deacon nurse sergeant sgt lieutenant
    colonel corporal inspector detective constable officer senator congresswoman congressman councillor councilwoman councilman governor mayor ambassador chef principal
";
static TITLE_SET: LazyLock<WordSet> = LazyLock::new(|| TITLES.split_whitespace().collect());

/// Whether a word is a title before somebody's name: "Dr.", "Judge".
pub(super) fn is_title(word: &str) -> bool {
    TITLE_SET.contains(word.trim_end_matches('.').to_lowercase().as_str())
}

/// Words before a name that belongs to a place: "Lake", "County".
const FIRST: &str = "lake mount mt county river isle fort cape bay port san santa saint st los las puerto villa ben loch glen north south east west upper lower greater st. café cafe bistro restaurant hotel hostel trattoria osteria pizzeria taverna gasthaus brasserie calle rue via rua avenida avenue plaza piazza praça château chateau schloss monte pico sierra";
static PLACE_FIRST: LazyLock<WordSet> = LazyLock::new(|| FIRST.split_whitespace().collect());

/// Words at the end of a company's name.
const FIRMS: &str = "inc ltd limited gmbh ag corp corporation co llc plc group bank healthineers logistics pharmaceuticals electronics semiconductors aerospace robotics software studios games ventures capital analytics airlines airways labs laboratories systems motors foods partners holdings industries solutions technologies consulting associates & sons brothers insurance pharma energy media press records";
static FIRM_LAST: LazyLock<WordSet> = LazyLock::new(|| FIRMS.split_whitespace().collect());

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(word)
}

/// The sort of thing a common noun in lower case denotes.
pub(super) fn kind(noun: &str) -> Option<EntityType> {
    if noun.ends_with("-in-law") {
        return Some(EntityType::Person);
    }
    KINDS.get(noun).or_else(|| KINDS.get(singular(noun))).copied().or_else(|| somebody(singular(noun)))
}

/// Who has a trade is named by its ending: "cellist", "statistician", "beekeeper", "blacksmith".
fn somebody(noun: &str) -> Option<EntityType> {
    const ENDINGS: [&str; 9] = ["ist", "ician", "keeper", "smith", "woman", "erman", "sman", "worker", "maker"];
    const THINGS: [&str; 12] = [
        "list",
        "checklist",
        "playlist",
        "shortlist",
        "watchlist",
        "wishlist",
        "twist",
        "wrist",
        "heist",
        "german",
        "timekeeper",
        "coffeemaker",
    ];
    (noun.len() > 5 && ENDINGS.iter().any(|end| noun.ends_with(end)) && !THINGS.contains(&noun))
        .then_some(EntityType::Person)
}

/// Whether a noun in lower case ends the name of an idea.
pub(super) fn ends_idea(noun: &str) -> bool {
    IDEA_NOUNS.contains(noun) || IDEA_NOUNS.contains(singular(noun))
}

/// The sort of thing a name of several words denotes by its first or last one: "Lake Tekapo", "Queen Street".
pub(super) fn by_head(name: &str) -> Option<EntityType> {
    let lower = name.to_lowercase();
    let (first, _) = lower.split_once(' ')?;
    let last = lower.rsplit(' ').next()?.trim_end_matches('.');
    if FIRM_LAST.contains(last) {
        return Some(EntityType::Project);
    }
    if PLACE_FIRST.contains(first.trim_end_matches('.')) {
        return Some(EntityType::Place);
    }
    match kind(last) {
        Some(EntityType::Place)
            if !matches!(
                last,
                "hall"
                    | "wood"
                    | "hill"
                    | "ford"
                    | "park"
                    | "ward"
                    | "lane"
                    | "field"
                    | "woods"
                    | "marsh"
                    | "mill"
                    | "moor"
            ) || lower.split(' ').count() > 1 && !crate::route::is_given_name(first) =>
        {
            Some(EntityType::Place)
        }
        Some(EntityType::Project)
            if matches!(
                last,
                "app"
                    | "team"
                    | "project"
                    | "programme"
                    | "program"
                    | "initiative"
                    | "campaign"
                    | "company"
                    | "club"
                    | "foundation"
                    | "institute"
                    | "agency"
                    | "band"
                    | "choir"
                    | "union"
                    | "studio"
                    | "studios"
            ) =>
        {
            Some(EntityType::Project)
        }
        Some(EntityType::Concept) if ends_idea(last) => Some(EntityType::Concept),
        _ => None,
    }
}
