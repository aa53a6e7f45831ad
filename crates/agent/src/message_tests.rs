use soulfile_understand::{BuiltIn, Understand};

use super::*;

fn act(line: &str) -> Act {
    read(&BuiltIn.statement(line), Language::of(line, Language::english()))
}

fn target(line: &str) -> String {
    match act(line) {
        Act::Forget(ForgetTarget::About { words, .. }) => words,
        other => format!("{other:?}"),
    }
}

#[test]
fn a_request_to_forget_is_heard_in_every_language() {
    for (line, about) in [
        ("forget the padlock code, unit got cleared out", "padlock code"),
        ("can you lose everything you've got on my back problems pls", "my back problems"),
        ("that number for the plumber, 555 0142. bin it", "plumber"),
        ("Please delete what I told you about Dana and the promotion", "dana and the promotion"),
        ("把我跟你说的小雯离婚那件事忘了吧", "小雯离婚"),
        ("删掉上个月记的彩票号码", "彩票号码"),
        ("oye borra lo q te dije de la contraseña del wifi porfa", "contraseña del wifi"),
        ("el 600 123 987 quítalo", "600 123 987"),
        ("vergiss bitte was ich über Jonas und die Kündigung gesagt hab", "jonas und die kündigung"),
        ("die 0151 23 45 678 kannst du rausschmeißen", "0151 23 45 678"),
        ("efface le code du portail stp", "le code du portail"),
        ("ロッカーの番号もう使わないから消しといて", "ロッカーの番号"),
        ("전남친 얘긴 전부 지워줘", "전남친"),
        ("apaga a senha do hospital", "a senha do hospital"),
        ("cancella il pin dell'inps, adesso si entra con lo spid", "il pin dell'inps"),
        ("забудь код от подъезда, переехал", "код от подъезда"),
        ("vergeet maar wat ik zei over mijn salaris", "mijn salaris"),
        ("usuń ten kod z paczkomatu", "ten kod z paczkomatu"),
        ("medula şifresini de unut", "medula şifresini de"),
        ("امسح موضوع المدير", "المدير"),
        ("ลบรหัสโกดังออกด้วย", "รหัสโกดัง"),
    ] {
        let found = target(line);
        assert!(found.contains(about), "{line}: {found}");
    }
}

#[test]
fn that_points_to_what_was_said_last_and_everything_is_more_than_a_line_does() {
    for line in
        ["actually scratch that", "streich das", "今の忘れて", "borra eso", "efface ça", "forget what I just said"]
    {
        assert_eq!(act(line), Act::Forget(ForgetTarget::Last), "{line}");
    }
    for line in ["forget everything", "delete all my data", "lösche alles", "忘掉所有"] {
        assert_eq!(act(line), Act::Forget(ForgetTarget::Everything), "{line}");
    }
}

#[test]
fn never_mind_deletes_nothing() {
    for line in ["forget it, thanks", "never mind", "vergiss es", "laisse tomber, merci", "算了", "boşver", "olvídalo"]
    {
        assert_eq!(act(line), Act::NeverMind, "{line}");
    }
}

#[test]
fn what_must_not_be_stored_is_heard_in_every_language() {
    for line in [
        "please don't store this: my salary is 4,200",
        "off the record, I may quit",
        "别记下来：我想辞职",
        "esto no lo guardes: gano 2.100",
        "speicher das nicht: ich kündige im Mai",
        "ne note pas ça, je vais démissionner",
        "これは保存しないで、転職を考えてる",
        "이건 저장하지 마, 이직 고민중이야",
        "não salva isso: vou pedir demissão",
        "non salvare questo: mi licenzio",
        "не сохраняй: увольняюсь в мае",
        "dit niet opslaan: ik neem ontslag",
        "nie zapisuj tego: odchodzę z pracy",
        "bunu kaydetme: istifa edeceğim",
        "لا تحفظ هذا: سأستقيل",
        "อย่าบันทึกเรื่องนี้ จะลาออก",
    ] {
        assert_eq!(act(line), Act::DontStore, "{line}");
    }
}

#[test]
fn what_is_told_is_told() {
    for line in [
        "I forgot my umbrella at the office",
        "don't forget the milk",
        "Anna quit Siemens, she's at Bosch now",
        "when I lock up I first check the back door",
        "mi padre siempre se olvida las llaves en el coche",
        "ich hab meinen Schirm vergessen",
        "我忘了带伞",
        "dentist moved to thursday 4pm",
        "shoe size 43",
    ] {
        assert!(matches!(act(line), Act::Talk { asked: None, .. } | Act::Remember), "{line}: {:?}", act(line));
    }
}

#[test]
fn a_line_may_tell_and_ask() {
    let Act::Talk { told, asked } = act("My name is Alex. What project am I working on?") else { panic!("talk") };
    assert_eq!(told, "My name is Alex.");
    assert_eq!(asked.as_deref(), Some("What project am I working on?"));
    for line in [
        "what's the latest on Heron",
        "how do I usually deploy",
        "who is Alice",
        "我喜欢喝什么",
        "上次开会是什么时候",
        "wann hab ich den Zahnarzttermin",
        "¿cuándo es el cumple de Ana?",
        "歯医者いつだっけ",
        "치과 언제였지",
    ] {
        assert!(matches!(act(line), Act::Talk { asked: Some(_), .. }), "{line}: {:?}", act(line));
    }
}

#[test]
fn small_talk_is_a_whole_line() {
    for (line, kind) in [
        ("hi", SmallTalk::Hello),
        ("thanks!", SmallTalk::Thanks),
        ("gracias", SmallTalk::Thanks),
        ("おやすみ", SmallTalk::Bye),
        ("haha", SmallTalk::Nod),
        ("👍", SmallTalk::Nod),
    ] {
        assert_eq!(act(line), Act::SmallTalk(kind), "{line}");
    }
    assert!(!matches!(act("thanks to Ana we won the contract"), Act::SmallTalk(_)));
}

#[test]
fn a_question_without_a_mark_is_known_by_its_end_where_only_questions_end_so() {
    for line in ["先生の電話番号は", "鍵どこに置いたっけ", "图书馆周一开门吗"] {
        assert!(matches!(act(line), Act::Talk { asked: Some(_), .. }), "{line}: {:?}", act(line));
    }
    for line in ["先生の電話番号は変わった", "今日はカレー"] {
        assert!(!matches!(act(line), Act::Talk { asked: Some(_), .. }), "{line}: {:?}", act(line));
    }
}
