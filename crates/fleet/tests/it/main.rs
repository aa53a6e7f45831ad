//! The fleet against a real PostgreSQL and a real folder of objects.

mod deploy;
mod fixture;
mod leases;
mod moving;
mod outages;
mod point_in_time;
mod schema;
mod search;
mod shared_files;
