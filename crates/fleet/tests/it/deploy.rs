//! The variables that `deploy/` and the guide set for an object store are ones it knows: what it does not know it leaves aside in silence.

use std::path::Path;

use object_store::aws::AmazonS3ConfigKey;
use object_store::azure::AzureConfigKey;
use object_store::gcp::GoogleConfigKey;

fn is_known(variable: &str) -> bool {
    let key = variable.to_lowercase();
    key.parse::<AmazonS3ConfigKey>().is_ok()
        || key.parse::<GoogleConfigKey>().is_ok()
        || key.parse::<AzureConfigKey>().is_ok()
}

#[test]
fn every_variable_for_an_object_store_is_read() {
    assert!(!is_known("AWS_NO_SUCH_THING"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, least) in
        [("deploy/docker-compose.yml", 5), ("deploy/helm/soul/values.yaml", 3), ("docs/guide/fleet.md", 3)]
    {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let of_stores = |word: &&str| ["AWS_", "GOOGLE_", "AZURE_"].iter().any(|start| word.starts_with(start));
        // "GOOGLE_…" names them all.
        let variables: Vec<&str> = words.filter(of_stores).filter(|word| !word.ends_with('_')).collect();
        assert!(variables.len() >= least, "{file}: {variables:?}");
        variables.iter().for_each(|variable| assert!(is_known(variable), "{file}: nobody reads {variable}"));
    }
}
