use super::*;

fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

fn routed(text: &str) -> Route {
    let route = route(text, Origin::Explicit, &now());
    route.validate().expect("the built-in router's own answer is valid");
    route
}

#[test]
fn stores_by_grammar() {
    for (text, store) in [
        ("I'm a carpenter and I live in Graz.", Store::Core),
        ("Yesterday we picked the oak floor.", Store::Episodic),
        ("Project Heron uses Kafka.", Store::Semantic),
        ("To descale the kettle: fill it with vinegar, boil it, rinse twice.", Store::Procedural),
        ("Pin this forever: our boat was called Marigold.", Store::Vault),
        ("我是护士，住在武汉。", Store::Core),
        ("昨天和李雷开了会。", Store::Episodic),
    ] {
        assert_eq!(routed(text).store, store, "{text}");
    }
}

#[test]
fn entities_and_relations() {
    let route = routed("Ana Lima develops Project Heron.");
    let names: Vec<(&str, EntityType)> = route.entities.iter().map(|e| (e.name.as_str(), e.kind)).collect();
    assert_eq!(names, [("Ana Lima", EntityType::Person), ("Heron", EntityType::Project)]);
    assert_eq!(
        route.relations,
        [RoutedRelation { from: "Ana Lima".into(), relation: Relation::Develops, to: "Heron".into() }]
    );
}

#[test]
fn the_summary_is_about_the_user() {
    assert_eq!(routed("I prefer short answers").summary, "User prefers short answers.");
    assert_eq!(routed("My sister carries my keys").summary, "User's sister carries their keys.");
    assert_eq!(routed("Pin this: I'm allergic to latex.").summary, "User is allergic to latex.");
}

#[test]
fn dates_are_resolved() {
    let route = routed("Dentist appointment next Friday at 9.");
    assert_eq!(route.dates[0].text, "next Friday");
    assert_eq!(route.dates[0].start.to_string(), "2026-03-20T00:00:00");
}

#[test]
fn a_models_answer_is_checked() {
    let mut route = routed("Project Heron uses Kafka.");
    route.relations.push(RoutedRelation { from: "Heron".into(), relation: Relation::Uses, to: "Redis".into() });
    assert_eq!(route.validate(), Err(InvalidRoute::RelationEnd("Redis".into())));
    route.relations.pop();
    route.tags.clear();
    assert_eq!(route.validate(), Err(InvalidRoute::Tags(0)));
}
