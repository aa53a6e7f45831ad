//! Decay: the formula, the states, the file.

use super::*;
use crate::id::MemoryId;
use proptest::prelude::*;
use soulfile_vocabulary::Store;

const SAMPLE: &str = r#"{
  "version": 1,
  "last_updated": "2026-02-02T16:00:00Z",
  "entries": {
    "entity:concept--oauth2-pkce": {
      "store": "semantic",
      "base_relevance": 0.7,
      "created": "2026-01-20T10:00:00Z",
      "last_accessed": "2026-01-20T10:00:00Z",
      "access_count": 1,
      "type_weight": 1.2,
      "current_score": 0.52,
      "status": "active",
      "pinned": false
    },
    "episode:2026-02-02:14:30": {
      "store": "episodic",
      "base_relevance": 1.0,
      "created": "2026-02-02T14:30:00Z",
      "last_accessed": "2026-02-02T16:00:00Z",
      "access_count": 2,
      "type_weight": 0.8,
      "current_score": 0.92,
      "status": "active",
      "pinned": false
    }
  }
}
"#;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn id(text: &str) -> MemoryId {
    text.parse().unwrap()
}

#[test]
fn a_score_file_reads_and_writes_the_same() {
    let file = DecayFile::parse(SAMPLE);
    assert!(file.notes().is_empty());
    assert_eq!(file.render(at("2026-02-02T16:00:00Z")).unwrap(), SAMPLE);
    let mut again = file.clone();
    let entry = file.get(&id("episode:2026-02-02:14:30")).unwrap();
    again.set(&id("episode:2026-02-02:14:30"), &entry);
    assert_eq!(again.render(at("2026-02-02T16:00:00Z")).unwrap(), SAMPLE);
}

#[test]
fn the_formula_holds() {
    let params = DecayParams::default();
    let born = at("2026-01-01T10:00:00Z");
    let mut entry = DecayEntry::new(Store::Semantic, DETECTED, born);
    assert_eq!(params.score(&entry, born).value, 0.7 * 1.2);
    let later = at("2026-01-24T09:00:00Z");
    let score = params.score(&entry, later);
    assert_eq!(score.days, 23);
    assert!((score.value - 0.84 * (-0.69f64).exp()).abs() < 1e-12);
    assert_eq!(score.status, State::Fading);
    entry.access_count = 7;
    assert!((params.score(&entry, later).value - 1.0).abs() < 1e-12);
    let text = params.score(&entry, later).to_string();
    assert_eq!(text, "0.70 × e^(-0.03 × 23) × log2(7 + 1) × 1.2 = 1.2640, capped at 1 → active");
}

#[test]
fn days_are_calendar_days_of_the_user() {
    let zone = TimeZone::fixed(jiff::tz::offset(-8));
    let params = DecayParams { zone, ..DecayParams::default() };
    let entry = DecayEntry::new(Store::Core, EXPLICIT, at("2026-01-01T07:00:00Z"));
    assert_eq!(params.score(&entry, at("2026-01-01T09:00:00Z")).days, 1);
    assert_eq!(params.score(&entry, at("2025-12-01T09:00:00Z")).days, 0);
}

#[test]
fn pinned_and_vault_entries_never_decay() {
    let params = DecayParams::default();
    let vault = DecayEntry::new(Store::Vault, INFERRED, at("2016-01-01T00:00:00Z"));
    let mut pinned = DecayEntry::new(Store::Episodic, INFERRED, at("2016-01-01T00:00:00Z"));
    pinned.pinned = true;
    for entry in [vault, pinned] {
        let score = params.score(&entry, at("2026-01-01T00:00:00Z"));
        assert_eq!((score.value, score.status), (1.0, State::Active));
    }
}

#[test]
fn pinning_makes_an_entry_where_there_is_none() {
    let mut file = DecayFile::parse("");
    let name = id("entity:person--a");
    let now = at("2026-02-02T16:00:00Z");
    file.set_pinned(&name, true, now);
    let later = at("2030-02-02T16:00:00Z");
    let params = DecayParams::default();
    assert_eq!(file.explain(&name, &params, later).unwrap().value, 1.0);
    file.set_pinned(&name, false, now);
    assert_eq!(file.explain(&name, &params, later).unwrap().status, State::Archived);
}

#[test]
fn states_change_and_are_reported_once() {
    let params = DecayParams::default();
    let mut file = DecayFile::parse(SAMPLE);
    let changes = file.recompute(&params, at("2026-03-20T00:00:00Z"));
    let got: Vec<(&str, State, State)> =
        changes.iter().map(|change| (change.id.as_str(), change.from, change.to)).collect();
    assert_eq!(
        got,
        [
            ("entity:concept--oauth2-pkce", State::Active, State::Dormant),
            ("episode:2026-02-02:14:30", State::Active, State::Fading),
        ]
    );
    assert!(file.recompute(&params, at("2026-03-20T12:00:00Z")).is_empty());
    let back = id("entity:concept--oauth2-pkce");
    assert!(file.reinforce(&back, 3, at("2026-03-20T12:00:00Z")));
    assert!(file.reinforce(&back, 1, at("2026-01-01T00:00:00Z")));
    let changes = file.recompute(&params, at("2026-03-20T12:00:00Z"));
    assert_eq!((changes[0].to, changes.len()), (State::Active, 1));
    assert_eq!(file.get(&back).unwrap().access_count, 5);
    assert!(!file.reinforce(&id("entity:person--x"), 1, at("2026-03-20T12:00:00Z")));
}

