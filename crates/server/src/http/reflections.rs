//! `…/reflections`: drafting, showing, and what a person decides, bound to what they saw.

use soulfile_api::{
    NewReflection, Nothing, PastReflection, ReflectDecided, ReflectStatus, ReflectionApproval, ReflectionRejection,
    ReflectionView, Selection,
};
use std::collections::BTreeSet;

use soulfile_engine::{ApproveRequest, DraftRequest, Preview, RejectRequest, Rewording};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

fn selection(items: Option<BTreeSet<u32>>) -> Selection {
    items.map_or(Selection::All, Selection::Only)
}

pub fn status(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<ReflectStatus>, Failure> {
    Ok(call.engine().reflect_status()?.into())
}

pub fn history(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<PastReflection>>, Failure> {
    Ok(call.engine().reflect_history()?.into())
}

pub fn pending(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<ReflectionView>, Failure> {
    let waiting = call.engine().reflection()?;
    Ok(waiting.ok_or_else(|| Failure::not_found("no reflection waits"))?.into())
}

pub fn draft(call: &Call, _: Nothing, Json(new): Json<NewReflection>) -> Result<Answer<ReflectionView>, Failure> {
    if new.refresh && !call.caller.is_person() {
        return Err(Failure::denied("what waits for a person is drafted anew when a person asks"));
    }
    let request =
        DraftRequest { since: new.since, dry_run: new.dry_run, refresh: new.refresh, ..DraftRequest::default() };
    Ok(call.engine().reflect(&request)?.into())
}

/// What an approval would write, and what of it would be refused.
pub fn preview(call: &Call, _: Nothing, Json(approving): Json<ReflectionApproval>) -> Result<Answer<Preview>, Failure> {
    Ok(call.engine().preview_approval(&approval(call, approving))?.into())
}

pub fn approve(
    call: &Call,
    _: Nothing,
    Json(approving): Json<ReflectionApproval>,
) -> Result<Answer<ReflectDecided>, Failure> {
    Ok(call.engine().reflect_approve(&approval(call, approving))?.into())
}

fn approval(call: &Call, approving: ReflectionApproval) -> ApproveRequest {
    let changes = approving.changes.into_iter().map(|c| Rewording { item: c.item, text: c.text }).collect();
    ApproveRequest {
        by: call.caller.by(),
        items: selection(approving.items),
        except: approving.except.map(Selection::Only),
        changes,
        with_changes: approving.with_changes,
        reject_rest: approving.reject_rest,
        review: Some(approving.review),
        surface: Some("http".to_owned()),
        session: None,
    }
}

pub fn reject(
    call: &Call,
    _: Nothing,
    Json(rejecting): Json<ReflectionRejection>,
) -> Result<Answer<ReflectDecided>, Failure> {
    let request = RejectRequest {
        by: call.caller.by(),
        items: selection(rejecting.items),
        reason: rejecting.reason,
        review: Some(rejecting.review),
        session: None,
    };
    Ok(call.engine().reflect_reject(&request)?.into())
}
