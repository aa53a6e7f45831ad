//! The `soul` command.
fn main() {}
