-- What the whole fleet agrees on.
CREATE TABLE fleet (name text PRIMARY KEY, value text NOT NULL);

-- The processes that serve. Leases hang on their lives: one row to renew, however many workspaces are open.
CREATE TABLE gateways (
    id       text PRIMARY KEY,
    url      text NOT NULL,
    expires  timestamptz NOT NULL,
    draining boolean NOT NULL DEFAULT false
);

CREATE TABLE workspaces (
    name                text PRIMARY KEY,
    branch              text NOT NULL,
    -- How many batches there are, and the commit the last one ends in.
    position            bigint NOT NULL DEFAULT 0,
    head                text,
    -- Grows with every change of owner; a batch is committed under the number in force or not at all.
    fence               bigint NOT NULL DEFAULT 0,
    holder              text,
    -- The gateway that is to have it next.
    wanted              text,
    -- The newest manifest in the object store, and how many batches it holds.
    checkpoint          text,
    checkpoint_position bigint NOT NULL DEFAULT 0,
    audit_key           bytea NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX workspaces_by_holder ON workspaces (holder);
CREATE INDEX workspaces_wanted ON workspaces (wanted) WHERE wanted IS NOT NULL;

-- The batches since the newest checkpoint.
CREATE TABLE journal (
    workspace text NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    position  bigint NOT NULL,
    fence     bigint NOT NULL,
    commit    text NOT NULL,
    records   bytea NOT NULL,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace, position)
);
ALTER TABLE journal ALTER COLUMN records SET STORAGE EXTERNAL;
