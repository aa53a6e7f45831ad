//! Learned heads: what a message is, what a question asks for, how two statements stand to each other, as calibrated
//! probabilities from a text and its vector.
//!
//! A head is a linear part over the vector, a few signs and hashed n-grams, plus a small hidden layer that all heads of a
//! group share. `features` makes the inputs, `group` reads the weights and scores. Fitted and reported by
//! `tools/training/fit_heads.py`; a test holds the scores equal to Python's. Rules that are exact (dates, credentials,
//! trigger phrases) are not here.

mod features;
mod group;

use std::sync::OnceLock;

pub use group::Damage;
use group::{Group, GroupReader};
use soulfile_text::encoder::{Encoder, Vector};

static WEIGHTS: &[u8] = include_bytes!("../../../models/heads.bin");

const INTENTS: usize = 10;
const MESSAGE: &str = "tell\nask\nremember\nforget\nundo\ncorrect\nreflect\nrequest\nsmalltalk\ndont_store\n\
    memorable\nlasting\njoke\ninjection\n\
    kind=none\nkind=decision\nkind=fact\nkind=preference\nkind=task\nkind=event\nkind=emotion\nkind=correction\n\
    store=none\nstore=core\nstore=episodic\nstore=semantic\nstore=procedural\nstore=vault\n\
    question=when\nquestion=about\nquestion=how\nquestion=latest\nquestion=general\n\
    wants=person\nwants=place\nwants=time\nwants=number\nwants=thing\nwants=list\nwants=yesno\nwants=reason\nwants=steps";
const PAIR: &str = "newer\nrelation=same\nrelation=at_odds\nrelation=compatible\nrelation=unrelated";

/// What a person does with a message; a message can have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MessageIntent {
    Tell,
    Ask,
    Remember,
    Forget,
    Undo,
    Correct,
    Reflect,
    /// Work for the assistant.
    Request,
    SmallTalk,
    /// Asks that nothing of it is stored.
    DontStore,
}

/// Kind of what a message tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Told {
    Nothing,
    Decision,
    Fact,
    Preference,
    Task,
    Event,
    Emotion,
    Correction,
}

/// Where what a message tells belongs when it is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Belongs {
    Nowhere,
    Core,
    Episodic,
    Semantic,
    Procedural,
    Vault,
}

/// How a question is best answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum QuestionKind {
    When,
    About,
    How,
    Latest,
    General,
}

/// What an answer to a question consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AnswerKind {
    Person,
    Place,
    Time,
    Number,
    Thing,
    List,
    YesNo,
    Reason,
    Steps,
}

impl Told {
    /// In the order of the heads.
    pub const ALL: [Self; 8] = [
        Self::Nothing,
        Self::Decision,
        Self::Fact,
        Self::Preference,
        Self::Task,
        Self::Event,
        Self::Emotion,
        Self::Correction,
    ];
}

impl Belongs {
    /// In the order of the heads.
    pub const ALL: [Self; 6] =
        [Self::Nowhere, Self::Core, Self::Episodic, Self::Semantic, Self::Procedural, Self::Vault];
}

impl QuestionKind {
    /// In the order of the heads.
    pub const ALL: [Self; 5] = [Self::When, Self::About, Self::How, Self::Latest, Self::General];
}

impl AnswerKind {
    /// In the order of the heads.
    pub const ALL: [Self; 9] = [
        Self::Person,
        Self::Place,
        Self::Time,
        Self::Number,
        Self::Thing,
        Self::List,
        Self::YesNo,
        Self::Reason,
        Self::Steps,
    ];
}

/// Probabilities for one message or question.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageScores {
    /// By [`MessageIntent`], each for itself.
    pub intents: [f32; INTENTS],
    /// A good listener would keep something of it.
    pub memorable: f32,
    /// It will still matter in a month.
    pub lasting: f32,
    /// A joke, a hypothetical, somebody else's words.
    pub joke: f32,
    /// An attack on whoever reads it.
    pub injection: f32,
    /// By [`Told`]; sums to 1, as do the others.
    pub kind: [f32; 8],
    /// By [`Belongs`].
    pub store: [f32; 6],
    /// By [`QuestionKind`]; means something for questions only.
    pub question: [f32; 5],
    /// By [`AnswerKind`]; means something for questions only.
    pub wants: [f32; 9],
}

