//! Pain 11: Chinese, Japanese, Korean and mixed text finds nothing, two-character words too.

use crate::run::Sandbox;

fn found(s: &Sandbox, query: &str) -> String {
    let answer = s.soul(["recall", query, "--json"]).ok().json();
    answer["hits"][0]["path"].as_str().unwrap_or("nothing").to_owned()
}

fn sandbox(notes: &[(&str, &str)]) -> Sandbox {
    let s = Sandbox::new();
    for (day, text) in notes {
        s.write(&format!("memory/{day}.md"), format!("## 10:00 | fact\n{text}\n"));
    }
    s
}

#[test]
fn chinese_is_found_by_words_of_two_characters_and_by_sentences() {
    let s = sandbox(&[
        ("2026-01-01", "会议在星期三下午，地点是上海办公室。"),
        ("2026-01-02", "妈妈喜欢喝绿茶，不喜欢咖啡。"),
        ("2026-01-03", "服务器的密码每三个月更换一次。"),
    ]);
    for (query, day) in
        [("上海", "01"), ("会议在哪里", "01"), ("绿茶", "02"), ("妈妈喜欢喝什么", "02"), ("更换密码", "03")]
    {
        assert_eq!(found(&s, query), format!("memory/2026-01-{day}.md"), "{query}");
    }
}

#[test]
fn japanese_is_found_across_its_three_scripts() {
    let s = sandbox(&[
        ("2026-01-01", "母の誕生日は五月四日で、花束を贈る予定です。"),
        ("2026-01-02", "サーバーの再起動は毎週日曜日に行います。"),
        ("2026-01-03", "東京タワーの近くのレストランを予約しました。"),
    ]);
    for (query, day) in
        [("誕生日", "01"), ("花束", "01"), ("サーバー", "02"), ("再起動はいつ", "02"), ("東京", "03"), ("予約", "03")]
    {
        assert_eq!(found(&s, query), format!("memory/2026-01-{day}.md"), "{query}");
    }
}

#[test]
fn korean_is_found_with_and_without_particles() {
    let s = sandbox(&[
        ("2026-01-01", "할머니는 부산에서 김치를 만드신다."),
        ("2026-01-02", "회의는 수요일 오후 서울 사무실에서 열린다."),
        ("2026-01-03", "비밀번호는 석 달마다 바꾼다."),
    ]);
    for (query, day) in [("부산", "01"), ("김치", "01"), ("회의", "02"), ("서울 사무실", "02"), ("비밀번호", "03")]
    {
        assert_eq!(found(&s, query), format!("memory/2026-01-{day}.md"), "{query}");
    }
}

#[test]
fn mixed_text_is_found_by_either_language() {
    let s = sandbox(&[
        ("2026-01-01", "我们用 PostgreSQL 存储订单 data，每晚备份。"),
        ("2026-01-02", "Deploy は毎週金曜日、担当は田中さん。"),
        ("2026-01-03", "Kim 씨가 API key를 교체했다."),
    ]);
    for (query, day) in [
        ("PostgreSQL 备份", "01"),
        ("订单", "01"),
        ("deploy 担当", "02"),
        ("田中", "02"),
        ("API 교체", "03"),
        ("who replaced the API key", "03"),
    ] {
        assert_eq!(found(&s, query), format!("memory/2026-01-{day}.md"), "{query}");
    }
}

#[test]
fn what_is_remembered_in_chinese_is_recalled_in_chinese() {
    let s = Sandbox::new();
    s.soul(["remember", "我对花生过敏"]).ok();
    s.soul(["recall", "过敏"]).ok().says("花生");
}

#[test]
fn a_question_in_another_language_finds_it_with_the_encoder() {
    let s = sandbox(&[
        ("2026-01-01", "Der Zahnarzttermin ist am Dienstag um halb neun."),
        ("2026-01-02", "猫のうどんは太りすぎで療法食を食べている。"),
        ("2026-01-03", "nos mudamos de estudio, vamos a Egia desde enero"),
        ("2026-01-04", "The quarterly invoice goes to Tillotson Foods."),
    ]);
    for (query, day) in
        [("when do I see the dentist?", "01"), ("which animal is on a diet?", "02"), ("¿a quién va la factura?", "04")]
    {
        assert_eq!(found(&s, query), format!("memory/2026-01-{day}.md"), "{query}");
    }
}
