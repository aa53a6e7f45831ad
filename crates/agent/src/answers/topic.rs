//! Which questions are not for recall: about the agent, its trail, the days. A question is of the topic of the examples
//! it is nearest to in meaning, in any language; `topics.json` holds them, with questions for recall among them.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use soulfile_text::encoder::{Encoder, Vector};

/// What a question is about when it is not for recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Topic {
    /// What changed lately.
    Changes,
    /// Whether and how a file changed.
    FileHistory,
    /// Why or when something was forgotten.
    WhyForgotten,
    /// What is to be done on a day.
    Agenda,
    /// What was told on a day.
    Told,
    /// Who the agent is.
    You,
    /// Where memories are kept.
    Place,
    Privacy,
    Amount,
    /// How something is corrected or deleted.
    Mending,
    Well,
    /// How the agent knows what it said.
    Source,
    Clock,
    AboutMe,
    MyName,
    /// A question for recall.
    Memory,
}

impl Topic {
    /// Whether its answer is the same whatever was told.
    pub(super) fn is_general(self) -> bool {
        matches!(self, Self::Place | Self::Privacy | Self::Mending)
    }
}

/// Least likeness to an example; less for what names more than the question itself (days, files, what is gone), more for
/// small talk and the clock, which many short questions are near to.
const LEAST: f32 = 0.62;
const LEAST_NAMING: f32 = 0.5;
const LEAST_SMALL: f32 = 0.72;
/// How much likelier than a question for recall it has to be.
const AHEAD: f32 = 0.05;

static EXAMPLES: LazyLock<Vec<(Topic, Vector)>> = LazyLock::new(|| {
    let read: HashMap<Topic, Vec<String>> =
        serde_json::from_str(include_str!("../../topics.json")).expect("a test parses it");
    let Ok(encoder) = Encoder::builtin() else { return Vec::new() };
    let (topics, texts): (Vec<Topic>, Vec<String>) =
        read.into_iter().flat_map(|(topic, texts)| texts.into_iter().map(move |text| (topic, text))).unzip();
    topics.into_iter().zip(encoder.encode_all(&texts, 2)).collect()
});

/// The topic of a question; `None` for one that recall answers. `names_day` says that it names another day than today,
/// as questions about plans do and those about the clock do not.
pub(super) fn of(question: &str, names_day: bool) -> Option<Topic> {
    let asked = Encoder::builtin().ok()?.encode(&question.to_lowercase());
    let mut best: HashMap<Topic, f32> = HashMap::new();
    for (topic, example) in EXAMPLES.iter() {
        let likeness = example.cosine(&asked);
        let known = best.entry(*topic).or_insert(f32::MIN);
        *known = known.max(likeness);
    }
    let memory = best.remove(&Topic::Memory).unwrap_or(f32::MIN);
    if names_day {
        best.remove(&Topic::Clock);
    }
    let (topic, likeness) = best.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    // What is planned for a day holds what is asked about that day.
    let ahead = match topic {
        Topic::Agenda if names_day => -AHEAD,
        Topic::WhyForgotten | Topic::Changes => 2.0 * AHEAD,
        _ => AHEAD,
    };
    let least = match topic {
        Topic::Agenda if !names_day => LEAST,
        Topic::Changes | Topic::FileHistory | Topic::WhyForgotten | Topic::Agenda | Topic::Told => LEAST_NAMING,
        Topic::Clock | Topic::You | Topic::Well | Topic::Source | Topic::AboutMe => LEAST_SMALL,
        _ => LEAST,
    };
    (likeness >= least && likeness >= memory + ahead).then_some(topic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_the_program_are_told_from_others_in_any_language() {
        for (question, topic) in [
            ("What changed recently?", Topic::Changes),
            ("Has SOUL.md ever been changed?", Topic::FileHistory),
            ("why did you forget the gate code?", Topic::WhyForgotten),
            ("what do I have to do on Sunday?", Topic::Agenda),
            ("was hab ich morgen vor?", Topic::Agenda),
            ("what did I tell you yesterday?", Topic::Told),
            ("and who are you?", Topic::You),
            ("Wie heißt du?", Topic::You),
            ("where do you store all this?", Topic::Place),
            ("how are you doing?", Topic::Well),
            ("how do you know?", Topic::Source),
            ("what time is it now?", Topic::Clock),
            ("what do you know about me?", Topic::AboutMe),
            ("do you remember my name?", Topic::MyName),
        ] {
            assert_eq!(of(question, false), Some(topic), "{question}");
        }
        for question in [
            "how is Marta doing?",
            "where do I keep the passport?",
            "what time does the gym open?",
            "what day is the vet?",
            "what's my cat's name?",
            "what changed at Ana's work?",
            "when did Bob forget his keys?",
            "wer ist meine Chefin?",
            "¿a qué hora abre el gimnasio?",
            "what do I take for my headaches?",
        ] {
            assert_eq!(of(question, false), None, "{question}");
        }
    }
}
