//! Files every gateway has the same of.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use soulfile_fleet::{Fleet, FleetGateway, GatewayOptions, SharedFile};

use crate::fixture::{Fixture, settings};

fn gateway(fixture: &Fixture, name: &str) -> Arc<FleetGateway> {
    let fleet = Arc::new(Fleet::open(&settings(&fixture.address)).unwrap());
    let path = fixture.path(name).join("shared/tokens");
    let shared = vec![SharedFile { name: "tokens", path, founding: true, merge: None }];
    let options = GatewayOptions { lease: Duration::from_secs(60), shared, ..GatewayOptions::new(fixture.path(name)) };
    FleetGateway::new(fleet, options).unwrap()
}

fn write(fixture: &Fixture, name: &str, text: &str) {
    let path = fixture.path(name).join("shared/tokens");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(fixture: &Fixture, name: &str) -> String {
    fs::read_to_string(fixture.path(name).join("shared/tokens")).unwrap_or_default()
}

#[test]
fn what_changes_at_one_gateway_counts_at_the_next_request_of_another() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    write(&fixture, "one", "first");
    let (one, two) = (gateway(&fixture, "one"), gateway(&fixture, "two"));
    one.share().unwrap();
    two.share().unwrap();
    assert_eq!(read(&fixture, "two"), "first");
    let mode = fs::metadata(fixture.path("two").join("shared/tokens")).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode.permissions()) & 0o777, 0o600);
    write(&fixture, "two", "second");
    two.share().unwrap();
    assert_eq!(read(&fixture, "one"), "first", "nobody asked there yet");
    one.start("http://one.test", |_| ()).unwrap();
    one.serve("aria").unwrap();
    assert_eq!(read(&fixture, "one"), "second");
    // Removed here, gone there.
    fs::remove_file(fixture.path("one").join("shared/tokens")).unwrap();
    one.share().unwrap();
    two.share().unwrap();
    assert!(!Path::new(&fixture.path("two").join("shared/tokens")).exists());
}

#[test]
fn a_change_here_is_noticed_without_a_request() {
    let fixture = Fixture::new();
    let (one, two) = (gateway(&fixture, "one"), gateway(&fixture, "two"));
    write(&fixture, "one", "first");
    one.start("http://one.test", |_| ()).unwrap();
    write(&fixture, "one", "rotated");
    for _ in 0..400 {
        two.share().unwrap();
        if read(&fixture, "two") == "rotated" {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("it was never brought into the fleet");
}
