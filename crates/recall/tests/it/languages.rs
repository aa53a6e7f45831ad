use soulfile_recall::Sureness;

use crate::{ask, first, index_of};

fn check(entries: &[&str], question: &str, wanted: usize) {
    let body: String = entries.iter().enumerate().map(|(i, e)| format!("## 10:{i:02} | note\n{e}\n\n")).collect();
    let index = index_of(&[("memory/episodes/2026-02-02.md", &body)]);
    assert_eq!(first(&index, question), entries[wanted], "{question}");
}

#[test]
fn chinese_is_found_by_words_of_two_characters() {
    let notes = ["小明昨天去了北京大学参观图书馆。", "我最喜欢的水果是苹果和香蕉。", "会议改到下周三下午三点。"];
    check(&notes, "北京", 0);
    check(&notes, "苹果", 1);
    check(&notes, "会议什么时候开？", 2);
}

#[test]
fn chinese_is_found_by_one_character() {
    check(&["我家养了一只猫，名字叫咪咪。", "他每天骑自行车上班。"], "猫", 0);
}

#[test]
fn japanese_is_found_in_every_script() {
    let notes = [
        "東京タワーの近くのカフェで田中さんに会いました。",
        "毎朝ジョギングをしています。",
        "ひらがなの練習帳を買った。",
    ];
    check(&notes, "田中さんに会った場所は？", 0);
    check(&notes, "ジョギング", 1);
    check(&notes, "ひらがな", 2);
}

#[test]
fn korean_is_found_with_and_without_particles() {
    let notes = ["민수는 부산에서 서울로 이사했다.", "나는 매운 음식을 못 먹는다.", "회의는 목요일 오후에 있다."];
    check(&notes, "서울 이사", 0);
    check(&notes, "음식", 1);
    check(&notes, "회의가 언제 있지?", 2);
}

#[test]
fn mixed_text_is_found_from_both_sides() {
    let notes = ["用 Rust 写的 index 模块已经完成。", "明天和 Alice 讨论预算。", "Deploy 脚本放在 scripts/deploy.sh。"];
    check(&notes, "Rust 模块", 0);
    check(&notes, "Alice 预算", 1);
    check(&notes, "deploy.sh", 2);
}

#[test]
fn full_width_and_half_width_meet() {
    check(&["ＡＰＩキーは金庫にあります。", "その他のメモ。"], "APIキー", 0);
}

#[test]
fn japanese_and_korean_questions_are_sure_of_what_they_ask_for_alone() {
    let notes = [
        "私の誕生日は五月四日です。",
        "田中さんは大阪に住んでいます。",
        "할머니는 부산에서 김치를 만드신다.",
        "회의는 목요일 오후에 있다.",
    ];
    let body: String = notes.iter().enumerate().map(|(i, e)| format!("## 10:{i:02} | note\n{e}\n\n")).collect();
    let index = index_of(&[("memory/episodes/2026-02-02.md", &body)]);
    for question in [
        "私の誕生日はいつですか",
        "田中さんはどこに住んでいますか",
        "회의는 언제 있나요?",
        "할머니는 어디에서 김치를 만드나요?",
    ] {
        assert!(ask(&index, question).confidence.answers(), "{question}");
    }
    for question in ["私の電話番号は何ですか", "犬の名前は何ですか", "비밀번호는 무엇입니까?", "누가 자동차를 샀나요?"]
    {
        assert!(!ask(&index, question).confidence.answers(), "{question}");
    }
}

#[test]
fn what_is_asked_of_somebody_is_not_told_by_something_else_about_them() {
    let notes = [
        "Tomas lives in Prague and plays the cello.",
        "Lena has a swimming lesson on Tuesdays.",
        "Jonas was born on 3 May 1990.",
        "Marta can be reached on her mobile, 555 1234.",
        "Otto works as a baker.",
    ];
    let body: String = notes.iter().enumerate().map(|(i, e)| format!("## 10:{i:02} | note\n{e}\n\n")).collect();
    let index = index_of(&[("memory/episodes/2026-02-02.md", &body)]);
    for question in ["What is Tomas's phone number?", "When is Lena's birthday?", "What's Otto's age?"] {
        assert_eq!(ask(&index, question).confidence, Sureness::Unsure, "{question}");
    }
    for question in ["When is Jonas's birthday?", "What is Marta's phone number?", "What is Otto's job?"] {
        assert!(ask(&index, question).confidence.answers(), "{question}");
    }
}
