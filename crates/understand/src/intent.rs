//! What a person does with a message: one decision from exact phrases and the learned heads.
//!
//! A trigger phrase comes first. Without one, an act that changes the memory (forget, undo, reflect, store nothing) needs
//! a high probability; a middling one is [`IntentReading::Unclear`], and whoever talks to the person asks back.

use crate::heads::{MessageIntent, MessageScores};
use crate::trigger::TriggerKind;

/// Acts that change the memory or keep something out of it: never done on a guess.
const ACTS: [MessageIntent; 4] =
    [MessageIntent::Forget, MessageIntent::Undo, MessageIntent::DontStore, MessageIntent::Reflect];
/// What a message can be otherwise.
const TALK: [MessageIntent; 6] = [
    MessageIntent::Tell,
    MessageIntent::Ask,
    MessageIntent::Remember,
    MessageIntent::Correct,
    MessageIntent::Request,
    MessageIntent::SmallTalk,
];
/// From here on an act is clear, and from here on it is worth asking about.
const CLEAR: f32 = 0.6;
const WORTH_ASKING: f32 = 0.35;
/// A phrase is doubted when the heads find its intent less likely than this and another at least [`CERTAIN`].
const DOUBTED: f32 = 0.03;
const CERTAIN: f32 = 0.9;

/// The intent of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentReading {
    /// One reading is ahead.
    Clear(MessageIntent),
    /// Two readings are close, the likelier first: ask which was meant.
    Unclear(MessageIntent, MessageIntent),
}

impl IntentReading {
    /// The likeliest intent.
    pub fn likeliest(self) -> MessageIntent {
        match self {
            Self::Clear(intent) | Self::Unclear(intent, _) => intent,
        }
    }

    /// Whether it is certainly this one.
    pub fn is(self, intent: MessageIntent) -> bool {
        self == Self::Clear(intent)
    }
}

/// Decides between the phrase that was found and what the heads say.
pub(crate) fn decide(phrase: TriggerKind, scores: &MessageScores) -> IntentReading {
    let likeliest = |among: &[MessageIntent]| {
        let by_score = |a: &&MessageIntent, b: &&MessageIntent| scores.intent(**a).total_cmp(&scores.intent(**b));
        *among.iter().max_by(by_score).expect("a list of intents is not empty")
    };
    let (act, talk) = (likeliest(&ACTS), likeliest(&TALK));
    let said = match phrase {
        TriggerKind::Remember => Some(MessageIntent::Remember),
        TriggerKind::Forget => Some(MessageIntent::Forget),
        TriggerKind::Reflect => Some(MessageIntent::Reflect),
        TriggerKind::Recall => Some(MessageIntent::Ask),
        TriggerKind::None => None,
    };
    if let Some(said) = said {
        let other = if scores.intent(act) > scores.intent(talk) { act } else { talk };
        let doubted = scores.intent(said) < DOUBTED && scores.intent(other) >= CERTAIN;
        // To keep something is never wrong enough to ask about.
        let asks = doubted && other != said && said != MessageIntent::Remember;
        return if asks { IntentReading::Unclear(said, other) } else { IntentReading::Clear(said) };
    }
    match scores.intent(act) {
        sure if sure >= CLEAR => IntentReading::Clear(act),
        likely if likely >= WORTH_ASKING && likely >= scores.intent(talk) => IntentReading::Unclear(act, talk),
        likely if likely >= WORTH_ASKING => IntentReading::Unclear(talk, act),
        _ => IntentReading::Clear(talk),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(given: &[(MessageIntent, f32)]) -> MessageScores {
        let mut scores = MessageScores::unknown();
        scores.intents = [0.01; 10];
        given.iter().for_each(|(intent, score)| scores.intents[*intent as usize] = *score);
        scores
    }

    #[test]
    fn acts_need_certainty_and_phrases_come_first() {
        use IntentReading::{Clear, Unclear};
        use MessageIntent::{Ask, Forget, Remember, Request, Tell};
        let tells = scores(&[(Tell, 0.9), (Forget, 0.1)]);
        assert_eq!(decide(TriggerKind::None, &tells), Clear(Tell));
        assert_eq!(decide(TriggerKind::Forget, &tells), Clear(Forget));
        assert_eq!(decide(TriggerKind::None, &scores(&[(Forget, 0.7), (Tell, 0.8)])), Clear(Forget));
        assert_eq!(decide(TriggerKind::None, &scores(&[(Forget, 0.5), (Tell, 0.4)])), Unclear(Forget, Tell));
        assert_eq!(decide(TriggerKind::None, &scores(&[(Forget, 0.4), (Ask, 0.5)])), Unclear(Ask, Forget));
        let works = scores(&[(Request, 0.95)]);
        assert_eq!(decide(TriggerKind::Forget, &works), Unclear(Forget, Request));
        assert_eq!(decide(TriggerKind::Remember, &works), Clear(Remember));
    }
}
