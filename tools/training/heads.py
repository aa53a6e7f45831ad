"""A group of heads over common features: a linear part over dense features and n-gram buckets, fitted head by head, and a
small hidden layer that all heads share; their weighted sum is calibrated. `write` and the Rust side know the file.
"""

import struct
import zlib

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

MAGIC = b"SFHEADS1"
# Three small networks side by side are steadier than one of their size together.
NETWORKS, EACH = 3, 64
HIDDEN = NETWORKS * EACH
# Share of the linear part in the sum.
LINEAR = 0.4


class Group:
    """`flags` are heads of one probability, `choices` maps a head to the values it chooses from."""

    def __init__(self, flags, choices, dense_scale, gram_scale=4.0, hidden_scale=2.0):
        self.flags, self.choices = flags, choices
        self.dense_scale, self.gram_scale, self.hidden_scale = dense_scale, gram_scale, hidden_scale
        self.outputs = [(flag, None) for flag in flags] + [(name, value) for name, values in choices.items() for value in values]

    def places(self, head):
        return [at for at, (name, _) in enumerate(self.outputs) if name == head]

    def heads(self):
        return list(self.flags) + list(self.choices)

    def labels(self, items):
        """A row for each item, a column for each output; not a number where an item has no label."""
        rows = np.full((len(items), len(self.outputs)), np.nan, np.float32)
        for row, item in zip(rows, items):
            for at, (name, value) in enumerate(self.outputs):
                if name in item:
                    row[at] = item[name] if value is None else item[name] == value
        return rows

    def fit(self, dense, grams, labels, counts):
        """Weights of all parts, before calibration; `counts` says how much each item counts."""
        scaled = dense * self.dense_scale
        every = hstack([csr_matrix(scaled), grams * self.gram_scale]).tocsr()
        width = dense.shape[1]
        linear = np.zeros((every.shape[1], len(self.outputs)), np.float32)
        bias = np.zeros(len(self.outputs), np.float32)
        for head in self.heads():
            at = self.places(head)
            known = ~np.isnan(labels[:, at[0]])
            model = LogisticRegression(C=1.0, max_iter=200, tol=1e-3)
            if head in self.flags:
                model.fit(every[known], labels[known, at[0]] > 0.5, counts[known])
            else:
                model.fit(every[known], labels[known][:, at].argmax(1), counts[known])
            # A value that no item has keeps a low score.
            seen = at if head in self.flags or len(at) == len(model.classes_) else [at[c] for c in model.classes_]
            bias[at] = -8.0
            linear[:, seen], bias[seen] = model.coef_.T, model.intercept_
        networks = [self.fit_hidden(scaled * self.hidden_scale, labels, counts, seed) for seed in range(NETWORKS)]
        first, first_bias, second, second_bias = zip(*networks)
        scale, hidden = self.dense_scale[:, None], 1 - LINEAR
        return {
            "hidden": np.concatenate(first, 1) * scale * self.hidden_scale,
            "hidden_bias": np.concatenate(first_bias),
            "second": np.concatenate(second) * hidden / NETWORKS,
            "dense": linear[:width] * scale * LINEAR,
            "grams": linear[width:] * self.gram_scale * LINEAR,
            "bias": bias * LINEAR + np.mean(second_bias, 0) * hidden,
        }

    def fit_hidden(self, x, labels, counts, seed, epochs=40, batch=64, rate=2e-3, dropped=0.2):
        """One hidden layer for all outputs, by Adam with dropout; items count for the heads they have labels for."""
        random = np.random.default_rng(seed)
        x, target = x.astype(np.float32), np.nan_to_num(labels)
        known = ~np.isnan(labels) * counts[:, None].astype(np.float32)
        width, outputs = x.shape[1], labels.shape[1]
        weights = [random.normal(0, np.sqrt(2 / width), (width, EACH)), np.zeros(EACH), random.normal(0, 0.05, (EACH, outputs)), np.zeros(outputs)]
        weights = [w.astype(np.float32) for w in weights]
        means, squares, step = [w * 0 for w in weights], [w * 0 for w in weights], 0
        groups = [self.places(name) for name in self.choices]
        for epoch in range(epochs):
            order = random.permutation(len(x))
            for start in range(0, len(order), batch):
                rows = order[start : start + batch]
                inputs = x[rows] * (random.random((len(rows), width)) > 0.1) / np.float32(0.9)
                hidden = np.maximum(inputs @ weights[0] + weights[1], 0)
                kept = ((random.random(hidden.shape) > dropped) / (1 - dropped)).astype(np.float32)
                logits = (hidden * kept) @ weights[2] + weights[3]
                error = probabilities(logits, groups) - target[rows]
                error = error * known[rows] / len(rows)
                back = (error @ weights[2].T) * kept * (hidden > 0)
                slopes = [inputs.T @ back, back.sum(0), (hidden * kept).T @ error, error.sum(0)]
                step += 1
                for at, slope in enumerate(slopes):
                    means[at] = 0.9 * means[at] + 0.1 * slope
                    squares[at] = 0.999 * squares[at] + 0.001 * slope * slope
                    change = means[at] / (1 - 0.9**step) / (np.sqrt(squares[at] / (1 - 0.999**step)) + 1e-8)
                    weights[at] -= np.float32(rate * (1 - epoch / epochs)) * (change + (1e-3 * weights[at] if at % 2 == 0 else 0))
        return weights

    def logits(self, model, dense, grams):
        hidden = np.maximum(dense @ model["hidden"] + model["hidden_bias"], 0)
        return hidden @ model["second"] + dense @ model["dense"] + grams @ model["grams"] + model["bias"]

    def calibrate(self, logits, labels):
        """Factor and shift of each output that make the probabilities of held-out items right."""
        factors, shifts = np.ones(len(self.outputs)), np.zeros(len(self.outputs))
        for head in self.heads():
            at = self.places(head)
            known = ~np.isnan(labels[:, at[0]])
            if head in self.flags:
                model = LogisticRegression(C=100.0).fit(logits[known][:, at], labels[known, at[0]] > 0.5)
                factors[at], shifts[at] = model.coef_[0, 0], model.intercept_[0]
            else:
                tried = np.linspace(0.3, 3, 55)
                right = labels[known][:, at].argmax(1)
                loss = [-np.log(softmax(logits[known][:, at] * f)[np.arange(len(right)), right] + 1e-9).mean() for f in tried]
                factors[at] = tried[int(np.argmin(loss))]
        return factors, shifts

    def probabilities(self, logits):
        return probabilities(logits, [self.places(name) for name in self.choices])


