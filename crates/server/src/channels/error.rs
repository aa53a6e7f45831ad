//! What goes wrong with a service, by what can be done about it.

use std::time::Duration;

/// What went wrong with a service. Never holds a secret.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{what}")]
pub struct ChannelError {
    what: String,
    /// Whether trying again may help.
    pub passing: bool,
    /// How long the service asks to be left alone.
    pub wait: Option<Duration>,
}

impl ChannelError {
    /// Trying again is of no use until somebody changes something.
    pub fn last(what: impl Into<String>) -> Self {
        Self { what: what.into(), passing: false, wait: None }
    }

    /// Trying again may help.
    pub fn passing(what: impl Into<String>) -> Self {
        Self { what: what.into(), passing: true, wait: None }
    }

    /// Trying again may help after a while.
    pub fn after(self, wait: Option<Duration>) -> Self {
        Self { wait, ..self }
    }
}

/// The wait before the next try: as long as the service asks, else doubled each time; never more than `most`.
pub(super) fn wait_before(tries: u32, asked: Option<Duration>, most: Duration) -> Duration {
    const FIRST: Duration = Duration::from_millis(500);
    let own = FIRST.saturating_mul(1 << tries.min(20));
    asked.map_or(own, |asked| asked.max(FIRST)).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_to_a_bound_and_a_service_is_heard() {
        let most = Duration::from_secs(300);
        let waits: Vec<u64> = (0..12).map(|tries| wait_before(tries, None, most).as_millis() as u64).collect();
        assert_eq!(waits[..4], [500, 1000, 2000, 4000]);
        assert_eq!(waits[11], 300_000);
        assert_eq!(wait_before(0, Some(Duration::from_secs(7)), most), Duration::from_secs(7));
        assert_eq!(wait_before(0, Some(Duration::ZERO), most), Duration::from_millis(500), "never a busy loop");
        assert_eq!(wait_before(0, Some(Duration::from_secs(86_400)), most), most);
    }
}
