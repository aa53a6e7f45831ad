//! The workspace layer against a real git, real files and real processes' leftovers.

mod adopt;
mod audit;
mod concurrency;
mod damage;
mod first_format;
mod fixture;
mod hand_edits;
mod mutations;
mod outrun;
mod paths;
mod recovery;
mod rollback;
mod sink;
