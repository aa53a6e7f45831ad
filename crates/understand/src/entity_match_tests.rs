use super::*;

fn same(kind: EntityType, a: &str, b: &str) -> bool {
    compare(Named { name: a, kind }, Named { name: b, kind }).proposes_merge()
}

#[test]
fn one_thing_under_two_names() {
    use EntityType::{Concept, Person, Place, Project, Tool};
    for (kind, a, b) in [
        (Person, "Okafor, Ada", "Ada Okafor"),
        (Person, "Dr Ada Okafor", "Ada Okafor"),
        (Person, "A. Okafor", "Ada Okafor"),
        (Person, "Bob Reyes", "Robert Reyes"),
        (Person, "王芳", "Wang Fang"),
        (Person, "Fang Wang", "王芳"),
        (Person, "Дмитрий Орлов", "Dmitry Orlov"),
        (Place, "Köln", "Cologne"),
        (Place, "深圳市", "深圳"),
        (Tool, "K8s", "Kubernetes"),
        (Tool, "Type Script", "TypeScript"),
        (Tool, "Postgres", "PostgreSQL"),
        (Concept, "graph databases", "graph database"),
        (Concept, "NLP", "natural language processing"),
        (Concept, "colour theory", "color theory"),
        (Project, "Project Osprey", "osprey"),
        (Place, "University of Leeds", "Leeds University"),
        (Place, "General Hospital Graz", "Graz General Hospital"),
        (Concept, "機器學習", "机器学习"),
        (Concept, "3WH", "three way handshake"),
        (Person, "Josephine “Jo” Larkin", "Jo Larkin"),
        (Person, "Mikhail Sorokin", "Mihail Sorokin"),
        (Tool, "Rustlang", "Rust programming language"),
        (Project, "Operation Plover", "Plover"),
    ] {
        assert!(same(kind, a, b), "{a} / {b}");
    }
}

#[test]
fn siblings_stay_apart() {
    use EntityType::{Concept, Person, Place, Project, Tool};
    for (kind, a, b) in [
        (Person, "Ada Okafor", "Ada Okonkwo"),
        (Person, "Tom Reed Jr", "Tom Reed Sr"),
        (Person, "王芳", "王方"),
        (Person, "Mr. Ledger", "Mrs. Ledger"),
        (Person, "Ada B. Okafor", "Ada C. B. Okafor"),
        (Place, "Córdoba (Spain)", "Córdoba (Argentina)"),
        (Tool, "Java", "JavaScript"),
        (Tool, "Python 2", "Python 3"),
        (Tool, "React", "React Native"),
        (Place, "Mexico", "Mexico City"),
        (Concept, "supervised learning", "unsupervised learning"),
        (Project, "Project Osprey", "Project Otter"),
    ] {
        assert!(!same(kind, a, b), "{a} / {b}");
    }
    let sofia = |kind| Named { name: "Sofia", kind };
    assert!(!compare(sofia(Person), sofia(Place)).proposes_merge());
}
