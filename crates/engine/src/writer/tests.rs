//! The same operation gives the same files wherever it comes from, and a preview shows what is then written.

use soulfile_api::Thoroughness;
use std::collections::BTreeMap;

use jiff::civil::date;
use soulfile_context::session::{Session, SessionKind};
use soulfile_memory::core::{Block, CoreMemory};
use soulfile_memory::id::EntityId;
use soulfile_vocabulary::layout::CORE;
use soulfile_vocabulary::{Authority, Confidence, EntityType, EntryKind, Relation, Scope, Store};
use soulfile_workspace::{Action, Actor};

use super::{FactRef, MemoryWriter, NamedEntity, Operation, Source, Standing, Step, WhenCoreFull};
use crate::RememberRequest;
use crate::error::Error;
use crate::open::{Engine, Place};

const ANA_FILE: &str = "memory/graph/entities/person--ana.md";
const USER_FILE: &str = "memory/graph/entities/person--user.md";

/// How a verb attributes what it writes.
struct Origin {
    verb: &'static str,
    source: &'static str,
    trust: Authority,
    approved: bool,
    item: Option<u32>,
}

const ORIGINS: [Origin; 4] = [
    Origin { verb: "remember", source: "user-explicit", trust: Authority::Owner, approved: false, item: None },
    Origin {
        verb: "reflection",
        source: "episode:2026-01-05:09:00",
        trust: Authority::Agent,
        approved: true,
        item: Some(1),
    },
    Origin {
        verb: "proposal",
        source: "proposal #1 from researcher",
        trust: Authority::SubAgent,
        approved: true,
        item: None,
    },
    Origin {
        verb: "import",
        source: "import:notes/a.md@0123456789abcdef",
        trust: Authority::Import,
        approved: true,
        item: None,
    },
];

impl Origin {
    fn steps(&self, operations: &[Operation]) -> Vec<Step> {
        let step = |operation: &Operation| Step {
            operation: operation.clone(),
            source: Source::named(self.source),
            scope: Scope::Private,
            trust: self.trust,
            approved: self.approved,
            item: self.item,
        };
        operations.iter().map(step).collect()
    }

    /// A file without the words that say where it comes from.
    fn strip(&self, text: &str) -> String {
        let trust = self.trust;
        text.replace(&format!("\"{}\"", self.source), "SOURCE")
            .replace(self.source, "SOURCE")
            .replace(&format!(" | trust:{trust}"), "")
            .replace(&format!(" trust:{trust}"), "")
            .replace(" trust:user", "")
            .replace(&format!(" | Trust: {trust}"), "")
    }
}

fn commit(engine: &Engine, steps: &[Step]) {
    let mut writer = MemoryWriter::new(engine);
    writer.apply(steps).unwrap();
    if writer.changes_nothing() {
        return;
    }
    let (mutation, mut outcome) = writer.into_mutation(Action::Edit, Actor::Manual, "test".to_owned()).unwrap();
    engine.commit(mutation.confirmed(true), &mut outcome).unwrap();
}

fn person(name: &str) -> NamedEntity {
    NamedEntity::new(EntityType::Person, name)
}

fn fact(name: &str, text: &str, standing: Standing) -> Operation {
    let confidence = Some(Confidence::High);
    Operation::AddFact { entity: person(name), text: text.to_owned(), since: None, confidence, standing }
}

fn core_line(text: &str) -> Operation {
    Operation::AddCoreLine {
        block: Block::CriticalFacts,
        text: text.to_owned(),
        confidence: None,
        standing: Standing::Claim,
        when_full: WhenCoreFull::Refuse,
    }
}

/// A workspace with two people, a line of MEMORY.md and a procedure.
fn workspace(dir: &std::path::Path) -> Engine {
    let engine = Engine::init(Place::for_test(dir)).unwrap();
    let procedure = Operation::AddProcedure {
        name: "deploy".to_owned(),
        trigger: "deploying".to_owned(),
        steps: vec!["run the tests".to_owned()],
        summary: "deploying".to_owned(),
    };
    let operations = [
        fact("Ana", "Ana lives in Graz.", Standing::Claim),
        fact("Bea", "Bea plays chess.", Standing::Claim),
        core_line("User drinks tea."),
        procedure,
    ];
    commit(&engine, &operations.map(Step::by_person));
    engine
}

