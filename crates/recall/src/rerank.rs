//! The last stage of ranking, with what the caller knows of the first results: nothing is reordered or scored after it.
//!
//! The index knows words, meanings and ties. Its caller can read a result's file: which memory the lines are, from
//! which one they were drawn. These come in as values ([`Hit::known`]) and predicates ([`Rerank`]). Results that are one
//! memory take one place ([`places`]), titles without content go ([`titles`]), and on the same matter words of more
//! authority come before others ([`authority`]).

mod authority;
mod places;
mod titles;

use crate::confidence::SURE;
use crate::query::{Hit, SearchAnswer, Sureness};
use crate::search::owners_places;
use places::Places;

/// What a caller knows of a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownOfHit {
    /// The memory's id, where the lines are one memory.
    pub id: Option<String>,
    /// The id of the memory it was drawn from, where the two are one.
    pub source: Option<String>,
    /// The text without comments.
    pub plain: String,
    /// Says that it is the title of an entity's page.
    pub is_title: bool,
    /// Ids of the same memory elsewhere: what was drawn from it, or what it was drawn from.
    pub also: Vec<String>,
    /// Citation of another result that says the same.
    pub same_as: Option<String>,
}

/// How an answer is finished.
pub struct Rerank<'a> {
    pub question: &'a str,
    /// Most results.
    pub most: usize,
    /// Least score of a result.
    pub least_score: f32,
    /// Most leads, where nothing is good enough to be a result.
    pub most_near: usize,
    /// Says whether a text asserts what it says, and does not imagine or quote it.
    pub asserts: &'a dyn Fn(&str) -> bool,
}

impl Rerank<'_> {
    /// Finishes an answer. `know` fills in what the caller knows of a result; false leaves the result out. It is asked of
    /// results that may be shown only, best first.
    pub fn finish(&self, answer: &mut SearchAnswer, mut know: impl FnMut(&mut Hit) -> bool) {
        let (mut hits, mut near) = (Places::new(self.asserts), Places::new(self.asserts));
        let found = on_own_scale(std::mem::take(&mut answer.hits));
        let owned = |hit: &Hit| hit.trust.rights().unquoted;
        let owners = found.iter().filter(|hit| hit.score >= self.least_score && owned(hit)).count();
        let others_most = self.most - owners.min(owners_places(self.most));
        let mut others = 0;
        for mut hit in found {
            let good = hit.score >= self.least_score;
            let other = !owned(&hit);
            if good && other && others >= others_most {
                continue;
            }
            if !good && (!hits.is_empty() || near.len() == self.most_near) {
                continue;
            }
            if good && hits.has_no_place_for(&hit, self.most) {
                continue;
            }
            if know(&mut hit) {
                let before = hits.len();
                if good {
                    hits.add(hit)
                } else {
                    near.add(hit)
                }
                others += usize::from(other && hits.len() > before);
            }
        }
        answer.nearest = if hits.is_empty() { near.take(self.most_near) } else { Vec::new() };
        answer.hits = hits.take(self.most);
        self.without_bare_titles(answer);
        authority::order(&mut answer.hits);
    }

    fn without_bare_titles(&self, answer: &mut SearchAnswer) {
        titles::mark_same(&mut answer.hits);
        let first = answer.hits.first().map(|hit| hit.citation.clone());
        let bare = titles::take_bare(&mut answer.hits, self.question);
        answer.confidence = match answer.confidence {
            _ if answer.hits.is_empty() => Sureness::Nothing,
            // What was found best is a name; the others were found less good.
            Sureness::Sure | Sureness::Likely if bare.iter().any(|hit| Some(&hit.citation) == first.as_ref()) => {
                Sureness::Unsure
            }
            other => other,
        };
        answer.sureness = match answer.confidence {
            Sureness::Nothing if !bare.is_empty() => 0.0,
            Sureness::Unsure => answer.sureness.min(SURE),
            _ => answer.sureness,
        };
    }
}

/// Scores compare an entry with the others that may be seen. Where there are hardly any others,
/// that says nothing, and what the entry holds of the question decides.
fn on_own_scale(mut hits: Vec<Hit>) -> Vec<Hit> {
    let held = |hit: &Hit| (0.5 * hit.parts.coverage + 0.5 * hit.parts.cosine).clamp(0.0, 1.0);
    let raised = hits.first().map_or(1.0, |best| held(best) / best.score.max(f32::EPSILON));
    if raised > 1.0 {
        hits.iter_mut().for_each(|hit| hit.score *= raised);
    }
    hits
}
