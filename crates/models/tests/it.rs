//! Providers against a real HTTP server on the loopback interface that speaks their protocols.

mod it {
    pub mod chat_requests;
    pub mod chat_trouble;
    pub mod local;
    pub mod protocols;
    pub mod trouble;
}
