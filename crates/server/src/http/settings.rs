//! `…/config`, `…/models`, `…/tokens`, `…/connectors`: what a person sets. With the approval lock set, changing any of it
//! needs the passphrase.

use soulfile_api::{
    ConfigChange, ConfigView, ConfiguredModel, ConnectorView, ModelNamed, Nothing, TestedModel, TokenNamed, TokenView,
};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;
use crate::administration::Administration;
use crate::tokens::Token;

fn administration(call: &Call) -> Result<&dyn Administration, Failure> {
    call.gateway.administration().ok_or_else(|| Failure::not_found("nothing can be set through this gateway"))
}

pub fn config(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<ConfigView>, Failure> {
    Ok(administration(call)?.config()?.into())
}

pub fn configure(call: &Call, _: Nothing, Json(change): Json<ConfigChange>) -> Result<Answer<ConfigView>, Failure> {
    call.engine().decides("changing the configuration")?;
    let locked = call.engine().approval_lock().is_set();
    Ok(administration(call)?.configure(&change, locked)?.into())
}

pub fn models(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ConfiguredModel>>, Failure> {
    Ok(administration(call)?.models()?.into())
}

pub fn test_model(call: &Call, _: Nothing, Json(of): Json<ModelNamed>) -> Result<Answer<TestedModel>, Failure> {
    Ok(administration(call)?.test_model(&of.model)?.into())
}

pub fn connectors(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ConnectorView>>, Failure> {
    Ok(administration(call)?.connectors(call.agent())?.into())
}

pub fn tokens(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<TokenView>>, Failure> {
    let all = call.gateway.tokens.all();
    Ok(all.iter().map(|token| view(call, token)).collect::<Vec<_>>().into())
}

pub fn revoke(call: &Call, of: TokenNamed, _: NoBody) -> Result<Answer<TokenView>, Failure> {
    call.engine().decides("revoking a token")?;
    if call.token.as_deref() == Some(&of.id) {
        return Err(Failure::invalid("this request was made with that token; `soul serve token rotate` makes it anew"));
    }
    let gone = call.gateway.tokens.revoke(&of.id)?;
    Ok(view(call, &gone).into())
}

fn view(call: &Call, token: &Token) -> TokenView {
    let caller = &token.caller;
    TokenView {
        id: token.id.clone(),
        holder: if caller.is_person() { "person" } else { "agent" }.to_owned(),
        agent: caller.agent.clone(),
        session: caller.session.to_string(),
        room: caller.room.clone(),
        user: caller.user.clone(),
        read_only: caller.read_only,
        made: token.made.to_string(),
        expires: token.expires.map(|at| at.to_string()),
        own: call.token.as_deref() == Some(&token.id),
    }
}
