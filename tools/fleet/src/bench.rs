//! The figures: mutations per second, and how long it takes until a workspace that is nowhere open answers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use soulfile_fleet::{Fleet, FleetGateway, FleetSettings, GatewayOptions, Served};
use soulfile_fleet_proof::client::RequestOutcome;
use soulfile_fleet_proof::site::FleetSite;
use soulfile_testkit::postgres::{Postgres, computed};
use soulfile_workspace::{Action, Actor, Change, Mutation, Workspace, WorkspaceOptions, WorkspacePath};

use crate::BenchPart;

/// Measures and prints.
pub fn run(soul: &Path, seconds: u64, only: &[BenchPart], caches: &Path) -> Result<()> {
    let time = Duration::from_secs(seconds);
    let is_wanted = |part| only.is_empty() || only.contains(&part);
    if is_wanted(BenchPart::Writes) {
        for (writers, workspaces) in [(1, 1), (16, 1), (16, 16)] {
            writes(writers, workspaces, time, caches)?;
        }
    }
    if is_wanted(BenchPart::Database) {
        database_alone(seconds);
    }
    if is_wanted(BenchPart::Opening) {
        for entries in [1_000, 10_000, 100_000] {
            opening(soul, entries)?;
        }
    }
    if is_wanted(BenchPart::Many) {
        many(soul, 2_000, 500)?;
    }
    Ok(())
}