#[test]
fn a_forgotten_memory_stays_archived() {
    let mut file = DecayFile::parse(SAMPLE);
    let name = id("episode:2026-02-02:14:30");
    let mut entry = file.get(&name).unwrap();
    entry.forgotten = Some(at("2026-02-03T00:00:00Z"));
    file.set(&name, &entry);
    let changes = file.recompute(&DecayParams::default(), at("2026-02-03T00:00:00Z"));
    assert!(changes.iter().any(|c| c.id.starts_with("episode") && c.to == State::Archived));
    let score = file.explain(&name, &DecayParams::default(), at("2026-02-03T00:00:00Z")).unwrap();
    assert!(score.to_string().ends_with("forgotten: 0 → archived"));
}

#[test]
fn hand_edits_and_unknown_fields_survive() {
    let text = r#"{"version": 2, "mine": [1], "entries": {"zzz": 3, "entity:person--a": {"note": "x", "pinned": "yes", "status": "_archived", "created": "2026-01-01"}, "odd id": {}}}"#;
    let mut file = DecayFile::parse(text);
    assert_eq!(file.notes().len(), 2);
    let entry = file.get(&id("entity:person--a")).unwrap();
    assert!(entry.pinned && entry.status == State::Archived && entry.store == Store::Semantic);
    assert_eq!(entry.created, Some(at("2026-01-01T00:00:00Z")));
    file.set(&id("entity:person--a"), &entry);
    let back: serde_json::Value = serde_json::from_str(&file.render(at("2026-02-02T16:00:00Z")).unwrap()).unwrap();
    assert_eq!(back["mine"], serde_json::json!([1]));
    assert_eq!(back["entries"]["zzz"], 3);
    assert_eq!(back["entries"]["entity:person--a"]["note"], "x");
    assert_eq!(back["version"], 2);
}

#[test]
fn a_damaged_file_is_not_written_over() {
    for text in ["{\"entries\": {", "[]", "{\"entries\": []}"] {
        let file = DecayFile::parse(text);
        assert!(file.is_empty() && !file.notes().is_empty());
        assert!(file.render(at("2026-02-02T16:00:00Z")).is_err());
    }
    assert!(DecayFile::parse("").render(at("2026-02-02T16:00:00Z")).is_ok());
}

proptest! {
    #[test]
    fn scores_and_factors_stay_in_bounds(base in any::<f64>(), weight in any::<f64>(), count in any::<u32>(), days in 0i64..40_000) {
        let born = at("1990-01-01T00:00:00Z");
        let entry = DecayEntry { base_relevance: base, type_weight: weight, access_count: count, ..DecayEntry::new(Store::Core, 1.0, born) };
        let now = born + jiff::SignedDuration::from_hours(24 * days);
        let score = DecayParams::default().score(&entry, now);
        prop_assert!((0.0..=1.0).contains(&score.value));
        let factor = RankPenalty { floor: 0.9, dormant_threshold: 0.2 }.factor(score.value);
        prop_assert!((0.9..=1.0).contains(&factor));
    }

    #[test]
    fn the_next_state_comes_on_its_day_and_not_before(base in 0.01f64..1.5, weight in 0.1f64..2.0, count in 1u32..50, lambda in 0.001f64..0.5, days in 0i64..400) {
        let params = DecayParams { lambda, ..DecayParams::default() };
        let entry = DecayEntry { base_relevance: base, type_weight: weight, access_count: count, ..DecayEntry::new(Store::Core, 1.0, at("2026-01-01T00:00:00Z")) };
        let on = |day: i64| params.score(&entry, at("2026-01-01T00:00:00Z") + jiff::SignedDuration::from_hours(24 * day));
        let now = on(days);
        match params.next_state(&now) {
            None => prop_assert_eq!(now.status, State::Archived),
            Some((wait, next)) => {
                prop_assert_eq!(on(days + wait).status, next);
                prop_assert_eq!(on(days + wait - 1).status, now.status);
                prop_assert_ne!(next, now.status);
            }
        }
    }

    #[test]
    fn any_text_loads(text in "\\PC{0,60}|\\{\"entries\": \\{\"a\": \\PC{0,20}\\}\\}") {
        let file = DecayFile::parse(&text);
        let _ = file.render(at("2026-02-02T16:00:00Z"));
    }
}
