//! Which of the two languages a text is in.

use serde::{Deserialize, Serialize};

use crate::script::is_han;

/// A language whose words are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English, and whatever is not Chinese.
    En,
    /// Chinese.
    Zh,
}

impl Lang {
    /// Decides by weight: a Chinese character counts as much as a Latin word.
    pub fn of(text: &str) -> Lang {
        if text.is_ascii() {
            return Lang::En;
        }
        let mut han = 0usize;
        let mut words = 0usize;
        let mut in_word = false;
        for c in text.chars() {
            if is_han(c) {
                han += 1;
                in_word = false;
            } else if c.is_alphabetic() {
                words += usize::from(!in_word);
                in_word = true;
            } else if c != '\'' && c != '’' && c != '-' {
                in_word = false;
            }
        }
        if han > 0 && han >= words { Lang::Zh } else { Lang::En }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_text_goes_by_weight() {
        assert_eq!(Lang::of("remember that 王芳 is on leave"), Lang::En);
        assert_eq!(Lang::of("记住 Docker 要升级"), Lang::Zh);
        assert_eq!(Lang::of(""), Lang::En);
    }
}
