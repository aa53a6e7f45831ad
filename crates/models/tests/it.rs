//! Providers against a real HTTP server on the loopback interface that speaks their protocols.

mod it {
    pub mod local;
    pub mod protocols;
    pub mod trouble;
}
