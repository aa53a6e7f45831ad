//! `/api/sign-in`: a one-time code from `soul open` becomes the person's token.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_api::Nothing;

use super::answer::Answer;
use super::call::{Call, Json};
use super::failure::Failure;
use crate::auth::Caller;

/// A code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// As `soul open` put it into the address.
    #[schemars(length(min = 1))]
    code: String,
}

/// Who signed in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SignedIn {
    /// The person's token.
    token: String,
}

pub fn sign_in(call: &Call, _: Nothing, Json(code): Json<Code>) -> Result<Answer<SignedIn>, Failure> {
    let gateway = &call.gateway;
    if !gateway.sign_in_codes().take(&code.code)? {
        let text = "this sign-in link was used already or is too old; `soul open` makes another";
        return Err(Failure::not_found(text));
    }
    Ok(SignedIn { token: gateway.tokens.own(&Caller::person())?.text }.into())
}
