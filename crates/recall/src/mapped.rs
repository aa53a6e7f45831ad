//! Bytes used where they lie: a file mapped into memory, or a buffer aligned like one.
//!
//! The only module of this crate with `unsafe`. Its safety rests on three facts. Files that are mapped are written once,
//! under a name nobody else uses yet, and are only ever unlinked, never cut or written again by Soulfile, so a mapping
//! stays whole as long as it is held; [`Bytes::is_untouched`] tells of other programs that did. Every [`Plain`] type has a fixed layout without padding and no invalid bit
//! pattern. [`view`] checks size and alignment before it casts.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;
use std::time::SystemTime;

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use crate::record::Row;

/// Read-only bytes, aligned to eight or more.
pub(crate) enum Bytes {
    /// A mapped file.
    Mapped {
        /// First byte.
        start: NonNull<u8>,
        /// Number of bytes.
        length: usize,
        /// The file, and when it was last written as it was mapped.
        file: File,
        written: Option<SystemTime>,
    },
    /// A buffer of this process.
    Held {
        /// The buffer, in words for their alignment.
        words: Vec<u64>,
        /// Number of bytes.
        length: usize,
    },
}

// SAFETY: the bytes are never written while a `Bytes` exists, and the mapping belongs to it alone.
unsafe impl Send for Bytes {}
// SAFETY: as above; shared reads need no order.
unsafe impl Sync for Bytes {}

impl Bytes {
    /// Maps a whole file.
    pub fn map(file: File) -> io::Result<Self> {
        let meta = file.metadata()?;
        let length = meta.len() as usize;
        if length == 0 {
            return Ok(Self::Held { words: Vec::new(), length: 0 });
        }
        // SAFETY: a new mapping at an address the kernel chooses overlaps nothing; it is read-only.
        let start = unsafe { mmap(std::ptr::null_mut(), length, ProtFlags::READ, MapFlags::SHARED, &file, 0)? };
        let start = NonNull::new(start.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self::Mapped { start, length, written: meta.modified().ok(), file })
    }

    /// Takes over a buffer.
    pub fn hold(bytes: &[u8]) -> Self {
        let words = bytes.chunks(8).map(|part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            u64::from_ne_bytes(word)
        });
        Self::Held { words: words.collect(), length: bytes.len() }
    }

    /// Says whether nobody has cut or written the file since it was mapped: pages behind the end of a file cannot be
    /// read, and what was checked before says nothing of what was written since.
    pub fn is_untouched(&self) -> bool {
        match self {
            Self::Held { .. } => true,
            Self::Mapped { length, file, written, .. } => {
                file.metadata().is_ok_and(|meta| meta.len() as usize == *length && meta.modified().ok() == *written)
            }
        }
    }

    /// Reads from the file at `at` into `out`; false where the file is shorter or cannot be read, and where nothing is mapped.
    pub fn read(&self, at: usize, out: &mut [u8]) -> bool {
        match self {
            Self::Held { .. } => false,
            Self::Mapped { file, .. } => file.read_exact_at(out, at as u64).is_ok(),
        }
    }

    /// Says whether reading is by a system call.
    pub fn is_mapped(&self) -> bool {
        matches!(self, Self::Mapped { .. })
    }

    /// Bytes of this process's own memory.
    pub fn held(&self) -> usize {
        match self {
            Self::Mapped { .. } => 0,
            Self::Held { length, .. } => *length,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            // SAFETY: the mapping has this length, is readable and lives as long as `self`.
            Self::Mapped { start, length, .. } => unsafe { std::slice::from_raw_parts(start.as_ptr(), *length) },
            Self::Held { words, length } => &bytes_of(words)[..*length],
        }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        if let Self::Mapped { start, length, .. } = self {
            // SAFETY: mapped by `map` with this length; nothing borrows from it any more. A failure leaves it mapped.
            let _ = unsafe { munmap(start.as_ptr().cast(), *length) };
        }
    }
}

/// A type whose bytes may be read from a file and written to one.
///
/// # Safety
/// It has no padding, and every pattern of bits is a value of it.
pub(crate) unsafe trait Plain: Copy + Default + 'static {}

// SAFETY: integers and floats have neither padding nor invalid patterns, and neither have arrays of them.
unsafe impl Plain for u8 {}
// SAFETY: as above.
unsafe impl Plain for i8 {}
// SAFETY: as above.
unsafe impl Plain for u16 {}
// SAFETY: as above.
unsafe impl Plain for u32 {}
// SAFETY: as above.
unsafe impl Plain for [u32; 2] {}
// SAFETY: as above.
unsafe impl Plain for u64 {}
// SAFETY: as above.
unsafe impl Plain for i64 {}
// SAFETY: as above.
unsafe impl Plain for f32 {}
// SAFETY: `repr(C)` of integers in descending size up to a multiple of eight bytes: no padding.
unsafe impl Plain for Row {}

/// Bytes as values; empty when they do not fit or are not aligned.
pub(crate) fn view<T: Plain>(bytes: &[u8]) -> &[T] {
    let size = size_of::<T>();
    if !bytes.len().is_multiple_of(size) || !(bytes.as_ptr() as usize).is_multiple_of(align_of::<T>()) {
        return &[];
    }
    // SAFETY: size and alignment were checked, and `T` is plain.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast::<T>(), bytes.len() / size) }
}

/// A buffer that files are read into, aligned like a mapped file.
#[derive(Default)]
pub(crate) struct ReadBuffer {
    words: Vec<u64>,
}

impl ReadBuffer {
    /// Room for so many bytes, whatever they are.
    pub fn room(&mut self, length: usize) -> &mut [u8] {
        if self.words.len() * 8 < length {
            self.words.resize(length.div_ceil(8), 0);
        }
        // SAFETY: the words are initialised and borrowed for as long as the bytes; every pattern of bits is a word.
        let all = unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast::<u8>(), self.words.len() * 8) };
        &mut all[..length]
    }
}

/// Values as bytes.
pub(crate) fn bytes_of<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: `T` has no padding, so all its bytes are initialised.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_as_bytes() {
        let numbers = [1u32, 7, u32::MAX];
        assert_eq!(view::<u32>(bytes_of(&numbers)), numbers);
        assert!(view::<u32>(&bytes_of(&numbers)[..5]).is_empty(), "cut");
        assert!(view::<u32>(&bytes_of(&numbers)[1..9]).is_empty(), "not aligned");
        assert_eq!(&*Bytes::hold(b"eleven bytes"), b"eleven bytes");
    }

    #[test]
    fn a_row_has_no_padding() {
        let row = Row::default();
        let sum = 7 * size_of_val(&row.date) + 5 * size_of_val(&row.file) + size_of_val(&row.part) + 4 + 6;
        assert_eq!(size_of::<Row>(), sum);
    }
}
