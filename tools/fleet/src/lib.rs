//! What the proofs of the fleet consist of: a site (database, objects, gateways as processes), faults, and a checker.

pub mod checker;
pub mod client;
pub mod nemesis;
pub mod proxy;
pub mod site;
