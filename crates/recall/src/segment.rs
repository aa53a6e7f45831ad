//! Segments: the arrays of many chunks, column by column, in a few checked blobs.
//!
//! A segment is read in one pass and used as it stands, so opening an index costs what copying it
//! costs. Written once and never changed; removals are noted elsewhere until it is written anew. Each
//! blob is at most about a megabyte and begins with a CRC of the rest.

use soulfile_text::vectors::scan::{as_bytes, as_signed};

use crate::image::{Image, Settled};
use crate::postings::Frozen;
use crate::record::{ROW_BYTES, Row};

/// Bytes after which a column goes on in another blob.
const PART: usize = 1 << 20;

/// Columns in the order they are written and read; the first says how long the others must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Column {
    Head = 0,
    Ids = 1,
    Rows = 2,
    Scales = 3,
    Vectors = 4,
    PieceCounts = 5,
    Pieces = 6,
    Entities = 7,
    Terms = 8,
    Held = 9,
    Starts = 10,
    Lists = 11,
}

impl Column {
    const ALL: [Self; 12] = [
        Self::Head,
        Self::Ids,
        Self::Rows,
        Self::Scales,
        Self::Vectors,
        Self::PieceCounts,
        Self::Pieces,
        Self::Entities,
        Self::Terms,
        Self::Held,
        Self::Starts,
        Self::Lists,
    ];
}

/// Keys of all blobs of a segment.
pub fn keys(segment: u32) -> std::ops::Range<i64> {
    let first = i64::from(segment) << 24;
    first..first + (1 << 24)
}

/// The segment a blob belongs to.
pub fn segment_of(key: i64) -> u32 {
    (key >> 24) as u32
}

/// Writes everything live from the first slot of `frozen` on, handing each blob with its key to `put`.
pub fn write<E>(
    image: &Image,
    segment: u32,
    frozen: &Frozen,
    mut put: impl FnMut(i64, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let first = frozen.first as usize;
    let live: Vec<usize> = (first..image.slots()).filter(|slot| image.live[*slot]).collect();
    let mut sink = Sink { segment, put: &mut put, column: Column::Head, part: 0, buffer: vec![0; 4] };
    sink.all(Column::Head, [live.len() as u32, image.dims as u32].map(u32::to_le_bytes))?;
    sink.all(Column::Ids, live.iter().map(|slot| image.ids[*slot].to_le_bytes()))?;
    sink.all(Column::Rows, live.iter().map(|slot| image.rows[*slot].to_bytes()))?;
    sink.all(Column::Scales, live.iter().map(|slot| image.scales[*slot].to_le_bytes()))?;
    sink.all(Column::Vectors, live.iter().map(|slot| as_bytes(image.vector_of(*slot as u32))))?;
    let pieces = |slot: &usize| image.pieces_of(*slot as u32);
    sink.all(Column::PieceCounts, live.iter().map(|slot| (pieces(slot).len() as u32).to_le_bytes()))?;
    sink.all(Column::Pieces, live.iter().flat_map(pieces).map(|piece| piece.to_le_bytes()))?;
    let mut entities: Vec<(u32, u64)> = Vec::new();
    for (entity, slots) in &image.entities {
        let place = |slot: &u32| live.binary_search(&(*slot as usize)).ok();
        entities.extend(slots.iter().filter_map(place).map(|at| (at as u32, *entity)));
    }
    entities.sort_unstable();
    let pair = |(at, entity): &(u32, u64)| {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&at.to_le_bytes());
        bytes[4..].copy_from_slice(&entity.to_le_bytes());
        bytes
    };
    sink.all(Column::Entities, entities.iter().map(pair))?;
    sink.all(Column::Terms, frozen.terms.iter().map(|term| term.to_le_bytes()))?;
    sink.all(Column::Held, frozen.held.iter().map(|held| held.to_le_bytes()))?;
    sink.all(Column::Starts, frozen.starts.iter().map(|start| start.to_le_bytes()))?;
    sink.all(Column::Lists, frozen.bytes.chunks(PART / 16))
}

/// Takes a blob with its key.
type Put<'a, E> = dyn FnMut(i64, &[u8]) -> Result<(), E> + 'a;

struct Sink<'a, E> {
    segment: u32,
    put: &'a mut Put<'a, E>,
    column: Column,
    part: i64,
    buffer: Vec<u8>,
}

impl<E> Sink<'_, E> {
    fn all<T: AsRef<[u8]>>(&mut self, column: Column, items: impl IntoIterator<Item = T>) -> Result<(), E> {
        (self.column, self.part) = (column, 0);
        for item in items {
            self.buffer.extend_from_slice(item.as_ref());
            if self.buffer.len() >= PART {
                self.flush()?;
            }
        }
        if self.buffer.len() > 4 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), E> {
        let crc = crc32fast::hash(&self.buffer[4..]);
        self.buffer[..4].copy_from_slice(&crc.to_le_bytes());
        let key = keys(self.segment).start | i64::from(self.column as u8) << 16 | self.part;
        self.part += 1;
        (self.put)(key, &self.buffer)?;
        self.buffer.truncate(4);
        Ok(())
    }
}

