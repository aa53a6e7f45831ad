//! Column files: arrays written once, checked block by block when they are first touched, and used where they lie.
//!
//! Layout: a header, the columns, and a CRC of each block of the columns. The file is named by a hash over header and
//! CRCs, so a file that is cut, mixed up or of another program is refused when it is opened; a block that was damaged
//! is noticed when it is first read. Reading damage gives empty slices and zeros and sets [`ColumnFile::is_damaged`]:
//! whoever reads asks for that at the end. Numbers have the byte order of the machine; a file of another order is
//! foreign, and what it held is built anew.

use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::mapped::{Bytes, Plain, ReadBuffer, bytes_of, view};

/// Bytes that are checked together.
const BLOCK: usize = 8 << 10;
/// Bytes written at once.
const BUFFER: usize = 64 * BLOCK;
/// Bytes of a column at most that is mapped to be gone through again.
const MAPPED: usize = 16 << 20;
/// Columns of a file at most.
const COLUMNS: usize = 24;
/// Numbers a caller may put into the header.
pub(crate) const NUMBERS: usize = 8;
/// Numbers of the header: magic, byte order, end of the columns, the caller's, and where each column lies.
const HEADER: usize = 3 + NUMBERS + 2 * COLUMNS;
const MAGIC: u64 = u64::from_le_bytes(*b"soulcol1");
const ORDER: u64 = 0x0102_0304_0506_0708;
/// Columns begin at multiples of this.
const ALIGN: usize = 64;

/// The hash a file is named by.
pub(crate) type Name = [u8; 16];

/// An open column file.
pub(crate) struct ColumnFile {
    bytes: Bytes,
    header: [u64; HEADER],
    /// One bit for each block that was found whole.
    whole: Vec<AtomicU64>,
    damaged: AtomicBool,
}

impl ColumnFile {
    /// Takes a file's bytes; `None` when they are not those of `name`.
    pub fn open(bytes: Bytes, name: &Name) -> Option<Self> {
        let header: [u64; HEADER] = view::<u64>(bytes.get(..HEADER * 8)?).try_into().ok()?;
        let end = usize::try_from(header[2]).ok()?;
        if header[0] != MAGIC || header[1] != ORDER || end < BLOCK || !end.is_multiple_of(BLOCK) {
            return None;
        }
        let blocks = end / BLOCK - 1;
        if bytes.len() != end.checked_add(blocks * 4)? || name_of(&header, &bytes[end..]) != *name {
            return None;
        }
        let whole = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Some(Self { bytes, header, whole, damaged: AtomicBool::new(false) })
    }

    /// A number of the header.
    pub fn number(&self, at: usize) -> u64 {
        self.header[3 + at]
    }

    /// Says whether a block that was read is not what was written.
    pub fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    /// Says whether the file is still the one that was opened, as far as its length and time tell.
    pub fn is_untouched(&self) -> bool {
        self.bytes.is_untouched()
    }

    /// Bytes of the file.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes of this process's own memory.
    pub fn held(&self) -> usize {
        self.bytes.held() + self.whole.len() * 8
    }

    /// Where a column lies.
    #[inline]
    fn place(&self, column: u8) -> (usize, usize) {
        let at = 3 + NUMBERS + 2 * usize::from(column);
        (self.header[at] as usize, self.header[at + 1] as usize)
    }

    /// Number of values of a column.
    #[inline]
    pub fn len<T: Plain>(&self, column: u8) -> usize {
        self.place(column).1 / size_of::<T>()
    }

    /// One value of a column; zero when there is none or it is damaged.
    #[inline]
    pub fn get<T: Plain>(&self, column: u8, at: usize) -> T {
        self.slice::<T>(column, at..at + 1).first().copied().unwrap_or_default()
    }

    /// Values of a column; none when they are not there or damaged.
    #[inline]
    pub fn slice<T: Plain>(&self, column: u8, range: Range<usize>) -> &[T] {
        let (start, length) = self.place(column);
        let (from, to) = (range.start * size_of::<T>(), range.end * size_of::<T>());
        if from >= to || to > length || !self.check(start + from..start + to) {
            return &[];
        }
        self.bytes.get(start + from..start + to).map_or(&[], view::<T>)
    }

    /// All values of a column.
    pub fn all<T: Plain>(&self, column: u8) -> &[T] {
        self.slice(column, 0..self.len::<T>(column))
    }

