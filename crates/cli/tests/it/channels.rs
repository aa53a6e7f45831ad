use crate::run::Sandbox;

#[test]
fn status_tells_who_answers_where() {
    let s = Sandbox::new();
    s.soul(["channels", "status"]).ok().says("no channel is bound");
    s.configure(&format!(
        "{{ agents: {{ list: [{{ id: 'aria', workspace: '{}' }}, {{ id: 'dev' }}] }}, bindings: [\
           {{ agentId: 'aria', match: {{ channel: 'telegram', peer: {{ kind: 'dm', id: '42' }} }} }},\
           {{ agentId: 'aria', match: {{ channel: 'matrix', room: 'dev' }} }},\
           {{ agentId: 'dev', match: {{ channel: 'discord' }} }} ] }}",
        s.ws().display()
    ));
    s.write("IDENTITY.md", "- **Name:** Aria\n");
    let status = s.soul(["channels", "status", "--json"]).ok().json();
    assert_eq!(status["identity"]["name"]["value"], "Aria");
    let routes = status["routes"].as_array().unwrap();
    assert_eq!(routes.len(), 2, "{routes:?}");
    assert_eq!(
        (&routes[0]["channel"], &routes[0]["peer"], &routes[0]["room"]),
        (&"telegram".into(), &"42".into(), &"any".into())
    );
    assert_eq!(routes[1]["room"], "dev");
    s.soul(["channels", "status"]).ok().says("route: channel telegram, peer 42, room any").hides("discord");
}

#[test]
fn a_probe_reads_what_the_identity_depends_on() {
    let s = Sandbox::new();
    s.soul(["channels", "status", "--probe"]).ok().says("probe: everything reads well");
    std::fs::remove_file(s.ws().join("SOUL.md")).unwrap();
    s.write("IDENTITY.md", "- **Avatar:** ../../x.png\n");
    let status = s.soul(["channels", "status", "--probe", "--json"]).ok().json();
    let problems = status["problems"].to_string();
    assert!(problems.contains("SOUL.md: is missing") && problems.contains("avatar"), "{problems}");
    s.soul(["channels", "status", "--probe"]).ok().says("problem:");
}
