//! Stop words: words so common in English that they say nothing about what a text is about.
//!
//! The list is closed-class words only (articles, pronouns, prepositions, auxiliaries, question
//! words) plus the contractions of auxiliaries, written without their apostrophe.

/// Says whether the lower-case, apostrophe-free `word` is a stop word.
pub fn is_stop(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

#[rustfmt::skip]
static WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "arent", "as",
    "at", "be", "because", "been", "before", "being", "between", "both", "but", "by", "can",
    "cannot", "cant", "could", "couldnt", "did", "didnt", "do", "does", "doesnt", "doing", "dont",
    "during", "each", "else", "etc", "few", "for", "from", "further", "had", "hadnt", "has", "hasnt",
    "have", "havent", "having", "he", "her", "here", "hers", "herself", "him", "himself", "his",
    "how", "i", "id", "if", "ill", "im", "in", "into", "is", "isnt", "it", "its", "itself", "ive",
    "just", "let", "lets", "me", "more", "most", "my", "myself", "no", "nor", "not", "of", "off",
    "on", "once", "only", "or", "other", "our", "ours", "ourselves", "out", "over", "own", "same",
    "she", "should", "shouldnt", "so", "some", "such", "than", "that", "thats", "the", "their",
    "theirs", "them", "themselves", "then", "there", "theres", "these", "they", "theyre", "this",
    "those", "through", "to", "too", "under", "until", "up", "us", "very", "was", "wasnt", "we",
    "were", "werent", "weve", "what", "whats", "when", "where", "which", "while", "who", "whom",
    "whose", "why", "will", "with", "wont", "would", "wouldnt", "you", "your", "youre", "yours",
    "yourself", "yourselves", "youve",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_sorted_so_that_search_works() {
        assert!(WORDS.windows(2).all(|w| w[0] < w[1]));
        assert!(is_stop("the") && is_stop("dont") && !is_stop("paint"));
    }
}
