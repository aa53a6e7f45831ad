//! Files of hosts in JSON, with or without comments: our entries are put in and taken out, everything else stays.

use anyhow::{Result, anyhow, bail};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstRootNode};
use serde_json::{Value, json};

use super::hook_events::HookEvent;
use super::hosts::{HookShape, ServerShape};
use super::launch::{Launch, is_hook_line};

/// Seconds a host waits for a hook; far more than one takes.
const PATIENCE: u64 = 5;

/// Puts the server's entry in.
pub fn with_server(text: &str, path: &[&str], name: &str, shape: ServerShape, launch: &Launch) -> Result<String> {
    edited(text, |root| {
        let mut servers = root.clone();
        for key in path {
            servers = object_in(&servers, key)?;
        }
        let entry = input(&server(shape, launch));
        match servers.get(name) {
            Some(found) if found.value().and_then(|v| v.to_serde_value()) == Some(server(shape, launch)) => {}
            Some(found) => found.set_value(entry),
            None => drop(servers.append(name, entry)),
        }
        Ok(())
    })
}

/// Takes the server's entry out, and the objects that held nothing else.
pub fn without_server(text: &str, path: &[&str], name: &str) -> Result<String> {
    edited(text, |root| {
        let mut servers = root.clone();
        for key in path {
            let Some(next) = servers.object_value(key) else { return Ok(()) };
            servers = next;
        }
        let Some(found) = servers.get(name) else { return Ok(()) };
        found.remove();
        prune(root, path);
        Ok(())
    })
}

/// Removes the objects along a path that hold nothing, the innermost first.
pub(super) fn prune(root: &CstObject, path: &[&str]) {
    let mut holders = vec![root.clone()];
    for key in path {
        let Some(next) = holders.last().and_then(|holder| holder.object_value(key)) else { break };
        holders.push(next);
    }
    for (holder, key) in holders.iter().zip(path).rev() {
        if holder.object_value(key).is_some_and(|object| object.properties().is_empty()) {
            holder.get(key).into_iter().for_each(|prop| prop.remove());
        }
    }
}

/// Puts a hook for each event in.
pub fn with_hooks(
    text: &str,
    shape: HookShape,
    events: &[(&str, HookEvent)],
    host: &str,
    launch: &Launch,
) -> Result<String> {
    edited(text, |root| {
        if shape == HookShape::Flat && root.get("version").is_none() {
            root.append("version", CstInputValue::Number("1".to_owned()));
        }
        let hooks = object_in(root, "hooks")?;
        for (event, ours) in events {
            let line = launch.hook_line(ours.word(), host);
            let list = match hooks.get(event) {
                None => hooks.array_value_or_set(event),
                Some(_) => hooks.array_value(event).ok_or_else(|| anyhow!("`hooks.{event}` is not a list"))?,
            };
            if own_lines(&list, shape, host) == [line.as_str()] {
                continue;
            }
            remove_own(&list, shape, host);
            list.append(input(&hook(shape, &line)));
        }
        Ok(())
    })
}

/// Takes our hooks out, and the lists that held nothing else.
pub fn without_hooks(text: &str, shape: HookShape, events: &[(&str, HookEvent)], host: &str) -> Result<String> {
    edited(text, |root| {
        let Some(hooks) = root.object_value("hooks") else { return Ok(()) };
        let mut removed = false;
        for (event, _) in events {
            let Some(list) = hooks.array_value(event) else { continue };
            if own_lines(&list, shape, host).is_empty() {
                continue;
            }
            removed = true;
            remove_own(&list, shape, host);
            if list.elements().is_empty() {
                hooks.get(event).into_iter().for_each(|prop| prop.remove());
            }
        }
        if removed && hooks.properties().is_empty() {
            root.get("hooks").into_iter().for_each(|prop| prop.remove());
            // Nothing but what a file of hooks begins with.
            if shape == HookShape::Flat && root.properties().len() == 1 {
                root.get("version").into_iter().for_each(|prop| prop.remove());
            }
        }
        Ok(())
    })
}

/// Says whether a file holds nothing.
pub fn is_empty(text: &str) -> bool {
    let parsed = CstRootNode::parse(text, &ParseOptions::default());
    let has_comment = text.contains("//") || text.contains("/*");
    !has_comment && parsed.is_ok_and(|root| root.object_value().is_none_or(|object| object.properties().is_empty()))
}

pub(super) fn edited(text: &str, change: impl FnOnce(&CstObject) -> Result<()>) -> Result<String> {
    let text = if text.trim().is_empty() { "{}\n" } else { text };
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    let root = CstRootNode::parse(text, &options).map_err(|problem| anyhow!("it is not JSON: {problem}"))?;
    let Some(object) = root.object_value() else { bail!("it does not hold a JSON object") };
    change(&object)?;
    let edited = root.to_string();
    // The last line of defence: what we write must be read back.
    CstRootNode::parse(&edited, &options).map_err(|problem| anyhow!("the change would break it: {problem}"))?;
    Ok(edited)
}

pub(super) fn object_in(object: &CstObject, key: &str) -> Result<CstObject> {
    match object.get(key) {
        None => Ok(object.object_value_or_set(key)),
        Some(_) => object.object_value(key).ok_or_else(|| anyhow!("`{key}` is not an object")),
    }
}

/// The command lines of ours in a list of hooks.
fn own_lines(list: &CstArray, shape: HookShape, host: &str) -> Vec<String> {
    let items = list.elements().into_iter().filter_map(|item| item.to_serde_value());
    items.flat_map(|item| lines_of(&item, shape)).filter(|line| is_hook_line(line, host)).collect()
}

fn remove_own(list: &CstArray, shape: HookShape, host: &str) {
    for item in list.elements() {
        let lines = item.to_serde_value().map(|item| lines_of(&item, shape)).unwrap_or_default();
        if !lines.is_empty() && lines.iter().all(|line| is_hook_line(line, host)) {
            item.remove();
        }
    }
}

fn lines_of(item: &Value, shape: HookShape) -> Vec<String> {
    let line = |hook: &Value| hook["command"].as_str().map(str::to_owned);
    match shape {
        HookShape::Flat => line(item).into_iter().collect(),
        HookShape::Groups | HookShape::GroupsMillis => {
            item["hooks"].as_array().into_iter().flatten().filter_map(line).collect()
        }
    }
}

fn hook(shape: HookShape, line: &str) -> Value {
    match shape {
        HookShape::Flat => json!({ "command": line }),
        HookShape::Groups => json!({ "hooks": [{ "type": "command", "command": line, "timeout": PATIENCE }] }),
        HookShape::GroupsMillis => {
            json!({ "hooks": [{ "name": "soulfile", "type": "command", "command": line, "timeout": PATIENCE * 1000 }] })
        }
    }
}

fn server(shape: ServerShape, launch: &Launch) -> Value {
    let env = launch.env_object();
    let mut server = match shape {
        ServerShape::Plain => json!({ "command": launch.command, "args": launch.mcp() }),
        ServerShape::Typed => json!({ "type": "stdio", "command": launch.command, "args": launch.mcp() }),
        ServerShape::Opencode => {
            let line: Vec<String> = std::iter::once(launch.command.clone()).chain(launch.mcp()).collect();
            json!({ "type": "local", "command": line, "enabled": true })
        }
    };
    if !env.is_empty() {
        let key = if shape == ServerShape::Opencode { "environment" } else { "env" };
        server[key] = Value::Object(env);
    }
    server
}

pub(super) fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(members) => {
            CstInputValue::Object(members.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}
