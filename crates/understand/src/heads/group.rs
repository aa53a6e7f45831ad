//! The weights of a group of heads, and their sum for one input.
//!
//! `models/heads.bin`: `SFHEADS1`, CRC-32 of the groups, their number; each group its length, then five sizes (dense inputs, hidden values, buckets, outputs, bytes of names), the names of the outputs by line, f32 weights (hidden
//! layer, its bias, hidden to outputs, dense to outputs, bias, scales of the buckets' weights), and a row of int8 weights
//! for each bucket. All little endian.

const MAGIC: &[u8] = b"SFHEADS1";

/// Why the heads cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The file has another format or other heads.
    #[error("the weights of the learned heads are of another kind or version")]
    Format,
    /// The file is shorter than it says, or was changed.
    #[error("the weights of the learned heads are damaged")]
    Content,
}

/// The groups of a file, one after the other.
pub struct GroupReader<'w> {
    rest: &'w [u8],
}

impl<'w> GroupReader<'w> {
    pub fn open(bytes: &'w [u8]) -> Result<Self, Damage> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Damage::Format)?;
        let mut reader = GroupReader { rest };
        let (checksum, _count) = (reader.number()?, reader.number()?);
        if crc32fast::hash(reader.rest) != checksum {
            return Err(Damage::Content);
        }
        Ok(reader)
    }

    /// Reads the next group, which must have these outputs and sizes.
    pub fn next(&mut self, names: &str, inputs: usize, buckets: usize) -> Result<Group<'w>, Damage> {
        let size = self.number()? as usize;
        let mut part = GroupReader { rest: self.take(size)? };
        let [dense, hidden, rows, outputs, bytes] =
            [part.number()?, part.number()?, part.number()?, part.number()?, part.number()?].map(|size| size as usize);
        if (dense, rows) != (inputs, buckets) || part.take(bytes)? != names.as_bytes() || hidden > 4096 {
            return Err(Damage::Format);
        }
        if outputs != names.lines().count() {
            return Err(Damage::Format);
        }
        let group = Group {
            hidden: part.floats(dense * hidden)?,
            hidden_bias: part.floats(hidden)?,
            second: part.floats(hidden * outputs)?,
            dense: part.floats(dense * outputs)?,
            bias: part.floats(outputs)?,
            scales: part.floats(outputs)?,
            grams: part.take(buckets * outputs)?,
        };
        if part.rest.is_empty() { Ok(group) } else { Err(Damage::Format) }
    }

    fn take(&mut self, size: usize) -> Result<&'w [u8], Damage> {
        let (taken, rest) = self.rest.split_at_checked(size).ok_or(Damage::Content)?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Damage> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, Damage> {
        let bytes = self.take(count * 4)?.as_chunks::<4>().0;
        Ok(bytes.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }
}

/// Weights of heads over common inputs; matrices have a row for each input.
pub struct Group<'w> {
    hidden: Vec<f32>,
    hidden_bias: Vec<f32>,
    second: Vec<f32>,
    dense: Vec<f32>,
    bias: Vec<f32>,
    scales: Vec<f32>,
    grams: &'w [u8],
}

impl Group<'_> {
    /// Scores of all outputs, before they become probabilities.
    pub fn logits(&self, dense: &[f32], grams: &[u32]) -> Vec<f32> {
        let outputs = self.bias.len();
        let mut hidden = self.hidden_bias.clone();
        add_product(&mut hidden, dense, &self.hidden);
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        let mut logits = self.bias.clone();
        add_product(&mut logits, dense, &self.dense);
        add_product(&mut logits, &hidden, &self.second);
        let mut sums = vec![0i32; outputs];
        for gram in grams {
            let row = &self.grams[*gram as usize * outputs..][..outputs];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += i32::from(*weight as i8));
        }
        let each = 1.0 / (grams.len().max(1) as f32).sqrt();
        for ((logit, sum), scale) in logits.iter_mut().zip(&sums).zip(&self.scales) {
            *logit += *sum as f32 * scale * each;
        }
        logits
    }
}

/// Adds the product of a row with a matrix.
fn add_product(to: &mut [f32], row: &[f32], matrix: &[f32]) {
    for (value, weights) in row.iter().zip(matrix.chunks_exact(to.len())) {
        if *value != 0.0 {
            to.iter_mut().zip(weights).for_each(|(to, weight)| *to += value * weight);
        }
    }
}
