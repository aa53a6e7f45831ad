//! What is weighed of two statements. Written by `tools/weigh_contradictions.py`.

/// Its name, and what it weighs for a contradiction and for a duplicate.
pub(super) type Sign = (&'static str, f32, f32);

pub(super) const SIGNS: [Sign; 31] = [
    ("anything", -0.84, 0.49),
    ("untold by either", -0.65, -1.47),
    ("untold by the second", -0.40, -0.99),
    ("what is left is close", 2.33, 4.73),
    ("verbs are close", -1.43, -1.59),
    ("verbs belong together", -1.21, -1.02),
    ("about the same word", -1.57, -2.39),
    ("about the same thing", 2.49, 2.32),
    ("shared", 0.91, 0.65),
    ("opposites", 0.55, -0.68),
    ("values of one kind", -0.89, -1.38),
    ("behind one preposition", -1.01, -1.10),
    ("subjects left over", -0.21, -0.55),
    ("of one length", -2.39, -1.03),
    ("an equal number", 1.03, 3.26),
    ("another number", -0.45, -3.18),
    ("another time", -0.30, -2.35),
    ("both denied", 1.15, 4.99),
    ("one denied", 0.44, 0.10),
    ("one is over", 1.25, 1.03),
    ("a change of words", 1.80, -1.26),
    ("the first tells a change", -1.87, 0.51),
    ("the second tells a change", 1.52, 0.21),
    ("one is past", -1.26, -1.28),
    ("one was once", -3.35, -4.07),
    ("still", 5.14, 1.19),
    ("only", 4.77, 2.31),
    ("all or never", 1.43, 1.00),
    ("both have", -6.23, -3.47),
    ("both definite", -0.99, -1.89),
    ("both come round", -1.29, 0.16),
];
