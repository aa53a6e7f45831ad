//! OpenClaw's settings: its memory slot is given to our plugin, and handed back to whoever had it.
//!
//! Beside another memory, OpenClaw goes on running its own as a "dreaming sidecar", which offers a second search and
//! writes core memory by itself; so that one is switched off too, and back on by an undo.

use anyhow::Result;
use jsonc_parser::cst::{CstNode, CstObject};
use serde_json::{Value, json};

use super::json::{edited, input, object_in, prune};

/// What our plugin is called there.
const PLUGIN: &str = "soulfile";
/// What OpenClaw's own memory is called.
const BUILT_IN: &str = "memory-core";
/// Where our entry notes what was chosen before.
const SLOT_BEFORE: &str = "memoryBefore";
const BUILT_IN_BEFORE: &str = "memoryCoreBefore";

/// Makes our plugin the one that remembers.
pub fn with_memory_plugin(text: &str) -> Result<String> {
    edited(text, |root| {
        let plugins = object_in(root, "plugins")?;
        let slots = object_in(&plugins, "slots")?;
        let before = string_at(&slots, "memory").filter(|holder| holder != PLUGIN);
        let entries = object_in(&plugins, "entries")?;
        let kept = value_at(&entries, PLUGIN).unwrap_or_default();
        let built_in = object_in(&entries, BUILT_IN)?;
        let built_in_before = match value_at(&built_in, "enabled") {
            Some(Value::Bool(false)) => None,
            Some(_) => Some("on"),
            None => Some("unset"),
        };
        let noted = [(SLOT_BEFORE, before.map(Value::String)), (BUILT_IN_BEFORE, built_in_before.map(Value::from))];
        let noted = noted
            .into_iter()
            .filter_map(|(key, now)| Some((key.to_owned(), now.or_else(|| kept["config"].get(key).cloned())?)));
        set(&built_in, "enabled", &json!(false));
        // Without that right OpenClaw runs none of the hooks that see what is said.
        let mut entry = json!({ "enabled": true, "hooks": { "allowConversationAccess": true } });
        let noted: serde_json::Map<String, Value> = noted.collect();
        if !noted.is_empty() {
            entry["config"] = Value::Object(noted);
        }
        set(&entries, PLUGIN, &entry);
        set(&slots, "memory", &json!(PLUGIN));
        if let Some(allowed) = plugins.array_value("allow")
            && !allowed.elements().iter().any(is_ours)
        {
            allowed.append(input(&json!(PLUGIN)));
        }
        Ok(())
    })
}

/// Hands the memory slot back and takes our entries out.
pub fn without_memory_plugin(text: &str) -> Result<String> {
    edited(text, |root| {
        let Some(plugins) = root.object_value("plugins") else { return Ok(()) };
        let entry = plugins.object_value("entries").and_then(|entries| entries.get(PLUGIN));
        let noted = entry.as_ref().and_then(|entry| entry.value()?.to_serde_value()).unwrap_or_default();
        entry.into_iter().for_each(|entry| entry.remove());
        let built_in = plugins.object_value("entries").and_then(|entries| entries.object_value(BUILT_IN));
        match (built_in, noted["config"][BUILT_IN_BEFORE].as_str()) {
            (Some(built_in), Some("on")) => set(&built_in, "enabled", &json!(true)),
            (Some(built_in), Some(_)) => built_in.get("enabled").into_iter().for_each(|prop| prop.remove()),
            _ => {}
        }
        let before = noted["config"].get(SLOT_BEFORE).cloned();
        if let Some(slots) = plugins.object_value("slots")
            && string_at(&slots, "memory").as_deref() == Some(PLUGIN)
        {
            match before {
                Some(before) => set(&slots, "memory", &before),
                None => slots.get("memory").into_iter().for_each(|slot| slot.remove()),
            }
        }
        if let Some(allowed) = plugins.array_value("allow") {
            for element in allowed.elements().into_iter().filter(is_ours) {
                element.remove();
            }
        }
        prune(root, &["plugins", "entries", BUILT_IN]);
        prune(root, &["plugins", "slots"]);
        Ok(())
    })
}

fn is_ours(element: &CstNode) -> bool {
    element.to_serde_value() == Some(json!(PLUGIN))
}

fn value_at(object: &CstObject, key: &str) -> Option<Value> {
    object.get(key)?.value()?.to_serde_value()
}

fn string_at(object: &CstObject, key: &str) -> Option<String> {
    value_at(object, key)?.as_str().map(str::to_owned)
}

fn set(object: &CstObject, key: &str, value: &Value) {
    match object.get(key) {
        Some(_) if value_at(object, key).as_ref() == Some(value) => {}
        Some(found) => found.set_value(input(value)),
        None => drop(object.append(key, input(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_goes_back_to_whoever_had_it() {
        for before in [
            "{}\n",
            "{ plugins: { slots: { memory: \"memory-lancedb\" }, allow: [\"telegram\"] } }\n",
            "{ plugins: { entries: { \"memory-core\": { enabled: true, config: { dreaming: { frequency: \"0 3 * * *\" } } } } } }\n",
            "{ plugins: { entries: { \"memory-core\": { enabled: false } } } }\n",
            "{\n  // mine\n  \"plugins\": { \"slots\": { \"contextEngine\": \"legacy\" } }\n}\n",
        ] {
            let with = with_memory_plugin(before).expect("it is read");
            assert!(with.contains("\"memory\": \"soulfile\"") || with.contains("memory: \"soulfile\""), "{with}");
            assert_eq!(with_memory_plugin(&with).expect("it is read"), with, "twice is once");
            let off = jsonc_parser::cst::CstRootNode::parse(&with, &Default::default()).expect("it is read");
            let off: Value = off.to_serde_value().expect("a value");
            assert_eq!(off["plugins"]["entries"][BUILT_IN]["enabled"], false, "{with}");
            assert!(!before.contains("allow") || with.contains("[\"telegram\", \"soulfile\"]"), "{with}");
            let value = |text: &str| {
                let root = jsonc_parser::cst::CstRootNode::parse(text, &Default::default()).expect("it is read");
                let object = root.object_value().expect("an object");
                prune(&object, &["plugins"]);
                root.to_serde_value().expect("a value")
            };
            let without = without_memory_plugin(&with).expect("it is read");
            assert_eq!(value(&without), value(before), "{without}");
        }
    }
}
