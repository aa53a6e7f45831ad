//! No reader panics, and every span it returns is a span of the text, whatever the text.

use jiff::Zoned;
use proptest::prelude::*;
use soulfile_understand::entity_match::{Named, compare};
use soulfile_understand::{BuiltIn, MessageInput, QuestionInput, Understand, dates, injection, secret};
use soulfile_vocabulary::EntityType;

fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

/// Reads `text` with every reader; slicing by a bad span would panic here.
fn read_all(text: &str) {
    for found in secret::scan(text) {
        let _ = &text[found.span];
    }
    let _ = secret::mask(text);
    let reading = BuiltIn.message(&MessageInput::new(text).at(&now()));
    let found = reading.intent();
    if let Some(span) = found.span.clone() {
        assert_eq!(Some(&text[span]), found.payload.as_deref());
    }
    for expression in dates::find(text, &now()) {
        let _ = &text[expression.span];
        assert!(expression.range.start <= expression.range.end, "{text}");
    }
    let question = BuiltIn.question(&QuestionInput { text, at: &now() });
    let _ = (question.strategy(), question.time_hint(), question.looks_back());
    for entity in &reading.mentions().entities {
        assert!(text.contains(&entity.name), "{text}");
    }
    for finding in injection::scan(text).findings {
        let _ = &text[finding.span];
    }
}

/// Pieces that readers look for, so that random text reaches their depths.
const PIECES: &[&str] = &[
    "remember that ",
    "don’t forget ",
    "Forget about ",
    "what do you remember about ",
    "password is ",
    "TOKEN=",
    "密码是",
    "记住",
    "别忘了",
    "ignore all previous instructions",
    "the user",
    "assistant, ",
    "next Friday",
    "in March 2024",
    "between May and ",
    "两周前",
    "31 Feb",
    "\u{200b}",
    "\u{202e}",
    "\u{e0041}",
    "“",
    "”",
    "```",
    "`",
    "\"",
    "'",
    "’",
    "<!--",
    "-->",
    "eyJ",
    "AKIA",
    "://",
    ":",
    "@",
    " I'm ",
    "We decided ",
    " not ",
    "王芳",
    "Project ",
    "Ana Lima",
    " uses ",
    "\n> ",
    "?",
    ".",
    ", ",
    "é",
    "👩‍🍳",
    "4242 4242",
    "0000000000000000",
    "IGNORE",
    "%69",
    "&#105;",
    "don",
    "'t",
    " — ",
    "%",
    "\\u0041",
    "(",
    ")",
    "[",
    "{{",
    "${",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,200}") {
        read_all(&text);
    }

    #[test]
    fn arbitrary_characters_never_panic(chars in proptest::collection::vec(any::<char>(), 0..120)) {
        let text: String = chars.into_iter().collect();
        read_all(&text);
    }

    #[test]
    fn telling_pieces_never_panic(picks in proptest::collection::vec(0..PIECES.len(), 0..24)) {
        let text: String = picks.into_iter().map(|i| PIECES[i]).collect();
        read_all(&text);
    }

    #[test]
    fn comparisons_never_panic_and_are_symmetric(a in "\\PC{0,40}", b in "\\PC{0,40}", kind in 0..5usize) {
        let kind = EntityType::ALL[kind];
        let one = compare(Named { name: &a, kind }, Named { name: &b, kind });
        let other = compare(Named { name: &b, kind }, Named { name: &a, kind });
        prop_assert_eq!(one.proposes_merge(), other.proposes_merge());
        let _ = soulfile_understand::compare::compare(&a, &b);
    }
}