/// Mutations per second through the write path, each acknowledged by the database.
fn writes(writers: usize, workspaces: usize, time: Duration, caches: &Path) -> Result<()> {
    let (postgres, dir) = (Postgres::start(), tempfile::tempdir_in(caches)?);
    let settings = FleetSettings { database: postgres.database(), store_options: Vec::new() };
    let objects = format!("file://{}", dir.path().join("objects").display());
    let fleet = Arc::new(Fleet::init(&settings, &objects)?);
    let gateway = FleetGateway::new(fleet.clone(), GatewayOptions::new(dir.path().join("cache")))?;
    gateway.start("http://bench.test", |_| ())?;
    let mut open = Vec::new();
    for number in 0..workspaces {
        let name = format!("w{number}");
        let (at, options) = (dir.path().join(&name), WorkspaceOptions::new(dir.path().join("state").join(&name)));
        Workspace::init(&at, options.clone())?.apply(entry(0, 0)?)?;
        fleet.adopt(&name, &at, options)?;
        ensure!(gateway.serve(&name)? == Served::Here, "it is free");
        let opened = gateway.opened(&name).context("just opened")?;
        let options =
            WorkspaceOptions { sink: Some(opened.sink), ..WorkspaceOptions::new(gateway.state_root().join(&name)) };
        open.push(Workspace::open(&opened.dir, options)?);
    }
    let (before, database_before) = (computed_here()?, postgres.computed());
    let (done, start) = (AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| -> Result<()> {
        let threads: Vec<_> = (0..writers)
            .map(|writer| {
                let (workspace, done) = (&open[writer % workspaces], &done);
                scope.spawn(move || -> Result<()> {
                    for number in 1.. {
                        if start.elapsed() > time {
                            break;
                        }
                        workspace.apply(entry(writer, number)?)?;
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
            })
            .collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    let took = start.elapsed().as_secs_f64();
    let done = done.load(Ordering::Relaxed) as f64;
    let each = |seconds: f64| seconds * 1000.0 / done;
    println!(
        "{writers:>2} writers, {workspaces:>2} workspaces: {:.0} mutations a second; each costs the gateway {:.3} ms of a core and the database {:.3} ms",
        done / took,
        each(computed_here()? - before),
        each(postgres.computed() - database_before)
    );
    let figures = gateway.figures();
    println!("  a batch waited {:.2} ms for the database", figures.batch_seconds * 1000.0 / figures.batches as f64);
    let sizes = "SELECT count(*), round(avg(length(records))) FROM journal WHERE records <> ''";
    println!("  batches left in the journal, and their mean size: {}", postgres.ask(&settings.database, sizes));
    Ok(())
}

/// How long this process has computed, in seconds.
fn computed_here() -> Result<f64> {
    Ok(computed(Path::new("/proc/self")).context("Linux tells it")?.1)
}

/// How many batches the database alone takes, with as many bytes as one of these has: what is left when gateways are many.
fn database_alone(seconds: u64) {
    const CLIENTS: &str = "16";
    let postgres = Postgres::start();
    let address = postgres.database();
    let settings = FleetSettings { database: address.clone(), store_options: Vec::new() };
    let dir = tempfile::tempdir().expect("a folder");
    Fleet::init(&settings, &format!("file://{}", dir.path().display())).expect("tables");
    postgres.ask(
        &address,
        "INSERT INTO workspaces (name, branch, audit_key) SELECT 'w' || n, 'refs/heads/main', '' FROM generate_series(0, 15) AS n",
    );
    // The statement of a batch; the text of a commit is forty digits.
    let script = format!(
        "WITH owner AS (UPDATE workspaces SET position = position + 1, head = repeat('a', 40)
           WHERE name = 'w' || :client_id AND fence = 0 RETURNING position)
         INSERT INTO journal (workspace, position, fence, commit, records)
           SELECT 'w' || :client_id, position, 0, repeat('a', 40), decode(repeat('ab', {BATCH}), 'hex') FROM owner;\n"
    );
    let time = seconds.to_string();
    let arguments = ["-n", "-M", "prepared", "-c", CLIENTS, "-j", "2", "-T", &time, "-f", "-"];
    let printed = postgres.program("pgbench", &address, &arguments, &script);
    let rate = printed.lines().find(|line| line.starts_with("tps")).unwrap_or("pgbench says nothing");
    println!("the database alone, {CLIENTS} clients, batches of {BATCH} bytes: {rate}");
}

/// About as many bytes as the records of one mutation have.
const BATCH: usize = 1500;

/// An entry of about a hundred bytes; a writer's day begins anew every hundred.
fn entry(writer: usize, number: usize) -> Result<Mutation> {
    let path = WorkspacePath::parse(&format!("memory/episodes/w{writer}-{}.md", number / 100))?;
    let text = format!("- {number}: what was said on this occasion, in about as many words as people use for it\n");
    let change = Change::Append { path, header: b"# A day\n".to_vec(), bytes: text.into_bytes() };
    Ok(Mutation::new(Action::Create, Actor::Manual, "an entry", vec![change]))
}

/// Writes days of fifty entries each.
fn write_days(dir: &Path, entries: usize) -> Result<()> {
    std::fs::create_dir_all(dir)?;
    for day in 0..entries.div_ceil(50) {
        let date = format!("{}-{:02}-{:02}", 2024 - day / 336, 1 + day / 28 % 12, 1 + day % 28);
        let mut page = format!("# {date}\n");
        for number in 0..50 {
            let of = ["the harbour", "a garden", "the quarterly report", "a violin", "mountain weather"][number % 5];
            page += &format!(
                "\n### {:02}:{:02} — Conversation\n\n- Talked about {of} and the plan number {}.\n",
                number / 60 + 8,
                number % 60,
                day * 50 + number
            );
        }
        std::fs::write(dir.join(format!("{date}.md")), page)?;
    }
    Ok(())
}

/// Many workspaces on one gateway that keeps few of them open: memory, and how long the first request of each takes.
fn many(soul: &Path, workspaces: usize, entries: usize) -> Result<()> {
    const MOST_OPEN: usize = 200;
    let mut site = FleetSite::new(soul, None, &[])?;
    let origin = site.path("origin-big");
    let text = origin.to_str().context("a plain path")?;
    site.soul("admin", &["setup", "--workspace", text, "--yes"])?;
    write_days(&origin.join("memory"), entries)?;
    site.soul("admin", &["-C", text, "fleet", "adopt", "w0"])?;
    // The others are copies of its row and its objects: adopting each would measure adopting.
    for number in 1..workspaces {
        copy_objects(&site.path("objects"), "w0", &format!("w{number}"))?;
    }
    site.postgres.ask(
        &site.fleet,
        &format!(
            "INSERT INTO workspaces (name, branch, position, head, fence, checkpoint, checkpoint_position, audit_key)
             SELECT 'w' || n, branch, position, head, 0, checkpoint, checkpoint_position, audit_key
               FROM workspaces, generate_series(1, {}) AS n WHERE name = 'w0'",
            workspaces - 1
        ),
    );
    site.arguments = ["--most-open".to_owned(), MOST_OPEN.to_string()].to_vec();
    let gateway = site.start()?;
    let client = site.client()?;
    let before = resident(&site, gateway)?;
    let process = std::path::PathBuf::from(format!("/proc/{}", site.process(gateway).context("it runs")?));
    let spent = || computed(&process).map(|(_, seconds)| seconds).context("Linux tells it");
    let (spent_before, database_before) = (spent()?, site.postgres.computed());
    let (mut times, mut after_first) = (Vec::new(), 0);
    for number in 0..workspaces {
        let start = Instant::now();
        let path = format!("/api/workspace/w{number}/recall?query=violin&limit=5");
        match client.ask(&site.address(gateway), "GET", &path, "", "") {
            RequestOutcome::Done(..) => times.push(start.elapsed().as_secs_f64()),
            other => anyhow::bail!("{path}: {other:?}"),
        }
        if number + 1 == MOST_OPEN / 2 {
            after_first = resident(&site, gateway)?;
        }
    }
    times.sort_by(f64::total_cmp);
    let each = (after_first - before) as f64 / (MOST_OPEN / 2) as f64 / 1024.0;
    println!(
        "{workspaces} workspaces of {entries} entries, at most {MOST_OPEN} open: the first request of each p50 {:.3} s, p99 {:.3} s; \
         {each:.1} MiB per open workspace ({} of them), {} MiB with all asked once ({} MiB with none)",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        MOST_OPEN / 2,
        resident(&site, gateway)? / 1024,
        before / 1024
    );
    let each = |seconds: f64| seconds * 1000.0 / workspaces as f64;
    println!(
        "  each opening with its search and what came of giving it up: {:.0} ms of a core on the gateway, {:.1} ms on the database; \
         {} KiB in the object store, {} bytes in the database",
        each(spent()? - spent_before),
        each(site.postgres.computed() - database_before),
        size_of(&site.path("objects").join("w0"))? / 1024,
        site.postgres
            .ask(&site.fleet, "SELECT pg_total_relation_size('workspaces') / (SELECT count(*) FROM workspaces)")
    );
    Ok(())
}

/// The resident memory of a gateway, in KiB.
fn resident(site: &FleetSite, gateway: usize) -> Result<u64> {
    let process = site.process(gateway).context("it runs")?;
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("it is told")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

/// The bytes of all files below a folder.
fn size_of(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { size_of(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}

/// Gives a workspace the packs and manifests of another.
fn copy_objects(objects: &Path, from: &str, to: &str) -> Result<()> {
    for folder in ["packs", "manifests"] {
        let target = objects.join(to).join(folder);
        std::fs::create_dir_all(&target)?;
        for entry in std::fs::read_dir(objects.join(from).join(folder))? {
            let entry = entry?;
            let mut bytes = std::fs::read(entry.path())?;
            if folder == "manifests" {
                bytes = String::from_utf8(bytes)?.replace(&format!("\"{from}\""), &format!("\"{to}\"")).into_bytes();
            }
            std::fs::write(target.join(entry.file_name()), bytes)?;
        }
    }
    Ok(())
}

/// From the first request on a gateway that has nothing of a workspace to its answer: checkpoint, journal tail, index, search.
fn opening(soul: &Path, entries: usize) -> Result<()> {
    let site = FleetSite::new(soul, None, &[])?;
    let origin = site.path("origin-big");
    let text = origin.to_str().context("a plain path")?;
    site.soul("admin", &["setup", "--workspace", text, "--yes"])?;
    write_days(&origin.join("memory"), entries)?;
    site.soul("admin", &["-C", text, "fleet", "adopt", "big"])?;
    site.start()?;
    let client = site.client()?;
    let ask = |number: usize| -> Result<Duration> {
        let start = Instant::now();
        let path = "/api/workspace/big/recall?query=violin&limit=5";
        match client.ask(&site.address(number), "GET", path, "", "") {
            RequestOutcome::Done(..) => Ok(start.elapsed()),
            other => anyhow::bail!("{other:?}"),
        }
    };
    let before = resident(&site, 0)?;
    let (first, again) = (ask(0)?, ask(0)?);
    let memory = (resident(&site, 0)? - before) / 1024;
    let mut known: Option<String> = None;
    for value in 0..500 {
        match client.put(&site.address(0), "big", "bank/tail.md", value, known.as_deref()) {
            RequestOutcome::Done(_, tag) => known = tag,
            other => anyhow::bail!("{other:?}"),
        }
    }
    // The machine is lost: another one has the checkpoint and five hundred rows.
    site.kill(0);
    std::thread::sleep(Duration::from_secs(soulfile_fleet_proof::site::LEASE + 1));
    site.start()?;
    println!(
        "{entries} entries: the first search after a checkpoint {:.2} s, warm {:.3} s, {memory} MiB; on another machine with 500 rows to follow {:.2} s",
        first.as_secs_f64(),
        again.as_secs_f64(),
        ask(1)?.as_secs_f64()
    );
    Ok(())
}
