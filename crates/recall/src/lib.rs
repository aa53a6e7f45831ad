//! Soulfile recall.
