//! Limits in time: requests per token, and failed tokens per address.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

/// Keys remembered at most; past that the oldest are forgotten, which only ever lets more through.
const MOST_KEYS: usize = 4096;

/// Lets each key through so often: a bucket that fills at a steady rate.
pub struct Throttle<K> {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq + Clone> Throttle<K> {
    /// `per_second` on average, `burst` at once.
    pub fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, buckets: Mutex::default() }
    }

    /// Takes one, or says no.
    pub fn take(&self, key: K) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() >= MOST_KEYS && !buckets.contains_key(&key) {
            let oldest = buckets.iter().min_by_key(|(_, (_, at))| *at).map(|(key, _)| key.clone());
            oldest.map(|key| buckets.remove(&key));
        }
        let (left, at) = buckets.entry(key).or_insert((self.burst, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * self.per_second).min(self.burst);
        *at = now;
        let enough = *left >= 1.0;
        if enough {
            *left -= 1.0;
        }
        enough
    }
}

/// An address as it is counted: IPv4 in IPv6 clothes is IPv4, and an IPv6 network is one caller.
pub fn normalised(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            let mut parts = v6.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_keys_are_apart() {
        let throttle = Throttle::new(0.001, 3.0);
        let taken = |key| (0..10).filter(|_| throttle.take(key)).count();
        assert_eq!((taken("a"), taken("b"), taken("a")), (3, 3, 0));
    }

    #[test]
    fn keys_do_not_pile_up() {
        let throttle = Throttle::new(1.0, 1.0);
        (0..MOST_KEYS + 10).for_each(|key| assert!(throttle.take(key)));
        assert!(throttle.buckets.lock().unwrap().len() <= MOST_KEYS);
    }

    #[test]
    fn addresses_are_normalised() {
        let same = |a: &str, b: &str| normalised(a.parse().unwrap()) == normalised(b.parse().unwrap());
        assert!(same("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(same("2001:db8:1:2:3::1", "2001:db8:1:2:ffff::9"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1") && !same("::1", "127.0.0.1"));
    }
}
