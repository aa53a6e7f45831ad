use crate::help::VERBS;
use crate::run::Sandbox;

#[test]
fn completions_render_for_every_shell_and_know_every_verb() {
    let s = Sandbox::empty();
    for shell in ["bash", "zsh", "fish"] {
        let run = s.plain(["completions", shell]).ok();
        for verb in VERBS {
            assert!(run.out.contains(verb), "{shell} does not know {verb}");
        }
        for option in ["workspace", "to-time", "session-id"] {
            assert!(run.out.contains(option), "{shell} does not know --{option}");
        }
    }
    s.plain(["completions", "tcl"]).code(2);
}

#[test]
fn bash_accepts_its_completions() {
    let s = Sandbox::empty();
    let script = s.dir().join("soul.bash");
    std::fs::write(&script, s.plain(["completions", "bash"]).ok().out).unwrap();
    let mut bash = s.hermetic(std::process::Command::new("bash"));
    bash.args(["--norc", "-c"]).arg(format!("source '{}' && complete -p soul", script.display()));
    crate::run::Run::of(bash).ok().says("soul");
}

#[test]
fn the_manual_renders_for_the_program_and_for_each_verb() {
    let s = Sandbox::empty();
    let page = s.plain(["man"]).ok().says(".TH soul").says("Examples:");
    for verb in VERBS {
        assert!(page.out.contains(verb), "{verb}");
        s.plain(["man", verb]).ok().says(".TH").says("Examples:");
    }
    s.plain(["man", "nothing"]).code(3).tells("soul --help");
}
