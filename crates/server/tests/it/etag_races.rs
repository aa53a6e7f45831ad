//! Two writers with the same ETag: exactly one wins, every time.

use std::sync::Arc;

use tokio::task::JoinSet;

use crate::fixture::Site;

/// Files raced for at once: writers of different files share a sync.
const LANES: usize = 16;

async fn race(pairs: usize) {
    let site = Arc::new(Site::new());
    let token = site.person();
    let mut lanes = JoinSet::new();
    for lane in 0..LANES {
        let (site, token) = (site.clone(), token.clone());
        lanes.spawn(async move {
            let file = format!("bank/race-{lane}.md");
            let mut etag = site.put(&token, &file, "start\n", "*").await.is(201).etag();
            for pair in 0..pairs / LANES {
                let (one, two) = (format!("one {pair}\n"), format!("two {pair}\n"));
                let (a, b) = tokio::join!(
                    tokio::spawn({
                        let (site, token, file, etag) = (site.clone(), token.clone(), file.clone(), etag.clone());
                        async move { site.put(&token, &file, &one, &etag).await }
                    }),
                    tokio::spawn({
                        let (site, token, file, etag) = (site.clone(), token.clone(), file.clone(), etag.clone());
                        async move { site.put(&token, &file, &two, &etag).await }
                    })
                );
                let (a, b) = (a.expect("answered"), b.expect("answered"));
                let mut statuses = [a.status, b.status];
                statuses.sort_unstable();
                assert_eq!(statuses, [200, 409], "pair {pair} of {file}");
                let (winner, text) =
                    if a.status == 200 { (a, format!("one {pair}\n")) } else { (b, format!("two {pair}\n")) };
                assert_eq!(site.text(&file), text, "pair {pair} of {file}");
                etag = winner.etag();
            }
        });
    }
    while let Some(lane) = lanes.join_next().await {
        lane.expect("a lane without a lost race");
    }
    let verified = site.get(&token, "/api/workspace/aria/audit/verify").await.is(200).json();
    assert_eq!(verified["ok"], true);
    let writes = LANES * (1 + pairs / LANES);
    assert!(verified["checked"].as_u64().expect("a count") >= writes as u64, "one commit per win: {verified}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_winner_in_each_of_a_thousand_pairs() {
    race(1_008).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long; make proof runs it"]
async fn one_winner_in_each_of_ten_thousand_pairs() {
    race(10_000).await;
}
