// Works out where the entities of a graph stand, away from the page.
import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

/** A graph in numbers: x and y of each entity, how large it is drawn, and from where to where each relation leads. */
export interface Ties {
  places: Float32Array;
  sizes: Float32Array;
  edges: Uint32Array;
}

/** How often a large graph is shown on the way. */
const VIEWS = 2;

self.onmessage = ({ data: { places, sizes, edges } }: MessageEvent<Ties>) => {
  const graph = new Graph({ multi: true });
  sizes.forEach((size, at) => graph.addNode(at, { x: places[at * 2], y: places[at * 2 + 1], size }));
  for (let at = 0; at < edges.length; at += 2) graph.addEdge(edges[at], edges[at + 1]);
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: 1, scalingRatio: 12, barnesHutOptimize: graph.order > 500 };
  const views = graph.order > 500 ? VIEWS : 1;
  const steps = graph.order > 1500 ? 60 : 200;
  for (let view = 1; view <= views; view++) {
    forceAtlas2.assign(graph, { iterations: Math.ceil(steps / views), settings });
    const moved = Float32Array.from(graph.mapNodes((_, { x, y }) => [Number(x), Number(y)]).flat());
    self.postMessage({ places: moved, done: view === views }, { transfer: [moved.buffer] });
  }
};
