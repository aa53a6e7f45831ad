//! Which mount of the file system this is: the one system-dependent thing recovery asks for.

use crate::files::Root;

/// Names the running mount of the file system `dir` is on: as long as it stays the same, what was
/// written is what is read, synced or not.
#[cfg(target_os = "linux")]
pub fn session(dir: &Root) -> String {
    use rustix::fs::{AtFlags, StatxFlags};
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    // STATX_MNT_ID_UNIQUE (Linux 6.8): an id that no later mount gets again.
    let unique = StatxFlags::from_bits_retain(0x4000) | StatxFlags::MNT_ID;
    let mount = rustix::fs::statx(dir.fd(), "", AtFlags::EMPTY_PATH, unique)
        .map(|s| format!("{}-{}:{}", s.stx_mnt_id, s.stx_dev_major, s.stx_dev_minor))
        .unwrap_or_default();
    format!("{}/{mount}", boot.trim())
}

/// Elsewhere nothing tells one mount from the next: every opening counts as after a power cut, and is verified.
#[cfg(not(target_os = "linux"))]
pub fn session(_: &Root) -> String {
    let mut random = [0u8; 8];
    let _ = rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty());
    hex::encode(random)
}