impl MessageScores {
    /// What is said of a text when the weights cannot be used: it may be anything, and is kept.
    pub fn unknown() -> Self {
        Self {
            intents: [0.2; INTENTS],
            memorable: 0.5,
            lasting: 0.3,
            joke: 0.1,
            injection: 0.1,
            kind: [1.0 / 8.0; 8],
            store: [1.0 / 6.0; 6],
            question: [0.2; 5],
            wants: [1.0 / 9.0; 9],
        }
    }

    /// The likeliest kind of what it tells.
    pub fn likeliest_kind(&self) -> Told {
        Told::ALL[likeliest(&self.kind)]
    }

    /// The likeliest place of what it tells.
    pub fn likeliest_store(&self) -> Belongs {
        Belongs::ALL[likeliest(&self.store)]
    }

    /// The likeliest way to answer it as a question.
    pub fn likeliest_question(&self) -> QuestionKind {
        QuestionKind::ALL[likeliest(&self.question)]
    }

    /// The likeliest kind of answer to it as a question.
    pub fn likeliest_answer(&self) -> AnswerKind {
        AnswerKind::ALL[likeliest(&self.wants)]
    }

    /// Probability that the message has this intent.
    pub fn intent(&self, intent: MessageIntent) -> f32 {
        self.intents[intent as usize]
    }
}

/// Probabilities for two statements, the second the later one; the first four sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScores {
    /// Both say the same.
    pub same: f32,
    /// Both cannot hold.
    pub at_odds: f32,
    /// About one matter, and both can hold.
    pub compatible: f32,
    /// About different matters.
    pub unrelated: f32,
    /// If they are at odds: the second is told as replacing the first.
    pub newer: f32,
}

/// The heads in the binary.
pub struct LearnedHeads {
    message: Group<'static>,
    pair: Group<'static>,
}

impl LearnedHeads {
    /// Returns the heads in the binary.
    pub fn builtin() -> Result<&'static Self, &'static Damage> {
        static BUILTIN: OnceLock<Result<LearnedHeads, Damage>> = OnceLock::new();
        BUILTIN.get_or_init(|| Self::open(WEIGHTS)).as_ref()
    }

    fn open(bytes: &'static [u8]) -> Result<Self, Damage> {
        let mut groups = GroupReader::open(bytes)?;
        let message = groups.next(MESSAGE, features::MESSAGE_DENSE, features::BUCKETS)?;
        let pair = groups.next(PAIR, features::PAIR_DENSE, 2 * features::BUCKETS)?;
        Ok(Self { message, pair })
    }

    /// Scores a text, encoding it; as [`MessageScores::unknown`] where the weights in the binary are damaged.
    pub fn read(text: &str) -> MessageScores {
        match (Self::builtin(), Encoder::builtin()) {
            (Ok(heads), Ok(encoder)) => heads.message(text, &encoder.encode(text)),
            _ => MessageScores::unknown(),
        }
    }

    /// Scores a message or a question with its vector.
    pub fn message(&self, text: &str, vector: &Vector) -> MessageScores {
        let (dense, grams) = features::message(text, vector);
        let mut logits = self.message.logits(&dense, &grams);
        let (flags, choices) = logits.split_at_mut(INTENTS + 4);
        flags.iter_mut().for_each(|flag| *flag = sigmoid(*flag));
        let (kind, choices) = choices.split_at(8);
        let (store, choices) = choices.split_at(6);
        let (question, wants) = choices.split_at(5);
        MessageScores {
            intents: std::array::from_fn(|at| flags[at]),
            memorable: flags[INTENTS],
            lasting: flags[INTENTS + 1],
            joke: flags[INTENTS + 2],
            injection: flags[INTENTS + 3],
            kind: softmax(kind),
            store: softmax(store),
            question: softmax(question),
            wants: softmax(wants),
        }
    }

    /// Scores two statements with their vectors, the second the later one.
    pub fn compare(&self, a: (&str, &Vector), b: (&str, &Vector)) -> PairScores {
        let (dense, grams) = features::pair(a, b);
        let logits = self.pair.logits(&dense, &grams);
        let [same, at_odds, compatible, unrelated] = softmax(&logits[1..]);
        PairScores { same, at_odds, compatible, unrelated, newer: sigmoid(logits[0]) }
    }
}

fn likeliest(scores: &[f32]) -> usize {
    (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or_default()
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

fn softmax<const N: usize>(logits: &[f32]) -> [f32; N] {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: [f32; N] = std::array::from_fn(|at| (logits[at] - most).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

#[cfg(test)]
#[path = "heads_tests.rs"]
mod tests;
