use super::*;

fn terms(text: &str) -> Vec<String> {
    Analyzer::new().query_terms(text).into_iter().map(|(t, _)| t).collect()
}

#[test]
fn words_are_stemmed_and_stop_words_dropped() {
    assert_eq!(terms("What did Caroline's friends paint?"), ["carolin", "friend", "paint"]);
    assert_eq!(terms("painting paintings painted"), ["paint", "paint", "paint"]);
    assert!(terms("Who are they, and why don't we?").is_empty());
}

#[test]
fn identifiers_are_kept_whole_and_split() {
    assert_eq!(terms("assert_eq"), ["assert", "eq", "asserteq"]);
    assert_eq!(terms("AssertEq"), ["assert", "eq", "asserteq"]);
    assert!(terms("GPT-4").contains(&"gpt4".to_owned()));
    assert!(terms("gpt4").contains(&"gpt4".to_owned()));
    assert!(terms("src/main.rs").contains(&"mainrs".to_owned()));
}

#[test]
fn hyphens_join() {
    assert!(terms("e-mail").contains(&"email".to_owned()));
}

#[test]
fn dates_meet_in_one_term() {
    for spelling in ["2023-05-08", "May 8, 2023", "8 May 2023", "8th of May 2023"] {
        let got = terms(spelling);
        if !spelling.contains("of") {
            assert!(got.contains(&"20230508".to_owned()), "{spelling}: {got:?}");
        }
        assert!(got.contains(&"8".to_owned()) && got.contains(&"2023".to_owned()), "{spelling}: {got:?}");
    }
}

#[test]
fn full_width_text_is_normalised() {
    assert_eq!(terms("ＡＢＣ１２"), terms("abc12"));
}

#[test]
fn chinese_gives_overlapping_pairs() {
    assert_eq!(terms("北京大学"), ["北京", "京大", "大学"]);
    assert_eq!(terms("猫"), ["猫"]);
}

#[test]
fn single_characters_are_indexed_for_one_character_queries() {
    let mut singles = Vec::new();
    Analyzer::new().each_term("我的猫", |t, k| {
        if k == TermKind::Single {
            singles.push(t.to_owned());
        }
    });
    assert_eq!(singles, ["我", "的", "猫"]);
}

#[test]
fn japanese_and_korean_give_pairs() {
    assert_eq!(terms("東京タワー"), ["東京", "京タ", "タワ", "ワー"]);
    assert_eq!(terms("한국어 검색"), ["한국", "국어", "검색"]);
}

#[test]
fn mixed_text_keeps_both() {
    assert_eq!(terms("用Rust写的程序"), ["用", "rust", "写的", "的程", "程序"]);
}

#[test]
fn cyrillic_is_stemmed_and_accents_are_folded() {
    assert_eq!(terms("книги"), terms("книга"));
    assert_eq!(terms("café"), terms("cafe"));
}

#[test]
fn analysis_is_the_same_with_a_warm_memory() {
    let mut analyzer = Analyzer::new();
    let first = analyzer.query_terms("the painters painted GPT-4 书店");
    assert_eq!(first, analyzer.query_terms("the painters painted GPT-4 书店"));
}
