import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import { useEffect, useRef, useState } from "react";
import { Sigma } from "sigma";
import { drawDiscNodeLabel, type NodeHoverDrawingFunction } from "sigma/rendering";
import type { Schemas } from "../../api/client";
import { useLanguage } from "../../i18n";

const COLOURS: Record<string, string> = {
  person: "#7c6ff0", project: "#2f9e6e", tool: "#c98a1b", place: "#d05a8b", organization: "#3b82c4", concept: "#6b7a8f",
};
const OTHER = "#8a8a96";

interface Props {
  graph: Schemas["GraphView"];
  chosen: string | null;
  onChoose: (id: string) => void;
}

function build(view: Schemas["GraphView"]): Graph {
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
      graph.addEdge(edge.from, edge.to, { label: edge.relation, size: 1, color: "#b9b9c6", type: "arrow" });
    }
  }
  graph.forEachNode((id) => graph.setNodeAttribute(id, "size", 5 + Math.min(12, Math.sqrt(graph.degree(id)) * 2.2)));
  forceAtlas2.assign(graph, {
    iterations: graph.order > 1500 ? 60 : 200,
    settings: { ...forceAtlas2.inferSettings(graph), gravity: 1, scalingRatio: 12 },
  });
  return graph;
}

/** The chosen node gets a ring; the library's white box would hide a light label. */
const ring: NodeHoverDrawingFunction = (context, data, settings) => {
  context.beginPath();
  context.arc(data.x, data.y, data.size + 3, 0, Math.PI * 2);
  context.strokeStyle = data.color;
  context.lineWidth = 2;
  context.stroke();
  drawDiscNodeLabel(context, data, settings);
};

/** The drawing. The list beside it says the same to who cannot see it, and to a browser without WebGL. */
export default function GraphCanvas({ graph, chosen, onChoose }: Props) {
  const { t } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const choose = useRef(onChoose);
  const picked = useRef(chosen);
  const drawing = useRef<Sigma | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    choose.current = onChoose;
    picked.current = chosen;
    drawing.current?.refresh({ skipIndexation: true });
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const ink = getComputedStyle(document.documentElement).getPropertyValue("color");
    try {
      const sigma = new Sigma(build(graph), host.current, {
        labelColor: { color: ink },
        labelFont: "system-ui, sans-serif",
        // Small graphs have room for every name.
        labelRenderedSizeThreshold: graph.nodes.length < 200 ? 0 : 6,
        labelDensity: graph.nodes.length < 200 ? 4 : 1,
        defaultDrawNodeHover: ring,
        renderEdgeLabels: graph.edges.length < 60,
        edgeLabelColor: { color: "#8a8a96" },
        edgeLabelSize: 10,
        nodeReducer: (id, data) => (id === picked.current ? { ...data, highlighted: true, zIndex: 1 } : data),
      });
      sigma.on("clickNode", ({ node }) => choose.current(node));
      drawing.current = sigma;
      return () => {
        drawing.current = null;
        sigma.kill();
      };
    } catch {
      // No WebGL here.
      queueMicrotask(() => setFailed(true));
      return undefined;
    }
  }, [graph]);
  if (failed) return <p className="choose quiet">{t("graph.noDrawing")}</p>;
  return <div ref={host} className="graph-canvas" role="img" aria-label={t("graph.label", { n: graph.nodes.length, edges: graph.edges.length })} />;
}
