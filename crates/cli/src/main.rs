//! `soul`: the command line. Parses, calls one verb of the engine, renders.
//!
//! Data goes to stdout, talk to stderr. This is the only place that reads the environment, the
//! home directory and the clock.

mod args;
mod available_models;
mod commands;
mod deciding;
mod exit;
#[cfg(feature = "fleet")]
mod fleet;
mod interrupts;
mod local_time;
mod log_lines;
mod mem0;
mod model;
mod place;
mod render;
mod terminal_text;

use std::process::ExitCode;

use clap::Parser;

use exit::Form;

fn main() -> ExitCode {
    // A reader that closes the pipe early (`soul audit log | head`) ends the program quietly.
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => return exit::usage(&error),
    };
    #[cfg(feature = "sabotage")]
    if let Ok(name) = std::env::var("SOULFILE_SABOTAGE") {
        let known = soulfile_workspace::Safeguard::ALL.iter().find(|(known, _)| *known == name);
        soulfile_workspace::remove_safeguard(known.expect("a safeguard's name").1);
    }
    let form = if args.global.json { Form::Json } else { Form::Text };
    match commands::run(args) {
        Ok(code) => code,
        Err(error) => exit::report(&error, form),
    }
}
