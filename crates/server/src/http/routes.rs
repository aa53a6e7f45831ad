//! The table of everything that can be called: method, path, who may, whether it changes anything.
//!
//! The router, the OpenAPI document, the auth matrix and the browser matrix are all made from
//! [`table`]. A route that is not in it cannot be reached; one that is, is tested.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::Method;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use soulfile_api::{
    ChangeEvent, ChatCompletionRequest, ChatLine, ChatNamed, Nothing, PassedOn, ResponseRequest, TurnEvent,
};
use soulfile_models::chat::ClientFormat;

use super::answer::{Answer, Written};
use super::call::{self, Body, Call, NoBody, Run};
use super::failure::Failure;
use super::{
    agents, alerts, audit, channels, chat, context, core, daily, decay, doctor, events, files, forget, graph, health,
    heartbeat, history, identity, index, lock, memories, metrics, openapi, pin, proposals, recall, reflections,
    remember, rollback, settings, sign_in,
};
use crate::bounds;
use crate::openai;
use crate::state::Gateway;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Anyone; such a route says nothing private.
    Public,
    /// Whoever signed the body with the secret of the account in the path.
    Signed,
    /// Any good token that reaches the agent; the answer is filtered by its session.
    Agent,
    /// A person, or an agent in a private session: the answer is not filtered.
    Private,
    /// A person, never an agent: approving, undoing, editing files.
    Person,
}

/// What kind of headers a route speaks beside its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Headers {
    /// None.
    Plain,
    /// Answers with an ETag; `If-None-Match` saves the body.
    Tagged,
    /// Needs `If-Match`, or `If-None-Match: *` for something new.
    Guarded,
    /// Needs `If-Match`.
    Matched,
}

/// One route.
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path; `{*name}` takes the rest of it.
    pub path: &'static str,
    /// Who may call it.
    pub who: Who,
    /// Whether it changes anything.
    pub mutates: bool,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Headers beside the body.
    pub headers: Headers,
    pub(super) inputs: fn(&mut SchemaGenerator) -> Schema,
    pub(super) body: fn(&mut SchemaGenerator) -> Option<Schema>,
    pub(super) answer: Answers,
    serve: Serve,
}

/// What a route answers with.
pub(super) enum Answers {
    /// JSON.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A stream of events, each with such data.
    Events(fn(&mut SchemaGenerator) -> Schema),
    /// Text.
    Text,
    /// JSON, or a stream of events where that is asked for.
    Either(fn(&mut SchemaGenerator) -> Schema),
}

#[derive(Clone)]
enum Serve {
    Verb(Arc<Run>),
    Stream(Streamer),
    Exchange(ClientFormat),
}

/// Answers a request with a stream of events.
type Streamer = fn(Arc<Gateway>, Request) -> Pin<Box<dyn Future<Output = Response> + Send>>;

type Handler<Q, B, T> = fn(&Call, Q, B) -> Result<Answer<T>, Failure>;

/// A route over one verb.
fn verb<Q, B, T>(method: Method, path: &'static str, who: Who, run: Handler<Q, B, T>, summary: &'static str) -> Route
where
    Q: DeserializeOwned + JsonSchema + 'static,
    B: Body,
    T: Serialize + JsonSchema + 'static,
{
    let (inputs_bounds, body_bounds) = (bounds::whole_schema::<Q>(), B::bounds());
    Route {
        mutates: method != Method::GET,
        method,
        path,
        who,
        summary,
        headers: Headers::Plain,
        inputs: Q::json_schema,
        body: B::schema,
        answer: Answers::Json(|generator| generator.subschema_for::<T>()),
        serve: Serve::Verb(Arc::new(move |call, inputs, bytes| {
            let inputs = call::read_inputs::<Q>(inputs, &inputs_bounds)?;
            let body = B::read(&call.headers, bytes, &body_bounds)?;
            Ok(run(call, inputs, body)?.into())
        })),
    }
}

/// A route that answers with text.
fn text(path: &'static str, who: Who, run: fn(&Call) -> Result<String, Failure>, summary: &'static str) -> Route {
    let bounds = bounds::whole_schema::<Nothing>();
    Route {
        method: Method::GET,
        path,
        who,
        mutates: false,
        summary,
        headers: Headers::Plain,
        inputs: Nothing::json_schema,
        body: |_| None,
        answer: Answers::Text,
        serve: Serve::Verb(Arc::new(move |call, inputs, bytes| {
            call::read_inputs::<Nothing>(inputs, &bounds)?;
            NoBody::read(&call.headers, bytes, &Value::Null)?;
            Ok(Written::text(run(call)?))
        })),
    }
}

