//! Discord, by its gateway: a websocket over which it tells what is said; answers go out over HTTP.
//!
//! The other way in, interactions that Discord posts and signs, carries commands only: nobody could just talk.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use soulfile_engine::config::ConfigSecret;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};
use ureq::http::Uri;

use super::service::{PATIENCE, Service, path_part};
use super::{Channel, ChannelAccount, ChannelError, ChannelReceiver, Incoming, Outgoing};

const ADDRESS: &str = "https://discord.com/api/v10";
/// Where Discord's own gateways are.
const GATEWAYS: &str = ".discord.gg";
/// Messages of servers, direct messages, and what they say.
const INTENTS: u64 = (1 << 9) | (1 << 12) | (1 << 15);
/// What is said where a session cannot be gone on with.
const STALE: &str = "the gateway forgot the session";
/// How often the clock is looked at while nothing comes.
const TICK: Duration = Duration::from_millis(500);
/// Longest message of the gateway that is read.
const MOST_BYTES: usize = 4 << 20;

struct Discord {
    service: Service,
    token: ConfigSecret,
    /// Whether another address than Discord's own is configured.
    elsewhere: bool,
}

/// What a broken connection goes on from.
#[derive(Serialize, Deserialize)]
struct Resume {
    session: String,
    number: u64,
    url: String,
    own: String,
}

/// An open connection.
struct Connection {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    every: Duration,
    next: Instant,
    /// Whether the last heartbeat was answered.
    answered: bool,
    number: Option<u64>,
}