fn files(engine: &Engine) -> BTreeMap<String, String> {
    let paths = engine.workspace.files().unwrap().into_iter().filter(|path| !path.contains("audit"));
    paths.map(|path| (path.clone(), engine.read_text(&path).unwrap().unwrap_or_default())).collect()
}

fn in_graz() -> FactRef {
    FactRef { entity: person("Ana").id, fact: None, text: "Ana lives in Graz.".to_owned() }
}

/// One list of operations for every kind.
fn table(engine: &Engine) -> Vec<(&'static str, Vec<Operation>)> {
    let line = CoreMemory::parse(engine.read_text(CORE).unwrap().unwrap()).entries()[0].id.clone();
    let ana = soulfile_memory::id::MemoryId::Entity(person("Ana").id);
    let (since, confidence) = (Some(date(2026, 1, 20)), Some(Confidence::Medium));
    let procedure = |name: &str| Operation::AddProcedure {
        name: name.to_owned(),
        trigger: "deploying".to_owned(),
        steps: vec!["run the tests".to_owned(), "tag the release".to_owned()],
        summary: "deploying".to_owned(),
    };
    vec![
        (
            "remember",
            vec![Operation::Remember {
                day: date(2026, 2, 2).into(),
                time: jiff::civil::time(9, 30, 0, 0),
                kind: EntryKind::Fact,
                confidence: Confidence::High,
                tags: vec!["music".to_owned()],
                content: "Ana plays the cello.".to_owned(),
                links: Vec::new(),
            }],
        ),
        ("add-entity", vec![Operation::AddEntity { entity: person("Cy") }]),
        ("add-fact", vec![fact("Ana", "Ana plays the cello.", Standing::Claim)]),
        ("add-fact, reviewed", vec![fact("Dee", "Dee is a pilot.", Standing::Reviewed)]),
        ("add-fact, known", vec![fact("Ana", "ana lives in graz", Standing::Reviewed)]),
        (
            "supersede",
            vec![Operation::Supersede {
                entity: person("Ana"),
                text: "Ana lives in Linz.".to_owned(),
                since,
                confidence,
                replaces: vec![in_graz()],
            }],
        ),
        ("end-facts", vec![Operation::EndFacts { facts: vec![in_graz()], since }]),
        (
            "flag-contradiction",
            vec![
                fact("Ana", "Ana lives in Linz.", Standing::Reviewed),
                Operation::FlagContradiction {
                    entity: person("Ana"),
                    older: in_graz(),
                    newer: "Ana lives in Linz.".to_owned(),
                },
            ],
        ),
        (
            "relate",
            vec![Operation::Relate {
                from: person("Ana"),
                relation: Relation::RelatesTo,
                to: person("Bea"),
                since,
                confidence,
            }],
        ),
        ("merge-entities", vec![Operation::MergeEntities { absorbed: person("Bea").id, into: person("Ana").id }]),
        ("add-procedure", vec![procedure("release")]),
        ("add-procedure, known", vec![procedure("deploy")]),
        ("add-core-line", vec![core_line("User is allergic to kiwi.")]),
        (
            "replace-core-line",
            vec![Operation::ReplaceCoreLine {
                line: line.clone(),
                text: "User drinks coffee.".to_owned(),
                since,
                confidence,
            }],
        ),
        (
            "demote-core-line",
            vec![Operation::DemoteCoreLine { line, text: "User drinks tea.".to_owned(), ended: since }],
        ),
        (
            "add-page",
            vec![Operation::AddPage {
                store: Store::Vault,
                title: "Song".to_owned(),
                content: "Harvest Moon".to_owned(),
            }],
        ),
        ("pin", vec![Operation::Pin { id: ana.clone() }]),
        ("unpin", vec![Operation::Pin { id: ana.clone() }, Operation::Unpin { id: ana.clone() }]),
        ("archive", vec![Operation::Archive { ids: vec![ana.clone()] }]),
        ("restore", vec![Operation::Archive { ids: vec![ana.clone()] }, Operation::Restore { ids: vec![ana] }]),
        (
            "note-insight",
            vec![Operation::NoteInsight {
                reflection: 1,
                text: "Mornings are for music.".to_owned(),
                milestone: None,
                threads: Vec::new(),
            }],
        ),
    ]
}