/// A route that answers with a stream.
fn stream<T: JsonSchema>(method: Method, path: &'static str, who: Who, run: Streamer, summary: &'static str) -> Route {
    Route {
        mutates: method != Method::GET,
        method,
        path,
        who,
        summary,
        headers: Headers::Plain,
        inputs: Nothing::json_schema,
        body: |_| None,
        answer: Answers::Events(|generator| generator.subschema_for::<T>()),
        serve: Serve::Stream(run),
    }
}

/// A route on which programs talk with a model.
fn exchange<B: JsonSchema>(path: &'static str, format: ClientFormat, answer: Answers, summary: &'static str) -> Route {
    Route {
        method: Method::POST,
        path,
        who: Who::Agent,
        mutates: true,
        summary,
        headers: Headers::Plain,
        inputs: Nothing::json_schema,
        body: |generator| Some(generator.subschema_for::<B>()),
        answer,
        serve: Serve::Exchange(format),
    }
}

impl Route {
    /// Says that it changes nothing, although it is no GET.
    fn read_only(self) -> Self {
        Self { mutates: false, ..self }
    }

    fn headers(self, headers: Headers) -> Self {
        Self { headers, ..self }
    }

    /// The path as OpenAPI writes it.
    pub fn plain_path(&self) -> String {
        self.path.replace("{*", "{")
    }

    /// What answers the route.
    pub(super) fn service(self, gateway: Arc<Gateway>) -> MethodRouter {
        let filter = MethodFilter::try_from(self.method.clone()).expect("a common method");
        let (who, mutates, serve) = (self.who, self.mutates, self.serve);
        on(filter, move |request: Request| {
            let (gateway, serve) = (gateway.clone(), serve.clone());
            async move {
                match serve {
                    Serve::Verb(run) => call::answer(gateway, request, who, mutates, run).await,
                    Serve::Stream(stream) => stream(gateway, request).await,
                    Serve::Exchange(format) => openai::exchange::answer(gateway, request, format).await,
                }
            }
        })
    }

    /// Whether a model answers, for which the time of a verb is no measure.
    pub(super) fn is_exchange(&self) -> bool {
        matches!(self.serve, Serve::Exchange(_))
    }
}

fn passed_on(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<PassedOn>()
}

