//! Tokens used, and what they cost.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Tokens of one call or of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens sent that came from no cache.
    pub input: u64,
    /// Tokens answered, thoughts included.
    pub output: u64,
    /// Tokens sent that the provider had in its cache.
    pub cache_read: u64,
    /// Tokens sent that the provider put into its cache.
    pub cache_write: u64,
}

/// Dollars per million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Price {
    /// Tokens sent.
    pub input: f64,
    /// Tokens answered.
    pub output: f64,
    /// Tokens read from the provider's cache.
    pub cache_read: f64,
    /// Tokens written to it.
    pub cache_write: f64,
}

impl Usage {
    /// All tokens sent.
    pub fn sent(&self) -> u64 {
        self.input + self.cache_read + self.cache_write
    }

    /// What it costs.
    pub fn cost(&self, price: &Price) -> f64 {
        let dollars = |tokens: u64, per_million: f64| tokens as f64 * per_million / 1e6;
        dollars(self.input, price.input)
            + dollars(self.output, price.output)
            + dollars(self.cache_read, price.cache_read)
            + dollars(self.cache_write, price.cache_write)
    }

    /// Takes the counts a provider gives; later ones replace earlier ones, and what is not given stays.
    pub(crate) fn set(field: &mut u64, value: Option<&Value>) {
        if let Some(count) = value.and_then(count) {
            *field = count;
        }
    }
}

/// A count, also where a server writes it as `12.0`.
pub(crate) fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().filter(|n| (0.0..1e15).contains(n)).map(|n| n as u64))
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input += other.input;
        self.output += other.output;
        self.cache_read += other.cache_read;
        self.cache_write += other.cache_write;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_counts_cached_tokens_at_their_own_price() {
        let price = Price { input: 3.0, output: 15.0, cache_read: 0.3, cache_write: 3.75 };
        let usage = Usage { input: 1_000_000, output: 100_000, cache_read: 2_000_000, cache_write: 0 };
        assert!((usage.cost(&price) - (3.0 + 1.5 + 0.6)).abs() < 1e-9);
    }
}
