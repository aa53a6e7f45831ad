//! What is weighed of two statements. Written by `tools/weigh_contradictions.py`.

/// Its name, and what it weighs for a contradiction and for a duplicate.
pub(super) type Sign = (&'static str, f32, f32);

pub(super) const SIGNS: [Sign; 30] = [
    ("anything", -0.25, 0.48),
    ("untold by either", -0.76, -1.13),
    ("untold by the second", -0.43, -0.85),
    ("what is left is close", 2.05, 3.63),
    ("verbs are close", -1.20, -1.21),
    ("verbs belong together", -1.25, -0.73),
    ("about the same word", -1.17, -2.02),
    ("about the same thing", 2.06, 1.92),
    ("shared", 0.67, 0.56),
    ("opposites", 0.50, -1.24),
    ("values of one kind", -0.54, -1.26),
    ("behind one preposition", -1.12, -1.28),
    ("subjects left over", -0.05, -0.38),
    ("of one length", -2.00, -0.70),
    ("an equal number", 0.04, 2.22),
    ("another number", -0.39, -1.67),
    ("another time", 0.03, -1.72),
    ("both denied", 0.64, 3.60),
    ("one is over", 1.69, -0.80),
    ("a change of words", 1.53, 0.15),
    ("the first tells a change", -1.72, 0.34),
    ("the second tells a change", 1.06, -0.08),
    ("one is past", -0.57, -0.99),
    ("one was once", -2.87, -2.92),
    ("still", 2.88, 2.44),
    ("only", 3.13, 0.92),
    ("all or never", 1.40, 0.78),
    ("both have", -2.62, -3.26),
    ("both definite", -0.71, -1.56),
    ("both come round", -1.80, 0.13),
];
