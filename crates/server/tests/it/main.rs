//! The gateway's router, called in-process: one file per concern.

mod auth_matrix;
mod browser_matrix;
mod chat;
mod clients_file;
mod etag_races;
mod events;
mod exchanges;
mod files;
mod fixture;
mod hints;
mod leaks;
mod limits;
mod listen;
mod mcp;
mod openapi;
mod openapi_file;
mod samples;
mod verbs;
mod watched;
