//! Recall through the engine: a workspace in, a question, what was found out.

#[path = "recall/answers.rs"]
mod answers;
#[path = "recall/changes.rs"]
mod changes;
#[path = "recall/derived.rs"]
mod derived;
#[path = "recall/faults.rs"]
mod faults;
#[path = "recall/fixture.rs"]
mod fixture;
#[path = "recall/leaks.rs"]
mod leaks;
#[path = "recall/over.rs"]
mod over;
#[path = "recall/pains.rs"]
mod pains;
#[path = "recall/time.rs"]
mod time;
#[path = "recall/watch.rs"]
mod watch;
