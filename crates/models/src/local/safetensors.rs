//! The safetensors file: a length, a JSON table of tensors, and their bytes. Tensors are read one by
//! one, so that no more than one is held twice.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::Error;

/// Longest table of tensors that is believed.
const MOST_HEADER: u64 = 16 << 20;

/// An open file of weights.
pub struct WeightsFile {
    file: File,
    path: PathBuf,
    tensors: HashMap<String, Tensor>,
    data: u64,
    length: u64,
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

impl WeightsFile {
    /// Opens the file and reads its table.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let wrong = |what: String| Error::file(path, what);
        let file = File::open(path).map_err(|e| wrong(e.to_string()))?;
        let length = file.metadata().map_err(|e| wrong(e.to_string()))?.len();
        let mut size = [0; 8];
        file.read_exact_at(&mut size, 0).map_err(|_| wrong("too short for safetensors".into()))?;
        let size = u64::from_le_bytes(size);
        if size > MOST_HEADER || size + 8 > length {
            return Err(wrong("not a safetensors file".into()));
        }
        let mut header = vec![0; size as usize];
        file.read_exact_at(&mut header, 8).map_err(|e| wrong(e.to_string()))?;
        let table: HashMap<String, serde_json::Value> =
            serde_json::from_slice(&header).map_err(|_| wrong("not a safetensors file".into()))?;
        let tensors = table
            .into_iter()
            .filter(|(name, _)| name != "__metadata__")
            .map(|(name, value)| Ok((name, serde_json::from_value(value)?)))
            .collect::<Result<_, serde_json::Error>>()
            .map_err(|e| wrong(format!("its table cannot be read: {e}")))?;
        Ok(Self { file, path: path.to_owned(), tensors, data: size + 8, length })
    }

    /// Reads a tensor as 32-bit numbers, whatever prefix a hub put before its name.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, Error> {
        let wrong = |what: String| Error::file(&self.path, format!("{name}: {what}"));
        let found = ["", "bert.", "model.", "0.auto_model."]
            .iter()
            .find_map(|prefix| self.tensors.get(&format!("{prefix}{name}")))
            .ok_or_else(|| wrong("is not in the file".into()))?;
        if found.shape != shape {
            return Err(wrong(format!("has the shape {:?}, not {shape:?}", found.shape)));
        }
        let count: usize = shape.iter().product();
        let width = match found.dtype.as_str() {
            "F32" => 4,
            "F16" | "BF16" => 2,
            other => return Err(wrong(format!("numbers of the kind {other} cannot be read"))),
        };
        let (from, to) = found.data_offsets;
        let fits = to.checked_sub(from) == Some((count * width) as u64)
            && self.data.checked_add(to).is_some_and(|end| end <= self.length);
        if !fits {
            return Err(wrong("its bytes are not where the table says".into()));
        }
        let mut bytes = vec![0; count * width];
        self.file.read_exact_at(&mut bytes, self.data + from).map_err(|e| wrong(e.to_string()))?;
        Ok(match found.dtype.as_str() {
            "F32" => bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
            "F16" => bytes.chunks_exact(2).map(|b| half(u16::from_le_bytes([b[0], b[1]]))).collect(),
            _ => bytes
                .chunks_exact(2)
                .map(|b| f32::from_bits(u32::from(u16::from_le_bytes([b[0], b[1]])) << 16))
                .collect(),
        })
    }
}

/// A 16-bit IEEE number.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 31);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    match exponent {
        0 => sign * fraction * 2f32.powi(-14),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        _ => sign * (1.0 + fraction) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_numbers_are_read() {
        for (bits, wanted) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0, 0.0)]
        {
            assert_eq!(half(bits), wanted);
        }
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }

    #[test]
    fn a_file_that_is_something_else_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("model.safetensors");
        for bytes in [b"".to_vec(), vec![0xff; 64], b"\x02\0\0\0\0\0\0\0[]".to_vec()] {
            std::fs::write(&path, bytes).unwrap();
            assert!(WeightsFile::open(&path).is_err());
        }
        let table = br#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[8,99]}}"#;
        let mut bytes = (table.len() as u64).to_le_bytes().to_vec();
        bytes.extend(table);
        bytes.extend(1.5f32.to_le_bytes());
        bytes.extend((-2f32).to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        let weights = WeightsFile::open(&path).unwrap();
        assert_eq!(weights.tensor("a", &[2]).unwrap(), [1.5, -2.0]);
        assert!(weights.tensor("a", &[3]).unwrap_err().to_string().contains("shape"));
        assert!(weights.tensor("b", &[1]).unwrap_err().to_string().contains("not where"));
        assert!(weights.tensor("c", &[1]).is_err());
    }
}
