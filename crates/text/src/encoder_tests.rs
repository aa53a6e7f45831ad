//! The encoder against vectors that numpy computed from the same packed weights, in sixteen languages.

use super::*;

/// Language, text, rows of its pieces and vector, made by `tools/training/make_encoder.py`.
fn reference() -> Vec<(&'static str, &'static str, Vec<u32>, [i8; DIMS])> {
    let lines = include_str!("encoder/reference.tsv").lines();
    let parse = |line: &'static str| {
        let [language, text, rows, vector] = line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let byte = |at: usize| u8::from_str_radix(&vector[2 * at..2 * at + 2], 16).expect("hexadecimal") as i8;
        let rows = rows.split(' ').map(|row| row.parse().expect("a number")).collect();
        (language, text, rows, std::array::from_fn(byte))
    };
    lines.map(parse).collect()
}

fn builtin() -> &'static Encoder<'static> {
    Encoder::builtin().expect("the weights in the binary are whole")
}

#[test]
fn pieces_are_those_of_the_reference() {
    for (language, text, rows, _) in reference() {
        assert_eq!(builtin().pieces.cut(text), rows, "{language}: {text}");
    }
}

#[test]
fn vectors_are_those_of_the_reference() {
    let all = reference();
    assert_eq!(all.len(), 64);
    let texts: Vec<_> = all.iter().map(|(_, text, ..)| *text).collect();
    for ((language, text, _, values), found) in all.iter().zip(builtin().encode_all(&texts, 2)) {
        let squares: i32 = values.iter().map(|value| i32::from(*value).pow(2)).sum();
        let expected = Vector { values: *values, scale: 1.0 / (squares as f32).sqrt() };
        assert!(found.cosine(&expected) >= 0.999, "{language}: {text}: {}", found.cosine(&expected));
        assert_eq!(builtin().encode(text), found, "{language}: {text}: one by one");
    }
}

#[test]
fn a_sentence_is_nearest_to_its_translations() {
    let all = reference();
    let vectors = builtin().encode_all(&all.iter().map(|(_, text, ..)| *text).collect::<Vec<_>>(), 1);
    let (english, others) = vectors.split_at(4);
    let nearest = |vector: &Vector| {
        let cosines = english.iter().map(|other| vector.cosine(other));
        cosines.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    };
    let right = others.iter().enumerate().filter(|(at, vector)| nearest(vector) == Some(at % 4)).count();
    assert_eq!(right, others.len());
}

#[test]
fn long_texts_are_encoded_piece_by_piece_as_short_ones() {
    let sentence = "we moved the weekly review to thursday because the room was taken. ";
    let long = sentence.repeat(40);
    let cosine = builtin().encode(&long).cosine(&builtin().encode(sentence));
    assert!(cosine > 0.8, "{cosine}");
    // A text a little below and one above what is worked on at once are nearly the same.
    let pieces: Vec<_> = (8..18).map(|times| builtin().encode(&sentence.repeat(times))).collect();
    for pair in pieces.windows(2) {
        assert!(pair[0].cosine(&pair[1]) > 0.99, "{}", pair[0].cosine(&pair[1]));
    }
}

#[test]
fn odd_texts_have_vectors() {
    for text in [
        "",
        " ",
        "\u{3000}",
        "▁",
        "a",
        "😅😅",
        "<s></s>",
        "\u{0}\u{1}",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "e\u{301}\u{301}",
        "हिन्दी",
    ] {
        let vector = builtin().encode(text);
        assert!((vector.cosine(&vector) - 1.0).abs() < 1e-4, "{text:?}");
    }
    let (a, b) = (builtin().encode("ｆｕｌｌ　ｗｉｄｔｈ"), builtin().encode("full  width "));
    assert_eq!(a, b);
}

#[test]
fn damage_is_told() {
    let open = |head: &[u8], parts: &[&[u8]]| Encoder::open(head, parts).map(|_| ());
    let (head, parts) = (weights::HEAD, weights::PARTS);
    assert_eq!(open(&head[..100], &parts), Err(WeightsDamage::Length));
    assert_eq!(open(b"something else", &parts), Err(WeightsDamage::Format));
    assert_eq!(open(&head[..head.len() / 2], &parts), Err(WeightsDamage::Length));
    assert_eq!(open(head, &parts[..3]), Err(WeightsDamage::Format));
    let mut wrong = head.to_vec();
    for at in [9, 20, 5_000, head.len() - 1] {
        wrong[at] ^= 4;
        assert_eq!(open(&wrong, &parts), Err(WeightsDamage::Checksum(None)), "byte {at}");
        wrong[at] ^= 4;
    }
    let mut short = parts;
    short[1] = &parts[1][1..];
    assert_eq!(open(head, &short), Err(WeightsDamage::Length));
    let mut rows = parts[2].to_vec();
    rows[77] ^= 1;
    let mut other = parts;
    other[2] = &rows;
    let encoder = Encoder::open(head, &other).expect("rows are checked when asked for");
    assert_eq!(encoder.verify(), Err(WeightsDamage::Checksum(Some(2))));
    assert_eq!(builtin().verify(), Ok(()));
}
