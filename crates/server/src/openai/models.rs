//! `GET /v1/models`: the agents a token reaches, alone and with each configured model.

use soulfile_api::{ModelList, ModelRequest, ModelShown, Nothing};

use crate::http::answer::Answer;
use crate::http::call::{Call, NoBody};
use crate::http::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<ModelList>, Failure> {
    Ok(known(call)?.into())
}

pub fn show(call: &Call, asked: ModelRequest, _: NoBody) -> Result<Answer<ModelShown>, Failure> {
    let found = known(call)?.data.into_iter().find(|model| model.id == asked.model);
    let found = found.ok_or_else(|| {
        Failure::not_found(format!("no model is called \"{}\"; GET /v1/models lists them", asked.model.escape_debug()))
    })?;
    Ok(found.into())
}

/// Clients of OpenAI and of Anthropic read the same list, each its own fields.
fn known(call: &Call) -> Result<ModelList, Failure> {
    let mut data = Vec::new();
    for agent in call.gateway.agents()?.into_iter().filter(|agent| call.caller.reaches(&agent.id)) {
        data.push(shown(agent.id.clone()));
        let models = call.gateway.model_names(&agent.id)?;
        data.extend(models.iter().map(|model| shown(format!("{}/{model}", agent.id))));
    }
    let ends = |model: Option<&ModelShown>| model.map(|model| model.id.clone());
    Ok(ModelList { object: "list", first_id: ends(data.first()), last_id: ends(data.last()), has_more: false, data })
}

fn shown(id: String) -> ModelShown {
    ModelShown {
        object: "model",
        r#type: "model",
        created: 0,
        created_at: "1970-01-01T00:00:00Z",
        display_name: id.clone(),
        owned_by: "soulfile",
        id,
    }
}
