"""Vectors of texts by the packed encoder, as the binary has them: 256 int8 values, made unit length."""

import numpy as np

import make_encoder
import network
import packing
from pieces import Pieces


class Vectors:
    """Encodes texts, each once."""

    def __init__(self):
        self.weights, trie = packing.read(make_encoder.ROOT / "models/encoder")
        self.cut = Pieces(trie.pieces, trie.scores, trie.charsmap, reserved=3)
        self.known = {}

    def __call__(self, texts):
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            vectors = network.encode(self.weights, [self.cut(text) for text in new])
            self.known.update(zip(new, make_encoder.quantise(vectors)[1].astype(np.float32)))
        return np.array([self.known[text] for text in texts])