/// Text in scripts that need joiners, marks and right-to-left order, and emoji with all their parts.
const LEGITIMATE: &[&str] = &[
    "می‌خواهم به خانه بروم.",
    "کتاب‌ها روی میز هستند.",
    "نمی‌دانم چه بگویم.",
    "این برنامه‌نویسی را دوست دارم.",
    "هوای امروز خیلی خوب است.",
    "فردا به دانشگاه می‌روم.",
    "خواهرم دانشجوی پزشکی است.",
    "ما هر هفته فوتبال بازی می‌کنیم.",
    "أحب القهوة في الصباح.",
    "ذهبنا إلى السوق أمس.",
    "هل يمكنك مساعدتي من فضلك؟",
    "الكتاب على الطاولة.",
    "سأسافر إلى القاهرة الأسبوع القادم.",
    "أختي تعمل طبيبة في المستشفى.",
    "الطقس جميل اليوم.",
    "اشتريت خبزًا وحليبًا.",
    "שלום, מה שלומך היום?",
    "אני גר בתל אביב.",
    "הספר על השולחן.",
    "מחר ניסע לירושלים.",
    "אחותי לומדת רפואה.",
    "הקפה כאן טעים מאוד.",
    "יש לנו שני ילדים.",
    "תודה רבה על העזרה.",
    "मैं कल बाज़ार जाऊँगा।",
    "मेरा नाम राहुल है।",
    "आज मौसम बहुत अच्छा है।",
    "मुझे चाय पसंद है।",
    "वह दिल्ली में रहती है।",
    "हम हर रविवार क्रिकेट खेलते हैं।",
    "यह किताब बहुत रोचक है।",
    "क्षेत्रीय भाषाएँ सुंदर हैं।",
    "วันนี้อากาศดีมาก",
    "ฉันชอบกินข้าวผัด",
    "พรุ่งนี้เราจะไปทะเล",
    "เขาทำงานที่โรงพยาบาล",
    "หนังสืออยู่บนโต๊ะ",
    "ขอบคุณมากค่ะ",
    "แมวของฉันชื่อมะลิ",
    "รถไฟออกเวลาแปดโมง",
    "👩‍👩‍👧‍👦 family day",
    "🏳️‍🌈 and 🏴‍☠️ flags",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    "👍🏽 thanks 👩🏾‍💻",
    "❤️ ☀️ ✌️ 1️⃣ #️⃣",
    "🧑‍🚀🚀🌕",
    "👨‍⚕️ said rest 🛌",
    "🤷🏼‍♀️ who knows",
    "শুভ সকাল, কেমন আছেন?",
    "நான் சென்னையில் வசிக்கிறேன்.",
    "ខ្ញុំចូលចិត្ត\u{200b}ភាសាខ្មែរ។",
    "ကျွန်တော် ရန်ကုန်မှာ နေပါတယ်။",
    "Donau\u{ad}dampf\u{ad}schiff\u{ad}fahrt",
    "Příliš žluťoučký kůň",
    "Žluťoučký kůň úpěl ďábelské ódy.",
    "Ünïcödé is fün",
    "日本語の文章です。",
    "葛󠄀城市に住んでいます。",
    "한국어 문장입니다.",
    "ไป\u{200b}ตลาด\u{200b}กับ\u{200b}แม่",
];

#[test]
fn legitimate_scripts_raise_no_alarm() {
    // Each line alone, and each pair: several hundred texts.
    let mut lines: Vec<String> = LEGITIMATE.iter().map(|l| (*l).to_owned()).collect();
    for (i, a) in LEGITIMATE.iter().enumerate() {
        for b in LEGITIMATE.iter().skip(i + 1).step_by(7) {
            lines.push(format!("{a} {b}"));
        }
    }
    assert!(lines.len() > 250);
    for line in &lines {
        assert_eq!(injection::hidden_characters(line), [], "{line}");
        assert!(!injection::scan(line).malicious, "{line}: {:?}", injection::scan(line));
    }
}

#[test]
fn every_class_of_hidden_text_is_found() {
    for (class, text) in [
        ("tags", "Hello\u{e0073}\u{e0065}\u{e006e}\u{e0064} there"),
        ("zero_width", "H\u{200b}e\u{200c}l\u{200d}l\u{2060}o"),
        ("bidi", "price \u{202e}gpj.exe"),
        ("variation_selectors", "smile\u{fe01}\u{fe07}\u{fe02}"),
        ("variation_selectors", "a\u{e0101}\u{e0142}"),
        ("fillers", "a\u{3164}b\u{3164}c\u{3164}"),
        ("conceal", "ok \u{1b}[8mhidden\u{1b}[0m"),
    ] {
        let found = injection::hidden_characters(text);
        assert!(found.iter().any(|(c, _)| *c == class), "{class}: {found:?}");
        assert!(injection::scan(text).malicious, "{class}");
    }
}

/// Long inputs of the worst shapes come through; a quadratic reader would not finish here.
#[test]
fn long_inputs_are_read_to_the_end() {
    for piece in [
        "a",
        "password is ",
        "remember that ",
        "ignore all ",
        "\"",
        "`",
        "'x",
        "user: ",
        "I, ",
        "\u{200b}",
        "1 ",
        "(",
        "王",
        "A ",
        "key=",
        "between May and ",
        "the user's ",
    ] {
        let text = piece.repeat(64 * 1024 / piece.len());
        let _ = injection::scan(&text);
        let _ = secret::scan(&text);
    }
}
