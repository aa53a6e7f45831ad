//! Pain 12: no history, no diff, no blame, no undo.

use crate::run::Sandbox;

#[test]
fn every_change_has_a_past_a_diff_an_author_and_a_way_back() {
    let s = Sandbox::new();
    let versions: Vec<String> = (0..5).map(|i| (0..=i).map(|n| format!("- fact {n}\n")).collect()).collect();
    let mut commits = Vec::new();
    for version in &versions {
        s.write("MEMORY.md", version);
        let log = s.soul(["history", "MEMORY.md", "--json"]).ok().json();
        commits.push(log[0]["commit"].as_str().unwrap().to_owned());
    }
    s.soul(["audit", "show", &commits[3]]).ok().says("+- fact 3").hides("+- fact 4");
    let blame = s.soul(["audit", "blame", "MEMORY.md", "--json"]).ok().json();
    for (i, commit) in commits.iter().enumerate() {
        assert_eq!((&blame[i]["commit"], &blame[i]["actor"]), (&commit.as_str().into(), &"manual".into()), "line {i}");
    }
    for (version, commit) in versions.iter().zip(&commits).rev() {
        s.soul(["rollback", "--file", "MEMORY.md", "--to", commit, "--yes"]).ok();
        assert_eq!(&s.text("MEMORY.md"), version);
    }
    s.assert_clean();
}
