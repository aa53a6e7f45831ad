//! The graph: building, the index, walks, paths, drawings.

use std::collections::BTreeSet;

use super::*;
use jiff::civil::date;
use proptest::prelude::*;

fn id(text: &str) -> EntityId {
    text.parse().unwrap()
}

fn file(name: &str, body: &str) -> (String, EntityFile) {
    let text = format!(
        "# {name}\n\n<!-- Type: {} | Created: 2026-01-15 | Last updated: 2026-02-02 -->\n\n## Relations\n{body}",
        name.split("--").next().unwrap()
    );
    (format!("memory/graph/entities/{name}.md"), EntityFile::parse(id(name), text))
}

fn graph(files: &[(String, EntityFile)]) -> Graph {
    Graph::build(files.iter().map(|(path, file)| (path.as_str(), file)), &|_| None)
}

fn sample() -> Vec<(String, EntityFile)> {
    vec![
        file(
            "project--soul",
            "- Developed by: [[person--alex]] <!-- confidence:high -->\n- Uses: [[tool--rust]], [[tool--git]] <!-- since:2026-01-20 -->\n- Inspired by: [[concept--sleep]]\n- Used by: [[person--old]] <!-- until:2026-01-01 -->\n",
        ),
        file("person--alex", "- Develops: [[project--soul]]\n- Prefers: [[tool--rust]]\n"),
        file("tool--rust", "- Used by: [[project--soul]]\n"),
        file("tool--git", ""),
    ]
}

#[test]
fn an_edge_written_at_both_ends_is_one() {
    let graph = graph(&sample());
    let edges: Vec<String> =
        graph.edges().iter().map(|edge| format!("{} {} {}", edge.from, edge.name, edge.to)).collect();
    assert_eq!(
        edges,
        [
            "person--alex develops project--soul",
            "person--alex prefers tool--rust",
            "project--soul uses tool--git",
            "project--soul uses tool--rust",
            "project--soul inspired-by concept--sleep",
        ]
    );
    let develops = &graph.edges()[0];
    assert_eq!(develops.confidence, Some(Confidence::High));
    assert_eq!(develops.first_seen, Some(date(2026, 1, 15)));
}

#[test]
fn the_index_is_the_same_in_any_order_and_reads_back() {
    let mut files = sample();
    let life = |id: &EntityId| {
        (id.as_str() == "person--alex").then_some(EntityLife {
            score: 1.0,
            pinned: true,
            archived: false,
            last_accessed: Some(date(2026, 2, 3)),
        })
    };
    let build = |files: &[(String, EntityFile)]| {
        let parts = files.iter().map(|(path, file)| (path.as_str(), file));
        render_index(&Graph::build(parts, &life))
    };
    let index = build(&files);
    files.reverse();
    assert_eq!(build(&files), index);
    assert!(index.contains("| person--alex | person | Alex | entities/person--alex.md | 1.00 (pinned) |\n"));
    assert!(index.contains("| person--alex | develops | project--soul | high | 2026-01-15 | 2026-02-03 |\n"));
    let read = parse_index(&index);
    assert_eq!((read.entities.len(), read.edges.len()), (4, 5));
    assert!(read.notes.is_empty());
    assert!(read.entities[0].pinned && read.entities[0].score == Some(1.0));
}

#[test]
fn a_hand_made_index_is_read() {
    let read = parse_index(
        "text\n| From | To | Relation |\n|:--|--|--|\n| a--b | c--d | Part of |\n| | x |\nnote\n|ID|Label|\n| e--f | A \\| B |\r\n",
    );
    assert_eq!(read.edges.len(), 1);
    assert_eq!(read.entities[0].label, "A | B");
    assert_eq!(read.notes.len(), 1);
}

#[test]
fn walks_go_two_hops_and_paths_are_shortest() {
    let graph = graph(&sample());
    let near: Vec<(String, usize)> =
        graph.walk(&id("tool--git"), 2, &|_| true).into_iter().map(|step| (step.id.to_string(), step.hops)).collect();
    assert_eq!(near[0], ("tool--git".to_owned(), 0));
    assert_eq!(near[1], ("project--soul".to_owned(), 1));
    assert_eq!(near.len(), 5);
    let path = graph.path(&id("concept--sleep"), &id("person--alex"), &|_| true).unwrap();
    let ids: Vec<&str> = path.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["concept--sleep", "project--soul", "person--alex"]);
    assert!(graph.path(&id("tool--git"), &id("person--nobody"), &|_| true).is_none());
    let blocked = |edge: &Edge| edge.name.to_string() != "develops";
    let around = graph.path(&id("project--soul"), &id("person--alex"), &blocked).unwrap();
    assert_eq!(around.len(), 3);
}

#[test]
fn merged_and_archived_entities_leave_the_graph() {
    let mut files = sample();
    files.push((
        "memory/graph/entities/person--al.md".to_owned(),
        EntityFile::parse(
            id("person--al"),
            "# person--al\n<!-- Merged into: person--alex -->\n## Relations\n- Uses: [[tool--x]]\n",
        ),
    ));
    files.push(file("place--rome", "- Relates to: [[person--al]]\n"));
    let archived = |id: &EntityId| {
        (id.as_str() == "tool--git").then_some(EntityLife {
            score: 0.0,
            pinned: false,
            archived: true,
            last_accessed: None,
        })
    };
    let graph = Graph::build(files.iter().map(|(path, file)| (path.as_str(), file)), &archived);
    assert!(graph.nodes().all(|node| node.id != id("person--al") && node.id != id("tool--git")));
    assert_eq!(graph.node(&id("person--al")).unwrap().id, id("person--alex"));
    let rome: Vec<String> = graph.edges_of(&id("place--rome")).map(|e| e.from.to_string()).collect();
    assert_eq!(rome, ["person--alex"]);
    assert!(!graph.edges().iter().any(|edge| edge.to == id("tool--git")));
}

#[test]
fn drawings_cannot_be_broken_out_of() {
    let (path, evil) = file("person--evil", "- x\"]; drop: [[tool--a]]\n");
    let text = evil.text().replace("# person--evil", "# a\"] --> b; %% \\ <script>");
    let files = vec![(path, EntityFile::parse(id("person--evil"), text))];
    let graph = graph(&files);
    let dot = to_dot(&graph, None);
    assert!(dot.contains(r#"[label="a\"] --> b; %% \\ <script>"]"#), "{dot}");
    let mermaid = to_mermaid(&graph, None);
    assert_eq!(mermaid.matches('"').count(), 6, "{mermaid}");
    assert!(!mermaid.contains("<script>"));
    let keep = BTreeSet::from([id("person--evil")]);
    assert!(!to_dot(&graph, Some(&keep)).contains("\" -> \""));
}

proptest! {
    #[test]
    fn labels_survive_the_index(label in "\\PC{1,20}") {
        let text = format!("# x\n<!-- Type: person | Label: {} -->\n", crate::header::field_value(&label));
        let files = vec![("memory/graph/entities/person--x.md".to_owned(), EntityFile::parse(id("person--x"), text))];
        let graph = graph(&files);
        let read = parse_index(&render_index(&graph));
        prop_assert_eq!(read.entities.len(), 1);
        let expected = graph.nodes().next().unwrap().label.clone();
        prop_assert_eq!(&read.entities[0].label, &crate::escape::single_line(&expected));
    }

    #[test]
    fn any_text_is_an_index(text in "[|\\\\a\n -]{0,80}") {
        parse_index(&text);
    }
}
