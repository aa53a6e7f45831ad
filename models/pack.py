#!/usr/bin/env python3
"""Last step of the built-in embedding model: int8 rows with one scale each, in one flat file.

Layout, little endian: magic "SFEMBED1", u32 pieces, u32 dims, f32 scales[pieces],
i8 rows[pieces][dims]. The Rust side reads it in place.

    python pack.py --table start.npz --out static-192.bin
"""

import argparse
import pathlib
import struct

import numpy as np


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    rows = np.load(options.table)["rows"].astype(np.float32)
    scales = np.abs(rows).max(1) / 127.0
    safe = np.where(scales > 0, scales, 1.0)
    small = np.clip(np.rint(rows / safe[:, None]), -127, 127).astype(np.int8)
    with options.out.open("wb") as out:
        out.write(b"SFEMBED1" + struct.pack("<II", *rows.shape))
        out.write(scales.astype("<f4").tobytes())
        out.write(small.tobytes())


if __name__ == "__main__":
    main()
