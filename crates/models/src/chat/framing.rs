//! Cuts a stream of bytes into events: server-sent events, JSON lines, or one whole document.

/// Longest event that is taken.
const MOST_EVENT: usize = 16 << 20;

/// How a stream is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// `event:` and `data:` lines, a blank line between events.
    Events,
    /// One JSON document per line.
    Lines,
    /// One JSON document.
    Whole,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServerSentEvent {
    /// Its name; empty where it has none.
    pub name: String,
    pub data: String,
}

/// Takes bytes in pieces of any size and gives events.
pub(crate) struct FrameSplitter {
    framing: Framing,
    /// The unfinished line, or the whole document.
    line: Vec<u8>,
    name: String,
    data: String,
    has_data: bool,
}

/// An event is longer than any answer can be.
#[derive(Debug)]
pub(crate) struct TooLarge;

impl FrameSplitter {
    pub fn new(framing: Framing) -> Self {
        Self { framing, line: Vec::new(), name: String::new(), data: String::new(), has_data: false }
    }

    /// Takes bytes; hands over each event they complete.
    pub fn push(&mut self, bytes: &[u8], events: &mut Vec<ServerSentEvent>) -> Result<(), TooLarge> {
        if self.framing == Framing::Whole {
            self.line.extend_from_slice(bytes);
            return self.bounded();
        }
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                self.line(&line, events);
            } else {
                self.line.push(byte);
            }
        }
        self.bounded()
    }

    /// The stream has ended: what is complete but for its last line break counts.
    pub fn end(&mut self, events: &mut Vec<ServerSentEvent>) {
        let line = std::mem::take(&mut self.line);
        if self.framing == Framing::Whole {
            let data = String::from_utf8_lossy(&line).into_owned();
            events.push(ServerSentEvent { name: String::new(), data });
            return;
        }
        self.line(&line, events);
        self.dispatch(events);
    }

    fn bounded(&self) -> Result<(), TooLarge> {
        if self.line.len() + self.data.len() > MOST_EVENT { Err(TooLarge) } else { Ok(()) }
    }

    fn line(&mut self, line: &[u8], events: &mut Vec<ServerSentEvent>) {
        let text = String::from_utf8_lossy(line);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if self.framing == Framing::Lines {
            if !text.trim().is_empty() {
                events.push(ServerSentEvent { name: String::new(), data: text.to_owned() });
            }
            return;
        }
        if text.is_empty() {
            return self.dispatch(events);
        }
        let (field, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => self.name = value.to_owned(),
            "data" => {
                if self.has_data {
                    self.data.push('\n');
                }
                self.has_data = true;
                self.data.push_str(value);
            }
            // Comments, ids and retry times are of no use here.
            _ => {}
        }
    }

    fn dispatch(&mut self, events: &mut Vec<ServerSentEvent>) {
        let (name, data) = (std::mem::take(&mut self.name), std::mem::take(&mut self.data));
        if std::mem::take(&mut self.has_data) {
            events.push(ServerSentEvent { name, data });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(framing: Framing, text: &str, size: usize) -> Vec<(String, String)> {
        let mut splitter = FrameSplitter::new(framing);
        let mut events = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            splitter.push(piece, &mut events).unwrap();
        }
        splitter.end(&mut events);
        events.into_iter().map(|event| (event.name, event.data)).collect()
    }

    #[test]
    fn events_are_the_same_however_the_bytes_are_cut() {
        let text = ": hello\n\nevent: a\r\ndata: {\"é\":1}\r\n\r\ndata:one\ndata: two\nid: 7\n\n\n\nevent: empty\n\ndata: last";
        let want = [("a", "{\"é\":1}"), ("", "one\ntwo"), ("", "last")];
        for size in 1..text.len() {
            let events = split(Framing::Events, text, size);
            assert_eq!(events, want.map(|(n, d)| (n.to_owned(), d.to_owned())), "{size}");
        }
        let lines = "{\"a\":1}\r\n\n{\"b\":2}";
        for size in 1..lines.len() {
            assert_eq!(split(Framing::Lines, lines, size).len(), 2, "{size}");
        }
    }

    #[test]
    fn an_event_without_end_is_refused() {
        let mut splitter = FrameSplitter::new(Framing::Events);
        let piece = vec![b'x'; 1 << 20];
        let refused = (0..64).any(|_| splitter.push(&piece, &mut Vec::new()).is_err());
        assert!(refused);
    }
}
