//! `soul mcp install` prints what a client needs, and writes nothing.

use crate::run::Sandbox;

#[test]
fn each_client_gets_its_own_form_and_no_file_is_touched() {
    let s = Sandbox::new();
    let before = Sandbox::snapshot(s.dir(), &[]);
    for (client, at) in
        [("claude", "/mcpServers/soulfile"), ("cursor", "/mcpServers/soulfile"), ("openclaw", "/mcp/servers/soulfile")]
    {
        let run = s.soul(["mcp", "install", "--client", client, "--print", "--session", "group", "--room", "dev"]).ok();
        let server = run.json().pointer(at).expect("the server").clone();
        assert_eq!(server["command"], env!("CARGO_BIN_EXE_soul"));
        let args: Vec<&str> = server["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
        let ws = s.ws().canonicalize().unwrap();
        let ws = ws.to_str().unwrap();
        assert_eq!(args, ["--workspace", ws, "mcp", "--session", "group", "--room", "dev"], "{client}");
        assert!(server["env"]["SOULFILE_HOME"].is_string());
        run.tells("nothing was written");
    }
    s.soul(["mcp", "install", "--client", "codex", "--print"])
        .ok()
        .says("[mcp_servers.soulfile]\ncommand = \"")
        .says("args = [\"--workspace\",")
        .says("env = { SOULFILE_HOME = ");
    s.soul(["mcp", "install", "--client", "vim"]).code(2);
    s.soul(["mcp", "install", "--client", "codex", "--name", "a b"]).code(2);
    assert!(Sandbox::snapshot(s.dir(), &[]) == before, "a file was changed");
}
