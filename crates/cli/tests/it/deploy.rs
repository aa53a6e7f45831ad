//! What `deploy/` starts is what the binary takes. The variables of the object store are looked at in the fleet's own tests.

use std::path::Path;

use regex::Regex;

use crate::run::Sandbox;

fn deploy(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a command line is understood; with `--help` at its end nothing of it is done.
fn is_understood(arguments: &[String]) -> bool {
    Sandbox::empty().command().args(arguments).arg("--help").output().expect("the binary runs").status.success()
}

/// The values of the chart by their dotted names; `1` for those that are lists or empty.
fn filled(template: &str) -> String {
    let values = deploy("helm/soul/values.yaml");
    let placeholder = Regex::new(r"\{\{[^}]*?\.(\w+)(?: \| quote)? \}\}").expect("a pattern");
    let value = |found: &regex::Captures<'_>| {
        let given = values.lines().find_map(|line| line.trim().strip_prefix(&format!("{}: ", &found[1])));
        let given = given.unwrap_or_default().trim_matches('"').to_owned();
        if given.is_empty() { "1".to_owned() } else { given }
    };
    placeholder.replace_all(template, value).into_owned()
}

/// The arguments of a container of the chart.
fn arguments_of(template: &str) -> Vec<String> {
    let text = deploy(template);
    let (_, rest) = text.split_once(" args:").expect("a container has arguments");
    let (block, _) = rest.split_once(" env:").expect("then its environment");
    let block = filled(block);
    if let Some(inline) = block.trim().strip_prefix('[') {
        return inline.trim_end_matches(']').split(", ").map(str::to_owned).collect();
    }
    let lines = block.lines().filter_map(|line| line.trim().strip_prefix("- "));
    lines.map(|line| line.replace("{{ . }}", "name").replace("$(POD_IP)", "10.0.0.5")).collect()
}

#[test]
fn every_command_of_compose_and_chart_is_understood() {
    assert!(!is_understood(&["serve".into(), "--no-such-flag=1".into()]), "or this test says nothing");
    assert!(!is_understood(&["serve".into(), "--lease=soon".into()]));
    let compose = deploy("docker-compose.yml");
    let lines = compose.lines().filter_map(|line| line.trim().strip_prefix("command: "));
    let ours: Vec<Vec<String>> = lines
        .filter(|line| ["serve ", "fleet "].iter().any(|verb| line.starts_with(verb)))
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect();
    assert_eq!(ours.len(), 3, "{ours:?}");
    let chart = [arguments_of("helm/soul/templates/gateways.yaml"), arguments_of("helm/soul/templates/init.yaml")];
    let help = Sandbox::empty().plain(["serve", "--help"]).ok().out;
    let named = Regex::new(r"\bSOULFILE_\w+").expect("a pattern");
    let files =
        compose.clone() + &deploy("helm/soul/templates/gateways.yaml") + &deploy("helm/soul/templates/init.yaml");
    for variable in named.find_iter(&files) {
        assert!(help.contains(&format!("[env: {}", variable.as_str())), "nobody reads {}", variable.as_str());
    }
    assert_eq!((chart[0][0].as_str(), &chart[1][..2]), ("serve", &["fleet".to_owned(), "init".to_owned()][..]));
    for arguments in ours.iter().chain(&chart) {
        assert!(is_understood(arguments), "soul {}", arguments.join(" "));
        assert!(!arguments.iter().any(|argument| argument.contains("{{")), "{arguments:?}");
    }
}
