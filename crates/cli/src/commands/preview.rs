//! What a change would write, for the verbs that show it before it is made.

use soulfile_engine::Preview;

use crate::render::{self, Style};

/// The files that would change as diffs, then what would be refused and what to know.
pub fn shown(preview: &Preview) -> String {
    let mut out = String::new();
    for file in &preview.files {
        match file.derived {
            true => out += &render::styled(Style::Dim, &format!("{} follows\n", file.path)),
            false => out += &render::diff(&file.diff),
        }
    }
    for refusal in &preview.refused {
        let item = refusal.item.map(|item| format!("item {item}: ")).unwrap_or_default();
        out += &format!("{} {item}{}\n", render::styled(Style::Yellow, "refused:"), refusal.why);
    }
    for warning in &preview.warnings {
        out += &format!("{} {warning}\n", render::styled(Style::Yellow, "note:"));
    }
    if preview.files.is_empty() {
        out += "No file would change.\n";
    }
    out
}
