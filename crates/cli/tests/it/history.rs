use crate::run::Sandbox;

#[test]
fn a_files_past_is_the_audit_log_by_another_name() {
    let s = Sandbox::new();
    for text in ["one\n", "two\n"] {
        s.write("MEMORY.md", text);
        s.soul(["history"]).ok();
    }
    s.write("USER.md", "someone\n");
    let history = s.soul(["history", "MEMORY.md", "--json"]).ok().json();
    assert_eq!(history.as_array().unwrap().len(), 3);
    assert_eq!(history, s.soul(["audit", "log", "MEMORY.md", "--json"]).ok().json());
    assert_eq!(s.soul(["history", "--json"]).ok().json().as_array().unwrap().len(), 4, "hand edits included");
    s.soul(["history", "MEMORY.md", "-n", "1"]).ok().says("MEMORY.md").says("manual");
    s.soul(["history", "--since", "yesterday"]).ok().says("USER.md");
    s.soul(["history", "GONE.md"]).code(3).tells("is not in the history");
}

#[test]
fn a_deleted_file_has_its_past_still() {
    let s = Sandbox::new();
    std::fs::remove_file(s.ws().join("TOOLS.md")).unwrap();
    let history = s.soul(["history", "TOOLS.md", "--json"]).ok().json();
    assert_eq!(history[0]["message"]["action"], "DELETE");
}
