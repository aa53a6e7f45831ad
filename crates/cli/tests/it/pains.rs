//! One test per pain people have with such systems elsewhere, named after the pain.

mod agent_edits_identity_without_asking;
mod always_injected_files_burn_tokens;
mod files_overwritten_or_deleted;
mod git_becomes_the_bottleneck;
mod no_history_diff_blame_undo;
mod private_memory_leaks;
mod said_saved_and_did_not;
mod several_processes_corrupt_the_store;
mod telemetry_by_default;
mod wrong_day_in_log_names;
