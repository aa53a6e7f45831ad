//! The search record of one chunk: everything ranking needs, in one checked blob, until it becomes
//! part of a segment.
//!
//! Text stays in its own table and is read only for the hits that are shown. A record begins with
//! a CRC of the rest, so that a flipped bit is damage and not a wrong answer.

use soulfile_text::vectors::scan::{as_bytes, as_signed};

use soulfile_vocabulary::{Authority, State, Store};

use crate::chunk::Chunk;
use crate::embed::table::quantise;

/// A date that is not known.
pub const NO_DATE: i64 = i64::MIN;

/// Hash of a term, 40 bits: a vocabulary of 200,000 terms has 0.02 expected collisions.
pub fn term_hash(term: &str) -> u64 {
    name_hash(term) & 0xff_ffff_ffff
}

/// 64-bit hash of a name (scope, session, entity, entry id).
pub fn name_hash(name: &str) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    for b in name.as_bytes() {
        h = (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
    }
    h ^= h >> 33;
    h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
    h ^= h >> 33;
    h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}

/// Bytes of a row in a record.
pub const ROW_BYTES: usize = 84;

/// What filters and ranking need of a chunk besides terms and vectors. Lies in segments as it lies in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Row {
    /// Seconds since 1970 UTC or [`NO_DATE`].
    pub date: i64,
    /// First moment it was true or [`NO_DATE`].
    pub valid_from: i64,
    /// First moment it was no longer true or [`NO_DATE`].
    pub valid_to: i64,
    /// Hash of the session, 0 for none.
    pub session: u64,
    /// Hash of the scope, 0 for none given.
    pub scope: u64,
    /// Hash of the entry's id, 0 for none.
    pub id: u64,
    /// Key of who said it, 0 for nobody in particular.
    pub speaker: u64,
    /// Id of the file in the index.
    pub file: u32,
    /// Ordinal of the entry in the file.
    pub entry: u32,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Number of terms.
    pub length: u32,
    /// Ordinal of the part in the entry.
    pub part: u16,
    /// Share of it that asks rather than says, 0 – 255.
    pub asking: u8,
    trust: u8,
    state: u8,
    store: u8,
    reserved: [u8; 6],
}

/// The row of a slot that cannot be read.
pub(crate) static NO_ROW: Row = Row {
    date: NO_DATE,
    valid_from: NO_DATE,
    valid_to: NO_DATE,
    session: 0,
    scope: 0,
    id: 0,
    speaker: 0,
    file: 0,
    entry: 0,
    start_line: 0,
    end_line: 0,
    length: 0,
    part: 0,
    asking: 0,
    trust: 0,
    state: 0,
    store: 0,
    reserved: [0; 6],
};

/// The value that a byte stands for: its place in the list of all of them.
pub(crate) fn of_code<T: Copy>(all: &[T], code: u8) -> Option<T> {
    all.get(usize::from(code)).copied()
}

impl Row {
    /// Authority of its source.
    #[inline]
    pub fn trust(&self) -> Authority {
        of_code(Authority::ALL, self.trust).unwrap_or(Authority::Unknown)
    }

    /// Life-cycle state.
    #[inline]
    pub fn state(&self) -> State {
        of_code(State::ALL, self.state).unwrap_or(State::Archived)
    }

    /// Store.
    #[inline]
    pub fn store(&self) -> Store {
        of_code(&Store::SEARCHED, self.store).unwrap_or(Store::Note)
    }

    /// What filters ask most: scope, store, state and trust.
    pub(crate) fn kind(&self) -> (u64, u8, u8, u8) {
        (self.scope, self.store, self.state, self.trust)
    }

    /// Says whether it is a turn of a conversation, which may need the one before it to be understood. A
    /// memory that was noted by itself says all it has to say.
    pub fn is_turn(&self) -> bool {
        self.session != 0 || self.speaker != 0
    }

    /// The row as it is written in a record.
    pub fn to_bytes(&self) -> [u8; ROW_BYTES] {
        let mut out = [0; ROW_BYTES];
        let numbers = [self.file, self.entry, u32::from(self.part), self.start_line, self.end_line, self.length];
        for (bytes, n) in out[..24].chunks_exact_mut(4).zip(numbers) {
            bytes.copy_from_slice(&n.to_le_bytes());
        }
        let dates = [self.date, self.valid_from, self.valid_to].map(|n| n as u64);
        let wide = dates.into_iter().chain([self.session, self.scope, self.id, self.speaker]);
        for (bytes, n) in out[24..80].chunks_exact_mut(8).zip(wide) {
            bytes.copy_from_slice(&n.to_le_bytes());
        }
        out[80..].copy_from_slice(&[self.trust, self.state, self.store, self.asking]);
        out
    }

    /// Reads a row of a record; `None` when a value is none that is written.
    pub fn from_bytes(bytes: &[u8; ROW_BYTES]) -> Option<Self> {
        let mut reader = Reader { rest: bytes };
        let [file, entry, part, start_line, end_line, length] = reader.many(Reader::u32)?;
        let [date, valid_from, valid_to] = reader.many(|r| r.u64().map(|n| n as i64))?;
        let [session, scope, id, speaker] = reader.many(Reader::u64)?;
        let [trust, state, store, asking] = reader.many(Reader::u8)?;
        of_code(Authority::ALL, trust)?;
        of_code(State::ALL, state)?;
        of_code(&Store::SEARCHED, store)?;
        let part = u16::try_from(part).ok()?;
        Some(Self {
            date,
            valid_from,
            valid_to,
            session,
            scope,
            id,
            speaker,
            file,
            entry,
            start_line,
            end_line,
            length,
            part,
            asking,
            trust,
            state,
            store,
            reserved: [0; 6],
        })
    }
}

