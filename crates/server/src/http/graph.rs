//! `…/graph`: entities and what ties them together.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::workspace_layer::Receipt;
use soulfile_engine::{EdgeView, EntityView, GraphView};

use super::answer::Answer;
use super::call::{Call, Json, NoBody, Nothing};
use super::failure::Failure;

/// Which part of the graph.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Only what is around this entity, named by id, label or alias.
    around: Option<String>,
    /// How far around.
    #[serde(default = "two")]
    #[schemars(range(min = 0, max = 6))]
    hops: usize,
}

fn two() -> usize {
    2
}

/// Which entity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its id, label or alias.
    #[schemars(length(min = 1))]
    name: String,
}

/// Two entities.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// One.
    #[schemars(length(min = 1))]
    from: String,
    /// The other.
    #[schemars(length(min = 1))]
    to: String,
}

/// What becomes one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// The entity that goes into the other.
    #[schemars(length(min = 1))]
    absorbed: String,
    /// The one that stays.
    #[schemars(length(min = 1))]
    into: String,
}

pub fn show(call: &Call, part: Part, _: NoBody) -> Result<Answer<GraphView>, Failure> {
    let around = part.around.as_deref().map(|name| (name, part.hops));
    Ok(call.engine().graph_show(around)?.into())
}

pub fn entity(call: &Call, entity: Entity, _: NoBody) -> Result<Answer<EntityView>, Failure> {
    Ok(call.engine().graph_entity(&entity.name, false)?.into())
}

pub fn path(call: &Call, between: Between, _: NoBody) -> Result<Answer<Vec<EdgeView>>, Failure> {
    Ok(call.engine().graph_path(&between.from, &between.to)?.into())
}

pub fn merge(call: &Call, _: Nothing, Json(merge): Json<Merge>) -> Result<Answer<Receipt>, Failure> {
    Ok(call.engine().graph_merge(&merge.absorbed, &merge.into)?.into())
}

pub fn split(call: &Call, _: Nothing, Json(entity): Json<Entity>) -> Result<Answer<Receipt>, Failure> {
    Ok(call.engine().graph_split(&entity.name)?.into())
}
