//! Large inputs in shapes that cost a careless reader the square of their length.

use jiff::civil::date;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::episode::DayLog;
use soulfile_memory::graph::{Graph, parse_index, render_index};
use soulfile_memory::procedure::Procedure;
use soulfile_memory::proposal::ProposalFile;
use soulfile_memory::vault::VaultFile;

const SHAPES: [&str; 8] = [
    "<!--\n",
    "```\n~~~~\n",
    "- a <!-- id:f1 -->\n",
    "\\",
    "-->",
    "## 10:00 | fact | tags:[a\n",
    "# a\n## b\n",
    "| a \\| b ",
];

#[test]
fn no_shape_makes_a_reader_slow() {
    for shape in SHAPES {
        let text = shape.repeat(200_000 / shape.len());
        CoreMemory::parse(text.as_str());
        DayLog::parse(date(2026, 2, 2), text.as_str());
        EntityFile::parse("person--a".parse().unwrap(), format!("## Facts\n{text}"));
        EntityFile::parse("person--a".parse().unwrap(), format!("## Relations\n{text}"));
        Procedure::parse("x", format!("## Steps\n{text}"));
        VaultFile::parse("x", text.as_str());
        DecayFile::parse(&text);
        parse_index(&text);
        ProposalFile::parse(format!("## Proposal #1\n- **Content**: x\n{text}"));
    }
}

#[test]
fn twenty_thousand_entities_make_one_index() {
    let files: Vec<(String, EntityFile)> = (0..20_000)
        .map(|n| {
            let id: String = format!("concept--c{n}");
            let text = format!("# {id}\n## Relations\n- Uses: [[concept--c{}]]\n", (n * 7) % 20_000);
            (format!("memory/graph/entities/{id}.md"), EntityFile::parse(id.parse().unwrap(), text))
        })
        .collect();
    let graph = Graph::build(files.iter().map(|(path, file)| (path.as_str(), file)), &|_| None);
    let index = render_index(&graph);
    let read = parse_index(&index);
    assert_eq!(read.entities.len(), 20_000);
    let far = graph.walk(&"concept--c1".parse().unwrap(), 2, &|_| true);
    assert!(far.len() > 2 && far.len() < 10);
}
