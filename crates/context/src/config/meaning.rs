//! The rules a schema cannot say: times, zones, ids, thresholds in order, files that may be a persona.

use super::agents::DEFAULT_AGENT;
use super::check::ConfigFinding;
use super::memory::Decay;
use super::model::Config;
use super::models::split_model;
use super::path::KeyPath;
use crate::{day, identity, persona};

/// The rules a schema cannot say.
pub fn check(config: &Config, findings: &mut Vec<ConfigFinding>) {
    let mut fail = |path: &str, message: String| {
        let path = KeyPath::parse(path).unwrap_or_default();
        findings.push(ConfigFinding::error(&path, message));
    };
    let zones = [
        ("user.timezone", &config.user.timezone),
        ("agents.defaults.userTimezone", &config.agents.defaults.user_timezone),
    ];
    for (path, name) in zones {
        if let Some(Err(unknown)) = name.as_deref().map(day::zone) {
            fail(path, unknown.to_string());
        }
    }
    let hook = &config.hooks.internal.entries.soul_evil;
    const HOOK: &str = "hooks.internal.entries.soul-evil";
    if let Some(purge) = &hook.purge {
        if persona::parse_clock(&purge.at).is_none() {
            fail(&format!("{HOOK}.purge.at"), format!("must be a time such as 22:00, not {:?}", purge.at));
        }
        if persona::parse_duration(&purge.duration).is_none() {
            let message = format!("must be a duration up to a day such as 30m or 1h30m, not {:?}", purge.duration);
            fail(&format!("{HOOK}.purge.duration"), message);
        }
    }
    if !persona::may_be_a_persona(&hook.file) {
        let message = format!("{:?} cannot be a persona; name a Markdown file such as SOUL_EVIL.md", hook.file);
        fail(&format!("{HOOK}.file"), message);
    }
    if let Some(at) = config.memory.reflection.daily_at.as_deref().filter(|at| persona::parse_clock(at).is_none()) {
        fail("memory.reflection.dailyAt", format!("must be a time such as 03:00, not {at:?}"));
    }
    let every = config.agents.defaults.heartbeat.every.trim();
    if !every.trim_end_matches(['m', 'h', 's']).bytes().all(|b| b == b'0') && persona::parse_duration(every).is_none() {
        fail("agents.defaults.heartbeat.every", format!("must be a duration such as 30m, not {every:?}"));
    }
    let hours = &config.agents.defaults.heartbeat.active_hours;
    if hours.bounds().is_none() {
        let told = format!("must be two times such as 08:00 and 22:00, not {:?} and {:?}", hours.start, hours.end);
        fail("agents.defaults.heartbeat.activeHours", told);
    }
    if let Some(name) = hours.timezone.as_deref().filter(|name| crate::day::zone(name).is_err()) {
        fail("agents.defaults.heartbeat.activeHours.timezone", format!("{name:?} is not a time zone"));
    }
    models(config, &mut fail);
    thresholds(&config.memory.decay, &mut fail);
    agents(config, &mut fail);
}

fn models(config: &Config, fail: &mut impl FnMut(&str, String)) {
    let primary = config.models.primary.iter().map(|name| ("models.primary".to_owned(), name));
    let others = config.models.fallbacks.iter().enumerate();
    let others = others.map(|(i, name)| (format!("models.fallbacks[{i}]"), name));
    for (path, name) in primary.chain(others) {
        match split_model(name) {
            None => fail(&path, format!("must be provider/model such as anthropic/claude-sonnet-4-5, not {name:?}")),
            Some((provider, _)) if config.provider_api(provider).is_none() => fail(
                &path,
                format!(
                    "nothing is known of the provider {provider:?}; set provider.{provider}.baseUrl to its address"
                ),
            ),
            Some(_) => {}
        }
    }
}

fn thresholds(decay: &Decay, fail: &mut impl FnMut(&str, String)) {
    let steps = [decay.archive_threshold, decay.dormant_threshold, decay.fading_threshold];
    if !steps.is_sorted() {
        fail(
            "memory.decay",
            format!("thresholds must rise: archive {} ≤ dormant {} ≤ fading {}", steps[0], steps[1], steps[2]),
        );
    }
}

fn agents(config: &Config, fail: &mut impl FnMut(&str, String)) {
    let listed =
        config.agents.list.iter().enumerate().map(|(i, agent)| (format!("agents.list[{i}]"), agent.id.as_str(), agent));
    let mapped =
        config.agents.entries.iter().map(|(id, agent)| (format!("agents.entries.\"{id}\""), id.as_str(), agent));
    let mut seen: Vec<&str> = Vec::new();
    for (path, id, agent) in listed.chain(mapped) {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if id.is_empty() || id.len() > 64 || !id.chars().all(plain) {
            fail(&format!("{path}.id"), format!("{id:?} must be letters, digits, - or _ (at most 64)"));
        } else if seen.contains(&id) && path.starts_with("agents.list") {
            fail(&format!("{path}.id"), format!("{id:?} is used twice"));
        }
        seen.push(id);
        if let Some(Err(problem)) = agent.identity.avatar.as_deref().map(identity::Avatar::parse) {
            fail(&format!("{path}.identity.avatar"), problem.to_string());
        }
        for (i, section) in agent.access.sections.iter().enumerate() {
            if !section.split_once('#').is_some_and(|(file, heading)| !file.is_empty() && !heading.trim().is_empty()) {
                fail(&format!("{path}.access.sections[{i}]"), format!("{section:?} must be FILE.md#Heading"));
            }
        }
    }
    channels(config, &mut *fail);
    for (i, binding) in config.bindings.iter().enumerate() {
        let id = binding.agent_id.as_str();
        if !seen.contains(&id) && id != DEFAULT_AGENT {
            fail(&format!("bindings[{i}].agentId"), format!("there is no agent {id:?}"));
        }
    }
    if let Some(Err(problem)) = config.ui.assistant.avatar.as_deref().map(identity::Avatar::parse) {
        fail("ui.assistant.avatar", problem.to_string());
    }
}

fn channels(config: &Config, fail: &mut impl FnMut(&str, String)) {
    let plain = |name: &str, more: &[char]| {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || more.contains(&c);
        !name.is_empty() && name.len() <= 64 && name.chars().all(fits)
    };
    for (channel, account, settings) in config.channel_accounts() {
        let path = format!("channels.{channel}");
        if !plain(channel, &[]) || !plain(account, &[]) {
            fail(&path, format!("{channel:?} and {account:?} must be letters, digits, - or _ (at most 64)"));
        }
        for (id, name) in settings.names.iter().filter(|(_, name)| !plain(name, &['.'])) {
            fail(
                &format!("{path}.names"),
                format!("{id} is called {name:?}, which must be letters, digits, -, _ or ."),
            );
        }
    }
}
