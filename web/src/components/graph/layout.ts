// The graph as it is drawn, and where its entities stand. The places are worked out in a worker: the page answers meanwhile, whatever
// the size.
import Graph from "graphology";
import type { Schemas } from "../../api/client";
import type { Ties } from "./layout.worker";
// oxlint-disable-next-line import/default -- the bundler gives its address
import workerUrl from "./layout.worker?worker&url";

const COLOURS: Record<string, string> = {
  person: "#7c6ff0", project: "#2f9e6e", tool: "#c98a1b", place: "#d05a8b", organization: "#3b82c4", concept: "#6b7a8f",
};
const OTHER = "#8a8a96";
/** A tie of which no more is known: its name would only be repeated everywhere. */
const GENERIC = "relates-to";
/** Of more relations than this, arrowheads are specks. */
export const ARROWS = 1000;

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
  const many = view.edges.length > ARROWS;
  for (const edge of view.edges) {
    if (graph.hasNode(edge.from) && graph.hasNode(edge.to)) {
      graph.addEdge(edge.from, edge.to, { label: edge.relation === GENERIC ? "" : edge.relation, since: edge.since, size: many ? 1 : 1.6, color: "#a9a9ba", type: many ? "line" : "arrow" });
    }
  }
  const least = graph.order > 1000 ? 3 : 5;
  graph.forEachNode((id) => graph.setNodeAttribute(id, "size", least + Math.min(12, Math.sqrt(graph.degree(id)) * 2.2)));
  return graph;
}

/** What a worker is made of has to be trusted by name: only this script is. */
function trusted(url: string): string {
  const types = (window as { trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } } }).trustedTypes;
  return types ? types.createPolicy(`soulfile-layout`, { createScriptURL: (asked: string) => (asked === workerUrl ? asked : "") }).createScriptURL(url) : url;
}

let script: string | undefined;

/** Moves the entities to their places; `shown` is told each time they moved, and whether that was the last time. Gives what stops it. */
export function settle(graph: Graph, shown: (done: boolean) => void): () => void {
  const ids = graph.nodes();
  const numbers = new Map(ids.map((id, at) => [id, at]));
  const ties: Ties = {
    places: Float32Array.from(ids.flatMap((id) => [Number(graph.getNodeAttribute(id, "x")), Number(graph.getNodeAttribute(id, "y"))])),
    sizes: Float32Array.from(ids.map((id) => Number(graph.getNodeAttribute(id, "size")))),
    edges: Uint32Array.from(graph.mapEdges((_, __, from, to) => [numbers.get(from) ?? 0, numbers.get(to) ?? 0]).flat()),
  };
  script ??= trusted(workerUrl);
  const worker = new Worker(script, { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<{ places: Float32Array; done: boolean }>) => {
    graph.updateEachNodeAttributes(
      (id, attributes) => {
        const at = (numbers.get(id) ?? 0) * 2;
        return { ...attributes, x: data.places[at], y: data.places[at + 1] };
      },
      { attributes: ["x", "y"] },
    );
    if (data.done) worker.terminate();
    shown(data.done);
  };
  worker.postMessage(ties);
  return () => worker.terminate();
}
