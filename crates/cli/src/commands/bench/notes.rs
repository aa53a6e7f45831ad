//! What a bench indexes and asks: notes made up by rule, or daily logs a caller gives.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// Made-up notes of one day.
const DAILY: usize = 30;

const NOUNS: &str = "river garden letter window market teacher bridge winter story doctor engine island mountain paper \
    kitchen forest captain morning violin bicycle library station harbour lantern orchard painter ticket blanket compass \
    journal museum pocket recipe shadow tunnel village whistle anchor basket candle dragon";
const VERBS: &str = "found lost painted carried visited repaired opened bought followed described cooked planted measured \
    borrowed finished watched promised answered collected designed";

/// A question, and the file that answers it where that is known.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BenchQuestion {
    pub query: String,
    #[serde(default)]
    pub file: Option<String>,
}

/// Notes and questions about them.
pub struct Notes {
    pub entries: usize,
    pub asked: Vec<BenchQuestion>,
    /// The folder of the logs; none for made-up ones.
    given: Option<PathBuf>,
}

impl Notes {
    /// Notes made up by rule, the same every time.
    pub fn made_up(entries: usize, searches: usize) -> Self {
        let mut chance = Chance(42);
        let asked = (0..searches).map(|_| BenchQuestion { query: question(&mut chance), file: None }).collect();
        Self { entries, asked, given: None }
    }

    /// Daily logs of a folder and questions about them.
    pub fn read(folder: &Path, queries: &Path, searches: usize) -> Result<Self> {
        let mut entries = 0;
        for file in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            entries += fs::read_to_string(file?.path())?.matches("\n## ").count();
        }
        let text = fs::read_to_string(queries).with_context(|| queries.display().to_string())?;
        let asked: Vec<BenchQuestion> =
            text.lines().take(searches).map(serde_json::from_str).collect::<Result<_, serde_json::Error>>()?;
        Ok(Self { entries, asked, given: Some(folder.to_owned()) })
    }

    /// Puts the logs into a folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        if let Some(given) = &self.given {
            for file in fs::read_dir(given)? {
                let file = file?;
                fs::copy(file.path(), folder.join(file.file_name()))?;
            }
            return Ok(());
        }
        let mut chance = Chance(88_172_645_463_325_252);
        for day in 0..self.entries.div_ceil(DAILY) {
            let date = jiff::civil::date(2020, 1, 1).saturating_add(jiff::Span::new().days(day as i64));
            let mut text = format!("# {date}\n\n");
            for n in 0..DAILY.min(self.entries - day * DAILY) {
                let note = note(&mut chance, day * DAILY + n);
                text += &format!("## {:02}:{:02} | note\n{note}\n\n", 8 + n / 6, n % 6 * 10);
            }
            fs::write(folder.join(format!("{date}.md")), text)?;
        }
        Ok(())
    }
}

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn word(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split_whitespace().collect();
        words[self.below(words.len())].to_owned()
    }
}

fn note(chance: &mut Chance, number: usize) -> String {
    let mut text = format!("ref{number}");
    for _ in 0..4 + chance.below(4) {
        text += &format!(
            " the {} {} a {}{} near the {}",
            chance.word(NOUNS),
            chance.word(VERBS),
            chance.word(NOUNS),
            chance.below(3_000),
            chance.word(NOUNS)
        );
    }
    text
}

fn question(chance: &mut Chance) -> String {
    format!("what was {} near the {} and the {}", chance.word(VERBS), chance.word(NOUNS), chance.word(NOUNS))
}
