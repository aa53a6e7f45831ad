//! Prints build, open, search and write-then-find times on notes made up for the purpose:
//! `speed [ENTRIES]...`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use soulfile_recall::{Index, IndexPlace, Options, Query, SourceFile};

const NOUNS: &str = "river garden letter window market teacher bridge winter story doctor engine island mountain \
    paper kitchen forest captain morning violin bicycle library station harbour lantern orchard painter ticket \
    blanket compass journal museum pocket recipe shadow tunnel village whistle anchor basket candle dragon";
const VERBS: &str = "found lost painted carried visited repaired opened bought followed described cooked planted \
    measured borrowed finished watched promised answered collected designed";

struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn note(chance: &mut Chance, number: usize) -> String {
    let nouns: Vec<&str> = NOUNS.split_whitespace().collect();
    let verbs: Vec<&str> = VERBS.split_whitespace().collect();
    let mut words = vec![format!("ref{number}")];
    for _ in 0..4 + chance.next(4) {
        let noun = |c: &mut Chance| nouns[c.next(nouns.len())].to_owned();
        words.extend(["the".into(), noun(chance), verbs[chance.next(verbs.len())].into(), "a".into()]);
        words.extend([format!("{}{}", noun(chance), chance.next(3_000)), "near".into(), "the".into(), noun(chance)]);
    }
    words.join(" ")
}

fn memory_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmRSS")).unwrap_or("VmRSS: 0");
    line.split_whitespace().nth(1).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// Time all threads spent computing, seconds: what remains comparable on a busy machine.
fn computing() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or("");
    after.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|a| a.parse()).collect::<Result<_, _>>()?;
    for size in if sizes.is_empty() { vec![1_000, 10_000] } else { sizes } {
        let folder = std::env::temp_dir().join(format!("soul-speed-{}-{size}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let place = IndexPlace::File(folder.join("index.db"));
        let mut chance = Chance(88_172_645_463_325_252);
        let files: Vec<SourceFile> = (0..size.div_ceil(10))
            .map(|day| {
                let entries: String =
                    (0..10).map(|i| format!("## 10:{i:02} | note\n{}\n\n", note(&mut chance, day * 10 + i))).collect();
                let date = jiff::civil::date(1900, 1, 1).saturating_add(jiff::Span::new().days(day as i64));
                SourceFile::new(format!("memory/episodes/{date}.md"), entries)
            })
            .collect();
        let last = files[files.len() - 1].clone();
        let (start, spent) = (Instant::now(), computing());
        let index = Index::open(place.clone(), Options::default())?;
        let report = index.sync(files)?;
        let build = start.elapsed().as_secs_f64();
        let build_computing = (computing() - spent) * 1e6 / size as f64;
        drop(index);
        let (start, spent) = (Instant::now(), computing());
        let index = Index::open(place.clone(), Options::default())?;
        let open = start.elapsed().as_secs_f64() * 1e3;
        let open_computing = (computing() - spent) * 1e3;
        let mut times = Vec::new();
        let spent = computing();
        for _ in 0..200 {
            let words = note(&mut chance, size + 1);
            let query: Vec<&str> = words.split_whitespace().skip(2).step_by(3).take(4).collect();
            let start = Instant::now();
            let answer = index.search(&Query::new(format!("What about {}?", query.join(" "))))?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            std::hint::black_box(answer);
        }
        times.sort_by(f64::total_cmp);
        let work = (computing() - spent) * 1e3 / 200.0;
        let mut writes = Vec::new();
        let mut file = last;
        for i in 0..20 {
            file.text.push_str(&format!("## 11:{i:02} | note\nmarker{i} was left under the stone\n\n"));
            let start = Instant::now();
            index.sync_changed([file.clone()], &[])?;
            let answer = index.search(&Query::new(format!("marker{i}")))?;
            writes.push(start.elapsed().as_secs_f64() * 1e3);
            assert!(answer.hits[0].text.contains(&format!("marker{i}")), "written and not found");
        }
        writes.sort_by(f64::total_cmp);
        let bytes = std::fs::metadata(folder.join("index.db"))?.len() as f64 / 1e6;
        println!(
            "{size} entries ({} chunks): build {:.0} entries/s (computing {build_computing:.0} us each), open {open:.1} ms (computing {open_computing:.1}), search p50 {:.2} p95 {:.2} p99 {:.2} ms (computing {work:.2}), \
             write-then-find p50 {:.2} p95 {:.2} ms, {bytes:.1} MB on disk, {:.0} MB resident",
            report.chunks,
            size as f64 / build,
            times[100],
            times[190],
            times[198],
            writes[10],
            writes[19],
            memory_mb()
        );
        drop(index);
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(())
}
