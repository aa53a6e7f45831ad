//! The figures of each set, as the label definitions say.

use serde::Serialize;
use serde_json::Value;

use super::matching::{phrase_matches, plain_name, plain_tag};

/// The figures of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The set's name.
    pub set: String,
    /// How many items were scored.
    pub items: usize,
    /// Named figures between 0 and 1, the main ones first.
    pub figures: Vec<(String, f64)>,
    /// Ids of the items whose main label is wrong.
    pub wrong: Vec<String>,
}

impl Report {
    /// The figure called `name`.
    pub fn figure(&self, name: &str) -> Option<f64> {
        self.figures.iter().find(|(n, _)| n == name).map(|(_, v)| *v)
    }
}

/// Counts hits of tries.
#[derive(Default, Clone, Copy)]
struct Share(usize, usize);

impl Share {
    fn add(&mut self, hit: bool) {
        self.0 += usize::from(hit);
        self.1 += 1;
    }

    fn value(self) -> f64 {
        if self.1 == 0 { 1.0 } else { self.0 as f64 / self.1 as f64 }
    }
}

/// Compares `predictions` with the labels of `items`, pairwise in order.
pub fn score(set: &str, items: &[Value], predictions: &[Value]) -> Report {
    let pairs: Vec<(&Value, &Value)> = items.iter().zip(predictions).collect();
    let (figures, wrong) = match set {
        "triggers" => triggers(&pairs),
        "autodetect" => detector(&pairs, "memorable", Some("type")),
        "routing" => routing(&pairs),
        "queries" => queries(&pairs),
        "contradictions" => labels(&pairs, "label"),
        "entities_dedup" => detector(&pairs, "same", None),
        "injections" => detector(&pairs, "malicious", None),
        _ => detector(&pairs, "secret", None),
    };
    Report { set: set.to_owned(), items: pairs.len(), figures, wrong }
}

type Figures = (Vec<(String, f64)>, Vec<String>);

fn id(item: &Value) -> String {
    item["id"].as_str().unwrap_or("?").to_owned()
}

/// Yes/no sets: recall, precision, false alarms; and the kind among the hits.
fn detector(pairs: &[(&Value, &Value)], field: &str, kind: Option<&str>) -> Figures {
    let (mut recall, mut precision, mut alarms, mut kinds) = Default::default();
    let mut wrong = Vec::new();
    for (gold, found) in pairs {
        let (want, got) = (gold[field] == true, found[field] == true);
        if want {
            Share::add(&mut recall, got);
        } else {
            Share::add(&mut alarms, got);
        }
        if got {
            Share::add(&mut precision, want);
        }
        if want != got {
            wrong.push(id(gold));
        } else if want && let Some(kind) = kind {
            Share::add(&mut kinds, gold[kind] == found[kind]);
        }
    }
    let mut figures = vec![
        ("recall".to_owned(), recall.value()),
        ("precision".to_owned(), precision.value()),
        ("false_alarms".to_owned(), if alarms.1 == 0 { 0.0 } else { alarms.value() }),
    ];
    if let Some(kind) = kind {
        figures.push((format!("{kind}_accuracy"), kinds.value()));
    }
    (figures, wrong)
}

fn triggers(pairs: &[(&Value, &Value)]) -> Figures {
    let (mut accuracy, mut alarms, mut payload, mut lang) = <(Share, Share, Share, Share)>::default();
    let mut wrong = Vec::new();
    for (gold, found) in pairs {
        let hit = gold["label"] == found["label"];
        accuracy.add(hit);
        if gold["label"] == "none" {
            alarms.add(!hit);
        } else if hit {
            payload.add(phrase_matches(gold["payload"].as_str(), found["payload"].as_str()));
        }
        lang.add(gold["lang"] == found["lang"]);
        if !hit {
            wrong.push(id(gold));
        }
    }
    let figures = vec![
        ("accuracy".to_owned(), accuracy.value()),
        ("false_alarms".to_owned(), if alarms.1 == 0 { 0.0 } else { alarms.value() }),
        ("payload".to_owned(), payload.value()),
        ("lang".to_owned(), lang.value()),
    ];
    (figures, wrong)
}

