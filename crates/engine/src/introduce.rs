//! `introduce`: what the first conversation found out, written into IDENTITY.md, USER.md and SOUL.md.
//!
//! The agent proposes lines, a person sees exactly these and approves, and they are written as one
//! change bound to the files as they were shown.

use serde::Serialize;
use soulfile_api::IntroductionNeeds;
use soulfile_context::identity;
use soulfile_vocabulary::layout;
use soulfile_workspace::{Action, Actor, Approval, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;

/// What the first conversation found out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Introduction {
    /// How to address the user.
    pub user_name: Option<String>,
    /// What to call the agent.
    pub agent_name: Option<String>,
    /// How the agent should come across.
    pub manner: Option<String>,
}

/// Lines to be written, before a person approves them.
#[derive(Debug, Clone, Serialize)]
pub struct IntroductionPlan {
    /// Each file with the lines it gains.
    pub lines: Vec<(String, String)>,
    #[serde(skip)]
    mutation: Mutation,
}

impl Engine {
    /// What a first conversation still has to ask.
    pub fn introduction_needs(&self) -> Result<IntroductionNeeds> {
        let user = identity::parse(&self.read_text(layout::USER)?.unwrap_or_default());
        let own = identity::parse(&self.read_text(layout::IDENTITY)?.unwrap_or_default());
        let configured = self.config().agent(self.agent()).unwrap_or_default().identity.name;
        let known = own.name.is_some() || configured.is_some() || self.config().ui.assistant.name.is_some();
        Ok(IntroductionNeeds {
            user_name: user.name.is_none() && self.config().user.name.is_none(),
            agent_name: !known,
            manner: own.vibe.is_none(),
        })
    }

    /// How the user is addressed, where USER.md or the configuration says it.
    pub fn user_name(&self) -> Result<Option<String>> {
        let file = identity::parse(&self.read_text(layout::USER)?.unwrap_or_default());
        Ok(file.name.or_else(|| self.config().user.name.clone()))
    }

    /// Works out the lines that an introduction adds. Changes nothing.
    pub fn plan_introduction(&self, found: &Introduction) -> Result<IntroductionPlan> {
        let mut draft = Draft::new(&self.workspace);
        let mut lines = Vec::new();
        let one_line = |value: &Option<String>| {
            let value = value.as_deref()?.split_whitespace().collect::<Vec<_>>().join(" ");
            (!value.is_empty()).then_some(value)
        };
        for (path, label, value) in [
            (layout::USER, "Name", one_line(&found.user_name)),
            (layout::IDENTITY, "Name", one_line(&found.agent_name)),
            (layout::IDENTITY, "Vibe", one_line(&found.manner)),
        ] {
            let Some(value) = value else { continue };
            let line = format!("- **{label}:** {value}");
            let text = with_label(&draft.text(path)?, label, &line);
            draft.set(path, text)?;
            lines.push((path.to_owned(), line));
        }
        if let Some(manner) = one_line(&found.manner) {
            let who = one_line(&found.user_name).or(self.user_name()?).unwrap_or_else(|| "Your human".to_owned());
            let line = format!("{who} would like you to be: {}.", manner.trim_end_matches(['.', '。']));
            let text = with_paragraph(&draft.text(layout::SOUL)?, "## Vibe", &line);
            draft.set(layout::SOUL, text)?;
            lines.push((layout::SOUL.to_owned(), line));
        }
        if lines.is_empty() {
            return Err(Error::Invalid("there is nothing to write: nobody said anything about themselves".to_owned()));
        }
        let mutation = Mutation::new(
            Action::Edit,
            Actor::Bot("introduction".into()),
            "filled in what the first conversation found out",
            draft.into_changes()?,
        )
        .approval(Approval::Approved)
        .trigger("first conversation, approved by the user");
        Ok(IntroductionPlan { lines, mutation })
    }

    /// Writes what a person approved. They saw the lines, so the alerts it raises are settled with it.
    pub fn introduce(&self, plan: IntroductionPlan, session: Option<String>) -> Result<Receipt> {
        self.decides("writing down who is who")?;
        let receipt = self.apply(plan.mutation.session(session))?;
        let raised: Vec<String> = self
            .workspace
            .alerts()?
            .into_iter()
            .filter(|alert| alert.commit.as_deref() == Some(&receipt.commit))
            .map(|alert| alert.id)
            .collect();
        if let Some(id) = raised.first() {
            self.workspace.acknowledge(id, &self.requester)?;
        }
        Ok(receipt)
    }
}

/// The text with one labelled line, in place of the one that carries the label now.
fn with_label(text: &str, label: &str, line: &str) -> String {
    let carries = |candidate: &str| {
        let bare = candidate.trim_start_matches(['-', '*', '+', ' ']).replace(['*', '_', '`'], "");
        candidate.trim_start().starts_with(['-', '*', '+'])
            && bare.split_once([':', '：']).is_some_and(|(found, _)| found.trim().eq_ignore_ascii_case(label))
    };
    let mut done = false;
    let mut out = String::with_capacity(text.len() + line.len());
    for old in text.lines() {
        let new = if !done && carries(old) {
            done = true;
            line
        } else {
            old
        };
        out.push_str(new);
        out.push('\n');
    }
    if !done {
        if !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The text with a paragraph right below a heading; the heading is added where there is none.
fn with_paragraph(text: &str, heading: &str, paragraph: &str) -> String {
    match text.lines().position(|line| line.trim_end().eq_ignore_ascii_case(heading)) {
        Some(at) => {
            let lines: Vec<&str> = text.lines().collect();
            let mut out: Vec<&str> = lines[..=at].to_vec();
            out.extend(["", paragraph, ""]);
            let rest = &lines[at + 1..];
            out.extend(rest.iter().skip_while(|line| line.trim().is_empty()));
            out.join("\n") + "\n"
        }
        None => format!("{}\n\n{heading}\n\n{paragraph}\n", text.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_filled_in_where_it_stands() {
        let text = "# IDENTITY.md\n\n- **Name:** _(pick a name)_\n- **Vibe:**\n\nmore\n";
        let filled = with_label(text, "Name", "- **Name:** Aria");
        assert_eq!(filled, "# IDENTITY.md\n\n- **Name:** Aria\n- **Vibe:**\n\nmore\n");
        assert!(with_label("# X\n", "Name", "- **Name:** Aria").ends_with("# X\n\n- **Name:** Aria\n"));
    }

    #[test]
    fn a_paragraph_goes_below_its_heading_and_nothing_is_lost() {
        let text = "# SOUL.md\n\n## Vibe\n\nWarm.\n\n---\n";
        assert_eq!(with_paragraph(text, "## Vibe", "Be dry."), "# SOUL.md\n\n## Vibe\n\nBe dry.\n\nWarm.\n\n---\n");
        assert_eq!(with_paragraph("a\n", "## Vibe", "Be dry."), "a\n\n## Vibe\n\nBe dry.\n");
    }
}
