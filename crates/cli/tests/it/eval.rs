use crate::run::Sandbox;

const ITEMS: &str = "\
{\"id\":\"a\",\"text\":\"Remember that I like tea\",\"label\":\"remember\",\"payload\":\"I like tea\",\"lang\":\"en\"}
{\"id\":\"b\",\"text\":\"What a day\",\"label\":\"none\",\"payload\":null,\"lang\":\"en\"}
";

#[test]
fn one_prediction_a_line_and_the_figures_on_request() {
    let s = Sandbox::empty();
    let file = s.dir().join("items.jsonl");
    std::fs::write(&file, ITEMS).unwrap();
    let file = file.to_str().unwrap();
    let out = s.plain(["eval", "triggers", "--input", file]).ok().out;
    let lines: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((&lines[0]["id"], &lines[0]["label"]), (&"a".into(), &"remember".into()));
    assert_eq!(lines.len(), 2);
    s.plain(["eval", "triggers", "--input", file, "--score"]).ok().says("triggers (2 items)");
    s.plain(["eval", "nothing", "--input", file]).code(2);
    s.plain(["eval", "triggers", "--input", "missing.jsonl"]).code(1);
}