/// What text analysis found in a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysed {
    /// Terms by hash, each with its count, sorted by hash.
    pub terms: Vec<(u64, u8)>,
    /// Number of terms.
    pub length: u32,
    /// Key of who said it, 0 for nobody in particular.
    pub speaker: u64,
    /// Word pieces in order.
    pub pieces: Vec<u16>,
}

/// One chunk's search record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Filters and place.
    pub row: Row,
    /// Hashes of the entities it is about.
    pub entities: Vec<u64>,
    /// Terms by hash, each with its count, sorted by hash.
    pub terms: Vec<(u64, u8)>,
    /// Word pieces in order.
    pub pieces: Vec<u16>,
    /// Scale of the vector.
    pub scale: f32,
    pub vector: Vec<i8>,
}

impl Record {
    /// Puts a record together.
    pub fn new(file: u32, store: Store, chunk: &Chunk, analysed: Analysed, vector: &[f32]) -> Self {
        let Analysed { terms, length, speaker, pieces } = analysed;
        let facts = &chunk.facts;
        let hash = |name: &Option<String>| name.as_deref().map_or(0, name_hash);
        let (scale, vector) = quantise(vector);
        Self {
            row: Row {
                file,
                entry: chunk.entry,
                part: chunk.part,
                start_line: chunk.start_line,
                end_line: chunk.end_line,
                date: facts.date.unwrap_or(NO_DATE),
                valid_from: facts.valid_from.unwrap_or(NO_DATE),
                valid_to: facts.valid_to.unwrap_or(NO_DATE),
                session: hash(&facts.session),
                scope: hash(&facts.scope),
                id: hash(&facts.id),
                speaker,
                asking: crate::voice::asking(&chunk.text),
                length,
                trust: facts.trust.unwrap_or(Authority::Agent) as u8,
                state: facts.state.unwrap_or(State::Active) as u8,
                store: store as u8,
                reserved: [0; 6],
            },
            entities: facts.entities.iter().take(255).map(|e| name_hash(e)).collect(),
            terms,
            pieces,
            scale,
            vector,
        }
    }

    /// Writes the record.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(128 + self.terms.len() * 6 + self.pieces.len() * 2 + self.vector.len());
        out.extend([0; 4]);
        out.extend(self.row.to_bytes());
        out.push(self.entities.len() as u8);
        for e in &self.entities {
            out.extend(e.to_le_bytes());
        }
        for n in [self.terms.len(), self.pieces.len(), self.vector.len()] {
            out.extend((n as u32).to_le_bytes());
        }
        out.extend(self.scale.to_le_bytes());
        for (hash, count) in &self.terms {
            out.extend(&hash.to_le_bytes()[..5]);
            out.push(*count);
        }
        for piece in &self.pieces {
            out.extend(piece.to_le_bytes());
        }
        out.extend_from_slice(as_bytes(&self.vector));
        let crc = crc32fast::hash(&out[4..]);
        out[..4].copy_from_slice(&crc.to_le_bytes());
        out
    }

    /// Reads a record; `None` when the blob is not exactly what was written.
    pub fn decode(blob: &[u8]) -> Option<Self> {
        let mut reader = Reader { rest: blob };
        if reader.u32()? != crc32fast::hash(reader.rest) {
            return None;
        }
        let row = Row::from_bytes(reader.take(ROW_BYTES)?.try_into().ok()?)?;
        let entities = reader.u8()?;
        let entities = (0..entities).map(|_| reader.u64()).collect::<Option<Vec<u64>>>()?;
        let [terms, pieces, dims] = reader.many(Reader::u32)?;
        let scale = f32::from_bits(reader.u32()?);
        let terms = reader.take(terms as usize * 6)?.chunks_exact(6);
        let terms = terms.map(|b| (u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], 0, 0, 0]), b[5])).collect();
        let pieces = reader.take(pieces as usize * 2)?.chunks_exact(2);
        let pieces = pieces.map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        let vector = as_signed(reader.take(dims as usize)?).to_vec();
        reader.rest.is_empty().then_some(Self { row, entities, terms, pieces, scale, vector })
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(head)
    }
    fn u8(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }
    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
    fn many<T: Copy + Default, const N: usize>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<[T; N]> {
        let mut out = [T::default(); N];
        for slot in &mut out {
            *slot = read(self)?;
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::SourceFile;

    fn sample() -> Record {
        let chunk =
            crate::chunk::chunks(&SourceFile::new("memory/2026-02-02.md", "## 10:00 | note\nHello there.\n")).remove(0);
        let terms = vec![(term_hash("hello"), 1)];
        let analysed = Analysed { terms, length: 1, speaker: 0, pieces: vec![1, 2] };
        Record::new(7, Store::Episodic, &chunk, analysed, &[0.6, -0.8])
    }

    #[test]
    fn a_record_survives_the_round_trip() {
        assert_eq!(Record::decode(&sample().encode()), Some(sample()));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let blob = sample().encode();
        for at in 0..blob.len() {
            for bit in 0..8 {
                let mut bad = blob.clone();
                bad[at] ^= 1 << bit;
                assert_eq!(Record::decode(&bad), None, "byte {at} bit {bit}");
            }
            assert_eq!(Record::decode(&blob[..at]), None, "cut at {at}");
        }
    }
}
