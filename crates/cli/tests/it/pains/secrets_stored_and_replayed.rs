//! Pain 24: secrets are stored and replayed.

use crate::run::Sandbox;

const KEY: &str = "AKIAQ3EGTZJ7VN5WX2LM";

#[test]
fn a_credential_is_refused_at_the_door_and_nothing_of_it_stays() {
    let s = Sandbox::new();
    let head = s.git(["rev-parse", "HEAD"]);
    let said = format!("my AWS key is {KEY}");
    s.soul(["remember", &said]).code(6).tells("credential").tells("[aws]");
    s.soul(["remember", &said, "--source", "web", "--allow-secret"]).code(6);
    s.soul(["proposals", "add", &said, "--from", "researcher"]).code(6);
    assert_eq!(s.git(["rev-parse", "HEAD"]), head);
    for (path, bytes) in Sandbox::snapshot(s.dir(), &[]) {
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{path}");
    }
}

#[test]
fn a_person_may_insist() {
    let s = Sandbox::new();
    let said = format!("my AWS key is {KEY}");
    s.soul(["remember", &said, "--allow-secret"]).ok().says("although it holds a credential");
    s.soul(["remember", "the key of the shed is under the pot"]).ok();
}
