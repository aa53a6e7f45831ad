//! The heads against Python's scores for the same texts.

use serde_json::Value;
use soulfile_text::encoder::Encoder;

use super::*;

fn reference() -> Vec<Value> {
    include_str!("heads/reference.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn vector(text: &str) -> Vector {
    Encoder::builtin().expect("the encoder's weights are whole").encode(text)
}

fn builtin() -> &'static LearnedHeads {
    LearnedHeads::builtin().expect("the weights in the binary are whole")
}

fn numbers(of: &Value) -> Vec<f32> {
    of.as_array().expect("a list").iter().map(|score| score.as_f64().expect("a number") as f32).collect()
}

/// The vectors differ by the rounding of int8 values, so the scores by a little.
fn assert_near(found: &[f32], expected: &[f32], text: &str) {
    assert_eq!(found.len(), expected.len(), "{text}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 0.02, "{text:?}: output {at} is {found} instead of {expected}");
    }
}

#[test]
fn messages_are_scored_as_in_python() {
    let mut seen = 0;
    for line in reference() {
        let Some(text) = line["text"].as_str() else { continue };
        let (dense, grams) = features::message(text, &vector(text));
        assert_near(&dense[soulfile_text::encoder::DIMS..], &numbers(&line["signs"]), text);
        let sum: u64 = grams.iter().map(|gram| u64::from(*gram)).sum();
        assert_eq!(
            [grams.len() as u64, sum].map(Value::from),
            line["grams"].as_array().expect("a list")[..],
            "{text:?}"
        );
        let scores = builtin().message(text, &vector(text));
        let mut found = scores.intents.to_vec();
        found.extend([scores.memorable, scores.lasting, scores.joke, scores.injection]);
        found.extend(scores.kind.iter().chain(&scores.store).chain(&scores.question).chain(&scores.wants));
        assert_near(&found, &numbers(&line["scores"]), text);
        seen += 1;
    }
    assert!(seen >= 25);
}

#[test]
fn pairs_are_scored_as_in_python() {
    let mut seen = 0;
    for line in reference() {
        let (Some(a), Some(b)) = (line["a"].as_str(), line["b"].as_str()) else { continue };
        let scores = builtin().compare((a, &vector(a)), (b, &vector(b)));
        let found = [scores.newer, scores.same, scores.at_odds, scores.compatible, scores.unrelated];
        assert_near(&found, &numbers(&line["scores"]), a);
        seen += 1;
    }
    assert!(seen >= 24);
}

#[test]
fn plain_messages_are_understood_in_several_languages() {
    let read = |text: &str| builtin().message(text, &vector(text));
    for text in
        ["I'm allergic to penicillin", "ich wohne seit März in Graz", "我对花生过敏", "mi hermana se llama Lucía"]
    {
        assert!(read(text).memorable > 0.5, "{text}: {}", read(text).memorable);
        assert!(read(text).intent(MessageIntent::Tell) > 0.5, "{text}");
    }
    for text in ["ok thanks!", "danke dir 😊", "谢谢", "jaja muy bueno"] {
        assert!(read(text).memorable < 0.5, "{text}: {}", read(text).memorable);
    }
}

#[test]
fn damage_is_told() {
    let open = |bytes: &[u8]| LearnedHeads::open(bytes.to_vec().leak()).map(|_| ());
    assert_eq!(open(WEIGHTS), Ok(()));
    assert_eq!(open(b"something else"), Err(Damage::Format));
    assert_eq!(open(&WEIGHTS[..WEIGHTS.len() - 1]), Err(Damage::Content));
    let mut wrong = WEIGHTS.to_vec();
    wrong[1_000_000] ^= 1;
    assert_eq!(open(&wrong), Err(Damage::Content));
}
