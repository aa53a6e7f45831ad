//! Power cuts: ext4 on a loop device, cut at a random moment by copying what reached the device.
//!
//! The writer works on a mounted file system; the backing file holds exactly the blocks that the
//! kernel has written out, so a copy of it is what a machine without power would find. The writer
//! is stopped while the copy is made and a copy during which the device was written to is made
//! again, so that no copy shows a state that never was. Before some cuts the harness syncs a few
//! files of its choice: the kernel may write anything back at any time, in any order.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};

use crate::aftermath::{self, Acks};
use crate::kill::{kill_group, spawn_writer};
use crate::lanes::Lane;
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// Cuts between two fresh file systems.
const ROUNDS: u64 = 20;

/// Makes `count` power cuts, half of them with each journal mode of ext4.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("powercut", seed);
    let dir = dir.join("powercut");
    fs::create_dir_all(&dir)?;
    let mut random = Random::part(seed, &[3000]);
    // On a busy machine a device may not come to rest; the next file system may, within reason.
    let most = 2 * count.div_ceil(ROUNDS) + 2;
    let mut trouble = None;
    for number in 0..most {
        let left = count - report.tried;
        if left == 0 {
            break;
        }
        let mode = if number.is_multiple_of(2) { "ordered" } else { "writeback" };
        if let Err(e) = session(&dir, mode, ROUNDS.min(left), &mut random, &mut report) {
            trouble = Some(format!("{e:#} (mounting a file system needs root and a loop device)"));
            if report.tried == 0 && number > 0 {
                break;
            }
        }
    }
    if let Some(trouble) = trouble.filter(|_| report.tried < count) {
        report.skip(count - report.tried, trouble);
    }
    let _ = fs::remove_dir_all(&dir);
    Ok(report)
}

/// A mounted file system on a loop device; unmounted when dropped.
struct Disk {
    image: PathBuf,
    mount: PathBuf,
}

impl Disk {
    fn make(image: &Path) -> Result<()> {
        let _ = fs::remove_file(image);
        File::create(image)?.set_len(64 << 20)?;
        command(Command::new("mkfs.ext4").args(["-q", "-F", "-J", "size=4"]).arg(image))
    }

    fn mount(image: &Path, mount: &Path, options: &str) -> Result<Self> {
        fs::create_dir_all(mount)?;
        command(Command::new("mount").arg("-o").arg(format!("loop,{options}")).arg(image).arg(mount))?;
        Ok(Self { image: image.to_owned(), mount: mount.to_owned() })
    }

    /// How much was written to the device so far.
    fn written(&self) -> Result<String> {
        use std::os::unix::fs::MetadataExt;
        let dev = fs::metadata(&self.mount)?.dev();
        let stat = format!("/sys/dev/block/{}:{}/stat", rustix::fs::major(dev), rustix::fs::minor(dev));
        let text = fs::read_to_string(&stat).context(stat)?;
        // Writes finished, sectors written, and requests in flight.
        let fields: Vec<&str> = text.split_whitespace().collect();
        Ok([4, 6, 8].map(|i| fields.get(i).copied().unwrap_or("")).join(" "))
    }

