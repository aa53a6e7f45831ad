// Where the entities stand. Computed a little per frame, so that the page answers meanwhile, whatever the size.
import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { Schemas } from "../../api/client";

const COLOURS: Record<string, string> = {
  person: "#7c6ff0", project: "#2f9e6e", tool: "#c98a1b", place: "#d05a8b", organization: "#3b82c4", concept: "#6b7a8f",
};
const OTHER = "#8a8a96";
/** How long one step may keep the page busy. */
const FRAME_MS = 12;

/** The graph with every entity at its first place, on a spiral. */
export function build(view: Schemas["GraphView"]): Graph {
  const graph = new Graph({ multi: true });
  view.nodes.forEach((node, at) => {
    const angle = at * 2.399963;
    const radius = Math.sqrt(at + 1);
    graph.addNode(node.id, {
      label: node.label, x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, size: 5, color: COLOURS[node.type] ?? OTHER,
    });
  });
  for (const edge of view.edges) {
    if (graph.hasNode(edge.from) && graph.hasNode(edge.to)) {
      graph.addEdge(edge.from, edge.to, { label: edge.relation, since: edge.since, size: view.edges.length > 500 ? 1 : 1.6, color: "#a9a9ba", type: "arrow" });
    }
  }
  const most = graph.order > 1000 ? 3 : 5;
  graph.forEachNode((id) => graph.setNodeAttribute(id, "size", most + Math.min(12, Math.sqrt(graph.degree(id)) * 2.2)));
  return graph;
}

/** Moves the entities to their places, frame by frame; gives what stops it. */
export function settle(graph: Graph, done: () => void): () => void {
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: 1, scalingRatio: 12, barnesHutOptimize: graph.order > 500 };
  // A small graph stands still at once: nothing to watch.
  if (graph.order < 150) {
    forceAtlas2.assign(graph, { iterations: 200, settings });
    done();
    return () => {};
  }
  // Drawing costs more than moving: the places are worked out on a copy, and shown now and then.
  const moved = graph.copy();
  // Each call begins anew, so a small graph gets more steps at once.
  const steps = Math.max(1, Math.floor(4000 / graph.order));
  const all = graph.order > 1500 ? 40 : 200;
  const shown = Math.ceil(all / 4);
  let [left, next] = [all, all - shown];
  let frame = 0;
  const show = () =>
    graph.updateEachNodeAttributes((id, attributes) => {
      const { x, y } = moved.getNodeAttributes(id);
      return { ...attributes, x: Number(x), y: Number(y) };
    }, { attributes: ["x", "y"] });
  const step = () => {
    const until = performance.now() + FRAME_MS;
    do {
      forceAtlas2.assign(moved, { iterations: steps, settings });
      left -= steps;
    } while (left > 0 && performance.now() < until);
    if (left <= next) {
      show();
      next = left - shown;
    }
    if (left > 0) {
      frame = requestAnimationFrame(step);
    } else {
      show();
      done();
    }
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
