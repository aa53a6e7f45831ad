//! Engines that are watched as long as they are open.

use soulfile_api::Noticed;
use std::sync::{Arc, mpsc};

use soulfile_server::engines::Engines;

use crate::fixture::Site;

#[test]
fn a_hand_edit_is_taken_in_while_the_agent_is_open() {
    let site = Site::new();
    let (sender, heard) = mpsc::channel();
    let tell = move |agent: &str, noticed: &Noticed| {
        let _ = sender.send((agent.to_owned(), noticed.edited.clone()));
    };
    let engines = Engines::new(site.directory()).watched(Arc::new(tell));
    engines.of("aria").expect("it opens");
    assert_eq!(heard.recv().expect("the first look").0, "aria");
    site.write("bank/shelf.md", "The lamp stands on the shelf.\n");
    let taken_in = heard.iter().find(|(_, edited)| !edited.is_empty());
    assert_eq!(taken_in, Some(("aria".to_owned(), vec!["bank/shelf.md".to_owned()])));
    drop(engines);
    assert!(heard.recv().is_err(), "the watcher has ended");
}