    /// Values of a column, read into `buffer` where the file is mapped; none when they are not there or damaged. The way
    /// to go through many once: the system copies pages it holds in half the time it takes to map them one by one. A
    /// column that is not large is mapped after all once it was gone through: who asks again has it at no cost, and
    /// memory does not grow with the index.
    pub fn read<'b, T: Plain>(&'b self, column: u8, range: Range<usize>, buffer: &'b mut ReadBuffer) -> &'b [T] {
        if !self.bytes.is_mapped() {
            return self.slice(column, range);
        }
        let (start, length) = self.place(column);
        let (from, to) = (range.start * size_of::<T>(), range.end * size_of::<T>());
        if from >= to || to > length {
            return &[];
        }
        let blocks = (start + from) / BLOCK..(start + to).div_ceil(BLOCK);
        if length <= MAPPED
            && blocks.clone().all(|block| block.checked_sub(1).is_some_and(|block| self.is_known(block)))
        {
            return self.slice(column, range);
        }
        let bytes = buffer.room(blocks.len() * BLOCK);
        if !self.bytes.read(blocks.start * BLOCK, bytes) {
            self.damaged.store(true, Ordering::Relaxed);
            return &[];
        }
        let offset = start + from - blocks.start * BLOCK;
        for (block, data) in blocks.zip(bytes.chunks_exact(BLOCK)) {
            if !block.checked_sub(1).is_some_and(|block| self.is_known(block) || self.judge(block, data)) {
                return &[];
            }
        }
        view(&bytes[offset..offset + (to - from)])
    }

    /// Checks everything there is.
    pub fn check_all(&self) -> bool {
        self.check(BLOCK..self.header[2] as usize)
    }

    /// Says whether all blocks of a range of bytes are whole.
    #[inline]
    fn check(&self, range: Range<usize>) -> bool {
        let Some(first) = (range.start / BLOCK).checked_sub(1) else { return false };
        let last = (range.end - 1) / BLOCK - 1;
        (first..=last).all(|block| self.is_known(block) || self.check_block(block))
    }

    /// Says whether a block was found whole.
    #[inline]
    fn is_known(&self, block: usize) -> bool {
        let known = self.whole.get(block / 64).map_or(0, |bits| bits.load(Ordering::Relaxed));
        known & (1 << (block % 64)) != 0
    }

    #[cold]
    fn check_block(&self, block: usize) -> bool {
        self.judge(block, self.bytes.get((block + 1) * BLOCK..(block + 2) * BLOCK).unwrap_or_default())
    }

    /// Compares what a block holds with its sum.
    fn judge(&self, block: usize, data: &[u8]) -> bool {
        let end = self.header[2] as usize;
        let sum = self.bytes.get(end + block * 4..end + block * 4 + 4);
        let whole = (block + 2) * BLOCK <= end && sum.is_some_and(|sum| sum == crc32fast::hash(data).to_ne_bytes());
        match whole {
            true => self.whole[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed),
            false => u64::from(self.damaged.swap(true, Ordering::Relaxed)),
        };
        whole
    }

    /// Finds a value in a column that is sorted ascending.
    pub fn find<T: Plain + Ord>(&self, column: u8, value: T) -> Option<usize> {
        let at = self.partition_point::<T>(column, |known| *known < value);
        (at < self.len::<T>(column) && self.get::<T>(column, at) == value).then_some(at)
    }

