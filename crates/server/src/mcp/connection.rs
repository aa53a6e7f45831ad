//! One connection: whose memory it reaches, and as whom. Both are fixed before the first message.

use std::sync::Arc;

use rmcp::ErrorData;
use soulfile_engine::{ContextRequest, Engine, Error, Requester, Result, Session};
use soulfile_vocabulary::SessionKind;

use crate::auth::speaker;
use crate::blocking::Blocking;
use crate::engines::Engines;
use crate::state::Gateway;
use crate::tokens::Token;

/// Requests of one stdio client that run at once, and that wait.
const OF_ONE_CLIENT: (usize, usize) = (8, 256);

/// Opens the engine, or hands out the open one.
type Open = Arc<dyn Fn() -> Result<Arc<Engine>> + Send + Sync>;

/// How many tools a client is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// The seven a model chooses well among.
    #[default]
    Default,
    /// Everything that decides nothing.
    Full,
}

/// Whose memory a connection reaches, and as whom.
#[derive(Clone)]
pub struct McpConnection {
    /// The agent's id, known before anything is opened.
    pub(super) agent: String,
    /// The session: its kind, room, user, sub-agent and grants.
    pub(super) who: ContextRequest,
    /// Whether it may only read.
    pub(super) read_only: bool,
    /// Which tools are shown.
    pub(super) profile: Profile,
    /// Whether the client can be told something unasked.
    pub(super) lasting: bool,
    /// How the trail names who asks for a change here.
    requester: Requester,
    open: Open,
    blocking: Blocking,
}

impl McpConnection {
    /// A connection of a process of its own. The agent is opened at the first request that needs it,
    /// so that the handshake costs nothing; a failure to open is tried again.
    pub fn of_process(engines: Engines, agent: &str, who: ContextRequest, profile: Profile) -> Self {
        let blocking = Blocking::new(OF_ONE_CLIENT.0, OF_ONE_CLIENT.1);
        let id = agent.to_owned();
        let open = Arc::new(move || engines.of(&id));
        let requester = Requester {
            channel: Some("mcp".to_owned()),
            token: None,
            session: who.session_id.clone(),
            speaker: Some(speaker(who.user.as_deref(), who.subagent.as_deref(), Some(agent))),
            room: None,
        };
        Self { agent: agent.to_owned(), who, read_only: false, profile, lasting: true, requester, open, blocking }
    }

    /// A connection through the gateway, as its token says. Requests there know no session of their
    /// own, so a token's day is one: the persona is decided once for it.
    pub fn to_gateway(gateway: &Arc<Gateway>, agent: &str, token: &Token, profile: Profile) -> Self {
        let mut who = token.caller.context_request();
        let day = gateway.settings.clock.now().to_zoned(jiff::tz::TimeZone::UTC).date();
        who.session_id = Some(format!("mcp-{}-{day}", token.id));
        let open = {
            let (gateway, agent) = (gateway.clone(), agent.to_owned());
            move || gateway.engine(&agent)
        };
        Self {
            agent: agent.to_owned(),
            read_only: token.caller.read_only,
            profile,
            lasting: false,
            requester: token.caller.requester("mcp", Some(&token.id), who.session_id.as_deref()),
            who,
            open: Arc::new(open),
            blocking: gateway.blocking.clone(),
        }
    }

    /// Says whether this session sees everything in the workspace: a private one that is not with one
    /// particular person.
    pub(super) fn sees_everything(&self) -> bool {
        self.who.kind.is_none_or(SessionKind::is_private) && self.who.user.is_none()
    }

    /// Runs a piece of work on the engine, on its side of the crossing.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&McpCaller) -> T + Send + 'static,
    ) -> std::result::Result<Result<T>, ErrorData> {
        let (open, who, requester) = (self.open.clone(), self.who.clone(), self.requester.clone());
        let done = self.blocking.run(move || {
            let engine = open()?.acting_for(requester);
            let session = engine.session(&who)?;
            Ok::<_, Error>(work(&McpCaller { engine, session, who }))
        });
        done.await.map_err(|crossing| ErrorData::internal_error(crossing.to_string(), None))
    }
}

/// The open engine and who asks it.
pub(super) struct McpCaller {
    pub engine: Engine,
    /// The session, with its grants.
    pub session: Session,
    /// The same as a request for a context.
    pub who: ContextRequest,
}
