use crate::{first, index_of};

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
