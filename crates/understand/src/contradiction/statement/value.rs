//! Numbers in digits, however they are said.

/// The number a token stands for, in digits: "19:00", "7pm", "six", "noon".
pub(super) fn number_of(token: &str) -> Option<String> {
    match token.chars().next().is_some_and(|c| c.is_ascii_digit()) {
        true => Some(number(token)),
        false => number_word(token).map(str::to_owned),
    }
}

fn number(text: &str) -> String {
    let cleaned: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, ':' | '.')).collect();
    let unit: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let value = cleaned.trim_matches('.').to_owned();
    match unit.as_str() {
        "pm" => value.split(':').next().and_then(|h| h.parse::<u32>().ok()).map_or(value.clone(), |h| {
            let hour = if h < 12 { h + 12 } else { h };
            value.split_once(':').map_or(hour.to_string(), |(_, m)| format!("{hour}:{m}"))
        }),
        "k" => format!("{value}000"),
        _ => value.trim_end_matches(":00").to_owned(),
    }
}

fn number_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "two" | "twice" | "both" | "pair" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        "hundred" => "100",
        "noon" => "12",
        _ => return None,
    })
}