#[test]
fn an_operation_gives_the_same_files_wherever_it_comes_from() {
    let kinds = {
        let dir = tempfile::tempdir().unwrap();
        table(&workspace(dir.path())).len()
    };
    for at in 0..kinds {
        let mut first: Option<BTreeMap<String, String>> = None;
        for origin in &ORIGINS {
            let dir = tempfile::tempdir().unwrap();
            let engine = workspace(dir.path());
            let (kind, operations) = table(&engine).swap_remove(at);
            commit(&engine, &origin.steps(&operations));
            let stripped: BTreeMap<String, String> =
                files(&engine).into_iter().map(|(path, text)| (path, origin.strip(&text))).collect();
            match &first {
                None => first = Some(stripped),
                Some(first) => assert_eq!(*first, stripped, "{kind} from {}", origin.verb),
            }
        }
    }
}

#[test]
fn a_preview_is_what_is_then_written() {
    let kinds = {
        let dir = tempfile::tempdir().unwrap();
        table(&workspace(dir.path())).len()
    };
    for at in 0..kinds {
        let dir = tempfile::tempdir().unwrap();
        let engine = workspace(dir.path());
        let (kind, operations) = table(&engine).swap_remove(at);
        let steps = ORIGINS[1].steps(&operations);
        let before = files(&engine);
        let preview = MemoryWriter::preview(&engine, &steps, false).unwrap();
        assert!(preview.refused.is_empty(), "{kind}: {:?}", preview.refused);
        assert_eq!(files(&engine), before, "{kind}: a preview writes nothing");
        assert_eq!(preview.operations.len(), steps.len(), "{kind}");
        commit(&engine, &steps);
        let after = files(&engine);
        let mut shown = before;
        for file in &preview.files {
            assert!(file.derived || !file.diff.is_empty(), "{kind}: {}", file.path);
            match &file.after {
                Some(text) => shown.insert(file.path.clone(), text.clone()),
                None => shown.remove(&file.path),
            };
        }
        assert_eq!(shown, after, "{kind}");
    }
}

#[test]
fn an_alias_leads_to_the_entity_that_carries_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let file = engine.read_text(ANA_FILE).unwrap().unwrap() + "\n## Aliases\n- Annabel\n";
    let path = engine.path().join(ANA_FILE);
    std::fs::write(path, file).unwrap();
    engine.take_in_hand_edits().unwrap();
    for (origin, said) in ORIGINS.iter().zip(["chess", "the cello", "tennis", "the oboe"]) {
        let operation = fact("Annabel", &format!("Annabel plays {said}."), Standing::Reviewed);
        commit(&engine, &origin.steps(&[operation]));
        assert!(engine.read_text(ANA_FILE).unwrap().unwrap().contains(said), "{}", origin.verb);
    }
    assert_eq!(engine.read_text("memory/graph/entities/person--annabel.md").unwrap(), None);
}

#[test]
fn nothing_is_seen_or_trusted_further_than_its_source() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let day = "# 2026-02-01\n\n## 09:00 | fact | scope:user:bob | trust:web\nAna sails.\n";
    std::fs::create_dir_all(engine.path().join("memory/episodes")).unwrap();
    std::fs::write(engine.path().join("memory/episodes/2026-02-01.md"), day).unwrap();
    engine.take_in_hand_edits().unwrap();
    let mut step = Step::by_person(fact("Ana", "Ana sails.", Standing::Reviewed));
    step.source = Source::named("episode:2026-02-01:09:00");
    step.scope = Scope::Shared;
    commit(&engine, &[step]);
    let file = engine.read_text(ANA_FILE).unwrap().unwrap();
    let line = file.lines().find(|line| line.contains("Ana sails.")).unwrap();
    assert!(line.contains("scope:user:bob") && line.contains("trust:web"), "{line}");
}

#[test]
fn a_credential_is_refused_and_the_preview_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let steps = ORIGINS[1].steps(&[fact("Ana", "Ana's key is AKIAQ3EGTZJ7VN5WX2LM", Standing::Reviewed)]);
    let refused = MemoryWriter::new(&engine).apply(&steps);
    assert!(matches!(refused, Err(Error::Secret { .. })));
    let preview = MemoryWriter::preview(&engine, &steps, false).unwrap();
    assert_eq!((preview.refused[0].item, preview.files.len()), (Some(1), 0));
    assert!(!preview.refused[0].why.contains("AKIAQ3EGTZJ7VN5WX2LM"));
}

