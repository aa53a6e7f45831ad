use crate::run::Sandbox;

#[test]
fn each_field_says_which_source_won() {
    let s = Sandbox::new();
    s.write(
        "IDENTITY.md",
        "- **Name:** File\n- **Emoji:** 🦊\n- **Creature:** fox\n- **Vibe:** warm\n- Avatar: fox.png\n",
    );
    let identity = s.soul(["identity", "--json"]).ok().json();
    assert_eq!((&identity["name"]["value"], &identity["name"]["source"]), (&"File".into(), &"IDENTITY.md".into()));
    assert_eq!(identity["theme"]["value"], "fox", "theme falls back to the creature");
    assert_eq!(identity["avatar"]["value"]["value"], "fox.png");
    s.configure(&format!(
        "{{ agents: {{ list: [{{ id: 'main', workspace: '{}', identity: {{ name: 'Listed', emoji: '🐙' }} }}] }} }}",
        s.ws().display()
    ));
    let identity = s.soul(["identity", "--json"]).ok().json();
    assert_eq!(identity["name"]["source"], "agents.list[].identity");
    assert_eq!((&identity["emoji"]["value"], &identity["vibe"]["source"]), (&"🐙".into(), &"IDENTITY.md".into()));
    s.plain(["config", "set", "ui.assistant.name", "Shown"]).ok();
    let identity = s.soul(["identity", "--json"]).ok().json();
    assert_eq!((&identity["name"]["value"], &identity["name"]["source"]), (&"Shown".into(), &"ui.assistant".into()));
    assert_eq!(identity["emoji"]["source"], "agents.list[].identity", "field by field");
    s.soul(["identity"]).ok().says("Shown  (ui.assistant)").says("warm  (IDENTITY.md)");
}

#[test]
fn nobody_said_is_assistant() {
    let s = Sandbox::new();
    let fresh = s.soul(["identity", "--json"]).ok().json();
    assert_eq!(
        (&fresh["name"]["value"], &fresh["name"]["source"]),
        (&"Assistant".into(), &"default".into()),
        "the template's blanks count as empty"
    );
    std::fs::remove_file(s.ws().join("IDENTITY.md")).unwrap();
    let none = s.soul(["identity", "--json"]).ok().json();
    assert_eq!((&none["name"]["value"], &none["avatar"]["value"]["value"]), (&"Assistant".into(), &"A".into()));
}

#[test]
fn avatars_may_be_addresses_and_data_but_never_lead_outside() {
    let s = Sandbox::new();
    for (avatar, kind) in [
        ("https://example.org/a.png", "url"),
        ("data:image/png;base64,AAAA", "dataUri"),
        ("avatars/a.webp", "path"),
        ("🦊", "text"),
    ] {
        s.write("IDENTITY.md", format!("- **Avatar:** {avatar}\n"));
        assert_eq!(s.soul(["identity", "--json"]).ok().json()["avatar"]["value"]["kind"], kind, "{avatar}");
    }
    for avatar in ["../../etc/passwd.png", "/etc/passwd.png", "file:///etc/x.png", "data:text/html,<b>", "javascript:x"]
    {
        s.write("IDENTITY.md", format!("- **Avatar:** {avatar}\n"));
        let identity = s.soul(["identity", "--json"]).ok().json();
        assert_eq!(identity["avatar"]["value"]["value"], "A", "{avatar}");
        assert!(!identity["warnings"].as_array().unwrap().is_empty(), "{avatar}");
    }
}