    /// The first place of a column from which on `is_before` is false.
    pub fn partition_point<T: Plain>(&self, column: u8, is_before: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len::<T>(column));
        while low < high {
            let middle = (low + high) / 2;
            if is_before(&self.get::<T>(column, middle)) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Writes a column file, column by column.
pub(crate) struct ColumnWriter<W: Write + Seek> {
    out: W,
    header: [u64; HEADER],
    buffer: Vec<u8>,
    sums: Vec<u32>,
    /// Bytes that left the buffer, with the header's block.
    written: usize,
}

impl<W: Write + Seek> ColumnWriter<W> {
    /// Begins a file.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.seek(SeekFrom::Start(BLOCK as u64))?;
        let mut header = [0; HEADER];
        (header[0], header[1]) = (MAGIC, ORDER);
        Ok(Self { out, header, buffer: Vec::with_capacity(BUFFER + 4096), sums: Vec::new(), written: BLOCK })
    }

    /// Puts a number into the header.
    pub fn number(&mut self, at: usize, number: u64) {
        self.header[3 + at] = number;
    }

    /// Writes a column.
    pub fn column<T: Plain>(&mut self, column: u8, values: impl IntoIterator<Item = T>) -> io::Result<()> {
        self.slices(column, values.into_iter().map(|value| [value]))
    }

    /// Writes a column of values that come in slices.
    pub fn slices<T: Plain, S: AsRef<[T]>>(
        &mut self,
        column: u8,
        slices: impl IntoIterator<Item = S>,
    ) -> io::Result<()> {
        let start = (self.written + self.buffer.len()).next_multiple_of(ALIGN);
        self.buffer.resize(start - self.written, 0);
        for values in slices {
            for part in bytes_of(values.as_ref()).chunks(BUFFER) {
                self.buffer.extend_from_slice(part);
                if self.buffer.len() >= BUFFER {
                    self.flush(BUFFER)?;
                }
            }
        }
        let end = self.written + self.buffer.len();
        let at = 3 + NUMBERS + 2 * usize::from(column);
        (self.header[at], self.header[at + 1]) = (start as u64, (end - start) as u64);
        Ok(())
    }

    /// Writes the first `count` bytes of the buffer, a multiple of a block.
    fn flush(&mut self, count: usize) -> io::Result<()> {
        self.sums.extend(self.buffer[..count].chunks(BLOCK).map(crc32fast::hash));
        self.out.write_all(&self.buffer[..count])?;
        self.buffer.drain(..count);
        self.written += count;
        Ok(())
    }

    /// Ends the file; returns its name.
    pub fn finish(mut self) -> io::Result<(W, Name)> {
        self.buffer.resize(self.buffer.len().next_multiple_of(BLOCK), 0);
        self.flush(self.buffer.len())?;
        self.header[2] = self.written as u64;
        let sums = bytes_of(&self.sums);
        self.out.write_all(sums)?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(bytes_of(&self.header))?;
        self.out.flush()?;
        let name = name_of(&self.header, sums);
        Ok((self.out, name))
    }
}

fn name_of(header: &[u64; HEADER], sums: &[u8]) -> Name {
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytes_of(header)).update(sums);
    hasher.finalize().as_bytes()[..16].try_into().expect("16 of 32 bytes")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn written() -> (Vec<u8>, Name) {
        let mut writer = ColumnWriter::new(Cursor::new(Vec::new())).unwrap();
        writer.number(0, 77);
        writer.column(0, 0..5_000u32).unwrap();
        writer.column(1, (0..40_000u64).map(|n| n * 3)).unwrap();
        writer.slices::<u8, _>(2, [b"some bytes".as_slice(), b""]).unwrap();
        let (out, name) = writer.finish().unwrap();
        (out.into_inner(), name)
    }

    #[test]
    fn columns_read_as_they_were_written() {
        let (bytes, name) = written();
        let file = ColumnFile::open(Bytes::hold(&bytes), &name).unwrap();
        assert_eq!((file.number(0), file.len::<u32>(0), file.len::<u64>(1)), (77, 5_000, 40_000));
        assert_eq!(file.all::<u32>(0), (0..5_000).collect::<Vec<u32>>());
        assert_eq!(file.slice::<u64>(1, 30_000..30_002), [90_000, 90_003]);
        assert_eq!(file.all::<u8>(2), b"some bytes");
        assert_eq!((file.find::<u64>(1, 60_000), file.find::<u64>(1, 60_001)), (Some(20_000), None));
        assert_eq!((file.get::<u32>(0, 5_000), file.slice::<u32>(0, 4_999..5_001).len()), (0, 0), "beyond the end");
        assert!(file.check_all() && !file.is_damaged());
    }

    #[test]
    fn every_cut_and_every_flip_is_noticed() {
        let (bytes, name) = written();
        for length in [0, 1, 500, BLOCK, BLOCK + 1, bytes.len() / 2, bytes.len() - 1] {
            assert!(ColumnFile::open(Bytes::hold(&bytes[..length]), &name).is_none(), "cut to {length}");
        }
        for at in (0..bytes.len()).step_by(97) {
            let mut bad = bytes.clone();
            bad[at] ^= 1 << (at % 8);
            let noticed = match ColumnFile::open(Bytes::hold(&bad), &name) {
                None => true,
                Some(file) => !file.check_all() && file.is_damaged(),
            };
            assert!(noticed || (HEADER * 8..BLOCK).contains(&at), "byte {at}");
        }
    }

    #[test]
    fn what_is_damaged_reads_as_nothing_and_the_rest_as_it_is() {
        let (mut bytes, name) = written();
        let file = ColumnFile::open(Bytes::hold(&bytes), &name).unwrap();
        let (start, _) = file.place(1);
        bytes[start + 100_000] ^= 1;
        let file = ColumnFile::open(Bytes::hold(&bytes), &name).unwrap();
        assert_eq!(file.get::<u64>(1, 1), 3);
        assert!(!file.is_damaged());
        assert_eq!((file.get::<u64>(1, 12_500), file.all::<u64>(1).len()), (0, 0));
        assert!(file.is_damaged());
    }
}
