//! One test per pain people have with such systems elsewhere, named after the pain.

mod agent_edits_identity_without_asking;
mod always_injected_files_burn_tokens;
mod approval_queue_goes_stale;
mod consolidation_fills_core_with_junk;
mod decay_buries_good_memories;
mod entities_merged_wrongly;
mod files_overwritten_or_deleted;
mod git_becomes_the_bottleneck;
mod memory_poisoning_persists;
mod model_needed_for_every_write;
mod no_history_diff_blame_undo;
mod private_memory_leaks;
mod said_saved_and_did_not;
mod secrets_stored_and_replayed;
mod several_processes_corrupt_the_store;
mod stale_facts_keep_winning;
mod telemetry_by_default;
mod wrong_day_in_log_names;
