//! `…/doctor`: what is wrong, and mending it.

use soulfile_api::{Checkup, Mend, MendRequest, Mended, Nothing, Repair};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

pub fn look(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Checkup>, Failure> {
    Ok(call.engine().checkup()?.into())
}

pub fn mend(call: &Call, _: Nothing, Json(to_mend): Json<MendRequest>) -> Result<Answer<Vec<Mended>>, Failure> {
    let engine = call.engine();
    let findings = engine.checkup()?.findings;
    let wanted = |subject: &String, mend: &Mend| match &to_mend.subjects {
        Some(subjects) => subjects.contains(subject),
        // A new history is never started unasked.
        None => !matches!(mend, Mend::ByHand | Mend::Workspace(Repair::ByHand | Repair::Reroot)),
    };
    let mended = findings.iter().filter(|finding| wanted(&finding.subject, &finding.mend)).map(|finding| {
        let (done, failed) = match engine.mend(finding) {
            Ok(done) => (Some(done), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Mended { subject: finding.subject.clone(), done, failed }
    });
    Ok(mended.collect::<Vec<_>>().into())
}
