//! The packed weights, read in place: a head (header, vocabulary, layers) and the rows of the pieces in parts.
//!
//! The format is written down in `models/encoder/README.md`. Everything that is used as an index is in the head, whose
//! checksums are compared when it is opened; the rows are plain values, of which none is invalid.

use crc32fast::hash;

use crate::encoder::DIMS;

/// Made by `tools/training/make_encoder.py`.
pub static HEAD: &[u8] = include_bytes!("../../../../models/encoder/head.bin");
pub static PARTS: [&[u8]; 4] = [
    include_bytes!("../../../../models/encoder/rows-0.bin"),
    include_bytes!("../../../../models/encoder/rows-1.bin"),
    include_bytes!("../../../../models/encoder/rows-2.bin"),
    include_bytes!("../../../../models/encoder/rows-3.bin"),
];

const MAGIC: &[u8] = b"SFENC001";
/// Values of a piece's row.
pub const WIDTH: usize = 512;
/// Width of one branch of the n-gram network.
pub const BRANCH: usize = 256;
/// Branches, by how many pieces each sees at once and how many of them are to the left.
pub const BRANCHES: [(usize, usize); 3] = [(2, 0), (3, 1), (5, 2)];
/// Width of all branches, and of the features of a piece.
pub const BRANCHED: usize = BRANCH * BRANCHES.len();
pub const FEATURES: usize = WIDTH + BRANCHED;

/// What is wrong with packed weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsDamage {
    /// The head is no head of this version.
    Format,
    /// The head ends before its contents, or a part has the wrong length.
    Length,
    /// A checksum differs: of the head, or of the part with this number.
    Checksum(Option<usize>),
}

impl std::fmt::Display for WeightsDamage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Format => write!(f, "the encoder's weights are of another kind or version"),
            Self::Length => write!(f, "the encoder's weights are cut short"),
            Self::Checksum(None) => write!(f, "the encoder's weights are damaged (head)"),
            Self::Checksum(Some(part)) => write!(f, "the encoder's weights are damaged (rows, part {part})"),
        }
    }
}

impl std::error::Error for WeightsDamage {}

/// A layer `y = x·W + b`: int8 weights with a scale for each output.
pub struct Layer<'w> {
    pub inputs: usize,
    pub outputs: usize,
    /// Panels of 16 outputs, in each the inputs in pairs: both weights of one output, then of the next.
    pub panels: &'w [u8],
    pub scales: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Gain and shift of a layer norm.
pub struct Norm {
    pub gain: Vec<f32>,
    pub shift: Vec<f32>,
}

/// The packed vocabulary; [`crate::encoder::pieces`] knows what is in it.
#[derive(Clone, Copy)]
pub struct Vocabulary<'w> {
    pub charsmap: &'w [u8],
    pub nodes: &'w [u8],
    pub ends: &'w [u8],
    pub scores: &'w [u8],
}

