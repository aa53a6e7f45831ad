//! Soulfile memory.
