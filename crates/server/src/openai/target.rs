//! Which agent and which model a request means by `model`.
//!
//! `aria` is the agent with its configured model, `aria/gpt-5` or `aria/openai/gpt-5` the agent with another one. Any other
//! name is a model's: programs with a fixed list of models get the agent of their token, or the default agent.

use crate::auth::Caller;
use crate::http::failure::Failure;
use crate::state::Gateway;

/// An agent and a model.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExchangeTarget {
    /// The agent's id.
    pub agent: String,
    /// The model, where one is named.
    pub model: Option<String>,
}

impl ExchangeTarget {
    /// Finds what `model` means. `agent` is the agent the program names beside it.
    pub fn find(gateway: &Gateway, caller: &Caller, model: &str, agent: Option<&str>) -> Result<Self, Failure> {
        let agents = gateway.agents()?;
        let known = |id: &str| agents.iter().any(|agent| agent.id == id);
        let (head, rest) = model.split_once('/').map_or((model, None), |(head, rest)| (head, Some(rest)));
        let named = |rest: &str| Some(rest.to_owned()).filter(|rest| !rest.is_empty());
        let target = match agent {
            Some(agent) if !known(agent) => {
                return Err(Failure::not_found(format!("no agent is called \"{}\"", agent.escape_debug())));
            }
            Some(agent) if head == agent => Self { agent: agent.to_owned(), model: rest.and_then(named) },
            Some(agent) => Self { agent: agent.to_owned(), model: named(model) },
            None if known(head) => Self { agent: head.to_owned(), model: rest.and_then(named) },
            None => {
                let own = caller.agent.clone().or_else(|| {
                    let first = agents.iter().find(|agent| agent.default).or(agents.first());
                    first.map(|agent| agent.id.clone())
                });
                let agent = own.ok_or_else(|| Failure::not_found("there is no agent yet; `soul setup` makes one"))?;
                Self { agent, model: named(model) }
            }
        };
        match caller.reaches(&target.agent) {
            true => Ok(target),
            false => Err(Failure::denied("this token is for another agent")),
        }
    }
}
