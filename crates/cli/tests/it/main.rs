//! The real binary, end to end: one file per verb, and one test per pain in `pains`.

mod adopt;
mod agents;
mod alerts;
mod audit;
mod channels;
mod completions;
mod config;
mod context;
mod doctor;
mod exit_codes;
mod help;
mod history;
mod identity;
mod json;
mod pains;
mod paths;
mod persona;
mod rollback;
mod run;
mod setup;