/// Reads segments, blob by blob in the order of their keys, into an image.
#[derive(Default)]
pub struct Loader {
    /// Slots to make room for.
    expected: usize,
    image: Image,
    open: Option<Open>,
}

/// A segment whose blobs are being read.
struct Open {
    segment: u32,
    column: u8,
    count: usize,
    dims: usize,
    vectors: usize,
    frozen: Frozen,
}

impl Loader {
    /// Begins, with room for `slots` in all.
    pub fn expecting(slots: usize) -> Self {
        Self { expected: slots, ..Self::default() }
    }

    /// Takes the next blob; `None` when it is not what was written.
    pub fn take(&mut self, key: i64, blob: &[u8]) -> Option<()> {
        let (crc, data) = blob.split_at_checked(4)?;
        if crc != crc32fast::hash(data).to_le_bytes() {
            return None;
        }
        let (segment, column) = (segment_of(key), (key >> 16) as u8);
        if self.open.as_ref().is_none_or(|open| open.segment != segment) {
            self.close()?;
            return self.begin(segment, column, data);
        }
        let (open, image) = (self.open.as_mut()?, &mut self.image);
        if column < open.column {
            return None;
        }
        open.column = column;
        match *Column::ALL.get(usize::from(column))? {
            Column::Head => return None,
            Column::Ids => image.ids.extend(numbers::<8>(data)?.map(i64::from_le_bytes)),
            Column::Rows => {
                for bytes in numbers::<ROW_BYTES>(data)? {
                    image.rows.push(Row::from_bytes(&bytes)?);
                }
            }
            Column::Scales => image.scales.extend(numbers::<4>(data)?.map(f32::from_le_bytes)),
            Column::Vectors => {
                open.vectors += data.len();
                // Vectors of another length than the first segment's count as none.
                if open.dims == image.dims {
                    image.vectors.extend_from_slice(as_signed(data));
                }
            }
            Column::PieceCounts => {
                let mut end = image.piece_ends.last().copied().unwrap_or(0);
                for count in numbers::<4>(data)?.map(u32::from_le_bytes) {
                    end = end.checked_add(count)?;
                    image.piece_ends.push(end);
                }
            }
            Column::Pieces => image.pieces.extend(numbers::<2>(data)?.map(u16::from_le_bytes)),
            Column::Entities => {
                for bytes in numbers::<12>(data)? {
                    let at = u32::from_le_bytes(bytes[..4].try_into().ok()?);
                    let entity = u64::from_le_bytes(bytes[4..].try_into().ok()?);
                    image.entities.entry(entity).or_default().push(open.frozen.first + at);
                }
            }
            Column::Terms => open.frozen.terms.extend(numbers::<8>(data)?.map(u64::from_le_bytes)),
            Column::Held => open.frozen.held.extend(numbers::<4>(data)?.map(u32::from_le_bytes)),
            Column::Starts => open.frozen.starts.extend(numbers::<4>(data)?.map(u32::from_le_bytes)),
            Column::Lists => open.frozen.bytes.extend_from_slice(data),
        }
        Some(())
    }

    /// The image of all segments read; `None` when the last one is not whole.
    pub fn finish(mut self) -> Option<Image> {
        self.close()?;
        self.image.derive();
        Some(self.image)
    }

    fn begin(&mut self, segment: u32, column: u8, head: &[u8]) -> Option<()> {
        let mut head = numbers::<4>(head)?.map(|n| u32::from_le_bytes(n) as usize);
        let (count, dims) = (head.next()?, head.next()?);
        let first = self.image.slots();
        if column != Column::Head as u8 || head.next().is_some() || count == 0 {
            return None;
        }
        if first == 0 {
            self.image.dims = dims;
        }
        if first == 0 {
            self.image.reserve(self.expected.max(count));
        }
        let frozen = Frozen { first: first as u32, ..Frozen::default() };
        self.open = Some(Open { segment, column, count, dims, vectors: 0, frozen });
        Some(())
    }

    fn close(&mut self) -> Option<()> {
        let Some(open) = self.open.take() else {
            return Some(());
        };
        let image = &mut self.image;
        let slots = open.frozen.first as usize + open.count;
        if open.dims != image.dims {
            image.vectors.resize(slots * image.dims, 0);
            image.scales[open.frozen.first as usize..].fill(0.0);
        }
        let whole = image.rows.len() == slots
            && image.ids.len() == slots
            && image.ids.is_sorted()
            && image.scales.len() == slots
            && open.vectors == open.count * open.dims
            && image.piece_ends.len() == slots
            && image.piece_ends.last().copied().unwrap_or(0) as usize == image.pieces.len()
            && open.frozen.fits();
        image.settled.push(Settled { segment: open.segment, first: open.frozen.first });
        image.hot = slots as u32;
        image.postings.append(open.frozen);
        whole.then_some(())
    }
}

/// A column's values, `None` when the last one is cut.
fn numbers<const N: usize>(data: &[u8]) -> Option<impl Iterator<Item = [u8; N]> + '_> {
    let (values, rest) = data.as_chunks::<N>();
    rest.is_empty().then(|| values.iter().copied())
}
