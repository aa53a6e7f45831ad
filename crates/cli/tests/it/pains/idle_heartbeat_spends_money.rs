//! Pain 3: an idle heartbeat spends money.

use soulfile_testkit::chat::{ScriptedAnswer, scripted};

use crate::models::{piped, with_model};

#[test]
fn an_empty_list_and_a_list_that_was_worked_through_cost_no_call() {
    let server = scripted(|_| ScriptedAnswer::text("HEARTBEAT_OK"));
    let s = with_model(&server);
    let beat = || piped(&s, &["heartbeat"], "").ok();
    beat();
    assert_eq!(server.requests().len(), 0, "a fresh workspace asks for nothing");
    s.write("HEARTBEAT.md", "# HEARTBEAT.md\n\n- [ ]\n<!-- nothing yet -->\n");
    beat();
    assert_eq!(server.requests().len(), 0, "an empty list is none");
    s.write("HEARTBEAT.md", "- Look whether the boat needs oil.\n");
    beat();
    assert_eq!(server.requests().len(), 1, "there is something to do");
    beat();
    beat();
    assert_eq!(server.requests().len(), 1, "nothing is new since");
    s.soul(["remember", "The boat lost oil again."]).ok();
    beat();
    assert_eq!(server.requests().len(), 2, "now something is");
}
