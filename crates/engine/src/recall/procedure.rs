//! A procedure is found by its title, its trigger or its notes, and is answered with by its steps.

use soulfile_memory::procedure::Procedure;
use soulfile_recall::{Hit, SearchStrategy};
use soulfile_vocabulary::Store;

use super::show::lines;

/// The lines of the steps, where they answer better than the section that was found: always when somebody asks how
/// to do it, and otherwise where the section only says what the procedure is for.
pub(super) fn steps_for(hit: &Hit, text: &str, strategy: SearchStrategy) -> Option<(u32, u32)> {
    if hit.store != Store::Procedural || !(strategy == SearchStrategy::HowTo || is_about(&hit.text)) {
        return None;
    }
    let (first, last) = Procedure::parse("", text).step_lines()?;
    let (first, last) = (first as u32, last as u32);
    // Long steps are found in parts, and the part that was found is the one that fits.
    let inside = (first..=last).contains(&hit.start_line);
    (!inside && last > first).then_some((first, last))
}

/// Shows these lines in place of those that were found, which stay cited.
pub(super) fn show(hit: &mut Hit, text: &str, first: u32, last: u32) {
    let shown: Vec<&str> = text.lines().skip(first as usize - 1).take((last - first) as usize + 1).collect();
    let found = std::mem::replace(&mut hit.citation, lines(&hit.path, first, last));
    hit.folded.insert(0, found);
    (hit.start_line, hit.end_line) = (first, last);
    hit.text = shown.join("\n");
    hit.snippet = hit.text.clone();
}

/// Says whether a section tells nothing of what to do.
fn is_about(section: &str) -> bool {
    let Some(title) = section.lines().next().filter(|line| line.starts_with('#')) else { return false };
    let level = title.bytes().take_while(|b| *b == b'#').count();
    level == 1 || Procedure::is_background(&title[level..])
}
