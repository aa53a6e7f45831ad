//! Soulfile language.
