//! Soulfile workspace.