def softmax(logits):
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def probabilities(logits, groups):
    out = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    for at in groups:
        out[:, at] = softmax(logits[:, at])
    return out


def apply_calibration(model, factors, shifts):
    out = dict(model)
    for part in ("second", "dense", "grams"):
        out[part] = model[part] * factors
    out["bias"] = model["bias"] * factors + shifts
    return out


def pack(group, model):
    """One group: sizes, names, f32 weights, then a row of int8 weights for each bucket."""
    names = "\n".join(name if value is None else f"{name}={value}" for name, value in group.outputs).encode()
    scales = np.maximum(np.abs(model["grams"]).max(0), 1e-9) / 127
    grams = np.round(model["grams"] / scales).astype(np.int8)
    sizes = struct.pack("<5I", model["dense"].shape[0], HIDDEN, len(grams), len(group.outputs), len(names))
    floats = [model[part] for part in ("hidden", "hidden_bias", "second", "dense", "bias")] + [scales]
    return sizes + names + b"".join(np.ascontiguousarray(part, "<f4").tobytes() for part in floats) + grams.tobytes()


def rounded(model):
    """The model as it is after packing."""
    scales = np.maximum(np.abs(model["grams"]).max(0), 1e-9) / 127
    return dict(model, grams=np.round(model["grams"] / scales) * scales)


def write(path, groups):
    body = b"".join(struct.pack("<I", len(part)) + part for part in groups)
    path.write_bytes(MAGIC + struct.pack("<II", zlib.crc32(body), len(groups)) + body)
    return path.stat().st_size
