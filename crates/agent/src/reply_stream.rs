//! [`Replies`]: what comes back for a line, one reply at a time.

use std::collections::VecDeque;

use crate::conversation::Conversation;
use crate::reply::Reply;

/// The replies to one line, each made when it is asked for: what a line tells is kept and acknowledged before what it
/// asks is looked up.
///
/// Dropping it early still carries out the whole line.
pub struct Replies<'c> {
    conversation: &'c mut Conversation,
    /// The line, until it is begun with.
    line: Option<String>,
    made: VecDeque<Reply>,
}

impl<'c> Replies<'c> {
    pub(crate) fn new(conversation: &'c mut Conversation, line: &str) -> Self {
        let line = (!line.is_empty()).then(|| line.to_owned());
        Self { conversation, line, made: VecDeque::new() }
    }
}

impl Iterator for Replies<'_> {
    type Item = Reply;

    fn next(&mut self) -> Option<Reply> {
        while self.made.is_empty() {
            let more = match self.line.take() {
                Some(line) => self.conversation.reply_to(&line),
                None => self.conversation.reply_to_the_rest()?,
            };
            self.made.extend(more);
        }
        self.made.pop_front()
    }
}

impl Drop for Replies<'_> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}
