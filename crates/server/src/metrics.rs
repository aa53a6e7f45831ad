//! What the gateway counts of itself, and the text Prometheus reads.
//!
//! Labels are routes of the table, known methods, statuses and configured agents: nobody who calls can make up one, and
//! none says what was asked, told or found.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::state::Gateway;

/// Upper bounds of the buckets of request times, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// What is no route of the table: a page of the web app, or a request that was turned away before its route was found.
const NO_ROUTE: &str = "none";

/// The route that answered, on a response's way out.
#[derive(Clone, Copy)]
pub(crate) struct AnsweredBy(pub &'static str);

/// One answered request, for a log. It holds nothing of what was asked or answered.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestRecord {
    /// Its number since the gateway started.
    pub number: u64,
    pub method: &'static str,
    /// The route as the table has it.
    pub route: &'static str,
    pub status: u16,
    /// Until the answer began.
    pub took: Duration,
}

/// Hears of every answered request.
pub type RequestLog = Arc<dyn Fn(&RequestRecord) + Send + Sync>;

/// The counts since the gateway started.
#[derive(Default)]
pub struct Metrics {
    number: AtomicU64,
    /// Connections that came to their end.
    ended: AtomicU64,
    /// Times that a quiet connection gave its buffers back.
    parked: AtomicU64,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    requests: BTreeMap<(&'static str, &'static str, u16), u64>,
    times: BTreeMap<&'static str, Times>,
}

#[derive(Default)]
struct Times {
    /// One count per bucket, and one for what took longer.
    buckets: [u64; BUCKETS.len() + 1],
    seconds: f64,
}

impl Metrics {
    /// Counts one answer and numbers it.
    fn count(&self, method: &'static str, route: &'static str, status: u16, took: Duration) -> RequestRecord {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        *counted.requests.entry((route, method, status)).or_default() += 1;
        let times = counted.times.entry(route).or_default();
        let seconds = took.as_secs_f64();
        times.buckets[BUCKETS.iter().position(|most| seconds <= *most).unwrap_or(BUCKETS.len())] += 1;
        times.seconds += seconds;
        let number = self.number.fetch_add(1, Ordering::Relaxed) + 1;
        RequestRecord { number, method, route, status, took }
    }

    /// Notes that a connection came to its end.
    pub(crate) fn connection_ended(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a quiet connection gave its buffers back.
    pub(crate) fn connection_parked(&self) {
        self.parked.fetch_add(1, Ordering::Relaxed);
    }

    /// How often a quiet connection gave its buffers back.
    pub fn parked(&self) -> u64 {
        self.parked.load(Ordering::Relaxed)
    }

    /// Requests that were answered.
    pub(crate) fn answered(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Connections that came to their end.
    pub(crate) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Writes the counts of requests.
    pub(crate) fn write(&self, out: &mut Exposition) {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        out.head("soul_http_requests_total", "counter", "Requests by route, method and status");
        for ((route, method, status), count) in &counted.requests {
            let labels = [("route", *route), ("method", *method), ("status", &status.to_string())];
            out.sample("soul_http_requests_total", &labels, *count as f64);
        }
        let parked = "soul_http_connections_parked_total";
        out.head(parked, "counter", "Times that a quiet connection gave its buffers back");
        out.sample(parked, &[], self.parked() as f64);
        let name = "soul_http_request_duration_seconds";
        out.head(name, "histogram", "Time until an answer began, by route");
        for (route, times) in &counted.times {
            out.histogram(name, &[("route", route)], &BUCKETS, &times.buckets, times.seconds);
        }
    }
}

/// Counts every answer, and tells the log of it.
pub(crate) async fn observe(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let method = known_method(request.method());
    let begun = Instant::now();
    let mut response = next.run(request).await;
    let route = response.extensions_mut().remove::<AnsweredBy>().map_or(NO_ROUTE, |by| by.0);
    let record = gateway.metrics.count(method, route, response.status().as_u16(), begun.elapsed());
    if let Some(log) = &gateway.settings.log {
        log(&record);
    }
    response
}

fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// Text in the exposition format of Prometheus.
#[derive(Default)]
pub(crate) struct Exposition(String);

impl Exposition {
    pub fn into_text(self) -> String {
        self.0
    }

    /// Begins a metric.
    pub fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Writes one value.
    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.0.push_str(name);
        for (at, (label, text)) in labels.iter().enumerate() {
            let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = write!(self.0, "{}{label}=\"{text}\"", if at == 0 { '{' } else { ',' });
        }
        let _ = writeln!(self.0, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }

    /// Writes a histogram from one count per bucket and one for what lies above all of them.
    pub fn histogram(&mut self, name: &str, labels: &[(&str, &str)], bounds: &[f64], counts: &[u64], sum: f64) {
        let mut total = 0;
        for (at, count) in counts.iter().enumerate() {
            total += count;
            let bound = bounds.get(at).map_or_else(|| "+Inf".to_owned(), f64::to_string);
            let labels: Vec<(&str, &str)> = labels.iter().copied().chain([("le", bound.as_str())]).collect();
            self.sample(&format!("{name}_bucket"), &labels, total as f64);
        }
        self.sample(&format!("{name}_sum"), labels, sum);
        self.sample(&format!("{name}_count"), labels, total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up_and_labels_are_escaped() {
        let metrics = Metrics::default();
        for ms in [0, 1, 3, 700, 60_000] {
            metrics.count("GET", "/api/health", 200, Duration::from_millis(ms));
        }
        let mut out = Exposition::default();
        metrics.write(&mut out);
        out.sample("x", &[("a", "q\"\\\n")], 1.5);
        let text = out.into_text();
        for line in [
            "soul_http_requests_total{route=\"/api/health\",method=\"GET\",status=\"200\"} 5",
            "soul_http_request_duration_seconds_bucket{route=\"/api/health\",le=\"0.001\"} 2",
            "soul_http_request_duration_seconds_bucket{route=\"/api/health\",le=\"10\"} 4",
            "soul_http_request_duration_seconds_bucket{route=\"/api/health\",le=\"+Inf\"} 5",
            "soul_http_request_duration_seconds_count{route=\"/api/health\"} 5",
            "x{a=\"q\\\"\\\\\\n\"} 1.5",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}\n{text}");
        }
    }
}
