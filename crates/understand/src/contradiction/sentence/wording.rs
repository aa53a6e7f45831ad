//! The words a statement is read by: what holds it together, what says little, what ends or changes something.

use std::sync::LazyLock;

use crate::contradiction::thesaurus;
use crate::word_table::{self, WordSet};

/// Words that only hold a sentence together.
const FUNCTION: &str = "a an the this that these those of in on at to for from by with and or is are was were be been \
    being am it its his her their they them he she him my our your i we you me us who which whom whose as does do did \
    has have had having will would shall so very really just also too then than there here if when while because since \
    per each every any some all about into onto out up off such both either not no never none nobody nothing neither nor without \
    cannot please again already ever yet even once am pm own himself herself themselves themself itself something anything \
    everything someone somebody anyone anybody everyone everybody get got gets getting quite rather pretty much many more most lot lots few several \
    bit away back around along across through during after before until till but however though although that's actually \
    now nowadays currently today usually normally generally typically always still longer anymore instead only mainly \
    mostly recently lately finally soon yesterday known barely day days time times o'clock week weeks month months year years hour hours minute \
    minutes date ago old-time one what how why where being s t can could may might should must am currently whole \
    particular say says said true else like-for roughly approximately approx circa";

/// Words that say little by themselves: their absence changes no fact.
const LIGHT: &str = "user person people thing place name call title take make go come keep put give become remain stay \
    sit stand lie locate live-in happen occur hold use have own need want ask prefer be do role position job kind type \
    sort way level number amount total sum project language city town country company firm colour color food drink \
    animal hobby habit fact case set do let find feel seem look mean serve act include contain set_up schedule plan \
    member current main regular certain located situated based able well first_name full person's currently \
    every_day each_day regularly born self being living work_as man woman time day date year spelling brand \
    fall run measure cover weigh stand_at belong suffer exist available whole good able be_able_to allow permit allowed \
    permitted must have_to need_to has_to required require should would_like want_to way know_how_to know_how a_day a_week a_month a_year per_day per_week per_month per_year \
    membership appointment session basis version mood possession period duration length format for_good altogether completely entirely totally permanently fine properly perfectly \
    smoothly ahead_of prior_to course system software service tool issue problem condition disorder lesson group event model \
    unit area region style option choice method process item piece part bit form instance matter field line side code-named done turn trouble tend anything amount decide host hosted_on hosted age take_place be_held occur department sector industry";

/// Verbs that say that something is over for whom they are said of, or for their object.
const CEASE: &str = "stop quit cease give_up drop abandon ditch sell lose leave resign cancel scrap discontinue remove \
    delete retire shut_down break_up split_up get_rid_of throw_away give_away pull_out call_off demolish fell \
    step_down kick divorce forgo withdraw end die uninstall unsubscribe dismiss destroy break_off lay_off fire sack drop_out \
    make_redundant stop_working pass_away discharge expel evict disband dissolve steal terminate cut_down chop_down deactivate decommission knock_down tear_down burn_down \
    dismantle write_off unplug close_down wind_up revoke repeal rescind abolish waive rip_out tear_out phase_out wind_down let_go opt_out hand_back";

/// Verbs that say that something has become otherwise.
const SWITCH: &str = "switch change move migrate convert transfer replace swap rename reschedule postpone push_back \
    take_over become upgrade downgrade promote repaint rewrite rebuild relocate halve bring_forward put_off hand_over \
    reassign rebrand redecorate remarry reopen trade exchange dye emigrate move_back move_out adjourn put_back scale_up scale_down slip upsize downsize";

/// Verbs that say so before "to" only: "grew to 40".
const SWITCH_TO: &str = "raise increase cut lower reduce push extend shift turn double update adjust revise delay defer go_up \
    go_down rise grow shorten trade prolong advance bump drop fall climb jump set amend correct";

const MODAL: &str = "want wants hopes hope plans planning considering might thinking dreams dreaming wishes intends \
    decided someday wondering contemplating thinks considers consider hoping";

macro_rules! word_list {
    ($name:ident, $list:ident) => {
        pub(in crate::contradiction) fn $name(word: &str) -> bool {
            static SET: LazyLock<WordSet> =
                LazyLock::new(|| word_table::set(&$list.split_whitespace().collect::<Vec<_>>()));
            SET.contains(word)
        }
    };
}

word_list!(is_function, FUNCTION);
word_list!(is_light, LIGHT);
word_list!(ceases, CEASE);
word_list!(switches, SWITCH);
word_list!(switches_to, SWITCH_TO);
word_list!(is_wish, MODAL);

pub(super) fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "does"
            | "do"
            | "did"
            | "can"
            | "cannot"
            | "could"
            | "will"
            | "would"
            | "should"
            | "must"
            | "may"
            | "might"
            | "am"
            | "never"
            | "won't"
            | "shall"
    )
}

pub(super) fn is_negation(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "no"
            | "never"
            | "without"
            | "cannot"
            | "nobody"
            | "nothing"
            | "none"
            | "neither"
            | "nor"
            | "lacks"
            | "lack"
            | "unable"
            | "hardly"
            | "avoids"
            | "avoid"
            | "refuses"
            | "refuse"
            | "skips"
            | "don't"
            | "lacking"
            | "forbid"
            | "forbids"
            | "forbidden"
            | "ban"
            | "banned"
            | "bans"
            | "prohibited"
            | "prohibits"
            | "off-limits"
            | "taboo"
            | "disallowed"
            | "declines"
            | "needn't"
    )
}

/// Whether a word leaves somebody out: "nobody but Ana".
pub(super) fn is_except(word: &str) -> bool {
    matches!(word, "but" | "except" | "besides" | "other" | "apart")
}

pub(super) fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "in"
            | "on"
            | "at"
            | "for"
            | "from"
            | "with"
            | "by"
            | "about"
            | "to"
            | "through"
            | "during"
            | "after"
            | "before"
            | "since"
            | "until"
            | "near"
            | "between"
            | "than"
            | "as"
            | "when"
            | "while"
            | "if"
            | "into"
    )
}

/// The preposition a value stands behind; one works "at" and "for" the same.
pub(super) fn preposition(word: &str) -> Option<&'static str> {
    Some(match word {
        "in" => "in",
        "at" | "for" => "at",
        "as" => "as",
        "with" => "with",
        "on" => "on",
        "to" => "to",
        "from" | "off" => "from",
        "by" => "by",
        "of" => "of",
        "about" => "about",
        _ => return None,
    })
}

pub(super) fn is_adverb(word: &str) -> bool {
    matches!(
        word,
        "now"
            | "still"
            | "also"
            | "always"
            | "usually"
            | "often"
            | "never"
            | "no"
            | "longer"
            | "already"
            | "only"
            | "really"
            | "just"
            | "currently"
            | "recently"
            | "finally"
            | "rarely"
            | "seldom"
            | "sometimes"
            | "regularly"
            | "both"
    )
}

/// Whether a word after "to" is a verb: "to be", "to work".
pub(super) fn is_infinitive(word: &str) -> bool {
    word == "be"
        || thesaurus::look_up(word)
            .is_some_and(|(lemma, meaning)| meaning.verb && *lemma == *word && meaning.kinds == 0)
}
