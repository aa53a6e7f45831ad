//! Every example in docs/format.md is read as the page says.

use jiff::civil::date;
use soulfile_memory::core::{Block, CoreMemory};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::episode::DayLog;
use soulfile_memory::graph::parse_index;
use soulfile_memory::procedure::Procedure;
use soulfile_memory::proposal::{ProposalFile, ProposalStatus};
use soulfile_vocabulary::{Authority, Scope};

const PAGE: &str = include_str!("../../../../docs/format.md");

/// The first code block under a heading of the page.
fn example(heading: &str) -> String {
    let section = PAGE.find(&format!("\n## {heading}\n")).expect("the page has this section");
    let start = PAGE[section..].find("\n```").expect("the section has an example");
    let block = &PAGE[section + start + 1..];
    let body = block.split_once('\n').expect("a block has lines").1;
    let end = body.find("```").expect("the block ends");
    body[..end].to_owned()
}

#[test]
fn core_memory() {
    let core = CoreMemory::parse(example("Core memory"));
    assert!(core.notes().is_empty());
    for block in Block::ALL {
        assert!(core.block(block).count() > 0, "{block}");
    }
    assert!(core.block(Block::CriticalFacts).all(|line| line.pinned));
}

#[test]
fn episodes() {
    let log = DayLog::parse(date(2026, 2, 2), example("Episodes"));
    assert!(log.notes().is_empty());
    assert_eq!(log.entries().len(), 2);
    let second = &log.entries()[1];
    assert_eq!((&second.scope, second.trust), (&Scope::Room("dev".into()), Authority::Agent));
}

#[test]
fn entities() {
    let file = EntityFile::parse("person--alex".parse().unwrap(), example("Entities"));
    assert!(file.notes.is_empty());
    assert_eq!(file.facts.len(), 2);
    assert_eq!(file.current_facts().count(), 1);
    assert_eq!(file.names(), ["Alex", "Lex"]);
    assert!(file.facts[0].held_on(date(2025, 6, 1)));
    assert_eq!((file.relations.len(), file.timeline.len(), file.open_questions.len()), (1, 1, 1));
}

#[test]
fn graph_index() {
    let index = parse_index(&example("Graph index"));
    assert_eq!((index.entities.len(), index.edges.len()), (1, 1));
}

#[test]
fn procedures() {
    let procedure = Procedure::parse("how-to-deploy", example("Procedures"));
    assert_eq!(procedure.steps.len(), 1);
    assert_eq!(procedure.learned_from.len(), 1);
}

#[test]
fn decay_scores_are_written_as_shown() {
    let text = example("Decay scores");
    let file = DecayFile::parse(&text);
    let written = file.render("2026-02-02T16:00:00Z".parse().unwrap()).unwrap();
    assert_eq!(written, text);
}

#[test]
fn proposals() {
    let file = ProposalFile::parse(example("Proposals"));
    let proposal = file.get(1).unwrap();
    assert_eq!(proposal.status, ProposalStatus::Conflict(vec![2]));
    assert_eq!(proposal.content, "Project deadline is March 15\n(as the second page says)");
    assert_eq!(proposal.based_on.len(), 1);
}
