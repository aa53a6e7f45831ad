//! Files of hosts in TOML: our table is put in and taken out, everything else stays.

use anyhow::{Result, anyhow};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use super::launch::Launch;

/// Puts the server's table in.
pub fn with_server(text: &str, table: &str, name: &str, launch: &Launch) -> Result<String> {
    let mut document = parsed(text)?;
    let servers = document.entry(table).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let servers = servers.as_table_mut().ok_or_else(|| anyhow!("`{table}` is not a table"))?;
    if servers.get(name).is_some_and(|found| same(found, launch)) {
        return Ok(text.to_owned());
    }
    let mut server = Table::new();
    server["command"] = value(&launch.command);
    server["args"] = value(Array::from_iter(launch.mcp()));
    if !launch.env.is_empty() {
        let env = launch.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        server["env"] = value(InlineTable::from_iter(env));
    }
    servers.insert(name, Item::Table(server));
    Ok(document.to_string())
}

/// Takes the server's table out.
pub fn without_server(text: &str, table: &str, name: &str) -> Result<String> {
    let mut document = parsed(text)?;
    let Some(servers) = document.get_mut(table).and_then(Item::as_table_mut) else { return Ok(text.to_owned()) };
    if servers.remove(name).is_none() {
        return Ok(text.to_owned());
    }
    if servers.is_empty() && servers.is_implicit() {
        document.remove(table);
    }
    Ok(document.to_string())
}

fn same(found: &Item, launch: &Launch) -> bool {
    let text = |item: Option<&Item>| item.and_then(Item::as_str).map(str::to_owned);
    let args = found.get("args").and_then(Item::as_array);
    let args: Option<Vec<&str>> = args.map(|args| args.iter().filter_map(|arg| arg.as_str()).collect());
    let env = |name: &str| text(found.get("env").and_then(|env| env.get(name)));
    text(found.get("command")).as_ref() == Some(&launch.command)
        && args.is_some_and(|args| args == launch.mcp())
        && launch.env.iter().all(|(name, value)| env(name).as_ref() == Some(value))
}

fn parsed(text: &str) -> Result<DocumentMut> {
    text.parse().map_err(|problem| anyhow!("it is not TOML: {problem}"))
}
