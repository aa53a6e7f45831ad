//! Soulfile testkit.
