//! `POST /api/channels/{channel}/{account}`: what a messenger delivers. `…/channels`: which agent answers where.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use soulfile_api::{ChannelNamed, ChannelQuery, ChannelReceipt, ChannelStatus};

use super::answer::Answer;
use super::call::{Body, Call, NoBody};
use super::failure::Failure;
use crate::channels::{Delivery, channel_status};

/// A body as it came: what is signed is its bytes.
pub struct SignedBody(Vec<u8>);

impl Body for SignedBody {
    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        Some(json_schema!({ "type": "object", "description": "what the service says, in its own form, signed" }))
    }

    fn bounds() -> Value {
        Value::Null
    }

    fn read(_: &axum::http::HeaderMap, bytes: &[u8], _: &Value) -> Result<Self, Failure> {
        Ok(Self(bytes.to_vec()))
    }
}

/// Takes what a service delivers to an account; the signature is the only key.
pub fn deliver(call: &Call, to: ChannelNamed, SignedBody(body): SignedBody) -> Result<Answer<ChannelReceipt>, Failure> {
    let now = call.gateway.settings.clock.now().as_second();
    let delivery = Delivery { headers: &call.headers, body: &body, now };
    Ok(call.gateway.channels.deliver(&to.channel, &to.account, &delivery)?.into())
}

/// Shows where an agent is reached; a probe asks each messenger who we are.
pub fn status(call: &Call, query: ChannelQuery, _: NoBody) -> Result<Answer<ChannelStatus>, Failure> {
    let accounts = call.gateway.channel_accounts()?;
    Ok(channel_status(call.engine(), &accounts, query.probe)?.into())
}
