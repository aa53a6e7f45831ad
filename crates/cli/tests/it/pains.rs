//! One test per pain people have with such systems elsewhere, named after the pain.

mod agent_edits_identity_without_asking;
mod always_injected_files_burn_tokens;
mod approval_queue_goes_stale;
mod chinese_japanese_korean_finds_nothing;
mod consolidation_fills_core_with_junk;
mod context_vanishes_at_compaction;
mod decay_buries_good_memories;
mod entities_merged_wrongly;
mod files_overwritten_or_deleted;
mod git_becomes_the_bottleneck;
mod idle_heartbeat_spends_money;
mod index_is_stale_and_says_it_is_fine;
mod memory_poisoning_persists;
mod model_change_loses_or_blocks;
mod model_needed_for_every_write;
mod no_history_diff_blame_undo;
mod private_memory_leaks;
mod ranking_cannot_say_nothing_relevant;
mod recall_blocks_the_reply;
mod said_saved_and_did_not;
mod search_disabled_without_a_key;
mod secrets_stored_and_replayed;
mod several_processes_corrupt_the_store;
mod stale_facts_keep_winning;
mod telemetry_by_default;
mod wrong_day_in_log_names;
