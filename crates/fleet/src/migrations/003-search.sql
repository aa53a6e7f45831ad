-- What workspaces share, for a search over all of them. Made from the workspaces and made anew at any time.
ALTER TABLE workspaces ADD COLUMN searched_position bigint NOT NULL DEFAULT -1;

CREATE TABLE shared_memories (
    workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id        text NOT NULL,
    -- shared, room:… or user:…: what is private never comes here.
    scope     text NOT NULL CHECK (scope = 'shared' OR scope LIKE 'room:_%' OR scope LIKE 'user:_%'),
    -- How much its source counts; more is higher.
    authority int NOT NULL,
    trust     text NOT NULL,
    day       text,
    text      text NOT NULL,
    words     tsvector GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED,
    PRIMARY KEY (workspace, id)
);
CREATE INDEX shared_memories_words ON shared_memories USING gin (words);

-- The database itself decides which rows a reader sees: none without saying which scopes and how much authority.
ALTER TABLE shared_memories ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_memories FORCE ROW LEVEL SECURITY;
CREATE POLICY readers ON shared_memories FOR SELECT USING (
    authority >= coalesce(nullif(current_setting('soul.least_authority', true), '')::int, 2147483647)
    AND (current_setting('soul.every_scope', true) = 'yes'
         OR scope = ANY (string_to_array(coalesce(current_setting('soul.scopes', true), ''), chr(31)))));
CREATE POLICY owners ON shared_memories USING (current_setting('soul.owner', true) = workspace)
    WITH CHECK (current_setting('soul.owner', true) = workspace);

-- Searches are asked as a role that no right of the fleet's own role lets past the policies.
DO $$ BEGIN
    BEGIN
        CREATE ROLE soul_reader NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
    END;
    IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'soul_reader') THEN
        IF NOT pg_has_role(current_user, 'soul_reader', 'MEMBER') THEN
            BEGIN
                EXECUTE format('GRANT soul_reader TO %I', current_user);
            EXCEPTION WHEN insufficient_privilege THEN NULL;
            END;
        END IF;
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO soul_reader', current_schema());
        GRANT SELECT ON shared_memories TO soul_reader;
    END IF;
END $$;
