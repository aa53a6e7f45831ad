use super::*;

fn read(path: &str, text: &str) -> FileMetadata {
    let lifecycle = Lifecycle::default();
    let around = Surroundings { lifecycle: &lifecycle, today: jiff::civil::date(2026, 2, 2), read: &|_| None };
    FileMetadata::read(path, text, &around)
}

#[test]
fn a_replaced_fact_keeps_the_time_it_was_true() {
    let text = "# person--alex\n\n## Facts\n\
        - Lives in Rome <!-- id:f1 since:2020-01-01 superseded-by:f2 -->\n\
        - Lives in Oslo <!-- id:f2 since:2025-06-01 -->\n";
    let known = read("memory/graph/entities/person--alex.md", text);
    let (old, new) = (&known.entries[0], &known.entries[1]);
    assert_eq!((old.state, new.state), (State::Superseded, State::Active), "{known:?}");
    assert_eq!(old.valid_to, new.valid_from);
    assert_eq!(old.id.as_deref(), Some("entity:person--alex#f1"));
}

#[test]
fn core_memory_and_the_vault_are_private_whatever_they_say() {
    let core = read("MEMORY.md", "## Identity\n- Name: Alex <!-- scope:shared -->\n");
    assert!(core.entries.iter().chain([&core.rest]).all(|k| k.scope == PRIVATE));
    let vault = read("memory/vault/pin.md", "# Pin\n<!-- Scope: shared -->\n**Scope:** shared\n\nsecret\n");
    assert!(vault.entries.iter().chain([&vault.rest]).all(|k| k.scope == PRIVATE));
}

#[test]
fn only_the_shareable_part_of_a_person_is_shareable() {
    let known = read("users/bob.md", "# Bob\nsecret\n## Shareable\nlikes tea\n## More\nsecret\n");
    assert_eq!(known.rest.scope, "file:users/bob.md");
    assert_eq!(known.entries.len(), 1);
    let shared = &known.entries[0];
    assert_eq!(shared.scope, "shareable:users/bob.md");
    assert!(shared.lines.0 >= 3 && shared.lines.1 == 4, "{:?}", shared.lines);
}