#[test]
fn a_line_that_says_more_is_not_replaced_by_a_part() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let whole = "User is called Bo. User plays chess on Mondays. User was born in Graz.";
    commit(&engine, &[Step::by_person(core_line(whole))]);
    let core = CoreMemory::parse(engine.read_text(CORE).unwrap().unwrap());
    let line = core.entries().iter().find(|line| line.text == whole).unwrap().id.clone();
    let text = "User plays chess on Fridays.".to_owned();
    let replace = Operation::ReplaceCoreLine { line, text: text.clone(), since: None, confidence: None };
    commit(&engine, &ORIGINS[1].steps(&[replace]));
    let core = engine.read_text(CORE).unwrap().unwrap();
    assert!(core.contains("called Bo") && core.contains(&text), "{core}");
}

#[test]
fn a_replaced_line_stays_readable_as_a_past_fact() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let line = CoreMemory::parse(engine.read_text(CORE).unwrap().unwrap()).entries()[0].id.clone();
    let text = "User drinks coffee.".to_owned();
    commit(&engine, &[Step::by_person(Operation::ReplaceCoreLine { line, text, since: None, confidence: None })]);
    let user: EntityId = person("User").id;
    let file = soulfile_memory::entity::EntityFile::parse(user, engine.read_text(USER_FILE).unwrap().unwrap());
    let past: Vec<&str> = file.facts.iter().filter(|fact| !fact.is_current()).map(|fact| fact.text.as_str()).collect();
    assert_eq!(past, ["User drinks tea."]);
    assert!(file.current_facts().any(|fact| fact.text == "User drinks coffee."));
}

#[test]
fn what_is_known_is_found_without_a_search() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let session = Session::new(SessionKind::Main);
    let said = "We met at the lake on Sunday.";
    assert_eq!(engine.known_memory(&session, said, Authority::Agent).unwrap(), None);
    let request = RememberRequest { text: said.to_owned(), ..RememberRequest::default() };
    let entry = engine.remember(&request).unwrap().entries.remove(0);
    for said in [entry.summary.clone(), entry.summary.to_uppercase(), format!("“{}”", entry.summary)] {
        assert_eq!(engine.known_memory(&session, &said, Authority::Agent).unwrap().unwrap().id, entry.id, "{said}");
    }
    assert!(
        engine.known_memory(&session, "Ana lives in Graz", Authority::Agent).unwrap().is_some(),
        "a fact of an entity"
    );
    assert!(
        engine.known_memory(&session, "user drinks tea", Authority::Agent).unwrap().is_some(),
        "a line of MEMORY.md"
    );
    engine.forget(std::slice::from_ref(&entry.id), Thoroughness::Archive).unwrap();
    assert_eq!(
        engine.known_memory(&session, &entry.summary, Authority::Agent).unwrap(),
        None,
        "what was forgotten is not known"
    );
}

#[test]
fn the_graph_index_follows_every_change_of_the_graph() {
    let dir = tempfile::tempdir().unwrap();
    let engine = workspace(dir.path());
    let relate = |from: &str, to: &str, confidence| Operation::Relate {
        from: person(from),
        relation: Relation::RelatesTo,
        to: person(to),
        since: None,
        confidence,
    };
    engine.graph_rebuild().unwrap();
    let id = |name: &str| -> EntityId { format!("person--{name}").parse().unwrap() };
    let changes = [
        fact("Ana", "Ana plays the cello.", Standing::Claim),
        fact("Zoe", "Zoe paints.", Standing::Claim),
        fact("Bo", "Bo sails.", Standing::Claim),
        relate("Bo", "Ana", Some(Confidence::Low)),
        relate("Ana", "Bo", Some(Confidence::High)),
        relate("Zoe", "Pim", None),
        fact("Zoe", "Zoe moved to Linz.", Standing::Claim),
        Operation::MergeEntities { absorbed: id("bo"), into: id("ana") },
        relate("Zoe", "Bo", None),
        Operation::SplitEntity { entity: id("bo"), from: id("ana") },
        Operation::Pin { id: format!("entity:{}", id("zoe")).parse().unwrap() },
        Operation::Archive { ids: vec![format!("entity:{}", id("bo")).parse().unwrap()] },
        fact("Zoe", "Zoe cycles.", Standing::Claim),
    ];
    for change in changes {
        let step = ORIGINS[1].steps(std::slice::from_ref(&change));
        commit(&engine, &step);
        assert!(engine.graph_rebuild().unwrap().is_none(), "stale after {change:?}");
    }
    let undo = engine.plan_rollback(&soulfile_workspace::Target::Last).unwrap();
    engine.rollback(undo).unwrap();
    assert!(engine.graph_rebuild().unwrap().is_none(), "stale after an undo");
}
