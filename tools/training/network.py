"""The encoder's arithmetic in numpy: an n-gram network over piece vectors, a sum over the text, dense layers.

The weights come as a dictionary of float arrays, whether from the package or from a packed file, so that both are
measured by the same code.
"""

import numpy as np

ROWS, WIDTH, BRANCH = 128010, 512, 256
# Window of each branch: how many pieces, and how many of them are to the left.
BRANCHES = ((2, 0), (3, 1), (5, 2))


def read_package(path):
    """Weights of the package's `weights.npz` as float32."""
    z = np.load(path)
    w = {"epsilon": float(z["eps"])}
    table = np.empty((ROWS, WIDTH), np.float32)
    for part in range(17):
        table[part::17] = z[f"q{part + 1}"] * z["scale"][part] + z["lo"][part]
    w["table"] = table
    join = lambda name: np.concatenate([z[f"{name}{n}"] for n, _ in BRANCHES], axis=-1)
    w["proj"], w["proj_bias"] = join("proj"), join("proj_b")
    w["proj_gain"], w["proj_shift"] = join("ln_g"), join("ln_b")
    for n, _ in BRANCHES:
        for layer in (1, 2):
            w[f"conv{layer}_{n}"], w[f"conv{layer}_{n}_bias"] = z[f"w{layer}_{n}"], z[f"b{layer}_{n}"]
    w["gain"], w["shift"] = z["ln_g"], z["ln_b"]
    w["pool"], w["pool_bias"] = z["cnn_W"], z["cnn_b"]
    for name in ("d0", "d1", "d2", "d3", "p1", "p3"):
        w[name] = z[name]
    return w


def layer_norm(x, gain, shift, epsilon):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain + shift


def encode(w, texts, budget=512):
    """Unit vectors of texts given as lists of piece numbers, 512 dimensions, or fewer with `reduce`."""
    out, group, size = [], [], 0
    for numbers in texts:
        if group and size + len(numbers) > budget:
            out.append(encode_group(w, group))
            group, size = [], 0
        group.append(numbers)
        size += len(numbers)
    if group:
        out.append(encode_group(w, group))
    return np.concatenate(out)


def encode_group(w, group):
    lengths = np.array([len(numbers) for numbers in group])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    total = int(lengths.sum())
    flat = np.concatenate([np.asarray(numbers) for numbers in group])
    first, last = np.repeat(starts, lengths), np.repeat(starts + lengths, lengths)
    epsilon = w["epsilon"]
    pieces = w["table"][flat].astype(np.float32)
    x = layer_norm(pieces @ w["proj"] + w["proj_bias"], w["proj_gain"], w["proj_shift"], epsilon)
    features = [pieces]
    for branch, (n, left) in enumerate(BRANCHES):
        slots = np.arange(total)[:, None] + np.arange(-left, n - left)
        slots = np.where((slots >= first[:, None]) & (slots < last[:, None]), slots, total)
        h = x[:, branch * BRANCH : (branch + 1) * BRANCH]
        for layer in (1, 2):
            padded = np.concatenate([h, np.zeros((1, BRANCH), np.float32)])
            windows = padded[slots].reshape(total, n * BRANCH)
            h = h + np.maximum(windows @ w[f"conv{layer}_{n}"] + w[f"conv{layer}_{n}_bias"], 0)
        features.append(h)
    features = layer_norm(np.concatenate(features, 1), w["gain"], w["shift"], epsilon)
    root = np.sqrt(lengths.astype(np.float32))[:, None]
    mean = np.add.reduceat(features, starts) @ w["pool"] / root + root * w["pool_bias"]
    y = np.maximum(mean @ w["p1"] + np.maximum(mean @ w["d0"], 0) @ w["d1"], 0)
    z = np.tanh(y @ w["p3"] + np.maximum(y @ w["d2"], 0) @ w["d3"])
    if "reduce" in w:
        z = z @ w["reduce"]
    return z / np.sqrt(np.maximum((z * z).sum(1, keepdims=True), 1e-12))