/// Everything that can be called.
#[rustfmt::skip]
pub fn table() -> Vec<Route> {
    use Who::{Agent, Person, Private, Public, Signed};
    let get = Method::GET;
    let post = Method::POST;
    macro_rules! ws { ($rest:literal) => { concat!("/api/workspace/{agent_name}", $rest) }; }
    vec![
        verb(get.clone(), "/api/health", Public, health::show, "Says that the gateway is up"),
        verb(get.clone(), "/api/ready", Public, health::ready, "Says that the gateway is up and its agents can be written to"),
        text("/metrics", Private, metrics::show, "Shows what the gateway counts of itself, as Prometheus reads it"),
        verb(get.clone(), "/api/openapi.json", Public, openapi::show, "Describes everything that can be called"),
        verb(get.clone(), "/api/agents", Agent, agents::list, "Lists the agents a token reaches"),

        verb(post.clone(), "/api/sign-in", Public, sign_in::sign_in, "Exchanges a one-time code for the person's token"),

        verb(get.clone(), ws!("/files"), Private, files::list, "Lists the files of a workspace"),
        verb(get.clone(), ws!("/file/{*filename}"), Private, files::read, "Reads a file").headers(Headers::Tagged),
        verb(Method::PUT, ws!("/file/{*filename}"), Person, files::write, "Writes a file, if it still is what was read").headers(Headers::Guarded),
        verb(Method::DELETE, ws!("/file/{*filename}"), Person, files::delete, "Deletes a file, if it still is what was read").headers(Headers::Matched),
        verb(get.clone(), ws!("/file-default/{*filename}"), Private, files::show_default, "Shows what a new workspace would get for a file"),
        verb(get.clone(), ws!("/memory/daily"), Private, daily::list, "Lists the daily logs, newest first"),
        verb(get.clone(), ws!("/memory/daily/{date}"), Private, daily::read, "Reads one day's log"),
        verb(post.clone(), ws!("/memory/daily/{date}"), Agent, daily::append, "Adds an entry to the end of a day's log"),

        verb(get.clone(), ws!("/context"), Agent, context::show, "Shows exactly what a session receives"),
        verb(get.clone(), ws!("/context-report"), Agent, context::report, "Shows which files a session receives, why, and what they cost"),
        verb(get.clone(), "/api/agents/{agent_name}/context-report", Agent, context::report, "The same report, by the agent's name"),
        verb(get.clone(), ws!("/context-receipts"), Private, context::receipts, "Lists which bytes of which commit recent sessions saw"),
        verb(get.clone(), ws!("/identity"), Private, identity::show, "Shows the agent's name and avatar, and which source won"),

        verb(post.clone(), ws!("/remember"), Agent, remember::remember, "Remembers something"),
        verb(get.clone(), ws!("/recall"), Agent, recall::recall, "Finds what is remembered"),
        verb(get.clone(), ws!("/memories"), Private, memories::list, "Lists memories with their states, newest first"),
        verb(get.clone(), ws!("/memory/lines"), Agent, recall::lines, "Reads lines of a file, as far as the session sees them"),
        verb(post.clone(), ws!("/used"), Agent, recall::used, "Counts memories as used: they fade more slowly"),
        verb(get.clone(), ws!("/index"), Private, index::status, "Shows what the search index holds"),
        verb(post.clone(), ws!("/index/rebuild"), Person, index::rebuild, "Makes the search index anew"),

        verb(post.clone(), ws!("/forget/candidates"), Private, forget::candidates, "Finds what may be meant, and changes nothing").read_only(),
        verb(post.clone(), ws!("/forget"), Person, forget::forget, "Forgets exactly these memories"),
        verb(get.clone(), ws!("/archived"), Private, forget::archived, "Lists what can be restored"),
        verb(post.clone(), ws!("/restore"), Person, forget::restore, "Brings back what was archived"),
        verb(post.clone(), ws!("/pin"), Person, pin::pin, "Pins a memory: it never fades"),
        verb(post.clone(), ws!("/unpin"), Person, pin::unpin, "Unpins a memory"),

        verb(get.clone(), ws!("/core"), Private, core::show, "Shows core memory with its budgets"),
        verb(post.clone(), ws!("/core"), Person, core::edit, "Edits core memory, within its cap"),
        verb(get.clone(), ws!("/graph"), Private, graph::show, "Shows the knowledge graph, or what is around an entity"),
        verb(get.clone(), ws!("/graph/entity"), Private, graph::entity, "Shows everything known about an entity"),
        verb(get.clone(), ws!("/graph/path"), Private, graph::path, "Shows what ties two entities together"),
        verb(post.clone(), ws!("/graph/merge"), Person, graph::merge, "Merges one entity into another"),
        verb(post.clone(), ws!("/graph/split"), Person, graph::split, "Splits an entity off the one it was merged into"),
        verb(get.clone(), ws!("/decay"), Private, decay::status, "Shows how many memories are in which state"),
        verb(get.clone(), ws!("/decay/explain"), Private, decay::explain, "Shows a memory's score with its formula"),
        verb(post.clone(), ws!("/decay/run"), Private, decay::run, "Brings the scores up to date, as one commit"),

        verb(get.clone(), ws!("/audit"), Private, audit::log, "Shows what changed, who did it, and why"),
        verb(get.clone(), ws!("/audit/entry/{id}"), Private, audit::show, "Shows one change with its diff"),
        verb(get.clone(), ws!("/audit/blame"), Private, audit::blame, "Shows who wrote each line of a file"),
        verb(get.clone(), ws!("/audit/why"), Private, audit::why, "Shows why something was written or forgotten"),
        verb(get.clone(), ws!("/audit/verify"), Private, audit::verify, "Verifies the whole trail"),
        verb(get.clone(), ws!("/audit/receipt/{id}"), Private, audit::receipt, "Verifies one receipt"),
        verb(get.clone(), ws!("/history"), Private, history::show, "Shows a file's past, or the workspace's"),
        verb(post.clone(), ws!("/rollback/plan"), Private, rollback::plan, "Works out an undo, and changes nothing").read_only(),
        verb(post.clone(), ws!("/rollback"), Person, rollback::rollback, "Undoes a change, a session, a file or everything to a time"),

        verb(get.clone(), ws!("/proposals"), Private, proposals::list, "Lists memories that wait for a person"),
        verb(post.clone(), ws!("/proposals"), Agent, proposals::propose, "Proposes a memory"),
        verb(get.clone(), ws!("/proposals/{number}"), Private, proposals::show, "Shows one proposal"),
        verb(get.clone(), ws!("/proposals/{number}/preview"), Private, proposals::preview, "Shows what accepting a proposal would change"),
        verb(post.clone(), ws!("/proposals/{number}/commit"), Person, proposals::commit, "Accepts a proposal, as it was reviewed"),
        verb(post.clone(), ws!("/proposals/{number}/reject"), Person, proposals::reject, "Rejects a proposal"),
        verb(post.clone(), ws!("/proposals/{number}/defer"), Person, proposals::defer, "Leaves a proposal for later"),
        verb(get.clone(), ws!("/reflections"), Private, reflections::status, "Shows where reflection stands"),
        verb(post.clone(), ws!("/reflections"), Private, reflections::draft, "Drafts a reflection, which waits for a person"),
        verb(get.clone(), ws!("/reflections/history"), Private, reflections::history, "Shows what became of past reflections"),
        verb(get.clone(), ws!("/reflections/pending"), Private, reflections::pending, "Shows the reflection that waits"),
        verb(post.clone(), ws!("/reflections/pending/preview"), Private, reflections::preview, "Shows what an approval would change").read_only(),
        verb(post.clone(), ws!("/reflections/pending/approve"), Person, reflections::approve, "Approves a reflection, whole or by item, as it was reviewed"),
        verb(post.clone(), ws!("/reflections/pending/reject"), Person, reflections::reject, "Rejects a reflection, whole or by item"),
        verb(post.clone(), ws!("/heartbeat"), Private, heartbeat::run, "Works through HEARTBEAT.md once, and logs what came of it"),
        verb(get.clone(), ws!("/alerts"), Private, alerts::list, "Lists changes of critical files nobody acknowledged"),
        verb(post.clone(), ws!("/alerts/{id}/acknowledge"), Person, alerts::acknowledge, "Acknowledges an alert, or all"),
        verb(get.clone(), ws!("/lock"), Private, lock::status, "Shows whether deciding needs the passphrase"),
        verb(post.clone(), ws!("/lock/open"), Person, lock::open, "Takes the passphrase, and gives a key that decides for a few minutes"),
        verb(get.clone(), ws!("/config"), Person, settings::config, "Shows the configuration in force, with its schema"),
        verb(post.clone(), ws!("/config"), Person, settings::configure, "Sets or removes one value of the configuration"),
        verb(get.clone(), ws!("/models"), Person, settings::models, "Lists the configured language models"),
        verb(post.clone(), ws!("/models/test"), Person, settings::test_model, "Asks a configured model for one word").read_only(),
        verb(get.clone(), ws!("/channels"), Person, channels::status, "Shows which messengers lead to an agent, and whether they work"),
        verb(get.clone(), ws!("/connectors"), Person, settings::connectors, "Lists the programs that can be connected, and what that would change"),
        verb(get.clone(), ws!("/tokens"), Person, settings::tokens, "Lists the tokens, without their texts"),
        verb(Method::DELETE, ws!("/tokens/{id}"), Person, settings::revoke, "Revokes a token"),
        verb(get.clone(), ws!("/doctor"), Private, doctor::look, "Looks for trouble"),
        verb(post.clone(), ws!("/doctor/mend"), Person, doctor::mend, "Mends what can be mended without losing anything"),

        exchange::<ChatCompletionRequest>("/v1/chat/completions", ClientFormat::ChatCompletions, Answers::Either(passed_on), "Answers as an agent, in the format of OpenAI's chat completions"),
        exchange::<ResponseRequest>("/v1/responses", ClientFormat::Responses, Answers::Either(passed_on), "Answers as an agent, in the format of OpenAI's responses"),
        exchange::<ChatCompletionRequest>("/v1/messages", ClientFormat::Messages, Answers::Either(passed_on), "Answers as an agent, in the format of Anthropic's messages"),
        exchange::<ChatCompletionRequest>("/v1/messages/count_tokens", ClientFormat::CountTokens, Answers::Json(passed_on), "Counts the tokens of a request, its context included"),
        verb(get.clone(), "/v1/models", Agent, openai::models::list, "Lists the agents as models"),
        verb(get.clone(), "/v1/models/{*model}", Agent, openai::models::show, "Shows one of them"),
        verb(post.clone(), "/v1/embeddings", Agent, openai::embeddings::embed, "Embeds texts by the encoder inside the binary").read_only(),

        verb(get.clone(), ws!("/chat"), Person, chat::list, "Lists the conversations that were held, newest first"),
        verb(post.clone(), ws!("/chat"), Person, chat::begin, "Begins a conversation"),
        verb(get.clone(), ws!("/chat/{session}"), Person, chat::show, "Shows a conversation as far as it has come"),
        Route {
            inputs: ChatNamed::json_schema,
            body: |generator| Some(generator.subschema_for::<ChatLine>()),
            ..stream::<TurnEvent>(post.clone(), ws!("/chat/{session}/say"), Person, |gateway, request| Box::pin(chat::say(gateway, request)), "Says a line, and streams what comes back")
        },
        verb(post.clone(), ws!("/chat/{session}/stop"), Person, chat::stop, "Stops the answer under way; what came is kept"),
        verb(Method::DELETE, ws!("/chat/{session}"), Person, chat::forget, "Removes a conversation; memory keeps what was told"),

        verb(post.clone(), "/api/channels/{channel}/{account}", Signed, channels::deliver, "Takes what a messenger delivers"),

        stream::<ChangeEvent>(get, ws!("/events"), Private, |gateway, request| Box::pin(events::stream(gateway, request)), "Streams changes as they happen; Last-Event-ID resumes"),
    ]
}
