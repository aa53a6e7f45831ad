//! What the proofs of the fleet consist of: a site (database, objects, gateways as processes), troubles, and a checker.

pub mod checker;
pub mod client;
pub mod nemesis;
pub mod site;
