//! The database goes away, and comes back.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use soulfile_testkit::postgres::Postgres;
use soulfile_workspace::Error;

use crate::fixture::{Fixture, append, entries, open};

#[test]
fn what_was_acknowledged_survives_a_killed_database_and_what_was_refused_did_not_happen() {
    let postgres = Postgres::start();
    let fixture = Fixture::on(&postgres);
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    let writing = open(&one, "aria");
    let (done, refused, unknown) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (writing, done, refused, unknown, stop) = (&writing, &done, &refused, &unknown, &stop);
            scope.spawn(move || {
                for n in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let text = format!("{writer}-{n}");
                    match writing.apply(append(&text)) {
                        Ok(_) => done.lock().unwrap().push(text),
                        Err(Error::Unconfirmed(_)) => drop(unknown.lock().unwrap().insert(text)),
                        Err(_) => refused.lock().unwrap().push(text),
                    }
                }
            });
        }
        for _ in 0..3 {
            let before = done.lock().unwrap().len();
            wait_for(|| done.lock().unwrap().len() > before + 20);
            postgres.kill();
            postgres.launch();
        }
        let before = done.lock().unwrap().len();
        wait_for(|| done.lock().unwrap().len() > before + 20);
        stop.store(true, Ordering::Relaxed);
    });
    drop((writing, one));
    let two = fixture.gateway("two");
    let found = entries(&open(&two, "aria"));
    let once: BTreeSet<&String> = found.iter().collect();
    assert_eq!(once.len(), found.len(), "nothing twice");
    let done = done.into_inner().unwrap();
    assert!(done.iter().all(|text| once.contains(text)), "nothing acknowledged is lost");
    assert!(refused.into_inner().unwrap().iter().all(|text| !once.contains(text)), "nothing refused happened");
}

fn wait_for(done: impl Fn() -> bool) {
    for _ in 0..3000 {
        if done() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never came to that");
}
