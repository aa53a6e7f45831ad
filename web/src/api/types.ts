// Made from openapi.json by scripts/types.mjs. Do not edit.
export interface paths {
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the gateway is up */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the gateway is up and its agents can be written to */
        get: operations["get_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what the gateway counts of itself, as Prometheus reads it */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describes everything that can be called */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the agents a token reaches */
        get: operations["get_agents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchanges a one-time code for the person's token */
        post: operations["post_sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the files of a workspace */
        get: operations["get_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/file/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a file */
        get: operations["get_file_filename"];
        /** Writes a file, if it still is what was read */
        put: operations["put_file_filename"];
        post?: never;
        /** Deletes a file, if it still is what was read */
        delete: operations["delete_file_filename"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/file-default/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what a new workspace would get for a file */
        get: operations["get_file_default_filename"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/memory/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the daily logs, newest first */
        get: operations["get_memory_daily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/memory/daily/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads one day's log */
        get: operations["get_memory_daily_date"];
        put?: never;
        /** Adds an entry to the end of a day's log */
        post: operations["post_memory_daily_date"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows exactly what a session receives */
        get: operations["get_context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/context-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows which files a session receives, why, and what they cost */
        get: operations["get_context_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_name}/context-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same report, by the agent's name */
        get: operations["get_agents_agent_name_context_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/context-receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists which bytes of which commit recent sessions saw */
        get: operations["get_context_receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the agent's name and avatar, and which source won */
        get: operations["get_identity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/remember": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remembers something */
        post: operations["post_remember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Finds what is remembered */
        get: operations["get_recall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists memories with their states, newest first */
        get: operations["get_memories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/memory/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads lines of a file, as far as the session sees them */
        get: operations["get_memory_lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts memories as used: they fade more slowly */
        post: operations["post_used"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what the search index holds */
        get: operations["get_index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/index/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes the search index anew */
        post: operations["post_index_rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/forget/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finds what may be meant, and changes nothing */
        post: operations["post_forget_candidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forgets exactly these memories */
        post: operations["post_forget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what can be restored */
        get: operations["get_archived"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings back what was archived */
        post: operations["post_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pins a memory: it never fades */
        post: operations["post_pin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpins a memory */
        post: operations["post_unpin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/core": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows core memory with its budgets */
        get: operations["get_core"];
        put?: never;
        /** Edits core memory, within its cap */
        post: operations["post_core"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the knowledge graph, or what is around an entity */
        get: operations["get_graph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/graph/entity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows everything known about an entity */
        get: operations["get_graph_entity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/graph/path": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what ties two entities together */
        get: operations["get_graph_path"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/graph/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merges one entity into another */
        post: operations["post_graph_merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/graph/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Splits an entity off the one it was merged into */
        post: operations["post_graph_split"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/decay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows how many memories are in which state */
        get: operations["get_decay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/decay/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a memory's score with its formula */
        get: operations["get_decay_explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/decay/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings the scores up to date, as one commit */
        post: operations["post_decay_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what changed, who did it, and why */
        get: operations["get_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit/entry/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows one change with its diff */
        get: operations["get_audit_entry_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit/blame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows who wrote each line of a file */
        get: operations["get_audit_blame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows why something was written or forgotten */
        get: operations["get_audit_why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verifies the whole trail */
        get: operations["get_audit_verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/audit/receipt/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verifies one receipt */
        get: operations["get_audit_receipt_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a file's past, or the workspace's */
        get: operations["get_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/rollback/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Works out an undo, and changes nothing */
        post: operations["post_rollback_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes a change, a session, a file or everything to a time */
        post: operations["post_rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists memories that wait for a person */
        get: operations["get_proposals"];
        put?: never;
        /** Proposes a memory */
        post: operations["post_proposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows one proposal */
        get: operations["get_proposals_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals/{number}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what accepting a proposal would change */
        get: operations["get_proposals_number_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals/{number}/commit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accepts a proposal, as it was reviewed */
        post: operations["post_proposals_number_commit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals/{number}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rejects a proposal */
        post: operations["post_proposals_number_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/proposals/{number}/defer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leaves a proposal for later */
        post: operations["post_proposals_number_defer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows where reflection stands */
        get: operations["get_reflections"];
        put?: never;
        /** Drafts a reflection, which waits for a person */
        post: operations["post_reflections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what became of past reflections */
        get: operations["get_reflections_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the reflection that waits */
        get: operations["get_reflections_pending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections/pending/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows what an approval would change */
        post: operations["post_reflections_pending_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections/pending/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approves a reflection, whole or by item, as it was reviewed */
        post: operations["post_reflections_pending_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/reflections/pending/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rejects a reflection, whole or by item */
        post: operations["post_reflections_pending_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Works through HEARTBEAT.md once, and logs what came of it */
        post: operations["post_heartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists changes of critical files nobody acknowledged */
        get: operations["get_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Acknowledges an alert, or all */
        post: operations["post_alerts_id_acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows whether deciding needs the passphrase */
        get: operations["get_lock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/lock/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes the passphrase, and gives a key that decides for a few minutes */
        post: operations["post_lock_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the configuration in force, with its schema */
        get: operations["get_config"];
        put?: never;
        /** Sets or removes one value of the configuration */
        post: operations["post_config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the configured language models */
        get: operations["get_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/models/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks a configured model for one word */
        post: operations["post_models_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows which messengers lead to an agent, and whether they work */
        get: operations["get_channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the programs that can be connected, and what that would change */
        get: operations["get_connectors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the tokens, without their texts */
        get: operations["get_tokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a token */
        delete: operations["delete_tokens_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Looks for trouble */
        get: operations["get_doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/doctor/mend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mends what can be mended without losing anything */
        post: operations["post_doctor_mend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers as an agent, in the format of OpenAI's chat completions */
        post: operations["post_v1_chat_completions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers as an agent, in the format of OpenAI's responses */
        post: operations["post_v1_responses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers as an agent, in the format of Anthropic's messages */
        post: operations["post_v1_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts the tokens of a request, its context included */
        post: operations["post_v1_messages_count_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the agents as models */
        get: operations["get_v1_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows one of them */
        get: operations["get_v1_models_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Embeds texts by the encoder inside the binary */
        post: operations["post_v1_embeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the conversations that were held, newest first */
        get: operations["get_chat"];
        put?: never;
        /** Begins a conversation */
        post: operations["post_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/chat/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a conversation as far as it has come */
        get: operations["get_chat_session"];
        put?: never;
        post?: never;
        /** Removes a conversation; memory keeps what was told */
        delete: operations["delete_chat_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/chat/{session}/say": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says a line, and streams what comes back */
        post: operations["post_chat_session_say"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/chat/{session}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops the answer under way; what came is kept */
        post: operations["post_chat_session_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{channel}/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes what a messenger delivers */
        post: operations["post_channels_channel_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/{agent_name}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams changes as they happen; Last-Event-ID resumes */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What a sub-agent may read beyond AGENTS.md and TOOLS.md (`agents.list[].access`). Reading only:
         *     a sub-agent's write is always a proposal.
         */
        Access: {
            /**
             * @description Files by path; `*` stands for any run of characters except `/`.
             * @default []
             */
            files: string[];
            /**
             * @description Whole stores.
             * @default []
             */
            stores: components["schemas"]["MemoryStore"][];
            /**
             * @description Daily entries carrying one of these tags.
             * @default []
             */
            tags: string[];
            /**
             * @description Single sections, as `FILE.md#Heading`.
             * @default []
             */
            sections: string[];
        };
        /** @description What was acknowledged. */
        Acknowledged: {
            /** @description Proof of the note on the trail; none for the configuration, which is not in the workspace. */
            receipt: components["schemas"]["Receipt"] | null;
        };
        /**
         * @description What kind of change this is: the audit trail's vocabulary.
         * @enum {string}
         */
        Action: "CREATE" | "EDIT" | "APPEND" | "DELETE" | "ARCHIVE" | "MERGE" | "REVERT" | "DECAY" | "RENAME" | "PROPOSE" | "COMMIT" | "REJECT" | "ALERT" | "PERSONA";
        /** @description Who made a change: manual is a person */
        Actor: string;
        /** @description One agent. */
        AgentShown: {
            /** @description Its id. */
            id: string;
            /** @description Whether its workspace was set up. */
            exists: boolean;
            /** @description Whether it answers where none is named. */
            default: boolean;
            /** @description Its workspace directory, for callers that see everything. */
            workspace?: string | null;
            /** @description Agents it shares the workspace with, for callers that see everything. */
            shared_with?: string[];
        };
        /** @description An alert with the change it is about. */
        AlertView: {
            /** @description What to acknowledge it by: the commit's first digits, or `tamper-…`, `cut-…`. */
            id: string;
            /** @description How serious. */
            severity: components["schemas"]["Severity"];
            /** @description The file. */
            path: string;
            /** @description When, as RFC 3339. */
            at: string;
            /** @description Who, as far as that is certain: `manual` for a change from outside. */
            actor: string;
            /** @description The git author of a commit that is not an entry of the trail. */
            author?: string | null;
            /** @description What happened, in words. */
            text: string;
            /** @description The commit, when there is one. */
            commit: string | null;
            /** @description All commits it is about, oldest first: notices of one file are gathered. */
            commits?: string[];
            /** @description The change, as a unified diff; empty when there is none to show. */
            diff: string;
            /** @description The change with every character visible: what a person reads before they acknowledge it. */
            shown: string;
        };
        /** @description An archived memory. */
        ArchivedView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description When it was forgotten; none when nobody did and it faded away. */
            forgotten?: string | null;
            /** @description When it was last used. */
            last_used?: string | null;
            /** @description What it says. */
            text: string;
        };
        /** @description One entry with its change. */
        AuditDetail: {
            /** @description The entry. */
            entry: components["schemas"]["LogEntry"];
            /** @description What it changed, as a unified diff. */
            diff: string;
        };
        /** @description Whether what a commit says of itself counts. */
        Authenticity: "verified" | "accepted" | "git" | "unknown-key" | "forged";
        /** @description A checked avatar. */
        Avatar: {
            /** @constant */
            kind: "path";
            value: string;
        } | {
            /** @constant */
            kind: "url";
            value: string;
        } | {
            /** @constant */
            kind: "dataUri";
            value: string;
        } | {
            /** @constant */
            kind: "text";
            value: string;
        };
        /** @description A line of a file with the entry that wrote it. */
        BlameLine: {
            /**
             * Format: uint
             * @description Line number, from 1.
             */
            line: number;
            /** @description The text. */
            text: string;
            /** @description The commit that last changed it. */
            commit: string;
            /** @description Who. */
            actor: string;
            /** @description When. */
            at: string;
            /** @description What for. */
            summary: string;
        };
        /** @description A memory that may be meant. */
        Candidate: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its store. */
            store: components["schemas"]["MemoryStore"];
            /** @description Its file. */
            path: string;
            /** @description Its lines, counted from 1, both included. */
            lines: number[];
            /** @description What it says. */
            text: string;
            /**
             * Format: date-time
             * @description When it was made, as far as the file tells.
             */
            created?: string | null;
            /** @description Who may see it. */
            scope: components["schemas"]["Scope"];
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description Whether a person pinned it in its file. */
            pinned: boolean;
            /** @description Whether it is a fact that no longer holds. */
            past: boolean;
            /**
             * Format: double
             * @description How much of what was asked for it holds, from 0 to 1.
             */
            score: number;
            /** @description Whether it is meant by all accounts; otherwise it is only near. */
            meant: boolean;
            /** @description The part of it that is meant, where the rest is about something else. */
            part?: string | null;
        };
        /** @description What catching up did. */
        CaughtUp: {
            /**
             * Format: uint
             * @description Files searched, at the last look at all of them.
             */
            files: number;
            /**
             * Format: uint
             * @description Files read because they changed.
             */
            read: number;
            /**
             * Format: uint
             * @description Files that were gone.
             */
            removed: number;
            /** @description Files that changed and are not in the index yet, because the deadline came first. */
            missed: string[];
            /** @description What else the caller should know. */
            notes: string[];
            /** @description Why the index had to be filled anew, if it had to. */
            rebuilt?: string | null;
        };
        /** @description One change, as the event stream tells it. */
        ChangeEvent: {
            commit: string;
            /** @description The mutation's id, or the commit for one that has none. */
            id: string;
            /** @description When, as RFC 3339 text. */
            at: string;
            action: components["schemas"]["Action"];
            actor: components["schemas"]["Actor"];
            summary: string;
            files: string[];
        };
        /** @description Other words for a line. */
        ChangedCoreLine: {
            /** @description The line. */
            id: components["schemas"]["MemoryId"];
            /** @description What it says now. */
            text: string;
        };
        /** @description One account of a channel. */
        ChannelAccountView: {
            /** @description The channel, such as telegram. */
            channel: string;
            /** @description The account's name. */
            account: string;
            /** @description Whether it is used. */
            enabled: boolean;
            /** @description What the service said when it was asked. */
            says?: string | null;
            /** @description Why it does not work. */
            problem?: string | null;
        };
        /** @description What became of a delivery. */
        ChannelReceipt: {
            /** @description `accepted`: it is on disk and will be answered. `known`: it came before. `ignored`: it is not for us. `challenge`. */
            status: string;
            /** @description What the service wants to read to know that we are there. */
            challenge?: string | null;
        };
        /** @description The state of the channels of one agent. */
        ChannelStatus: {
            /** @description Who answers, with the source of each part. */
            identity: components["schemas"]["IdentityView"];
            /** @description The routes that lead to this agent. */
            routes: components["schemas"]["RouteView"][];
            /** @description The configured accounts. */
            accounts: components["schemas"]["ChannelAccountView"][];
            /** @description Problems a probe found. */
            problems: string[];
        };
        /** @description A chat completion that is asked for. */
        ChatCompletionRequest: {
            /** @description An agent, or agent/model; any other name is a model's. */
            model?: string | null;
            messages: {
                [key: string]: unknown;
            }[];
            stream?: boolean | null;
            /** @description `soul_agent`, `soul_room`, `soul_user` and `soul_session` say for whom a person's token speaks. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Whether there was something to stop or to remove. */
        ChatEnded: {
            ended: boolean;
        };
        /** @description A line, and what came back for it. */
        ChatExchange: {
            at: string;
            /** @description What the person said; none for what a session opens with. */
            said?: string | null;
            replies: components["schemas"]["Reply"][];
        };
        /** @description A line to say. */
        ChatLine: {
            text: string;
        };
        /** @description A conversation, as far as it has come. */
        ChatView: {
            id: string;
            /** @description What the agent is called here. */
            agent: string;
            /** @description The model that speaks; none where the agent answers from memory alone. */
            model?: string | null;
            room?: string | null;
            exchanges: components["schemas"]["ChatExchange"][];
            /** @description Whether a line is being answered now. */
            answering: boolean;
        };
        /** @description The result of looking. */
        Checkup: {
            /** @description The agent. */
            agent: string;
            /** @description The workspace. */
            workspace: string;
            /**
             * Format: uint
             * @description How many files belong to it.
             */
            files: number;
            /** @description What is wrong. */
            findings: components["schemas"]["DoctorFinding"][];
        };
        /** @description A code. */
        Code: {
            /** @description As `soul open` put it into the address. */
            code: string;
        };
        /** @enum {string} */
        Confidence: "low" | "medium" | "high";
        /** @description A value to set, or to remove. */
        ConfigChange: {
            /** @description The key, with dots between its parts. */
            key: string;
            /**
             * @description The value; without one the key is removed and its default applies.
             * @default null
             */
            value?: unknown;
        };
        /** @description The configuration in force. */
        ConfigView: {
            /** @description Where the file is. */
            file: string;
            /** @description JSON Schema of the file. */
            schema: unknown;
            /** @description Every value in force, secrets hidden. */
            values: unknown;
            /** @description What applies where nothing is set. */
            defaults: unknown;
            /** @description Keys that the file sets, with dots between their parts. */
            set: string[];
        };
        /** @description A language model the configuration names. */
        ConfiguredModel: {
            /** @description `provider/model`. */
            model: string;
            /** @description Where it is asked. */
            address: string | null;
            /** @description Why it cannot be asked. */
            problem: string | null;
        };
        /** @description A file of a program, and what would change in it. */
        ConnectorFile: {
            path: string;
            diff: string;
        };
        /** @description A program that can be connected. */
        ConnectorView: {
            host: string;
            name: string;
            connected: boolean;
            /** @description Why its files cannot be read. */
            problem: string | null;
            /** @description What connecting it would change. */
            files: components["schemas"]["ConnectorFile"][];
            /** @description The command that connects it. */
            command: string;
        };
        /** @description SHA-256 in hexadecimal */
        ContentHash: string;
        /** @description Which bytes of which commit a session saw. */
        ContextReceipt: {
            /** @description SHA-256 of everything the session received. */
            digest: string;
            /** @description The commit the workspace was at. */
            commit: string | null;
            /** @description When. */
            at: string;
            /** @description What kind of session. */
            session: string;
            /** @description The room, if any. */
            room?: string | null;
            /** @description The session's id, if it has one. */
            session_id?: string | null;
            /** @description The persona file in effect. */
            persona: string;
            /** @description The files it drew from. */
            files: string[];
        };
        /** @description What went into a context and what did not. */
        ContextReport: {
            /** @description The session it was made for. */
            session: components["schemas"]["Session"];
            /** @description The persona in effect. */
            persona: components["schemas"]["PersonaDecision"];
            /**
             * Format: uint
             * @description Tokens allowed.
             */
            budget_tokens: number;
            /**
             * Format: uint
             * @description Tokens used, estimated.
             */
            used_tokens: number;
            /**
             * Format: double
             * @description Share of the budget that is used.
             */
            share: number;
            /** @description Every file that was considered. */
            files: components["schemas"]["FileReport"][];
            /** @description What the user should know. */
            warnings: string[];
        };
        /** @description A context with the receipt of it. */
        ContextShown: {
            /** @description Its parts, in order. */
            sections: components["schemas"]["Section"][];
            /** @description The system prompt. */
            rendered: string;
            /** @description What goes before the user's message; empty unless `context.memoryPlacement` is `user`. */
            preamble: string;
            /** @description SHA-256 of the system prompt followed by the preamble, in hex. */
            digest: string;
            /** @description Each file: in or out, why, and what it costs. */
            report: components["schemas"]["ContextReport"];
            /** @description Which bytes of which commit this is. */
            receipt: components["schemas"]["ContextReceipt"];
        };
        /** @description A block of core memory. */
        CoreBlock: "identity" | "active-context" | "persona" | "critical-facts";
        /** @description An edit of core memory. */
        CoreEditRequest: {
            add: components["schemas"]["NewCoreLine"];
        } | {
            replace: components["schemas"]["ChangedCoreLine"];
        } | {
            remove: components["schemas"]["MemoryId"];
        };
        /** @description One line of core memory. */
        CoreLineView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its block, or none under a heading of somebody's own. */
            block: string | null;
            /**
             * Format: uint
             * @description Its line in the file.
             */
            line: number;
            /** @description What it says. */
            text: string;
            /** @description Whether it is pinned. */
            pinned: boolean;
        };
        /** @description Core memory as it is. */
        CoreView: {
            /** @description The whole file. */
            text: string;
            /** @description Its lines with their ids. */
            lines: components["schemas"]["CoreLineView"][];
            /**
             * Format: uint
             * @description Tokens used, of the whole.
             */
            tokens: number;
            /**
             * Format: uint
             * @description The cap.
             */
            cap: number;
            /** @description Each block with tokens used and budget. */
            blocks: (string | number)[][];
            /** @description What a person should know: blocks over budget, parts not understood. */
            warnings: string[];
        };
        /** @description The figures of a reflection. */
        Counts: {
            /**
             * Format: uint
             * @description Tokens of the output.
             */
            tokens: number;
            /**
             * Format: uint
             * @description Tokens it may have.
             */
            budget: number;
            /**
             * Format: uint
             * @description Episodes read.
             */
            episodes: number;
            /**
             * Format: uint
             * @description Episodes that did not fit and wait for the next reflection.
             */
            left: number;
            /**
             * Format: uint
             * @description Entities looked at.
             */
            entities: number;
            /**
             * Format: uint
             * @description Procedures looked at.
             */
            procedures: number;
            /**
             * Format: uint
             * @description Past reflections reviewed.
             */
            reflections: number;
        };
        /** @description What a cut left out. */
        CutNote: {
            /**
             * Format: uint
             * @description Characters left out.
             */
            left_out_chars: number;
            /**
             * Format: uint
             * @description Characters the whole text has.
             */
            total_chars: number;
            /**
             * Format: uint
             * @description First line that was left out, counted from 1.
             */
            from_line: number;
            /** @description Headings of what was left out, at most five. */
            headings: string[];
            /** @description Why it was cut. */
            reason: string;
        };
        /** @description One day's log. */
        DailyLog: {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
            /** @description The agent it belongs to. */
            agent_name: string;
            /** @description Its files: a day may have one in each layout. */
            files: components["schemas"]["FileContent"][];
            /** @description Its entries that are not archived. */
            entries: components["schemas"]["EpisodeView"][];
        };
        /** @description How many memories were made on a day. */
        DayCount: {
            day: string;
            /** Format: uint */
            count: number;
        };
        /** @description An entry to add to the end of a day's log. */
        DayLogAddition: {
            /** @description What it says, kept word for word. */
            text: string;
            /**
             * Format: partial-time
             * @description The time of that day, such as 18:30, in the user's time; now, or noon of a day that is over, when not given.
             */
            time?: string | null;
            /** @description What it is; an event when not given. */
            type?: components["schemas"]["EntryKind"] | null;
            /**
             * @description Words to find it by.
             * @default []
             */
            tags?: string[];
            /** @description The session it belongs to, for undoing a session. */
            session_id?: string | null;
        };
        /** @description One score with every number that went into it. */
        DecayExplained: {
            /** @description The memory. */
            id: components["schemas"]["MemoryId"];
            /** @description What it says. */
            text: string;
            /**
             * Format: double
             * @description Its importance at first.
             */
            base_relevance: number;
            /**
             * Format: double
             * @description The decay rate, per day.
             */
            lambda: number;
            /**
             * Format: int64
             * @description Calendar days since it was last used.
             */
            days: number;
            /**
             * Format: uint32
             * @description How often it was used, its creation included.
             */
            access_count: number;
            /**
             * Format: double
             * @description The weight of its store.
             */
            type_weight: number;
            /**
             * Format: double
             * @description What the formula gives.
             */
            raw: number;
            /**
             * Format: double
             * @description The score.
             */
            score: number;
            /** @description The state it stands for. */
            status: string;
            /** @description The formula with its numbers. */
            formula: string;
            /** @description In how many days without use it changes state next, and to which. */
            next?: (number | string)[] | null;
            /** @description Its score from the last use on and beyond today, were it not used again: what a chart draws. */
            curve: components["schemas"]["DecayPoint"][];
        };
        /** @description A point of a curve of decay. */
        DecayPoint: {
            /**
             * Format: double
             * @description Days since the last use.
             */
            days: number;
            /**
             * Format: double
             * @description The score then.
             */
            score: number;
        };
        /** @description What a run of decay did. */
        DecayRun: {
            /** @description The receipt, when anything changed. */
            receipt: components["schemas"]["Receipt"] | null;
            /**
             * Format: uint
             * @description Uses and new memories folded in.
             */
            folded: number;
            /**
             * Format: uint
             * @description Memories that had no score yet.
             */
            added: number;
            /**
             * Format: uint
             * @description Scores of memories that are gone.
             */
            removed: number;
            /** @description Changes of state. */
            transitions: components["schemas"]["TransitionView"][];
        };
        /** @description How many memories are in which state. */
        DecayStatus: {
            /**
             * Format: uint
             * @description How many memories are scored.
             */
            total: number;
            /** @description Memories by state. */
            states: {
                [key: string]: number;
            };
            /** @description Memories by store and state. */
            stores: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /**
             * Format: uint
             * @description Pinned and vault memories, which never fade.
             */
            pinned: number;
            /**
             * Format: uint
             * @description Memories a person had forgotten.
             */
            forgotten: number;
            /**
             * Format: uint
             * @description Uses and new memories noted since the last flush.
             */
            pending: number;
            /** @description What `decay run` would move now. */
            due: components["schemas"]["TransitionView"][];
            /** @description Parts of the file that could not be understood. */
            notes: string[];
        };
        /** @description What became of a proposal. */
        Decided: {
            /** @description Proof of the write. */
            receipt: components["schemas"]["Receipt"];
            /** @description What was stored, for one that was committed. */
            remembered?: components["schemas"]["Remembered"] | null;
        };
        /** @description What a new workspace gets for a file. */
        DefaultFile: {
            /** @description Its path in the workspace. */
            filename: string;
            /** @description The text, with this agent's and this person's names filled in. */
            content: string;
        };
        /** @description One thing that is wrong. */
        DoctorFinding: {
            /** @description What it is about. */
            subject: string;
            /** @description What is wrong and what it means. */
            text: string;
            /** @description How it can be mended. */
            mend: components["schemas"]["Mend"];
        };
        /** @description One edge of the graph. */
        EdgeView: {
            /** @description Where it starts. */
            from: string;
            /** @description What it says. */
            relation: string;
            /** @description Where it ends. */
            to: string;
            /** @description How sure it is. */
            confidence: string | null;
            /** @description Since when. */
            since: string | null;
        };
        /** @description One text or several. */
        EmbeddingInput: string | string[];
        EmbeddingList: {
            object: string;
            model: string;
            data: components["schemas"]["EmbeddingShown"][];
            usage: components["schemas"]["EmbeddingUsage"];
        };
        /** @description Texts to be embedded. */
        EmbeddingRequest: {
            /** @description An agent's id, or the name of the encoder inside the binary. */
            model?: string | null;
            input: components["schemas"]["EmbeddingInput"];
            /** @description `float` or `base64`. */
            encoding_format?: string | null;
            /** Format: uint */
            dimensions?: number | null;
        };
        EmbeddingShown: {
            object: string;
            /** Format: uint */
            index: number;
            embedding: components["schemas"]["EmbeddingVector"];
        };
        /** @description How far a configured model is. */
        EmbeddingStatus: {
            /** @description The model; the static table alone answers where this is empty. */
            model: string | null;
            /**
             * Format: uint
             * @description Entries that have no vector of it yet.
             */
            missing: number;
            /**
             * Format: uint
             * @description Entries longer than it reads; their ends count by their words only.
             */
            cut: number;
            /**
             * Format: uint
             * @description Texts embedded just now.
             */
            embedded: number;
            /** @description What is wrong with it. */
            problem?: string | null;
        };
        EmbeddingUsage: {
            /** Format: uint */
            prompt_tokens: number;
            /** Format: uint */
            total_tokens: number;
        };
        /** @description Numbers, or their bytes (32-bit, little-endian) in base64. */
        EmbeddingVector: number[] | string;
        /** @description An entity an item is about; made when it is not there yet. */
        EntityRef: {
            /** @description Its id, such as `person--ana`. */
            id: string;
            /** @description What to call it. */
            label: string;
            /**
             * @description Whether it was not known when the item was made.
             * @default false
             */
            new: boolean;
        };
        /** @description Which entity. */
        EntityRequest: {
            /** @description Its id, label or alias. */
            name: string;
        };
        /** @description One entity with everything known about it. */
        EntityView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its type. */
            type: string;
            /** @description What to call it. */
            label: string;
            /** @description Its other names. */
            aliases: string[];
            /** @description What it is. */
            summary: string;
            /** @description Its facts, past ones included; those a person had forgotten when they were asked for. */
            facts: components["schemas"]["FactView"][];
            /** @description Its dated events. */
            timeline: ((string | null) | string)[][];
            /** @description What is not known yet. */
            open_questions: string[];
            /** @description Its edges, in both directions. */
            edges: components["schemas"]["EdgeView"][];
            /** @description Its file. */
            path: string;
            /** @description Entities that were merged into it, by id; each can be split off again. */
            absorbed?: string[];
            /** @description The entity it was merged into. */
            merged_into?: string | null;
        };
        /** @enum {string} */
        EntryKind: "decision" | "fact" | "preference" | "task" | "event" | "emotion" | "correction";
        /** @description One episode. */
        EpisodeView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description When, as written. */
            time: string | null;
            /** @description Its kind, or the word or title in its place. */
            kind: string | null;
            /** @description How sure it is. */
            confidence: string | null;
            /** @description Its tags. */
            tags: string[];
            /** @description How it came in. */
            source: string | null;
            /** @description Who may see it. */
            scope: components["schemas"]["Scope"];
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description What it says. */
            content: string;
            /** @description Its file. */
            path: string;
            /** @description Its lines. */
            lines: number[];
            /** @description Whether it was archived. */
            archived: boolean;
        };
        /** @description The words an item rests on, and where they stand. */
        Evidence: {
            /** @description The memory. */
            id: string;
            /** @description Its file. */
            path: string;
            /**
             * Format: uint
             * @description The line, counted from 1.
             */
            line: number;
            /** @description The words. */
            words: string;
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
        };
        /** @description A fact by its entity and its id or, where it was written by an earlier step, by its words. */
        FactRef: {
            entity: string;
            fact?: string | null;
            text: string;
        };
        /** @description One fact. */
        FactView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description What it says. */
            text: string;
            /** @description Whether it holds now. */
            current: boolean;
            /** @description From when. */
            since: string | null;
            /** @description Until when. */
            until: string | null;
            /** @description How sure it is. */
            confidence: string | null;
            /** @description Where it came from. */
            source: string | null;
            /** @description What replaced it. */
            superseded_by: string | null;
            /** @description What it contradicts. */
            contradicts: string | null;
            /** @description How far it is trusted. */
            trust: string;
            /** @description Whether it is archived. */
            archived?: boolean;
        };
        /** @description A value and where it came from. */
        Field: {
            /** @description The value. */
            value: string;
            /** @description The source that won. */
            source: components["schemas"]["IdentitySource"];
        };
        /** @description A value and where it came from. */
        Field2: {
            /** @description The value. */
            value: components["schemas"]["Avatar"];
            /** @description The source that won. */
            source: components["schemas"]["IdentitySource"];
        };
        /** @description A file at a point of the history. */
        FileAtRevision: {
            /** @description The file. */
            path: string;
            /** @description The mutation or commit it goes back to. */
            to: string;
        };
        /** @description A file with its content. */
        FileContent: {
            /** @description Its path in the workspace. */
            filename: string;
            /**
             * Format: uint64
             * @description Its size.
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was last modified.
             */
            last_modified: string;
            /** @description The agent it belongs to. */
            agent_name: string;
            /** @description Whether it may be written from outside. */
            writable: boolean;
            /** @description Said from 80 % of the size limit on. */
            warning?: string | null;
            /** @description What it says; bytes that are not UTF-8 are shown as such, and such a file is not written. */
            content: string;
            /** @description Its hash: the ETag without its quotes, and what a write must name. */
            hash: components["schemas"]["ContentHash"];
            /**
             * Format: uint
             * @description What it costs in a context.
             */
            tokens: number;
            /**
             * Format: uint
             * @description The most tokens it may hold, for a file with such a limit.
             */
            most_tokens?: number | null;
            /**
             * Format: uint64
             * @description The most bytes it may hold.
             */
            most_bytes: number;
            /** @description Whether there is a text that a new workspace gets for it. */
            has_default: boolean;
        };
        /** @description A file without its content. */
        FileInfo: {
            /** @description Its path in the workspace. */
            filename: string;
            /**
             * Format: uint64
             * @description Its size.
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was last modified.
             */
            last_modified: string;
            /** @description The agent it belongs to. */
            agent_name: string;
            /** @description Whether it may be written from outside. */
            writable: boolean;
            /** @description Said from 80 % of the size limit on. */
            warning?: string | null;
        };
        /** @description A file before and after. */
        FilePreview: {
            path: string;
            /** @description The change as a unified diff; empty for a file that is derived from the others. */
            diff: string;
            /** @description Whether the file is new. */
            created: boolean;
            /** @description Whether it is derived from the other files. */
            derived: boolean;
        };
        /** @description One file that was considered. */
        FileReport: {
            /** @description Its path. */
            path: string;
            /** @description Whether any of it is in the context. */
            included: boolean;
            /** @description Why it is in or out. */
            why: string;
            /**
             * Format: uint
             * @description Its size on disk; 0 where it was not read.
             */
            bytes: number;
            /**
             * Format: uint
             * @description Tokens it takes in the context.
             */
            tokens: number;
            /**
             * Format: double
             * @description Share of the budget it takes.
             */
            share: number;
        };
        /** @description A file after it was written or deleted. */
        FileWritten: {
            /** @description Its path in the workspace. */
            filename: string;
            /**
             * Format: uint64
             * @description Its size.
             */
            size_bytes: number;
            /**
             * Format: date-time
             * @description When it was last modified.
             */
            last_modified: string;
            /** @description The agent it belongs to. */
            agent_name: string;
            /** @description Whether it may be written from outside. */
            writable: boolean;
            /** @description Said from 80 % of the size limit on. */
            warning?: string | null;
            /** @description Its hash now; none when it was deleted. */
            hash?: components["schemas"]["ContentHash"] | null;
            /** @description Proof of the write; none when the file said this already. */
            receipt?: components["schemas"]["Receipt"] | null;
        };
        /** @description What may be meant. */
        ForgetCandidatesRequest: {
            /** @description What to forget, in words. */
            query: string;
            /**
             * @description Whether memories forgotten before count too.
             * @default false
             */
            include_archived?: boolean;
        };
        /** @description What a person confirmed. */
        ForgetConfirmed: {
            /** @description The memories, by id. */
            ids: components["schemas"]["MemoryId"][];
            /** @description How thoroughly. */
            how?: components["schemas"]["Thoroughness"];
        };
        /** @description What may be meant, and what goes with it. */
        ForgetPreview: {
            /** @description The memories that may be meant. */
            candidates: components["schemas"]["Candidate"][];
            /** @description What was made of them and of nothing else: erased and purged along with all of them, kept when they are archived. */
            along: components["schemas"]["MemoryView"][];
        };
        /** @description What was forgotten. */
        Forgotten: {
            /** @description The receipt; none when all of it was archived already. */
            receipt: components["schemas"]["Receipt"] | null;
            /** @description The memories. */
            ids: components["schemas"]["MemoryId"][];
            /** @description What a person should know: what is still held where. */
            notes: string[];
        };
        /**
         * @description What `memory_get` answers. A file that is missing, or that the session may not see, is empty
         *     text: the two look the same from outside.
         */
        GetResult: {
            /** @description The path. */
            path: string;
            /** @description The text. */
            text: string;
            /**
             * Format: uint
             * @description First line returned.
             */
            from: number;
            /**
             * Format: uint
             * @description How many lines were returned.
             */
            lines: number;
            /** @description Whether there is more. */
            truncated: boolean;
            /**
             * Format: uint
             * @description Where to go on.
             */
            nextFrom?: number | null;
        };
        /** @description The graph, or a part of it. */
        GraphView: {
            /** @description Its entities. */
            nodes: components["schemas"]["NodeView"][];
            /** @description Its edges. */
            edges: components["schemas"]["EdgeView"][];
        };
        /** @description That the gateway is up. */
        Health: {
            /** @description `ok`, `ready`, or `stopping`. */
            status: string;
            /** @description The program's version. */
            version: string;
        };
        /** @description One item of the checklist. */
        HeartbeatItem: {
            /** @description What it asks. */
            text: string;
            /** @description Whether it was done. */
            done: boolean;
            /** @description What came of it. */
            outcome: string;
        };
        /** @description What a heartbeat did. */
        HeartbeatRun: {
            /** @description What the checklist asks, and what came of it; nothing when it is empty. */
            items: components["schemas"]["HeartbeatItem"][];
            /** @description Proof of the log's entry; none when there was nothing new to log. */
            receipt: components["schemas"]["Receipt"] | null;
        };
        /** @description What would help. Each surface words it in its own way. */
        Hint: "allow_secret" | "confirm_removal" | "refresh_reflection" | "approve_with_changes" | "mend" | "append_to_log" | "name_room";
        /** @description Where a field came from, strongest first. */
        IdentitySource: "ui.assistant" | "agents.list[].identity" | "IDENTITY.md" | "default";
        /** @description Who the agent is, as it is shown. */
        IdentityView: {
            /** @description The agent. */
            agent: string;
            /** @description Its workspace. */
            workspace: string;
            /** @description Display name; "Assistant" where nobody said. */
            name: components["schemas"]["Field"];
            /** @description Avatar; "A" where nobody said. */
            avatar: components["schemas"]["Field2"];
            /** @description Emoji. */
            emoji: components["schemas"]["Field"] | null;
            /** @description Theme: as set, else the creature, else the vibe. */
            theme: components["schemas"]["Field"] | null;
            /** @description Creature. */
            creature: components["schemas"]["Field"] | null;
            /** @description Vibe. */
            vibe: components["schemas"]["Field"] | null;
            /** @description Values that were passed over because they cannot be used. */
            warnings: string[];
            /** @description The user's time zone, in which days and times are written; nothing where it has no name. */
            time_zone?: string | null;
            /** @description Whether the first-run ritual is still to be done. */
            bootstrap_pending: boolean;
        };
        /** @description What the index holds. */
        IndexStatus: {
            /** @description The index file. */
            path: string;
            /**
             * Format: uint64
             * @description Its size with its log and its segments, in bytes.
             */
            bytes: number;
            /**
             * Format: uint
             * @description Files of the workspace that are searched.
             */
            files: number;
            /**
             * Format: uint
             * @description Files of the workspace that are not: rules of rituals, memory about memory, generated files.
             */
            left_out: number;
            /**
             * Format: uint
             * @description Pieces of text indexed.
             */
            entries: number;
            /**
             * Format: uint64
             * @description Revision of the index.
             */
            revision: number;
            /** @description The commit the workspace is at. */
            commit: string | null;
            /** @description The built-in embedding model. */
            model: string;
            /** @description The configured embedding model, unless the built-in one is all there is. */
            embedding?: components["schemas"]["EmbeddingStatus"] | null;
            /**
             * Format: uint
             * @description Bytes a process holds of it; segments are used where they lie.
             */
            memory: number;
            /** @description What was caught up with just now. */
            caught_up: components["schemas"]["CaughtUp"];
            /** @description What a deep check found wrong; `None` when none was asked for. */
            problems?: string[] | null;
        };
        /** @description One item of a reflection. */
        ItemView: {
            /**
             * Format: uint32
             * @description Its number.
             */
            number: number;
            /** @description What it is: fact, procedure, connection, merge, archive, contradiction, core, proposal, insight. */
            kind: string;
            /** @description What it says, as it would be applied. */
            text: string;
            /** @description What it does. */
            op: components["schemas"]["Op"];
            /** @description What it rests on. */
            evidence: components["schemas"]["Evidence"][];
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description Who may see it. */
            scope: string;
            /** @description Why it no longer applies; empty while it does. */
            stale: string[];
            /** @description Why it must be looked at by itself, and is taken only when named: it reads like an attack. */
            careful?: string | null;
            /** @description Whether a person changed its words. */
            reworded: boolean;
            /** @description Whether a person ticked it. */
            ticked: boolean;
            /** @description Why it cannot be understood. */
            unclear?: string | null;
        };
        /** @description Which side of a contradiction holds. */
        Keep: "both" | "newer" | "older";
        /** @description A memory with its state. */
        ListedMemory: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its store. */
            store: components["schemas"]["MemoryStore"];
            /** @description Its file. */
            path: string;
            /** @description Its lines, counted from 1, both included. */
            lines: number[];
            /** @description What it says. */
            text: string;
            /**
             * Format: date-time
             * @description When it was made, as far as the file tells.
             */
            created?: string | null;
            /** @description Who may see it. */
            scope: components["schemas"]["Scope"];
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description Whether a person pinned it in its file. */
            pinned: boolean;
            /** @description Whether it is a fact that no longer holds. */
            past: boolean;
            /** @description The day it was made, in the user's time. */
            day?: string | null;
            /** @description What kind of episode it is. */
            kind?: string | null;
            tags?: string[];
            /** @description How it came in. */
            source?: string | null;
            /** @description `active`, `fading`, `dormant` or `archived`. */
            state: string;
            /**
             * Format: double
             * @description Its decay score, 0 to 1.
             */
            score: number;
            /** @description Whether a person had it forgotten. */
            forgotten: boolean;
            /**
             * Format: uint32
             * @description How often it was used, its creation included.
             */
            uses: number;
            last_used?: string | null;
        };
        /** @description How the lock stands. */
        LockStatus: {
            /** @description Whether decisions need the passphrase. */
            set: boolean;
            /** @description When the passphrase was set. */
            since?: string | null;
            /**
             * Format: uint32
             * @description Wrong tries since the last right one.
             */
            failures: number;
            /**
             * Format: uint64
             * @description Seconds until the next try; 0 when one may be made now.
             */
            wait: number;
        };
        /** @description One commit of the trail. */
        LogEntry: {
            /** @description The commit id. */
            commit: string;
            /**
             * Format: int64
             * @description When, in seconds.
             */
            time: number;
            /** @description When, as RFC 3339 text. */
            at: string;
            /** @description What the commit says about itself, where that counts; `None` for a hand edit made with git. */
            message: components["schemas"]["Message"] | null;
            /** @description Whether what it says of itself counts, and why. */
            standing: components["schemas"]["Authenticity"];
            /** @description The git author, where nothing better is known about who made it. */
            author?: string | null;
            /** @description What it says about itself though that does not count. */
            claim?: components["schemas"]["Message"] | null;
            /** @description The commit's first line. */
            subject: string;
            /** @description The files it changed. */
            files: string[];
        };
        /** @description A memory's id, such as episode:2026-02-02:14:30, entity:person--ana#f1 or core:identity:1f0c9a */
        MemoryId: string;
        /** @description Memories by id. */
        MemoryIds: {
            /** @description The memories. */
            ids: components["schemas"]["MemoryId"][];
        };
        /** @description One page of memories. */
        MemoryPage: {
            /**
             * Format: uint
             * @description How many match in all.
             */
            total: number;
            /** Format: uint */
            offset: number;
            memories: components["schemas"]["ListedMemory"][];
            /** @description How many of those that match were made on each day, newest first. */
            days: components["schemas"]["DayCount"][];
            /** @description Where the states begin. */
            thresholds: components["schemas"]["StateThresholds"];
        };
        /** @description Where memory goes in a request. */
        MemoryPlacement: "system" | "user";
        /** @description Which memory. */
        MemoryRequest: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
        };
        /** @enum {string} */
        MemoryStore: "core" | "episodic" | "semantic" | "procedural" | "vault";
        /** @description One memory and where it is. */
        MemoryView: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its store. */
            store: components["schemas"]["MemoryStore"];
            /** @description Its file. */
            path: string;
            /** @description Its lines, counted from 1, both included. */
            lines: number[];
            /** @description What it says. */
            text: string;
            /**
             * Format: date-time
             * @description When it was made, as far as the file tells.
             */
            created?: string | null;
            /** @description Who may see it. */
            scope: components["schemas"]["Scope"];
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description Whether a person pinned it in its file. */
            pinned: boolean;
            /** @description Whether it is a fact that no longer holds. */
            past: boolean;
        };
        /** @description How a finding can be mended. */
        Mend: {
            workspace: components["schemas"]["Repair"];
        } | "seed" | "rebuild-scores" | "take-in" | "by-hand";
        /** @description What to mend. */
        MendRequest: {
            /** @description The subjects of the findings to mend; all that lose nothing when not given. */
            subjects?: string[] | null;
        };
        /** @description What became of one finding. */
        Mended: {
            /** @description What it was about. */
            subject: string;
            /** @description What was done. */
            done: string | null;
            /** @description Why it could not be done. */
            failed: string | null;
        };
        /** @description What becomes one. */
        MergeRequest: {
            /** @description The entity that goes into the other. */
            absorbed: string;
            /** @description The one that stays. */
            into: string;
        };
        /** @description What a commit of ours says about itself. */
        Message: {
            /** @description The kind of change. */
            action: components["schemas"]["Action"];
            /** @description The file, or the first file and how many more. */
            file: string;
            /** @description What it does. */
            summary: string;
            /** @description Who. */
            actor: components["schemas"]["Actor"];
            /** @description Approved how. */
            approval: string;
            /** @description What set it off. */
            trigger: string;
            /** @description The session it belongs to. */
            session?: string | null;
            /** @description Through which surface it was asked for. */
            channel?: string | null;
            /** @description The id of the token that was shown. */
            token?: string | null;
            /** @description Whose words it came from. */
            speaker?: string | null;
            /** @description The room it was said in. */
            room?: string | null;
            /** @description The mutation's id. */
            mutation: string;
            /** @description Whether a critical file changed. */
            critical: boolean;
            /** @description The seal; see `seal.rs`. */
            chain: string;
        };
        /** @description Models by which agents can be asked. */
        ModelList: {
            object: string;
            data: components["schemas"]["ModelShown"][];
            has_more: boolean;
            first_id: string | null;
            last_id: string | null;
        };
        /** @description Names a language model. */
        ModelNamed: {
            /** @description `provider/model`, one of those that are configured. */
            model: string;
        };
        /** @description One of them. */
        ModelShown: {
            id: string;
            object: string;
            type: string;
            /** Format: int64 */
            created: number;
            created_at: string;
            display_name: string;
            owned_by: string;
        };
        /** @description An entity by id and name. */
        NamedEntity: {
            id: string;
            name: string;
            /** @description Only named along with something else: used where it is known, and never created. */
            in_passing: boolean;
        };
        /** @description A conversation to begin. */
        NewChat: {
            /**
             * @description The room it happens in; without one it is private.
             * @default null
             */
            room?: string | null;
            /**
             * @description The language until a line shows another: `en`, `zh`.
             * @default null
             */
            language?: string | null;
        };
        /** @description A new line. */
        NewCoreLine: {
            /** @description Where. */
            block: components["schemas"]["CoreBlock"];
            /** @description What it says. */
            text: string;
        };
        /** @description A file's new content. */
        NewFileContent: {
            /** @description The whole of it. */
            content: string;
        };
        /** @description Something to remember. */
        NewMemory: {
            /** @description What was said. */
            text: string;
            /** @description Where it goes; decided from the text when not given. */
            store?: components["schemas"]["MemoryStore"] | null;
            /** @description What it is; decided from the text when not given. */
            type?: components["schemas"]["EntryKind"] | null;
            /**
             * @description More tags.
             * @default []
             */
            tags?: string[];
            /** @description Who may see it, for a person to choose. An agent's memory belongs to its session. */
            scope?: components["schemas"]["Scope"] | null;
            /** @description When it was said, where that is not now: `2026-02-14` or `2026-02-14T18:30`, in the user's time. */
            date?: string | null;
            /** @description Where it came from: a name, or tool, web, import or subagent, which are not taken at their word. */
            source?: string | null;
            /**
             * @description Keep it in the vault, where nothing fades; an agent's wish becomes a proposal.
             * @default false
             */
            pin?: boolean;
            /**
             * @description When MEMORY.md is full, move its least relevant lines to the semantic store.
             * @default false
             */
            prune?: boolean;
            /**
             * @description A person's word that a credential is to be stored all the same.
             * @default false
             */
            allow_secret?: boolean;
            /** @description The session it belongs to, for undoing a session. */
            session_id?: string | null;
        };
        /** @description A memory to propose. */
        NewProposal: {
            /** @description What is to be remembered. */
            content: string;
            /**
             * @description Where it should go.
             * @default episodic
             */
            store?: components["schemas"]["MemoryStore"];
            /**
             * @description The entities it is about, by id.
             * @default []
             */
            entities?: string[];
            /**
             * @description How sure it is.
             * @default medium
             */
            confidence?: components["schemas"]["Confidence"];
            /**
             * @description Whether it should be in core memory too.
             * @default false
             */
            core_worthy?: boolean;
            /**
             * @description What made you.
             * @default
             */
            trigger?: string;
        };
        /** @description What to draft. */
        NewReflection: {
            /**
             * Format: date
             * @description Read every episode since this day, processed or not.
             */
            since?: string | null;
            /**
             * @description Only show what would be proposed.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Draft anew what waits already; a person's to ask.
             * @default false
             */
            refresh?: boolean;
        };
        /** @description One entity of the graph. */
        NodeView: {
            /** @description Its id. */
            id: string;
            /** @description Its type. */
            type: string;
            /** @description What to call it. */
            label: string;
            /**
             * Format: double
             * @description Its score.
             */
            score: number;
            /** @description Whether it is pinned. */
            pinned: boolean;
        };
        /** @description What an approved item does. */
        Op: {
            /** @constant */
            do: "add-fact";
            /** @description The entity. */
            entity: components["schemas"]["EntityRef"];
            /** @description What it says. */
            text: string;
            /**
             * Format: date
             * @description From when it holds.
             */
            since: string | null;
            /** @description How sure it is. */
            confidence: components["schemas"]["Confidence"];
            /** @description Facts it replaces. */
            replaces?: components["schemas"]["Replaced"][];
            /** @description Entities it names, found from either side afterwards. */
            links?: components["schemas"]["EntityRef"][];
        } | {
            /** @constant */
            do: "connect";
            /** @description Where it starts. */
            from: components["schemas"]["EntityRef"];
            /** @description What it says. */
            relation: components["schemas"]["Relation"];
            /** @description Where it ends. */
            to: components["schemas"]["EntityRef"];
            /**
             * Format: date
             * @description From when.
             */
            since: string | null;
            /** @description How sure it is. */
            confidence: components["schemas"]["Confidence"];
        } | {
            /** @constant */
            do: "settle";
            /** @description The entity both are about. */
            entity: components["schemas"]["EntityRef"];
            /** @description What was known. */
            older: components["schemas"]["Side"];
            /** @description What was said since. */
            newer: components["schemas"]["Side"];
            /** @description Which holds. */
            keep: components["schemas"]["Keep"];
            /** @description What else the newer one takes the place of, when it holds. */
            also?: components["schemas"]["Replaced"][];
        } | {
            /** @constant */
            do: "merge";
            /** @description The one that is absorbed. */
            absorbed: components["schemas"]["EntityRef"];
            /** @description The one that stays. */
            into: components["schemas"]["EntityRef"];
            /** @description Why they may be one. */
            why: string;
        } | {
            /** @constant */
            do: "learn";
            /** @description The stem of its file. */
            name: string;
            /** @description When it applies. */
            trigger: string;
            /** @description What to do, in order. */
            steps: string[];
        } | {
            /** @constant */
            do: "archive";
            /** @description The memory. */
            id: string;
            /** @description What it says. */
            text: string;
            /**
             * Format: uint32
             * @description Its score, in hundredths.
             */
            score: number;
            /**
             * Format: int64
             * @description Days since it was used.
             */
            unused: number;
        } | {
            /** @constant */
            do: "core-add";
            /** @description The block, by its short name. */
            block: string;
            /** @description What the line says. */
            text: string;
        } | {
            /** @constant */
            do: "core-replace";
            /** @description The line. */
            id: string;
            /** @description Its block, by its short name. */
            block: string;
            /** @description What it said. */
            old: string;
            /** @description What it says now. */
            text: string;
            /**
             * Format: date
             * @description From when.
             */
            since: string | null;
        } | {
            /** @constant */
            do: "core-demote";
            /** @description The line. */
            id: string;
            /** @description Its block, by its short name. */
            block: string;
            /** @description What it says. */
            text: string;
            /** @description Why it is stale. */
            why: string;
            /**
             * Format: date
             * @description Since when it no longer holds, where something newer says so: the fact it becomes is a past one.
             */
            ended?: string | null;
        } | {
            /** @constant */
            do: "accept";
            /**
             * Format: uint32
             * @description The proposal's number.
             */
            number: number;
            /** @description Who made it. */
            from: string;
            /** @description What it says. */
            text: string;
            /** @description Where it goes. */
            store: components["schemas"]["MemoryStore"];
            /** @description The hash of what is decided on. */
            review: string;
        } | {
            /** @constant */
            do: "note";
            /** @description What was seen. */
            text: string;
            /**
             * Format: uint32
             * @description The milestone it belongs to, if any.
             */
            milestone?: number | null;
            /** @description Threads to keep open, for a milestone that consolidates them. */
            threads?: string[];
        };
        /** @description A key that decides for a while. */
        OpenedLock: {
            /** @description What the header `Soul-Unlock` carries; good for this token only. */
            unlock: string;
            /** @description When it ends. */
            expires: string;
        };
        /** @description A passphrase to check. */
        OpeningLock: {
            /** @description The passphrase. */
            passphrase: string;
        };
        /** @description An answer in the program's own format, passed on as the model's server gives it. */
        PassedOn: {
            [key: string]: unknown;
        };
        /** @description What the log says of one reflection. */
        PastReflection: {
            /**
             * Format: uint32
             * @description Its number.
             */
            number: number;
            /** @description Its id, `r-005`. */
            id: string;
            /**
             * Format: date
             * @description Its day.
             */
            date: string | null;
            /** @description What was decided, in words, oldest first. */
            decided: string[];
            /** @description How many episodes, entities and procedures it read, in words. */
            processed: string;
            /** @description What it learned, in words. */
            learned: string;
            /**
             * Format: uint32
             * @description How many facts it replaced.
             */
            revised: number;
            /** @description What it was about. */
            themes: string[];
            /** @description What it asked. */
            questions: string[];
        };
        /** @description A waiting reflection in short. */
        PendingView: {
            /** @description Its id. */
            id: string;
            /** @description The day it was drafted. */
            date: string;
            /**
             * Format: uint
             * @description How many items wait.
             */
            items: number;
            /**
             * Format: uint
             * @description How many of them no longer apply.
             */
            stale: number;
            /** @description Whether a person edited it. */
            edited: boolean;
            /** @description Why it cannot be used, when it cannot. */
            damaged?: string | null;
        };
        /** @description Which persona file a session reads, and why. */
        PersonaDecision: {
            /** @description The file to read in place of SOUL.md, or SOUL.md itself. */
            file: string;
            /** @description Why this file was chosen. */
            reason: components["schemas"]["PersonaReason"];
        };
        /** @description Why a persona was chosen. */
        PersonaReason: {
            /** @constant */
            kind: "off";
        } | {
            /** @constant */
            kind: "window";
            /**
             * Format: date-time
             * @description When this day's window opened.
             */
            from: string;
            /**
             * Format: date-time
             * @description When it closes.
             */
            until: string;
        } | {
            /** @constant */
            kind: "chance";
            /**
             * Format: double
             * @description The configured chance, 0 to 1.
             */
            chance: number;
            /**
             * Format: double
             * @description What was drawn, 0 to 1.
             */
            roll: number;
        } | {
            /** @constant */
            kind: "notNow";
        } | {
            /** @constant */
            kind: "refused";
            /** @description What is wrong, with the key. */
            problem: string;
        };
        /** @description What was pinned or unpinned. */
        Pinned: {
            /** @description The receipt; none when it was so already. */
            receipt: components["schemas"]["Receipt"] | null;
            /** @description The memory. */
            memory: components["schemas"]["MemoryView"];
            /** @description Whether it is pinned now. */
            pinned: boolean;
        };
        /** @description What a change would do. Nothing is written. */
        Preview: {
            /** @description The operations, in order, with what each was drawn from. */
            operations: components["schemas"]["Step"][];
            /** @description The files that would change. */
            files: components["schemas"]["FilePreview"][];
            /** @description Entries that would be written, or are there already. */
            entries: components["schemas"]["RememberedEntry"][];
            /** @description What would not be carried out, and why. */
            refused: components["schemas"]["Refusal"][];
            /** @description What a person should know. */
            warnings: string[];
        };
        /** @description An error as a caller receives it. */
        Problem: {
            /** @description What went wrong. */
            error: components["schemas"]["ProblemText"];
        };
        /** @description One error. */
        ProblemText: {
            /**
             * @description What a caller can do about it: not_found, invalid, conflict, denied, unavailable, internal,
             *     unauthenticated, precondition_required or too_many.
             */
            kind: string;
            /** @description What happened, to what, and what to try. */
            message: string;
            /** @description What would help, for programs; the message says it in words. */
            hint?: components["schemas"]["Hint"] | null;
            /** @description For a conflict: the hash of what is there now. */
            current?: string | null;
        };
        /** @description A decision to accept. */
        ProposalAcceptance: {
            /** @description The `review` of the proposal as it was shown; anything else is refused as changed. */
            review: string;
            /** @description Another store than the one proposed. */
            store?: components["schemas"]["MemoryStore"] | null;
            /** @description Other words than the ones proposed. */
            text?: string | null;
            /**
             * @description Accept it although what it was made from changed since.
             * @default false
             */
            even_if_stale?: boolean;
        };
        /** @description A proposal was added. */
        ProposalAdded: {
            /** @description Proof of the write. */
            receipt: components["schemas"]["Receipt"];
            /**
             * Format: uint32
             * @description Its number.
             */
            number: number;
            /** @description Proposals it is at odds with. */
            conflicts: number[];
            /** @description What became of it, when the configuration lets trusted sub-agents commit at once. */
            committed?: components["schemas"]["Remembered"] | null;
        };
        /** @description A decision to leave it for later. */
        ProposalDeferral: {
            /** @description The `review` of the proposal as it was shown; anything else is refused as changed. */
            review: string;
        };
        /** @description A decision not to. */
        ProposalRejection: {
            /** @description The `review` of the proposal as it was shown; anything else is refused as changed. */
            review: string;
            /** @description Why, for the trail. */
            reason?: string | null;
        };
        /** @description A proposal as a reviewer sees it: what it says, and what is to be known about it. */
        ProposalView: {
            /**
             * Format: uint32
             * @description Its number.
             */
            number: number;
            /** @description Who made it. */
            from: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string | null;
            /** @description What made them. */
            trigger: string;
            /** @description Where it should go. */
            store: components["schemas"]["MemoryStore"] | null;
            /** @description What is to be remembered. */
            content: string;
            /** @description The entities it is about. */
            entities: string[];
            /** @description How sure they are. */
            confidence: components["schemas"]["Confidence"] | null;
            /** @description Whether it should go into core memory too. */
            core_worthy: boolean;
            /** @description Who may see it. */
            scope: components["schemas"]["Scope"];
            /** @description How far it is trusted: never more than a sub-agent. */
            trust: components["schemas"]["Trust"];
            /** @description Where it stands. */
            status: string;
            /** @description Proposals it is at odds with. */
            conflicts: number[];
            /** @description Files it was made from that changed since. */
            stale: string[];
            /** @description Why it should be read with care. */
            suspicious: string | null;
            /** @description What a decision is bound to. */
            review: string;
            /** @description What it says, every character visible: what a person reads before they decide. */
            shown: string;
        };
        /** @description Words from memory, with when they were told and where they stand. */
        Quotation: {
            /** @description The words, as they are stored. */
            text: string;
            /** @description When they were told: `2026-02-02 14:30`. */
            date?: string | null;
            /** @description What they answer, where they say little without it. */
            answers?: string | null;
            /** @description What a reader should know of them, in words: told earlier and replaced since, from outside. */
            marks?: string[];
            /** @description `false` where they are only the nearest there is and may not answer. */
            sure?: boolean | null;
            /** @description Where they stand: `path:lines`, or ids where something is to be decided. */
            citations: string[];
        };
        /** @description What a rebuild did. */
        Rebuilt: {
            /**
             * Format: uint
             * @description Files read.
             */
            files: number;
            /**
             * Format: uint
             * @description Pieces of text indexed.
             */
            entries: number;
            /** @description The commit the workspace is at. */
            commit: string | null;
            /**
             * Format: double
             * @description Seconds it took, by the engine's clock.
             */
            seconds: number;
            /** @description What the configured embedding model did, where there is one. */
            embedding?: components["schemas"]["EmbeddingStatus"] | null;
        };
        /** @description What a recall returns. */
        RecallAnswer: {
            /** @description The question. */
            query: string;
            /** @description Results, best first. */
            hits: components["schemas"]["RecallHit"][];
            /** @description What came nearest, where nothing is good enough to be a result: a lead, not an answer. */
            nearest?: components["schemas"]["RecallHit"][];
            /** @description How sure they are. */
            confidence: components["schemas"]["RecallConfidence"];
            /**
             * Format: float
             * @description The evidence for that, 0 – 1: what of the question the best results hold.
             */
            sureness: number;
            /** @description The same in words, where it is not sure. */
            remark?: string | null;
            /** @description How the question was answered. */
            strategy: components["schemas"]["RecallStrategy"];
            /** @description The name it was read to be about. */
            about?: string | null;
            /** @description The time it was read to be about, both days included. */
            time?: string[] | null;
            /** @description The commit the answer was computed from, with hand edits made since. */
            revision: string | null;
            /**
             * Format: uint64
             * @description Revision of the index.
             */
            index_revision: number;
            /** @description True when the deadline cut it short. */
            cut_short: boolean;
            /** @description The model that compared meanings; none when words alone decided. */
            model?: string | null;
            /** @description Files that changed and could not be looked at in time. */
            missed?: string[];
            /** @description What was missed or went wrong, in words. */
            notes: string[];
            /** @description Why the named memory is not among the hits. */
            why_not?: string | null;
            /**
             * Format: double
             * @description Milliseconds it took, by the engine's clock.
             */
            ms: number;
        };
        /** @description How sure an answer is. */
        RecallConfidence: "sure" | "likely" | "unsure" | "nothing";
        /** @description One result. */
        RecallHit: {
            /** @description The memory's id, where the lines are one memory. */
            id: string | null;
            /** @description The file. */
            path: string;
            /**
             * Format: uint32
             * @description First line.
             */
            start_line: number;
            /**
             * Format: uint32
             * @description Last line.
             */
            end_line: number;
            /** @description `path:first-last`. */
            citation: string;
            /** @description The store. */
            store: components["schemas"]["RecallStore"];
            /** @description The other memory that found it, such as `mem0`, where it is not from the files. */
            beside?: string | null;
            /** @description When it happened, in the user's time: `2026-02-02 14:30`. */
            date: string | null;
            /** @description The part that answers. */
            snippet: string;
            /** @description The whole entry. */
            text: string;
            /**
             * Format: float
             * @description Score, 0 – 1.
             */
            score: number;
            /** @description How far its source is trusted. */
            trust: components["schemas"]["Trust"];
            /** @description Life-cycle state. */
            state: components["schemas"]["RecallState"];
            /** @description What each arm of the search gave it. */
            parts: components["schemas"]["RecallParts"];
            /** @description The turn before. */
            before?: string | null;
            /** @description The turn after. */
            after?: string | null;
            /** @description The citation of another result that says the same, where one does: show it once. */
            same_as?: string | null;
            /** @description Citations of entries that say the same. */
            folded?: string[];
            /** @description Citation of a newer statement of the same thing. */
            newer?: string | null;
            /** @description Ids of the same memory elsewhere: facts and lines of core memory drawn from this entry, or the entry. */
            also?: string[];
        };
        /** @description What each arm gave a hit; 0 for a typical entry, 1 for the best, except where said. */
        RecallParts: {
            /**
             * Format: float
             * @description Words in common.
             */
            keyword: number;
            /**
             * Format: float
             * @description Share of the question's rare words that it holds, among single turns together with the turn before; on no scale.
             */
            held: number;
            /**
             * Format: float
             * @description Closeness of the whole texts.
             */
            vector: number;
            /**
             * Format: float
             * @description Closeness of the whole texts by the multilingual encoder.
             */
            meaning: number;
            /**
             * Format: float
             * @description Closeness word by word.
             */
            late: number;
            /**
             * Format: float
             * @description Closeness word by word of the talk around a turn; beside turns, what anything else says by itself.
             */
            around: number;
            /**
             * Format: float
             * @description What the turn before it says.
             */
            before: number;
            /**
             * Format: float
             * @description What its session says.
             */
            session: number;
            /**
             * Format: float
             * @description What the best of the notes around it says, for entries without a session.
             */
            talk: number;
            /**
             * Format: float
             * @description Closeness to the first results, for questions.
             */
            hop: number;
            /**
             * Format: float
             * @description Closeness of a standing instruction, 1 for the closest one; 0 for anything else.
             */
            standing: number;
            /**
             * Format: float
             * @description 1 when said by whom the question is about.
             */
            voice: number;
            /**
             * Format: float
             * @description Share of it that asks.
             */
            asking: number;
            /**
             * Format: float
             * @description Newness, for questions that go on with something.
             */
            recency: number;
            /**
             * Format: float
             * @description Ties to entities of the question.
             */
            graph: number;
            /**
             * Format: float
             * @description Closeness to the time the question names.
             */
            time: number;
            /**
             * Format: float
             * @description 1 when its store is the one the strategy looks in.
             */
            store: number;
            /**
             * Format: float
             * @description Decay factor, by default 0.9 – 1.
             */
            decay: number;
            /**
             * Format: float
             * @description Share of the question's rare words it holds, on no scale; read for the first results only.
             */
            coverage: number;
            /**
             * Format: float
             * @description Cosine of the vectors, on no scale.
             */
            cosine: number;
        };
        /** @enum {string} */
        RecallState: "active" | "fading" | "dormant" | "archived" | "superseded";
        /** @enum {string} */
        RecallStore: "core" | "episodic" | "graph" | "procedural" | "vault" | "note";
        /** @description How a question is answered, by its type. */
        RecallStrategy: "auto" | "when" | "about" | "howto" | "latest" | "hybrid";
        /** @description Proof of a write: what `soul audit verify` confirms. */
        Receipt: {
            /** @description The mutation's id, `m-…`. */
            id: string;
            /** @description The commit that holds it. */
            commit: string;
            /** @description The files it changed, with the lines it wrote. */
            files: components["schemas"]["ReceiptFile"][];
            /** @description Notes a person should see: a hand edit taken in first, a merge, a conflict copy. */
            notes?: string[];
        };
        /** @description One file of a receipt. */
        ReceiptFile: {
            /** @description The file. */
            path: components["schemas"]["WorkspacePath"];
            /** @description First and last line written (1-based); `None` when the file was removed. */
            lines: number[] | null;
            /** @description Hash of the file after the change; `None` when it was removed. */
            hash: components["schemas"]["ContentHash"] | null;
        };
        /** @description What became of a receipt. */
        ReceiptStatus: {
            /** @description Whether the mutation is in the history, unaltered. */
            ok: boolean;
            /** @description The mutation's id. */
            id: string;
            /** @description Its commit. */
            commit: string;
            /** @description Who made it and what it did. */
            summary: string;
            /** @description The files it wrote, and whether each still holds what it wrote. */
            files: (string | boolean)[][];
            /** @description What is wrong. */
            problems: string[];
        };
        /** @description What became of a reflection. */
        ReflectDecided: {
            /** @description Proof of the write. */
            receipt: components["schemas"]["Receipt"];
            /** @description The reflection. */
            id: string;
            /** @description Items that were applied. */
            applied: number[];
            /** @description Items that were rejected and will not be proposed again. */
            rejected: number[];
            /** @description Items that no longer apply, and why; they wait. */
            stale: {
                [key: string]: string[];
            };
            /** @description Items an approval of everything left out, and why: they are taken only when named by number. */
            withheld?: {
                [key: string]: string;
            };
            /** @description Items that still wait. */
            left: number[];
            /** @description What a person should know. */
            warnings: string[];
        };
        /** @description Where reflection stands. */
        ReflectStatus: {
            /** @description What waits. */
            pending: components["schemas"]["PendingView"] | null;
            /**
             * Format: uint
             * @description Episodes no reflection has read.
             */
            unprocessed: number;
            /**
             * Format: uint
             * @description How many of them set one off; 0 for never.
             */
            threshold: number;
            /** @description Whether there are that many. */
            due: boolean;
            /** @description When the next one is scheduled. */
            next: string | null;
            /** @description The last one that was decided. */
            last: components["schemas"]["PastReflection"] | null;
            /**
             * Format: uint
             * @description How many were decided.
             */
            count: number;
            /** @description Whether one is being drafted at this moment. */
            running: boolean;
        };
        /** @description An approval. */
        ReflectionApproval: {
            /** @description The `review` of the reflection as it was shown; anything else is refused as changed. */
            review: string;
            /** @description The items, by number; all that wait when not given. */
            items?: number[] | null;
            /** @description Items to leave out, and reject. */
            except?: number[] | null;
            /** @description Other words for items. */
            changes?: components["schemas"]["RewordedItem"][];
            /**
             * @description The file was edited by hand, and is meant as it is now.
             * @default false
             */
            with_changes?: boolean;
            /**
             * @description Reject what is not approved.
             * @default false
             */
            reject_rest?: boolean;
        };
        /** @description A rejection. */
        ReflectionRejection: {
            /** @description The `review` of the reflection as it was shown; anything else is refused as changed. */
            review: string;
            /** @description The items, by number; all that wait when not given. */
            items?: number[] | null;
            /** @description Why, remembered with them. */
            reason?: string | null;
        };
        /** @description A reflection as a person sees it before they decide. */
        ReflectionView: {
            /** @description Its id, `r-005`. */
            id: string;
            /**
             * Format: uint32
             * @description Its number.
             */
            number: number;
            /** @description The day it was drafted. */
            date: string;
            /** @description Which engine drafted it. */
            engine: string;
            /** @description What set it off. */
            trigger: string;
            /** @description What a decision can be bound to: the SHA-256 of the whole file. */
            review: string;
            /** @description Whether it waits for a decision; otherwise there was nothing to propose, or it is only a preview. */
            waits: boolean;
            /** @description Whether a person edited the file since it was drafted. */
            edited: boolean;
            /** @description What it proposes. */
            items: components["schemas"]["ItemView"][];
            /** @description Items whose line a person deleted: an approval with changes rejects them. */
            deleted: number[];
            /** @description Lines of the file that mean nothing to an approval. */
            unread: string[];
            /** @description Why the file cannot be approved as it is. */
            unclear: string[];
            /** @description What it asks. */
            questions: string[];
            /** @description What it is about. */
            themes: string[];
            /** @description MEMORY.md's changes as a diff. */
            core_diff: string;
            /** @description Its figures. */
            counts: components["schemas"]["Counts"];
            /** @description The whole file, every character visible. */
            text: string;
        };
        /** @description Something that would not be carried out. */
        Refusal: {
            /**
             * Format: uint32
             * @description The item of the reflection it belongs to.
             */
            item?: number | null;
            why: string;
        };
        /** @enum {string} */
        Relation: "develops" | "uses" | "used-by" | "part-of" | "contains" | "depends-on" | "decided-on" | "supersedes" | "preceded-by" | "followed-by" | "prefers" | "avoids" | "confident-about" | "uncertain-about" | "relates-to";
        /** @description What was remembered. */
        Remembered: {
            /** @description Proof of the write. */
            receipt: components["schemas"]["Receipt"];
            /** @description Every entry that was written, or found to be there already. */
            entries: components["schemas"]["RememberedEntry"][];
            /** @description Proposals that wait for a person: quarantined text, entities that may be one. */
            proposals?: number[];
            /** @description What a person should know. */
            warnings?: string[];
        };
        /** @description One entry. */
        RememberedEntry: {
            /** @description Its id. */
            id: components["schemas"]["MemoryId"];
            /** @description Its store. */
            store: components["schemas"]["MemoryStore"];
            /** @description Its file. */
            path: string;
            /** @description Its lines, counted from 1, both included. */
            lines: number[];
            /** @description What it says. */
            summary: string;
            /** @description Whether it was written now; otherwise it was there already. */
            new: boolean;
        };
        /** @description What mends a finding. */
        Repair: {
            "make-private": string;
        } | {
            "remove-lock": string;
        } | "rebuild-audit-log" | "rebuild-index" | "reroot" | "by-hand";
        /** @description A fact that another replaces. */
        Replaced: {
            /** @description The entity it belongs to. */
            entity: string;
            /** @description The fact, or empty when it is an earlier item of the same reflection. */
            fact: string;
            /** @description What it says. */
            text: string;
        };
        /** @description One piece of an answer, which a terminal, a pipe or a page can each show its own way. */
        Reply: {
            /** @constant */
            kind: "say";
            text: string;
        } | components["schemas"]["Quotation"] | {
            /** @constant */
            kind: "note";
            text: string;
        } | {
            /** @constant */
            kind: "warning";
            text: string;
        } | {
            /** @constant */
            kind: "document";
            title: string;
            text: string;
        } | {
            /** @constant */
            kind: "ask";
            text: string;
        } | {
            /** @constant */
            kind: "failed";
            text: string;
        } | {
            /** @constant */
            kind: "end";
        };
        /** @description A text, or the conversation so far. */
        ResponseInput: string | {
            [key: string]: unknown;
        }[];
        /** @description A response that is asked for. */
        ResponseRequest: {
            /** @description An agent, or agent/model; any other name is a model's. */
            model?: string | null;
            input?: components["schemas"]["ResponseInput"] | null;
            instructions?: string | null;
            stream?: boolean | null;
            /** @description `soul_agent`, `soul_room`, `soul_user` and `soul_session` say for whom a person's token speaks. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What was restored. */
        Restored: {
            /** @description The receipt; none when nothing was archived. */
            receipt: components["schemas"]["Receipt"] | null;
            /** @description The memories that came back. */
            ids: components["schemas"]["MemoryId"][];
        };
        /** @description Other words for an item. */
        RewordedItem: {
            /**
             * Format: uint32
             * @description Its number.
             */
            item: number;
            /** @description What it says instead; for a contradiction `both`, `newer` or `older`. */
            text: string;
        };
        /** @description An undo worked out but not done. */
        RollbackPlan: {
            /** @description What it would do, in words. */
            summary: string;
            /** @description Files it would restore. */
            restores: string[];
            /** @description Files it would remove. */
            removes: string[];
        };
        /** @description One configured route. */
        RouteView: {
            /** @description The channel, or any. */
            channel: string;
            /** @description The account of that channel, or any. */
            account: string;
            /** @description Who is talking, or anyone. */
            peer: string;
            /** @description The room, or any. */
            room: string;
            /** @description The agent that answers. */
            agent: string;
        };
        /** @description private, room:<id>, user:<id> or shared */
        Scope: string;
        /** @description One part of a context. */
        Section: {
            /** @description What it is: soul, identity, rules, … */
            name: string;
            /** @description The file it comes from. */
            source: string | null;
            /** @description Why it is here. */
            why: string;
            /** @description Its text as a session sees it, without the marks around it. */
            text: string;
            /**
             * Format: uint
             * @description Bytes it takes with its marks.
             */
            bytes: number;
            /**
             * Format: uint
             * @description Tokens it takes with its marks, estimated.
             */
            tokens: number;
            /** @description What was cut from it. */
            cut: components["schemas"]["CutNote"] | null;
            /** @description Whether a provider's prompt cache should have a breakpoint after it. */
            cache_breakpoint: boolean;
            /** @description Whether it is part of the system prompt or stands before the user's message. */
            placement: components["schemas"]["MemoryPlacement"];
        };
        /** @description One session: its kind and everyone in it. */
        Session: {
            /** @description What kind of session it is. */
            kind: components["schemas"]["SessionKind"];
            /** @description The room, for group sessions. */
            room: string | null;
            /** @description Who is speaking, where that is known. */
            user: string | null;
            /** @description Which agent answers. */
            agent: string;
            /** @description What a sub-agent was granted to read. */
            access: components["schemas"]["Access"];
        };
        /** @description A session on disk, as a list shows it. */
        SessionInfo: {
            id: string;
            begun: string;
            /** @description When something was last said. */
            last: string;
            /** Format: uint */
            messages: number;
            /** @description The model it began with; empty where none spoke. */
            model: string;
            /** @description What kind of session. */
            session: string;
            room?: string | null;
            user?: string | null;
            /** @description The first thing the person said. */
            first: string;
        };
        /** @description What kind of session a context is made for. */
        SessionKind: "main" | "group" | "subagent" | "heartbeat" | "boot";
        /** @description How serious an alert is. */
        Severity: "notice" | "change" | "integrity";
        /** @description One side of a contradiction. */
        Side: {
            /** @description The memory that says it: a fact, a line of MEMORY.md, an episode. */
            id: string;
            /** @description What it says. */
            text: string;
            /**
             * Format: date
             * @description Since when.
             */
            since?: string | null;
            /** @description How far it is trusted. */
            trust: components["schemas"]["Trust"];
        };
        /** @description Who signed in. */
        SignedIn: {
            /** @description The person's token. */
            token: string;
        };
        /** @description What a memory was drawn from. */
        Source: "episode" | {
            named: string[];
        };
        /** @description How a new statement relates to what is known. */
        Standing: "claim" | "update" | "reviewed";
        /** @description The scores below which a memory is fading, dormant and archived. */
        StateThresholds: {
            /** Format: double */
            fading: number;
            /** Format: double */
            dormant: number;
            /** Format: double */
            archived: number;
        };
        /** @description An operation, where it comes from, who may see what it writes and how far that is trusted. */
        Step: {
            source: components["schemas"]["Source"];
            scope: components["schemas"]["Scope"];
            trust: components["schemas"]["Trust"];
            /** @description Whether a person approved exactly this. */
            approved: boolean;
            /**
             * Format: uint32
             * @description The item of the reflection it belongs to.
             */
            item?: number | null;
        } & ({
            /** @constant */
            do: "remember";
            day: string;
            /** Format: partial-time */
            time: string;
            kind: components["schemas"]["EntryKind"];
            confidence: components["schemas"]["Confidence"];
            tags: string[];
            content: string;
        } | {
            /** @constant */
            do: "add-entity";
            entity: components["schemas"]["NamedEntity"];
        } | {
            /** @constant */
            do: "add-fact";
            entity: components["schemas"]["NamedEntity"];
            text: string;
            /** Format: date */
            since: string | null;
            confidence: components["schemas"]["Confidence"] | null;
            standing: components["schemas"]["Standing"];
        } | {
            /** @constant */
            do: "supersede";
            entity: components["schemas"]["NamedEntity"];
            text: string;
            /** Format: date */
            since: string | null;
            confidence: components["schemas"]["Confidence"] | null;
            replaces: components["schemas"]["FactRef"][];
        } | {
            /** @constant */
            do: "end-facts";
            facts: components["schemas"]["FactRef"][];
            /** Format: date */
            since: string | null;
        } | {
            /** @constant */
            do: "flag-contradiction";
            entity: components["schemas"]["NamedEntity"];
            older: components["schemas"]["FactRef"];
            newer: string;
        } | {
            /** @constant */
            do: "relate";
            from: components["schemas"]["NamedEntity"];
            relation: components["schemas"]["Relation"];
            to: components["schemas"]["NamedEntity"];
            /** Format: date */
            since: string | null;
            confidence: components["schemas"]["Confidence"] | null;
        } | {
            /** @constant */
            do: "merge-entities";
            absorbed: string;
            into: string;
        } | {
            /** @constant */
            do: "split-entity";
            entity: string;
            from: string;
        } | {
            /** @constant */
            do: "add-procedure";
            name: string;
            trigger: string;
            steps: string[];
            /** @description What the memory says as a whole. */
            summary: string;
        } | {
            /** @constant */
            do: "add-core-line";
            block: string;
            text: string;
            confidence: components["schemas"]["Confidence"] | null;
            standing: components["schemas"]["Standing"];
            when_full: components["schemas"]["WhenCoreFull"];
        } | {
            /** @constant */
            do: "correct-core";
            block: string;
            text: string;
            confidence: components["schemas"]["Confidence"] | null;
            when_full: components["schemas"]["WhenCoreFull"];
        } | {
            /** @constant */
            do: "replace-core-line";
            line: string;
            text: string;
            /** Format: date */
            since: string | null;
            confidence: components["schemas"]["Confidence"] | null;
        } | {
            /** @constant */
            do: "demote-core-line";
            line: string;
            text: string;
            /** Format: date */
            ended: string | null;
        } | {
            /** @constant */
            do: "add-page";
            store: components["schemas"]["MemoryStore"];
            title: string;
            content: string;
        } | {
            /** @constant */
            do: "pin";
            id: components["schemas"]["MemoryId"];
        } | {
            /** @constant */
            do: "unpin";
            id: components["schemas"]["MemoryId"];
        } | {
            /** @constant */
            do: "archive";
            ids: components["schemas"]["MemoryId"][];
        } | {
            /** @constant */
            do: "restore";
            ids: components["schemas"]["MemoryId"][];
        } | {
            /** @constant */
            do: "close-proposal";
            /** Format: uint32 */
            number: number;
            review: string;
        } | {
            /** @constant */
            do: "note-insight";
            /** Format: uint32 */
            reflection: number;
            text: string;
            /** Format: uint32 */
            milestone?: number | null;
            threads?: string[];
        });
        /** @description What came of asking a model for one word. */
        TestedModel: {
            model: string;
            answered: boolean;
            /** Format: uint64 */
            milliseconds: number;
            /**
             * Format: uint64
             * @description Tokens sent.
             */
            sent: number;
            /**
             * Format: uint64
             * @description Tokens received.
             */
            received: number;
            /** @description What it said, or why it did not. */
            said: string;
        };
        /** @description How thoroughly to forget. */
        Thoroughness: "archive" | "erase" | "purge";
        /** @description A token, without its text. */
        TokenView: {
            id: string;
            /** @description `person` or `agent`. */
            holder: string;
            /** @description The one agent it reaches. */
            agent: string | null;
            session: string;
            room: string | null;
            user: string | null;
            read_only: boolean;
            made: string;
            expires: string | null;
            /** @description Whether this request was made with it. */
            own: boolean;
        };
        /** @description A change of state. */
        TransitionView: {
            /** @description The memory. */
            id: string;
            /** @description What it was. */
            from: string;
            /** @description What it is. */
            to: string;
            /**
             * Format: double
             * @description The score that brought it there.
             */
            score: number;
        };
        /** @enum {string} */
        Trust: "unknown" | "web" | "import" | "tool" | "subagent" | "speaker" | "agent" | "approved" | "user";
        /** @description Something that comes while a line is answered. */
        TurnEvent: {
            /** @constant */
            kind: "text";
            data: string;
        } | {
            /** @constant */
            kind: "thinking";
            data: string;
        } | {
            /** @constant */
            kind: "tool";
            data: {
                name: string;
                /** @description What came of it, in a few words. */
                outcome: string;
            };
        } | {
            /** @constant */
            kind: "notice";
            data: string;
        } | {
            /** @constant */
            kind: "reply";
            data: components["schemas"]["Reply"];
        } | {
            /** @constant */
            kind: "session";
            data: string;
        };
        /** @description What to undo. */
        UndoRequest: "last" | {
            change: string;
        } | {
            session: string;
        } | {
            reflection: string;
        } | {
            file: components["schemas"]["FileAtRevision"];
        } | {
            /** Format: date-time */
            time: string;
        };
        /** @description How many uses were noted. */
        UsedNoted: {
            /**
             * Format: uint
             * @description How many.
             */
            noted: number;
        };
        /** @description Memories that were used. */
        UsedRequest: {
            /** @description Their ids. */
            ids: components["schemas"]["MemoryId"][];
        };
        /** @description What a verification found. */
        Verification: {
            /** @description Whether everything checked out. */
            ok: boolean;
            /**
             * Format: uint
             * @description How many commits were checked.
             */
            checked: number;
            /**
             * Format: uint
             * @description How many were made directly with git and claim nothing.
             */
            by_git: number;
            /**
             * Format: uint
             * @description How many name a key that is not known here and that nobody accepted (another machine, a lost key).
             */
            other_keys: number;
            /** @description What is wrong, worst first. */
            problems: string[];
        };
        /** @description What to do when a line does not fit into MEMORY.md. */
        WhenCoreFull: "refuse" | "leave-out" | "prune";
        /** @description Why something is as it is: the entries that made it so, newest first. */
        Why: {
            /** @description What was asked about. */
            about: string;
            /** @description Entries that archived, decayed or removed something that fits. */
            forgotten: components["schemas"]["LogEntry"][];
            /** @description Entries that wrote something that fits. */
            written: components["schemas"]["LogEntry"][];
        };
        /** @description A path inside the workspace, with / between its parts */
        WorkspacePath: string;
    };
    responses: {
        /** @description The request can never work as it is */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No token, or none that is good */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description This caller may not; or a person must confirm */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such agent, file or memory */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Not answered with this method */
        405: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It changed since it was read */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A file that is never served */
        422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A write must say what was read: If-Match */
        428: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description It failed here */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Not now; try again */
        503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The disk is full */
        507: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Says that the gateway is up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Says that the gateway is up and its agents can be written to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what the gateway counts of itself, as Prometheus reads it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Describes everything that can be called */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_agents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the agents a token reaches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentShown"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            /** @description Exchanges a one-time code for the person's token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the files of a workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileInfo"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_file_filename: {
        parameters: {
            query?: never;
            header?: {
                /** @description An ETag: 304 when the file still has it */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reads a file */
            200: {
                headers: {
                    /** @description SHA-256 of the file, in quotes */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileContent"];
                };
            };
            /** @description The caller has it already */
            304: {
                headers: {
                    /** @description SHA-256 of the file, in quotes */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    put_file_filename: {
        parameters: {
            query?: {
                /** @description Deleting, and shrinking a file by more than half, need this to be true. */
                confirm?: boolean;
            };
            header?: {
                /** @description The ETag of what was read; 409 when the file changed since */
                "If-Match"?: string;
                /** @description `*` for a file that is not there yet */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFileContent"];
            };
        };
        responses: {
            /** @description Writes a file, if it still is what was read */
            200: {
                headers: {
                    /** @description SHA-256 of the file, in quotes */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileWritten"];
                };
            };
            /** @description Writes a file, if it still is what was read */
            201: {
                headers: {
                    /** @description SHA-256 of the file, in quotes */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileWritten"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            428: components["responses"]["428"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    delete_file_filename: {
        parameters: {
            query?: {
                /** @description Deleting, and shrinking a file by more than half, need this to be true. */
                confirm?: boolean;
            };
            header: {
                /** @description The ETag of what was read; 409 when the file changed since */
                "If-Match": string;
            };
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a file, if it still is what was read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileWritten"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            428: components["responses"]["428"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_file_default_filename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what a new workspace would get for a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefaultFile"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_memory_daily: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the daily logs, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileInfo"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_memory_daily_date: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The day, such as 2026-02-02. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reads one day's log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyLog"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_memory_daily_date: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The day, such as 2026-02-02. */
                date: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DayLogAddition"];
            };
        };
        responses: {
            /** @description Adds an entry to the end of a day's log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remembered"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_context: {
        parameters: {
            query?: {
                /** @description The kind of session; main when not given. */
                session?: components["schemas"]["SessionKind"];
                /** @description The room, for a group. */
                room?: string;
                /** @description Who is speaking. */
                user?: string;
                /** @description Whose grants apply, for a sub-agent. */
                as?: string;
                /** @description The session's own id: the persona is decided once for it. */
                session_id?: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows exactly what a session receives */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextShown"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_context_report: {
        parameters: {
            query?: {
                /** @description The kind of session; main when not given. */
                session?: components["schemas"]["SessionKind"];
                /** @description The room, for a group. */
                room?: string;
                /** @description Who is speaking. */
                user?: string;
                /** @description Whose grants apply, for a sub-agent. */
                as?: string;
                /** @description The session's own id: the persona is decided once for it. */
                session_id?: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows which files a session receives, why, and what they cost */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextReport"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_agents_agent_name_context_report: {
        parameters: {
            query?: {
                /** @description The kind of session; main when not given. */
                session?: components["schemas"]["SessionKind"];
                /** @description The room, for a group. */
                room?: string;
                /** @description Who is speaking. */
                user?: string;
                /** @description Whose grants apply, for a sub-agent. */
                as?: string;
                /** @description The session's own id: the persona is decided once for it. */
                session_id?: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same report, by the agent's name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextReport"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_context_receipts: {
        parameters: {
            query?: {
                /** @description The beginning of a context's digest. */
                digest?: string;
                /** @description Most receipts. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists which bytes of which commit recent sessions saw */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextReceipt"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_identity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows the agent's name and avatar, and which source won */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_remember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMemory"];
            };
        };
        responses: {
            /** @description Remembers something */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remembered"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_recall: {
        parameters: {
            query: {
                /** @description The words. */
                query: string;
                /** @description Most results. */
                limit?: number;
                /** @description Least score of a result, 0 to 1. */
                min_score?: number;
                /** @description Only this store. */
                store?: components["schemas"]["RecallStore"];
                /** @description What was true then, in the user's time: 2026-02-02T14:30. */
                as_of?: string;
                /** @description What was known then. */
                known_at?: string;
                /** @description Dormant memories too. */
                include_dormant?: boolean;
                /** @description Archived memories too. */
                include_archived?: boolean;
                /** @description Why this memory (id, path, or path and line) is not among the results; for callers that see everything. */
                why_not?: string;
                /** @description Milliseconds after which the answer is what there is. */
                deadline_ms?: number;
                /** @description The kind of session to ask as; a person's to choose. */
                session?: components["schemas"]["SessionKind"];
                /** @description The room to ask in; a person's to choose. */
                room?: string;
                /** @description Who asks; a person's to choose. */
                user?: string;
                /** @description Whose grants apply; a person's to choose. */
                as?: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Finds what is remembered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecallAnswer"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_memories: {
        parameters: {
            query?: {
                /** @description Exactly this one. */
                id?: components["schemas"]["MemoryId"];
                /** @description null */
                store?: components["schemas"]["MemoryStore"];
                /** @description A kind of episode, such as `decision`. */
                kind?: string;
                /** @description null */
                tag?: string;
                /** @description null */
                scope?: components["schemas"]["Scope"];
                /** @description null */
                trust?: components["schemas"]["Trust"];
                /** @description `active`, `fading`, `dormant` or `archived`. What was forgotten is archived, and listed only then. */
                state?: string;
                /** @description null */
                pinned?: boolean;
                /** @description The language it seems to be written in, as a two-letter code such as `de`. */
                language?: string;
                /** @description The file it stands in. */
                path?: string;
                /** @description Not made before this day. */
                since?: string;
                /** @description Not made after this day. */
                until?: string;
                /** @description Words that occur in it, whatever their case. */
                text?: string;
                /** @description How many to skip. */
                offset?: number;
                /** @description Most memories. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists memories with their states, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryPage"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_memory_lines: {
        parameters: {
            query: {
                /** @description A path inside the workspace, such as MEMORY.md or one that memory_search cited. */
                path: string;
                /** @description First line, from 1. */
                from?: number;
                /** @description How many lines; 200 when not given. */
                lines?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reads lines of a file, as far as the session sees them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetResult"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_used: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsedRequest"];
            };
        };
        responses: {
            /** @description Counts memories as used: they fade more slowly */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsedNoted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_index: {
        parameters: {
            query?: {
                /** @description Compare the index with the files, text by text. */
                deep?: boolean;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what the search index holds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_index_rebuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Makes the search index anew */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rebuilt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_forget_candidates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgetCandidatesRequest"];
            };
        };
        responses: {
            /** @description Finds what may be meant, and changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgetPreview"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_forget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgetConfirmed"];
            };
        };
        responses: {
            /** @description Forgets exactly these memories */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forgotten"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_archived: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists what can be restored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoryIds"];
            };
        };
        responses: {
            /** @description Brings back what was archived */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_pin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoryRequest"];
            };
        };
        responses: {
            /** @description Pins a memory: it never fades */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pinned"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_unpin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoryRequest"];
            };
        };
        responses: {
            /** @description Unpins a memory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pinned"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_core: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows core memory with its budgets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_core: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoreEditRequest"];
            };
        };
        responses: {
            /** @description Edits core memory, within its cap */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_graph: {
        parameters: {
            query?: {
                /** @description Only what is around this entity, named by id, label or alias. */
                around?: string;
                /** @description How far around. */
                hops?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows the knowledge graph, or what is around an entity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_graph_entity: {
        parameters: {
            query: {
                /** @description Its id, label or alias. */
                name: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows everything known about an entity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_graph_path: {
        parameters: {
            query: {
                /** @description One. */
                from: string;
                /** @description The other. */
                to: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what ties two entities together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EdgeView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_graph_merge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description Merges one entity into another */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_graph_split: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityRequest"];
            };
        };
        responses: {
            /** @description Splits an entity off the one it was merged into */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_decay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows how many memories are in which state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecayStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_decay_explain: {
        parameters: {
            query: {
                /** @description Its id. */
                id: components["schemas"]["MemoryId"];
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows a memory's score with its formula */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecayExplained"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_decay_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brings the scores up to date, as one commit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecayRun"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_audit: {
        parameters: {
            query?: {
                /** @description Only this file or directory. */
                path?: string;
                /** @description Only actors that start with this, such as `bot:`. */
                actor?: string;
                /** @description Only this session. */
                session?: string;
                /** @description Only what came through this channel, such as `http`. */
                channel?: string;
                /** @description Only what was approved like this: `auto`, `approved` or `—`. */
                approval?: string;
                /** @description Only entries that mention this. */
                text?: string;
                /** @description Not before this time. */
                since?: string;
                /** @description At most this many. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what changed, who did it, and why */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntry"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_audit_entry_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The mutation's id or the commit, or the beginning of either. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows one change with its diff */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditDetail"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_audit_blame: {
        parameters: {
            query: {
                /** @description Its path. */
                path: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows who wrote each line of a file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlameLine"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_audit_why: {
        parameters: {
            query: {
                /** @description Words, an id or a file. */
                about: string;
                /** @description Most entries of each kind. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows why something was written or forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Why"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_audit_verify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Verifies the whole trail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_audit_receipt_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The mutation's id or the commit, or the beginning of either. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Verifies one receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_history: {
        parameters: {
            query?: {
                /** @description Only this file or folder; the whole workspace when not given. */
                path?: string;
                /** @description Only changes that mention this. */
                text?: string;
                /** @description At most this many changes. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows a file's past, or the workspace's */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntry"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_rollback_plan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Works out an undo, and changes nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollbackPlan"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_rollback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            /** @description Undoes a change, a session, a file or everything to a time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_proposals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists memories that wait for a person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_proposals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProposal"];
            };
        };
        responses: {
            /** @description Proposes a memory */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalAdded"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_proposals_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its number. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows one proposal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_proposals_number_preview: {
        parameters: {
            query?: {
                /** @description Other words than the ones proposed. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its number. */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what accepting a proposal would change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_proposals_number_commit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its number. */
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalAcceptance"];
            };
        };
        responses: {
            /** @description Accepts a proposal, as it was reviewed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_proposals_number_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its number. */
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalRejection"];
            };
        };
        responses: {
            /** @description Rejects a proposal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_proposals_number_defer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its number. */
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDeferral"];
            };
        };
        responses: {
            /** @description Leaves a proposal for later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decided"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_reflections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows where reflection stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_reflections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReflection"];
            };
        };
        responses: {
            /** @description Drafts a reflection, which waits for a person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectionView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_reflections_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows what became of past reflections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PastReflection"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_reflections_pending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows the reflection that waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectionView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_reflections_pending_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReflectionApproval"];
            };
        };
        responses: {
            /** @description Shows what an approval would change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_reflections_pending_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReflectionApproval"];
            };
        };
        responses: {
            /** @description Approves a reflection, whole or by item, as it was reviewed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectDecided"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_reflections_pending_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReflectionRejection"];
            };
        };
        responses: {
            /** @description Rejects a reflection, whole or by item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReflectDecided"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_heartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Works through HEARTBEAT.md once, and logs what came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatRun"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_alerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists changes of critical files nobody acknowledged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_alerts_id_acknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description Its id, or `all`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Acknowledges an alert, or all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_lock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows whether deciding needs the passphrase */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_lock_open: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpeningLock"];
            };
        };
        responses: {
            /** @description Takes the passphrase, and gives a key that decides for a few minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedLock"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows the configuration in force, with its schema */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigChange"];
            };
        };
        responses: {
            /** @description Sets or removes one value of the configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_models: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the configured language models */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfiguredModel"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_models_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelNamed"];
            };
        };
        responses: {
            /** @description Asks a configured model for one word */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedModel"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_channels: {
        parameters: {
            query?: {
                /** @description Whether each messenger is asked who we are, and everything the identity depends on is checked. */
                probe?: boolean;
            };
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows which messengers lead to an agent, and whether they work */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelStatus"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_connectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the programs that can be connected, and what that would change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the tokens, without their texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenView"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    delete_tokens_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description null */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revokes a token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_doctor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Looks for trouble */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkup"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_doctor_mend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MendRequest"];
            };
        };
        responses: {
            /** @description Mends what can be mended without losing anything */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mended"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_v1_chat_completions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description Answers as an agent, in the format of OpenAI's chat completions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassedOn"];
                    "text/event-stream": {
                        /** @description Its kind */
                        event?: string;
                        /** @description What it says, mostly JSON */
                        data: string;
                        /** @description Its number */
                        id?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_v1_responses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseRequest"];
            };
        };
        responses: {
            /** @description Answers as an agent, in the format of OpenAI's responses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassedOn"];
                    "text/event-stream": {
                        /** @description Its kind */
                        event?: string;
                        /** @description What it says, mostly JSON */
                        data: string;
                        /** @description Its number */
                        id?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_v1_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description Answers as an agent, in the format of Anthropic's messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassedOn"];
                    "text/event-stream": {
                        /** @description Its kind */
                        event?: string;
                        /** @description What it says, mostly JSON */
                        data: string;
                        /** @description Its number */
                        id?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_v1_messages_count_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description Counts the tokens of a request, its context included */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassedOn"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_v1_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the agents as models */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_v1_models_model: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description null */
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows one of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelShown"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_v1_embeddings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingRequest"];
            };
        };
        responses: {
            /** @description Embeds texts by the encoder inside the binary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingList"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lists the conversations that were held, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInfo"][];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    post_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChat"];
            };
        };
        responses: {
            /** @description Begins a conversation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_chat_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The session's id. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows a conversation as far as it has come */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatView"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    delete_chat_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The session's id. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a conversation; memory keeps what was told */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatEnded"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_chat_session_say: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The session's id. */
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatLine"];
            };
        };
        responses: {
            /** @description Says a line, and streams what comes back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Its kind */
                        event?: string;
                        /** @description What it says, mostly JSON */
                        data: string;
                        /** @description Its number */
                        id?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_chat_session_stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
                /** @description The session's id. */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stops the answer under way; what came is kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatEnded"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    post_channels_channel_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel, such as webhook. */
                channel: string;
                /** @description The account's name; default where there is one only. */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Takes what a messenger delivers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelReceipt"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    get_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id */
                agent_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Streams changes as they happen; Last-Event-ID resumes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description Its kind */
                        event?: string;
                        /** @description What it says, mostly JSON */
                        data: string;
                        /** @description Its number */
                        id?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
}
