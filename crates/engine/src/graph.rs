//! `graph`: entities and what ties them together; merging, splitting, and the generated index.

use soulfile_api::{EdgeView, EntityView, FactView, GraphView, NodeView};
use std::borrow::Cow;
use std::collections::BTreeSet;

use soulfile_memory::decay::{DecayEntry, DecayFile};
use soulfile_memory::entity::{EntityFile, RelationLine};
use soulfile_memory::graph::{EntityLife, Graph, render_index, to_dot, to_mermaid};
use soulfile_memory::id::{EntityId, MemoryId};
use soulfile_vocabulary::State;
use soulfile_vocabulary::layout::GRAPH_INDEX;
use soulfile_workspace::{Action, Actor, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Step};

impl Engine {
    /// The graph, or what is within `hops` of one entity. Brings index.md up to date when it lags.
    pub fn graph_show(&self, around: Option<(&str, usize)>) -> Result<GraphView> {
        self.go_on_without("the index of the graph was not brought up to date", self.graph_rebuild());
        let graph = self.graph()?;
        let keep: Option<BTreeSet<EntityId>> = match around {
            Some((name, hops)) => {
                let id = self.entity_named(name)?;
                Some(graph.walk(&id, hops, &|_| true).into_iter().map(|step| step.id).collect())
            }
            None => None,
        };
        let kept = |id: &EntityId| keep.as_ref().is_none_or(|keep| keep.contains(id));
        Ok(GraphView {
            nodes: graph
                .nodes()
                .filter(|node| kept(&node.id))
                .map(|node| NodeView {
                    id: node.id.to_string(),
                    kind: node.type_name.clone(),
                    label: node.label.clone(),
                    score: (node.score * 100.0).round() / 100.0,
                    pinned: node.pinned,
                })
                .collect(),
            edges: graph.edges().iter().filter(|e| kept(&e.from) && kept(&e.to)).map(EdgeView::from).collect(),
            dot: to_dot(&graph, keep.as_ref()),
            mermaid: to_mermaid(&graph, keep.as_ref()),
        })
    }

    /// What entities are called, aliases included, for a person who begins to type a name.
    pub fn entity_labels(&self) -> Result<Vec<String>> {
        let mut labels: BTreeSet<String> = BTreeSet::new();
        for (_, file) in self.entity_files()? {
            if file.merged_into().is_none() {
                labels.extend(file.names().iter().map(|name| (*name).to_string()));
            }
        }
        Ok(labels.into_iter().collect())
    }

    /// The entities that were merged into one.
    fn absorbed_by(&self, into: &EntityId) -> Result<Vec<String>> {
        let files = self.entity_files()?;
        let absorbed = files.iter().filter(|(_, file)| file.merged_into().is_some_and(|target| target == *into));
        Ok(absorbed.map(|(_, file)| file.id().to_string()).collect())
    }

    /// Everything known about one entity, named by id, label or alias. What faded away is still there by name;
    /// what a person had forgotten only when `archived` asks for it.
    pub fn graph_entity(&self, name: &str, archived: bool) -> Result<EntityView> {
        let id = self.entity_named(name)?;
        let (path, file) = self.entity_file(&id)?.ok_or_else(|| no_entity(name))?;
        let graph = self.graph()?;
        let scores = self.scores()?;
        let fact_id = |fact| MemoryId::Fact(id.clone(), fact);
        Ok(EntityView {
            id: MemoryId::Entity(id.clone()),
            kind: file.type_name().to_owned(),
            label: file.label(),
            aliases: file.aliases.iter().map(|alias| alias.text.clone()).collect(),
            summary: file.summary.clone(),
            facts: file
                .facts
                .iter()
                .map(|fact| FactView {
                    id: fact_id(fact.id.clone()),
                    text: fact.text.clone(),
                    current: fact.is_current(),
                    since: fact.since.map(|day| day.to_string()),
                    until: fact.until.map(|day| day.to_string()),
                    confidence: fact.confidence.map(|c| c.to_string()),
                    source: fact.source.clone(),
                    superseded_by: fact.superseded_by.as_ref().map(ToString::to_string),
                    contradicts: fact.contradicts.as_ref().map(ToString::to_string),
                    trust: fact.trust.to_string(),
                    archived: is_archived(&scores, &fact_id(fact.id.clone())),
                })
                .filter(|fact| archived || !is_forgotten(&scores, &fact.id))
                .collect(),
            timeline: file.timeline.iter().map(|e| (e.date.map(|d| d.to_string()), e.text.clone())).collect(),
            open_questions: file.open_questions.iter().map(|q| q.text.clone()).collect(),
            edges: graph.edges_of(&id).map(EdgeView::from).collect(),
            absorbed: self.absorbed_by(&id)?,
            merged_into: file.merged_into().map(|into| into.to_string()),
            path,
        })
    }

    /// A shortest path between two entities; empty when nothing ties them together.
    pub fn graph_path(&self, from: &str, to: &str) -> Result<Vec<EdgeView>> {
        let (from, to) = (self.entity_named(from)?, self.entity_named(to)?);
        let graph = self.graph()?;
        let steps = graph.path(&from, &to, &|_| true).unwrap_or_default();
        Ok(steps.iter().filter_map(|step| step.edge).map(|at| EdgeView::from(&graph.edges()[at])).collect())
    }

