//! What letters a text is made of.

/// Says whether `text` holds a Chinese character. Asked before every rule that has Chinese alternatives.
pub fn has_han(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_han)
}

/// Says whether `c` is a Chinese character.
pub fn is_han(c: char) -> bool {
    matches!(c as u32, 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x323af)
}
