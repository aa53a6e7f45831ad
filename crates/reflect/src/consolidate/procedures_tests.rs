use soulfile_vocabulary::Authority;

use crate::engine::tests::survey;
use crate::item::{ItemKind, Op};
use crate::survey::Survey;
use crate::{Builtin, draft};

const RUNS: [(&str, &str, &str); 3] = [
    (
        "2026-05-02",
        "event",
        "Bread day. Fed the starter last night. Mixed the dough, 75 % water. Four folds. Baked it in the pot.",
    ),
    ("2026-05-09", "event", "Baking again. Starter fed. Dough mixed. Folded it every half hour. Into the pot at 240."),
    ("2026-05-16", "event", "Sourdough. Fed the starter. Mixed the dough. Folded it. Baked it in the cast-iron pot."),
];

fn learned(survey: &Survey) -> Vec<Vec<String>> {
    let found = draft(&Builtin, survey, 1, "test").unwrap();
    let procedures = found.items.into_iter().filter(|item| item.kind == ItemKind::Procedure);
    procedures.filter_map(|item| if let Op::Learn { steps, .. } = item.op { Some(steps) } else { None }).collect()
}

#[test]
fn what_is_done_alike_on_three_days_is_a_workflow_in_whatever_words() {
    let steps = learned(&survey(&RUNS));
    assert_eq!(steps.len(), 1, "{steps:?}");
    assert!(steps[0].len() >= 3 && steps[0].iter().any(|step| step.contains("starter")), "{steps:?}");
    assert!(learned(&survey(&RUNS[..2])).is_empty(), "twice is no habit");
}

#[test]
fn runs_read_by_earlier_reflections_count() {
    let mut later = survey(&RUNS);
    later.earlier = later.episodes.drain(..2).collect();
    assert_eq!(learned(&later).len(), 1);
}

#[test]
fn what_a_tool_puts_out_is_no_workflow() {
    let mut put_out = survey(&RUNS);
    put_out.episodes.iter_mut().for_each(|episode| episode.trust = Authority::Tool);
    assert!(learned(&put_out).is_empty());
}
