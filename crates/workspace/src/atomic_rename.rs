//! Renaming without replacing, and exchanging two files: one call where the system has it, steps where it has not.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, RenameFlags};
use rustix::io::Errno;

/// Renames as `how` says: plainly, `NOREPLACE`, or `EXCHANGE`.
pub(crate) fn rename(
    from_dir: &OwnedFd,
    from: &str,
    to_dir: &OwnedFd,
    to: &str,
    how: RenameFlags,
) -> std::result::Result<(), Errno> {
    match in_one_call(from_dir, from, to_dir, to, how) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => in_steps(from_dir, from, to_dir, to, how),
        other => other,
    }
}

#[cfg(target_os = "linux")]
fn in_one_call(
    from_dir: &OwnedFd,
    from: &str,
    to_dir: &OwnedFd,
    to: &str,
    how: RenameFlags,
) -> std::result::Result<(), Errno> {
    rustix::fs::renameat_with(from_dir, from, to_dir, to, how)
}

#[cfg(not(target_os = "linux"))]
fn in_one_call(_: &OwnedFd, _: &str, _: &OwnedFd, _: &str, _: RenameFlags) -> std::result::Result<(), Errno> {
    Err(Errno::NOSYS)
}

/// The same where the file system cannot do it at once. A kill in between leaves what was in place beside what takes
/// its place, and recovery puts it right.
fn in_steps(
    from_dir: &OwnedFd,
    from: &str,
    to_dir: &OwnedFd,
    to: &str,
    how: RenameFlags,
) -> std::result::Result<(), Errno> {
    if how == RenameFlags::NOREPLACE {
        rustix::fs::linkat(from_dir, from, to_dir, to, AtFlags::empty())?;
        return rustix::fs::unlinkat(from_dir, from, AtFlags::empty());
    }
    if how != RenameFlags::EXCHANGE {
        return rustix::fs::renameat(from_dir, from, to_dir, to);
    }
    let aside = format!("{from}.out");
    rustix::fs::renameat(to_dir, to, from_dir, aside.as_str())?;
    rustix::fs::renameat(from_dir, from, to_dir, to)?;
    rustix::fs::renameat(from_dir, aside.as_str(), from_dir, from)
}