/// Opened weights: layers, norms, and the rows of the pieces.
pub struct EncoderWeights<'w> {
    parts: Vec<&'w [u8]>,
    rows_per_part: usize,
    checksums: Vec<u32>,
    levels: [f32; 16],
    row_scales: &'w [u8],
    pub vocabulary: Vocabulary<'w>,
    pub project: Layer<'w>,
    pub projected: Norm,
    /// Two layers for each branch.
    pub branches: [[Layer<'w>; 2]; 3],
    pub features: Norm,
    pub pool: Layer<'w>,
    pub dense: [Layer<'w>; 4],
    pub reduce: Layer<'w>,
}

impl<'w> EncoderWeights<'w> {
    pub fn open(head: &'w [u8], parts: &[&'w [u8]]) -> Result<Self, WeightsDamage> {
        let header = Header::read(head)?;
        if header.parts.len() != parts.len() {
            return Err(WeightsDamage::Format);
        }
        let whole = parts.split_last().is_none_or(|(last, full)| {
            let each = header.rows_per_part * WIDTH / 2;
            full.iter().all(|part| part.len() == each)
                && full.len() * each + last.len() == header.rows * WIDTH / 2
                && last.len() <= each
        });
        let mut sections = header.sections.iter().map(|(start, size, checksum)| {
            let bytes = head.get(*start..start + size).ok_or(WeightsDamage::Length)?;
            if hash(bytes) == *checksum { Ok(bytes) } else { Err(WeightsDamage::Checksum(None)) }
        });
        let mut section = || sections.next().unwrap_or(Err(WeightsDamage::Format));
        let (charsmap, nodes, ends, scores) = (section()?, section()?, section()?, section()?);
        let (row_scales, levels, norms) = (section()?, section()?, floats(section()?));
        if !whole || row_scales.len() != header.rows * 4 || scores.len() != header.rows * 4 {
            return Err(WeightsDamage::Length);
        }
        let levels: [u8; 16] = levels.try_into().map_err(|_| WeightsDamage::Format)?;
        let (projected, features) = norms.split_at_checked(2 * BRANCHED).ok_or(WeightsDamage::Format)?;
        let mut layer = |inputs, outputs| Layer::read(section()?, inputs, outputs);
        let project = layer(WIDTH, BRANCHED)?;
        let mut branch = |at: usize| layer(BRANCH, BRANCHES[at].0 * BRANCH);
        let [a, b, c] = [branch(0)?, branch(1)?, branch(2)?];
        let [d, e, f] = [branch(0)?, branch(1)?, branch(2)?];
        Ok(Self {
            parts: parts.to_vec(),
            rows_per_part: header.rows_per_part,
            checksums: header.parts,
            levels: levels.map(|level| f32::from(level as i8)),
            row_scales,
            vocabulary: Vocabulary { charsmap, nodes, ends, scores },
            project,
            projected: Norm::read(projected, BRANCHED)?,
            branches: [[a, d], [b, e], [c, f]],
            features: Norm::read(features, FEATURES)?,
            pool: layer(FEATURES, WIDTH)?,
            dense: [layer(WIDTH, 640)?, layer(320, 320)?, layer(320, 1024)?, layer(WIDTH, WIDTH)?],
            reduce: layer(WIDTH, DIMS)?,
        })
    }

    pub fn verify(&self) -> Result<(), WeightsDamage> {
        let wrong = self.parts.iter().zip(&self.checksums).position(|(part, checksum)| hash(part) != *checksum);
        wrong.map_or(Ok(()), |part| Err(WeightsDamage::Checksum(Some(part))))
    }

    /// Writes the levels of a row into `out` and returns what they count by.
    pub fn row(&self, row: u32, out: &mut [f32]) -> f32 {
        let row = row as usize;
        let packed = &self.parts[row / self.rows_per_part][row % self.rows_per_part * WIDTH / 2..][..WIDTH / 2];
        for (pair, byte) in out.chunks_exact_mut(2).zip(packed) {
            pair[0] = self.levels[usize::from(byte & 15)];
            pair[1] = self.levels[usize::from(byte >> 4)];
        }
        float_at(self.row_scales, row)
    }
}

impl<'w> Layer<'w> {
    fn read(bytes: &'w [u8], inputs: usize, outputs: usize) -> Result<Self, WeightsDamage> {
        let sizes = [inputs as u32, outputs as u32].map(u32::to_le_bytes).concat();
        let rest = bytes.strip_prefix(&sizes[..]).ok_or(WeightsDamage::Format)?;
        let (numbers, panels) = rest.split_at_checked(outputs * 8).ok_or(WeightsDamage::Length)?;
        if panels.len() != inputs * outputs || !outputs.is_multiple_of(16) || !inputs.is_multiple_of(2) {
            return Err(WeightsDamage::Length);
        }
        let mut scales = floats(numbers);
        let bias = scales.split_off(outputs);
        Ok(Self { inputs, outputs, panels, scales, bias })
    }
}

impl Norm {
    fn read(numbers: &[f32], size: usize) -> Result<Self, WeightsDamage> {
        if numbers.len() != 2 * size {
            return Err(WeightsDamage::Format);
        }
        Ok(Self { gain: numbers[..size].to_vec(), shift: numbers[size..].to_vec() })
    }
}

struct Header {
    rows: usize,
    rows_per_part: usize,
    /// Checksum of each part of the rows.
    parts: Vec<u32>,
    /// Start, length and checksum of each section.
    sections: Vec<(usize, usize, u32)>,
}

impl Header {
    fn read(head: &[u8]) -> Result<Self, WeightsDamage> {
        let rest = head.strip_prefix(MAGIC).ok_or(WeightsDamage::Format)?;
        let (checksum, rest) = rest.split_at_checked(4).ok_or(WeightsDamage::Length)?;
        let number = |at: usize| rest.get(at * 4..at * 4 + 4).map(|_| number_at(rest, at)).ok_or(WeightsDamage::Length);
        let [rows, width, dims, rows_per_part, parts, sections] =
            [number(0)?, number(1)?, number(2)?, number(3)?, number(4)?, number(5)?].map(|n| n as usize);
        if parts > 64 || sections > 64 {
            return Err(WeightsDamage::Format);
        }
        let size = (6 + parts + 3 * sections) * 4;
        if hash(rest.get(..size).ok_or(WeightsDamage::Length)?) != number_at(checksum, 0) {
            return Err(WeightsDamage::Checksum(None));
        }
        if width != WIDTH || dims != DIMS || rows_per_part == 0 {
            return Err(WeightsDamage::Format);
        }
        let entry = |at: usize| {
            let at = 6 + parts + 3 * at;
            (number_at(rest, at) as usize, number_at(rest, at + 1) as usize, number_at(rest, at + 2))
        };
        Ok(Self {
            rows,
            rows_per_part,
            parts: (6..6 + parts).map(|at| number_at(rest, at)).collect(),
            sections: (0..sections).map(entry).collect(),
        })
    }
}

/// The number at place `at` of little-endian numbers.
pub fn number_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at * 4..at * 4 + 4].try_into().expect("four bytes"))
}

pub fn float_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(number_at(bytes, at))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    (0..bytes.len() / 4).map(|at| float_at(bytes, at)).collect()
}