fn labels(pairs: &[(&Value, &Value)], field: &str) -> Figures {
    let mut accuracy = Share::default();
    let mut by_label: std::collections::BTreeMap<String, Share> = Default::default();
    let mut wrong = Vec::new();
    for (gold, found) in pairs {
        let hit = gold[field] == found[field];
        accuracy.add(hit);
        by_label.entry(gold[field].as_str().unwrap_or("null").to_owned()).or_default().add(hit);
        if !hit {
            wrong.push(id(gold));
        }
    }
    let mut figures = vec![("accuracy".to_owned(), accuracy.value())];
    figures.extend(by_label.into_iter().map(|(label, share)| (format!("recall_{label}"), share.value())));
    (figures, wrong)
}

fn queries(pairs: &[(&Value, &Value)]) -> Figures {
    let (mut figures, wrong) = labels(pairs, "strategy");
    let (mut entity, mut hint, mut no_hint) = <(Share, Share, Share)>::default();
    for (gold, found) in pairs {
        if gold["strategy"] == "entity" {
            let same = match (gold["entity"].as_str(), found["entity"].as_str()) {
                (Some(a), Some(b)) => plain_name(a) == plain_name(b),
                _ => false,
            };
            entity.add(same);
        }
        match gold["time_hint"].as_str() {
            Some(want) => hint.add(phrase_matches(Some(want), found["time_hint"].as_str())),
            None => no_hint.add(found["time_hint"].is_null()),
        }
    }
    figures.push(("entity".to_owned(), entity.value()));
    figures.push(("time_hint".to_owned(), hint.value()));
    figures.push(("time_hint_null".to_owned(), no_hint.value()));
    (figures, wrong)
}

fn routing(pairs: &[(&Value, &Value)]) -> Figures {
    let (mut store, mut core, mut recall, mut types, mut relations, mut tags, mut extras) =
        <(Share, Share, Share, Share, Share, Share, Share)>::default();
    let mut wrong = Vec::new();
    for (gold, found) in pairs {
        let hit = gold["store"] == found["store"];
        store.add(hit);
        core.add(gold["core_update"] == found["core_update"]);
        if !hit {
            wrong.push(id(gold));
        }
        let none = Vec::new();
        let list = |v: &Value, key: &str| v[key].as_array().unwrap_or(&none).clone();
        if gold["store"] == "semantic" {
            let names: Vec<(String, String)> = list(found, "entities")
                .iter()
                .map(|e| (plain_name(e["name"].as_str().unwrap_or("")), e["type"].as_str().unwrap_or("").to_owned()))
                .collect();
            let wanted = list(gold, "entities");
            for entity in &wanted {
                let name = plain_name(entity["name"].as_str().unwrap_or(""));
                let found = names.iter().find(|(n, _)| *n == name);
                recall.add(found.is_some());
                if let Some((_, kind)) = found {
                    types.add(entity["type"] == kind.as_str());
                }
            }
            for (name, _) in &names {
                extras.add(!wanted.iter().any(|e| plain_name(e["name"].as_str().unwrap_or("")) == *name));
            }
            for relation in list(gold, "relations") {
                relations.add(list(found, "relations").iter().any(|r| same_relation(&relation, r)));
            }
        }
        let wanted: Vec<String> = list(gold, "tags_any").iter().filter_map(Value::as_str).map(plain_tag).collect();
        tags.add(list(found, "tags").iter().filter_map(Value::as_str).any(|t| wanted.contains(&plain_tag(t))));
    }
    let figures = [
        ("store_accuracy", store.value()),
        ("entity_recall", recall.value()),
        ("entity_type", types.value()),
        ("entity_extras", if extras.1 == 0 { 0.0 } else { extras.value() }),
        ("relation_recall", relations.value()),
        ("core_update", core.value()),
        ("tags", tags.value()),
    ];
    (figures.map(|(n, v)| (n.to_owned(), v)).to_vec(), wrong)
}

fn same_relation(gold: &Value, found: &Value) -> bool {
    let end = |v: &Value, key: &str| plain_name(v[key].as_str().unwrap_or(""));
    let straight = end(gold, "from") == end(found, "from") && end(gold, "to") == end(found, "to");
    let swapped = end(gold, "from") == end(found, "to") && end(gold, "to") == end(found, "from");
    let want = gold["relation"].as_str().unwrap_or("");
    let got = found["relation"].as_str().unwrap_or("");
    if want == "relates-to" {
        return straight || swapped;
    }
    let inverse = want
        .parse::<soulfile_vocabulary::Relation>()
        .ok()
        .and_then(soulfile_vocabulary::Relation::inverse)
        .is_some_and(|i| i.as_str() == got);
    straight && want == got || swapped && inverse
}
