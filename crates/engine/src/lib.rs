//! Soulfile engine.