    /// Merges one entity into another; a person's act, and `split` undoes it.
    pub fn graph_merge(&self, absorbed: &str, into: &str) -> Result<Receipt> {
        let (absorbed, into) = (self.entity_named(absorbed)?, self.entity_named(into)?);
        let summary = format!("merged {absorbed} into {into}");
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(Operation::MergeEntities { absorbed, into })])?;
        let (mutation, mut outcome) = writer.into_mutation(Action::Merge, Actor::Manual, summary)?;
        self.commit(mutation.trigger("soul graph merge"), &mut outcome)
    }

    /// Splits an entity off the one it was merged into.
    pub fn graph_split(&self, name: &str) -> Result<Receipt> {
        // By id: the name alone leads to the entity it became.
        let id: EntityId = match name.parse::<MemoryId>() {
            Ok(MemoryId::Entity(id)) => id,
            _ => name.parse().map_err(|_| no_entity(name))?,
        };
        let (_, file) = self.entity_file(&id)?.ok_or_else(|| no_entity(name))?;
        let from = file.merged_into().ok_or_else(|| Error::Invalid(format!("{id} was not merged into anything")))?;
        let summary = format!("split {id} off {from}");
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(Operation::SplitEntity { entity: id, from })])?;
        let (mutation, mut outcome) = writer.into_mutation(Action::Edit, Actor::Manual, summary)?;
        self.commit(mutation.trigger("soul graph split").confirmed(true), &mut outcome)
    }

    /// Writes index.md anew from the entity files; nothing happens when it is up to date.
    pub fn graph_rebuild(&self) -> Result<Option<Receipt>> {
        let files = self.entity_files()?;
        let mut draft = Draft::new(&self.workspace);
        let current = draft.read(GRAPH_INDEX)?.map(str::to_owned);
        if files.is_empty() && current.is_none() {
            return Ok(None);
        }
        let index = self.graph_index(&files, &self.scores()?);
        if current.as_deref() == Some(&index) {
            return Ok(None);
        }
        draft.set(GRAPH_INDEX, index)?;
        let summary = format!("indexed {} entities", files.len());
        let mutation = Mutation::new(Action::Edit, Actor::System("graph".into()), summary, draft.into_changes()?)
            .trigger("entity files changed")
            .confirmed(true);
        Ok(Some(self.apply(mutation)?))
    }

    pub(crate) fn graph_index(&self, files: &[(String, EntityFile)], scores: &DecayFile) -> String {
        render_index(&self.graph_of(files, scores))
    }

    fn graph(&self) -> Result<Graph> {
        Ok(self.graph_of(&self.entity_files()?, &self.scores()?))
    }

    /// The graph as far as it is not archived; an edge goes with the memory it was made of.
    fn graph_of(&self, files: &[(String, EntityFile)], scores: &DecayFile) -> Graph {
        let forgotten = |line: &RelationLine| {
            let source = line.source.as_ref().and_then(|source| source.parse::<MemoryId>().ok());
            source.is_some_and(|id| is_forgotten(scores, &id))
        };
        let shown: Vec<(&str, Cow<'_, EntityFile>)> = files
            .iter()
            .map(|(path, file)| {
                let mut shown = Cow::Borrowed(file);
                if file.relations.iter().any(forgotten) {
                    shown.to_mut().relations.retain(|line| !forgotten(line));
                }
                (path.as_str(), shown)
            })
            .collect();
        let life = |id: &EntityId| {
            let entry = scores.get(&MemoryId::Entity(id.clone()))?;
            Some(EntityLife {
                score: entry.current_score,
                pinned: entry.pinned,
                archived: is_archived(scores, &MemoryId::Entity(id.clone())),
                last_accessed: entry.last_accessed.map(|at| at.to_zoned(self.zone.clone()).date()),
            })
        };
        Graph::build(shown.iter().map(|(path, file)| (*path, &**file)), &life)
    }

    /// The entity an id, label or alias means.
    pub(crate) fn entity_named(&self, name: &str) -> Result<EntityId> {
        let bare = name.strip_prefix("entity:").unwrap_or(name);
        if let Ok(id) = bare.parse::<EntityId>()
            && self.entity_file(&id)?.is_some()
        {
            return Ok(id);
        }
        let wanted = name.trim().to_lowercase();
        let mut found: Vec<EntityId> = self
            .entity_files()?
            .into_iter()
            .filter(|(_, file)| file.merged_into().is_none())
            .filter(|(_, file)| file.names().iter().any(|n| n.to_lowercase() == wanted))
            .map(|(_, file)| file.id().clone())
            .collect();
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(no_entity(name)),
            _ => {
                let ids: Vec<String> = found.iter().map(ToString::to_string).collect();
                Err(Error::Invalid(format!("\"{name}\" names several entities: {}", ids.join(", "))))
            }
        }
    }
}

/// Whether a person had it forgotten or it faded away.
fn is_archived(scores: &DecayFile, id: &MemoryId) -> bool {
    let faded = |entry: DecayEntry| entry.status == State::Archived && !entry.pinned;
    is_forgotten(scores, id) || scores.get(id).is_some_and(faded)
}

fn is_forgotten(scores: &DecayFile, id: &MemoryId) -> bool {
    scores.get(id).is_some_and(|entry| entry.forgotten.is_some())
}

fn no_entity(name: &str) -> Error {
    Error::NotFound(format!("no entity is called \"{name}\"; `soul graph show` lists them"))
}
