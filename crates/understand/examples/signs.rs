//! What is weighed of each pair of a labelled set, as JSON lines: `signs <contradictions.jsonl>`.
use serde_json::json;
use soulfile_understand::contradiction;

#[allow(clippy::print_stdout)]
fn main() {
    let path = std::env::args().nth(1).expect("a file");
    for line in std::fs::read_to_string(path).expect("a file that can be read").lines() {
        let mut item: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
        let (a, b) = (text("a"), text("b"));
        let found = contradiction::compare(&a, &b);
        item["found"] = found.verdict.as_str().into();
        item["aspect"] = found.aspect.into();
        item["signs"] = contradiction::signs(&a, &b).into_iter().map(|(name, value)| json!([name, value])).collect();
        println!("{item}");
    }
}
