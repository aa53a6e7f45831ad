-- Files every gateway has the same of. The version is that of the last change to any of them.
CREATE SEQUENCE shared_versions;
CREATE TABLE shared_files (
    name    text PRIMARY KEY,
    version bigint NOT NULL DEFAULT nextval('shared_versions'),
    -- NULL when the file was removed.
    bytes   bytea
);
CREATE INDEX shared_files_by_version ON shared_files (version);