pub(super) fn open(account: &ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError> {
    let token = account.token()?.clone();
    let service = Service::new(account, Some(ADDRESS), Some("Bot"))?;
    Ok(Arc::new(Discord { service, token, elsewhere: account.base_url.is_some() }))
}

impl Channel for Discord {
    fn longest(&self) -> usize {
        2000
    }

    fn probe(&self) -> Result<String, ChannelError> {
        let me = self.service.get("/users/@me", PATIENCE)?;
        self.address()?;
        let name = self.service.without_token(me["username"].as_str().unwrap_or("?"));
        Ok(format!("is {name} at {}", self.service.host()))
    }

    fn listen(&self, line: &ChannelReceiver<'_>) -> Result<(), ChannelError> {
        let resume = line.cursor().and_then(|cursor| serde_json::from_str::<Resume>(&cursor).ok());
        let there = resume.as_ref().map(|resume| self.connect(&resume.url));
        let socket = match there {
            Some(Ok(socket)) => socket,
            // Gateways come and go; a session can be gone on with at another.
            Some(Err(_)) | None => self.connect(&self.address()?)?,
        };
        let heard = self.hear(socket, resume.as_ref(), line);
        if let Err(error) = &heard
            && error.to_string().contains(STALE)
        {
            line.keep_cursor("")?;
        }
        heard
    }

    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError> {
        let body = json!({
            "content": message.text,
            // The same nonce is one message, however often it is sent.
            "nonce": &message.key[..24],
            "enforce_nonce": true,
            // An answer calls nobody.
            "allowed_mentions": { "parse": [] },
        });
        self.service.post(&format!("/channels/{}/messages", path_part(&message.to.room)), &body).map(drop)
    }
}

impl Discord {
    /// Where the gateway is, as Discord says; only Discord's own gateways, or what is configured, get the token.
    fn address(&self) -> Result<String, ChannelError> {
        let answer = self.service.get("/gateway/bot", PATIENCE)?;
        let url = answer["url"].as_str().unwrap_or_default();
        self.trusted(url)?;
        Ok(url.to_owned())
    }

    fn trusted(&self, url: &str) -> Result<Uri, ChannelError> {
        let wrong = || ChannelError::passing("the gateway is said to be where Discord's gateways are not");
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?;
        let own_host = self.service.host().rsplit_once(':').map_or(self.service.host(), |(host, _)| host);
        let good = match uri.scheme_str() {
            Some("wss") if self.elsewhere => host == own_host,
            Some("wss") => host.ends_with(GATEWAYS),
            Some("ws") => self.elsewhere && host == own_host && super::service::is_loopback(host),
            _ => false,
        };
        if good { Ok(uri) } else { Err(wrong()) }
    }

    fn connect(&self, url: &str) -> Result<WebSocket<MaybeTlsStream<TcpStream>>, ChannelError> {
        let uri = self.trusted(url)?;
        let host = uri.host().unwrap_or_default();
        let broken = |what: &str| ChannelError::passing(format!("the gateway at {host} {what}"));
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("ws") { 80 } else { 443 });
        let mut addresses = (host, port).to_socket_addrs().map_err(|_| broken("cannot be found"))?;
        let address = addresses.next().ok_or_else(|| broken("cannot be found"))?;
        let stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(|_| broken("cannot be reached"))?;
        let timed = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        timed.map_err(|_| broken("cannot be reached"))?;
        let limits = tungstenite::protocol::WebSocketConfig::default().max_message_size(Some(MOST_BYTES));
        let asked = format!("{}/?v=10&encoding=json", url.trim_end_matches('/'));
        let (socket, _) = tungstenite::client_tls_with_config(asked, stream, Some(limits), None)
            .map_err(|_| broken("does not open a websocket"))?;
        let stream = match socket.get_ref() {
            MaybeTlsStream::Plain(stream) => Some(stream),
            MaybeTlsStream::Rustls(stream) => Some(&stream.sock),
            _ => None,
        };
        stream.map(|stream| stream.set_read_timeout(Some(TICK)));
        Ok(socket)
    }

    fn hear(
        &self,
        socket: WebSocket<MaybeTlsStream<TcpStream>>,
        resume: Option<&Resume>,
        line: &ChannelReceiver<'_>,
    ) -> Result<(), ChannelError> {
        let far = Instant::now() + Duration::from_secs(3600);
        let mut connection =
            Connection { socket, every: PATIENCE, next: far, answered: true, number: resume.map(|r| r.number) };
        let mut going: Option<Resume> = None;
        let began = Instant::now();
        while !line.is_over() {
            let Some(event) = connection.next()? else {
                if connection.next == far && began.elapsed() > PATIENCE {
                    return Err(ChannelError::passing("the gateway says nothing"));
                }
                continue;
            };
            connection.number = event["s"].as_u64().or(connection.number);
            match event["op"].as_u64() {
                Some(10) => {
                    let every = event["d"]["heartbeat_interval"].as_u64().unwrap_or(41_250);
                    connection.every = Duration::from_millis(every.max(1000));
                    connection.next = Instant::now() + connection.every / 2;
                    connection.say(&self.greeting(resume))?;
                }
                Some(11) => connection.answered = true,
                Some(1) => connection.beat()?,
                Some(7) => return Err(ChannelError::passing("the gateway asks to connect again")),
                Some(9) => {
                    // A session that may be gone on with is asked for again; another is begun.
                    if event["d"] != true {
                        line.keep_cursor("")?;
                        if resume.is_some() {
                            line.tell(
                                "the gateway forgot the session; what was said while nobody listened was not heard",
                            );
                        }
                    }
                    return Err(ChannelError::passing("the gateway begins anew"));
                }
                Some(0) => self.dispatch(&event, connection.number, resume, &mut going, line)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn greeting(&self, resume: Option<&Resume>) -> Value {
        let token = self.token.expose();
        match resume {
            Some(resume) => {
                json!({ "op": 6, "d": { "token": token, "session_id": resume.session, "seq": resume.number } })
            }
            None => {
                let properties = json!({ "os": "linux", "browser": "soulfile", "device": "soulfile" });
                json!({ "op": 2, "d": { "token": token, "intents": INTENTS, "properties": properties } })
            }
        }
    }

    fn dispatch(
        &self,
        event: &Value,
        number: Option<u64>,
        resume: Option<&Resume>,
        going: &mut Option<Resume>,
        line: &ChannelReceiver<'_>,
    ) -> Result<(), ChannelError> {
        let said = &event["d"];
        let number = number.unwrap_or(0);
        match event["t"].as_str() {
            Some("READY") => {
                let url = said["resume_gateway_url"].as_str().unwrap_or_default();
                self.trusted(url)?;
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let (session, own) = (text(&said["session_id"]), text(&said["user"]["id"]));
                *going = Some(Resume { session, number, url: url.to_owned(), own });
            }
            Some("RESUMED") => {
                *going = resume.map(|from| Resume {
                    session: from.session.clone(),
                    number,
                    url: from.url.clone(),
                    own: from.own.clone(),
                });
            }
            Some("MESSAGE_CREATE") => {
                // While a session is gone on with, what was missed comes before the word that it is.
                let own = going.as_ref().or(resume).map_or("", |session| session.own.as_str());
                if let Some(message) = self.read(said, own)? {
                    line.receive(message)?;
                }
                if going.is_none() {
                    return Ok(());
                }
            }
            _ => return Ok(()),
        }
        line.works();
        if let Some(going) = going {
            going.number = number;
            line.keep_cursor(&serde_json::to_string(going).unwrap_or_default())?;
        }
        Ok(())
    }

    fn read(&self, message: &Value, own: &str) -> Result<Option<Incoming>, ChannelError> {
        let (author, text) = (&message["author"], |key: &str| message[key].as_str());
        let (Some(id), Some(room), Some(peer)) = (text("id"), text("channel_id"), author["id"].as_str()) else {
            return Ok(None);
        };
        let spoken = matches!(message["type"].as_u64(), None | Some(0 | 19));
        if author["bot"] == true || peer == own || !message["webhook_id"].is_null() || !spoken {
            return Ok(None);
        }
        let mentions = message["mentions"].as_array();
        let mentioned = mentions.into_iter().flatten().any(|user| user["id"] == own)
            || message["referenced_message"]["author"]["id"] == own;
        let said = text("content").unwrap_or_default();
        let said = said.replace(&format!("<@{own}>"), "").replace(&format!("<@!{own}>"), "");
        let said = said.trim().trim_start_matches([',', ':']).trim().to_owned();
        let attachments = message["attachments"].as_array().map_or(0, Vec::len);
        if said.is_empty() && attachments == 0 {
            return Ok(None);
        }
        let direct = message["guild_id"].is_null() && self.is_direct(room)?;
        Ok(Some(Incoming {
            id: format!("{room}:{id}"),
            direct,
            peer: peer.to_owned(),
            room: room.to_owned(),
            thread: None,
            text: said,
            addressed: direct || mentioned,
            attachments,
        }))
    }

    /// Whether a channel is a conversation of two, and not one of several without a server.
    fn is_direct(&self, room: &str) -> Result<bool, ChannelError> {
        match self.service.get(&format!("/channels/{}", path_part(room)), PATIENCE) {
            Ok(channel) => Ok(channel["type"].as_u64() == Some(1)),
            Err(error) if error.passing => Err(error),
            Err(_) => Ok(false),
        }
    }
}

impl Connection {
    /// The next event; `None` where none came for a moment.
    fn next(&mut self) -> Result<Option<Value>, ChannelError> {
        if Instant::now() >= self.next {
            if !self.answered {
                return Err(ChannelError::passing("the gateway does not answer any more"));
            }
            self.beat()?;
            self.answered = false;
        }
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(serde_json::from_str(&text).ok()),
            Ok(Message::Close(frame)) => Err(closed(frame.map(|frame| u16::from(frame.code)))),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
            {
                Ok(None)
            }
            Err(_) => Err(ChannelError::passing("the connection to the gateway broke off")),
        }
    }

    fn beat(&mut self) -> Result<(), ChannelError> {
        self.next = Instant::now() + self.every;
        self.say(&json!({ "op": 1, "d": self.number }))
    }

    fn say(&mut self, what: &Value) -> Result<(), ChannelError> {
        let sent = self.socket.send(Message::text(what.to_string()));
        sent.map_err(|_| ChannelError::passing("the connection to the gateway broke off"))
    }
}

/// Why the gateway hung up.
fn closed(code: Option<u16>) -> ChannelError {
    match code {
        Some(4004) => ChannelError::last("Discord does not accept the token (4004)"),
        Some(4013 | 4014) => ChannelError::last(
            "Discord does not let this bot read messages; switch on its Message Content intent (4014)",
        ),
        Some(code @ (4007 | 4009)) => ChannelError::passing(format!("{STALE} ({code})")),
        Some(code) => ChannelError::passing(format!("the gateway hung up ({code})")),
        None => ChannelError::passing("the gateway hung up"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_account;
    use super::*;

    fn discord(base: Option<&str>) -> Discord {
        let account = ChannelAccount { base_url: base.map(str::to_owned), ..test_account("discord") };
        let service = Service::new(&account, Some(ADDRESS), Some("Bot")).unwrap();
        Discord { service, token: account.token.clone().unwrap(), elsewhere: base.is_some() }
    }

    #[test]
    fn the_token_goes_to_discords_gateways_only() {
        let own = discord(None);
        assert!(own.trusted("wss://gateway-us-east1-b.discord.gg").is_ok());
        for wrong in [
            "wss://evil.example",
            "wss://discord.gg.evil.example",
            "wss://evildiscord.gg",
            "ws://gateway.discord.gg",
            "https://gateway.discord.gg",
            "",
        ] {
            assert!(own.trusted(wrong).is_err(), "{wrong}");
        }
        let local = discord(Some("http://127.0.0.1:8080"));
        assert!(local.trusted("ws://127.0.0.1:9090").is_ok());
        assert!(local.trusted("ws://10.0.0.1:9090").is_err() && local.trusted("wss://gateway.discord.gg").is_err());
    }
}