    /// Copies what reached the device.
    fn snapshot(&self, to: &Path) -> Result<()> {
        for _ in 0..200 {
            let before = self.written()?;
            if !before.ends_with(" 0") {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            command(Command::new("cp").arg("--sparse=always").arg(&self.image).arg(to))?;
            if self.written()? == before {
                return Ok(());
            }
        }
        bail!("the device did not come to rest")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        for _ in 0..50 {
            if command(Command::new("umount").arg(&self.mount)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        eprintln!("powercut: {} could not be unmounted", self.mount.display());
    }
}

fn command(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

/// A running writer whose acknowledgements are read without waiting: what it wrote before it was stopped is all there
/// when it is stopped, however busy the machine is.
struct Writer {
    child: Child,
    output: ChildStdout,
    text: Vec<u8>,
}

impl Writer {
    fn start(site: &ProofSite, seed: u64, lanes: &[Lane]) -> Result<Self> {
        let mut child = spawn_writer(site, seed, lanes)?;
        let output = child.stdout.take().expect("piped");
        rustix::io::ioctl_fionbio(&output, true)?;
        Ok(Self { child, output, text: Vec::new() })
    }

    /// The whole lines that were written since the last look.
    fn lines(&mut self) -> Result<String> {
        let mut chunk = [0u8; 4096];
        loop {
            match self.output.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => self.text.extend_from_slice(&chunk[..read]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e.into()),
            }
        }
        let end = self.text.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        Ok(String::from_utf8(self.text.drain(..end).collect())?)
    }

    /// Waits for more to be written, half a minute at most.
    fn wait(&self) -> Result<()> {
        let timeout = Timespec { tv_sec: 30, tv_nsec: 0 };
        let mut output = [PollFd::new(&self.output, PollFlags::IN)];
        match poll(&mut output, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        Ok(rustix::process::kill_process_group(Pid::from_child(&self.child), signal)?)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = kill_group(&self.child);
        let _ = self.child.wait();
    }
}

fn session(dir: &Path, mode: &str, cuts: u64, random: &mut Random, report: &mut ProofReport) -> Result<()> {
    let image = dir.join("disk.img");
    Disk::make(&image)?;
    let disk = Disk::mount(&image, &dir.join("disk"), &format!("data={mode}"))?;
    let site = ProofSite::make(&dir.join("disk/site"))?;
    rustix::fs::syncfs(File::open(&disk.mount)?)?;
    let seed = random.next();
    let lanes: Vec<Lane> = (0..1 + random.below(6)).map(Lane::new).collect();
    let mut writer = Writer::start(&site, seed, &lanes)?;
    let mut acks = Acks::new();
    let take = |writer: &mut Writer, acks: &mut Acks, report: &mut ProofReport| -> Result<()> {
        let (new, complaints) = aftermath::parse_acks(&writer.lines()?);
        complaints.iter().for_each(|c| report.torn(c));
        acks.extend(new);
        Ok(())
    };
    for cut in 0..cuts {
        if random.one_in(2) {
            // Right after an acknowledgement.
            for _ in 0..1 + random.below(6) {
                writer.wait()?;
                take(&mut writer, &mut acks, report)?;
            }
        } else {
            std::thread::sleep(Duration::from_micros(random.below(60_000)));
        }
        if random.one_in(2) {
            sync_some(&site, random);
        }
        writer.signal(Signal::STOP)?;
        let copy = dir.join("cut.img");
        let copied = disk.snapshot(&copy);
        // What was said before the cut must be there.
        take(&mut writer, &mut acks, report)?;
        copied?;
        let before = report.lost + report.torn;
        examine(dir, &copy, mode, seed, &lanes, &acks, report)?;
        if report.lost + report.torn > before && std::env::var_os("SOUL_PROOF_KEEP").is_some() {
            fs::copy(&copy, dir.with_extension(format!("bad-{}-{cut}.img", report.tried)))?;
        }
        report.tried += 1;
        // Stopped until here: a writer that went on meanwhile would only fill the disk with history.
        writer.signal(Signal::CONT)?;
    }
    Ok(())
}

/// Syncs a few files or directories of the workspace, as a kernel may at any time.
fn sync_some(site: &ProofSite, random: &mut Random) {
    let mut all = Vec::new();
    collect(&site.workspace, &mut all);
    for _ in 0..1 + random.below(3) {
        if let Ok(file) = File::open(random.pick(&all)) {
            let _ = file.sync_all();
        }
    }
}

fn collect(dir: &Path, all: &mut Vec<PathBuf>) {
    all.push(dir.to_owned());
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(&entry.path(), all),
            // Syncing the journal itself would do the writer's work for it.
            Ok(_) if entry.file_name() != "journal" => all.push(entry.path()),
            _ => {}
        }
    }
}

/// Mounts the copy, which replays ext4's own journal, and looks at the workspace.
fn examine(
    dir: &Path,
    copy: &Path,
    mode: &str,
    seed: u64,
    lanes: &[Lane],
    acks: &Acks,
    report: &mut ProofReport,
) -> Result<()> {
    let cut = Disk::mount(copy, &dir.join("cut"), &format!("data={mode}"))?;
    let site = ProofSite::in_dir(&cut.mount.join("site"));
    // Each cut starts from the lanes' beginning: earlier cuts were other copies.
    let mut lanes: Vec<Lane> = lanes.to_vec();
    drop(aftermath::check(&site, seed, &mut lanes, acks, report.tried % 10 == 9, report));
    // Recovery leaves a workspace that can be written to.
    for lane in &lanes {
        let mutation = crate::lanes::step(seed, lane.number, lane.next, &lane.tree);
        match site.open().and_then(|ws| Ok(ws.apply(mutation)?)) {
            Ok(_) => {}
            Err(e) => report.torn(format!("no write after the cut: {e:#}")),
        }
    }
    Ok(())
}
