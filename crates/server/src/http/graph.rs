//! `…/graph`: entities and what ties them together.

use soulfile_api::{
    EdgeView, EntityRequest, EntityView, GraphPathRequest, GraphRequest, GraphView, MergeRequest, Nothing, Receipt,
};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

pub fn show(call: &Call, part: GraphRequest, _: NoBody) -> Result<Answer<GraphView>, Failure> {
    let around = part.around.as_deref().map(|name| (name, part.hops));
    Ok(call.engine().graph_show(around)?.into())
}

pub fn entity(call: &Call, entity: EntityRequest, _: NoBody) -> Result<Answer<EntityView>, Failure> {
    Ok(call.engine().graph_entity(&entity.name, false)?.into())
}

pub fn path(call: &Call, between: GraphPathRequest, _: NoBody) -> Result<Answer<Vec<EdgeView>>, Failure> {
    Ok(call.engine().graph_path(&between.from, &between.to)?.into())
}

pub fn merge(call: &Call, _: Nothing, Json(merge): Json<MergeRequest>) -> Result<Answer<Receipt>, Failure> {
    Ok(call.engine().graph_merge(&merge.absorbed, &merge.into)?.into())
}

pub fn split(call: &Call, _: Nothing, Json(entity): Json<EntityRequest>) -> Result<Answer<Receipt>, Failure> {
    Ok(call.engine().graph_split(&entity.name)?.into())
}
