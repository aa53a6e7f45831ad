import { useEffect, useRef, useState } from "react";
import { Sigma } from "sigma";
import { drawDiscNodeLabel, type NodeHoverDrawingFunction } from "sigma/rendering";
import type { Schemas } from "../../api/client";
import { useLanguage } from "../../i18n";
import { build, settle } from "./layout";

interface Props {
  graph: Schemas["GraphView"];
  /** The entities that are shown; all where it is not given. The others keep their places. */
  shown: Set<string> | null;
  /** The last day that counts; an edge from later is not drawn. */
  day: string | undefined;
  chosen: string | null;
  onChoose: (id: string) => void;
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
export default function GraphCanvas({ graph, shown, day, chosen, onChoose }: Props) {
  const { t } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ shown, day, chosen, onChoose });
  const drawing = useRef<Sigma | null>(null);
  const [failed, setFailed] = useState(false);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    latest.current = { shown, day, chosen, onChoose };
    drawing.current?.refresh({ skipIndexation: true });
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const ink = getComputedStyle(document.documentElement).getPropertyValue("color");
    const few = graph.nodes.length < 200;
    try {
      const drawn = build(graph);
      const sigma = new Sigma(drawn, host.current, {
        labelColor: { color: ink },
        // Names stand to the right of their entity.
        stagePadding: few ? Math.min(90, host.current.clientWidth / 10) : 30,
        labelFont: "system-ui, sans-serif",
        // Small graphs have room for every name.
        labelRenderedSizeThreshold: few ? 0 : 6,
        labelDensity: few ? 4 : 1,
        defaultDrawNodeHover: ring,
        renderEdgeLabels: graph.edges.length < 60,
        hideEdgesOnMove: graph.edges.length > 3000,
        edgeLabelColor: { color: "#8a8a96" },
        edgeLabelSize: 10,
        nodeReducer: (id, data) => {
          if (latest.current.shown && !latest.current.shown.has(id)) return { ...data, hidden: true };
          return id === latest.current.chosen ? { ...data, highlighted: true, zIndex: 1 } : data;
        },
        edgeReducer: (_, data) => (latest.current.day && data.since && data.since > latest.current.day ? { ...data, hidden: true } : data),
      });
      sigma.on("clickNode", ({ node }) => latest.current.onChoose(node));
      drawing.current = sigma;
      const stop = settle(drawn, () => setSettled(true));
      return () => {
        stop();
        drawing.current = null;
        setSettled(false);
        sigma.kill();
      };
    } catch {
      // No WebGL here.
      queueMicrotask(() => setFailed(true));
      return undefined;
    }
  }, [graph]);
  if (failed) return <p className="choose quiet">{t("graph.noDrawing")}</p>;
  const [n, edges] = [shown ? shown.size : graph.nodes.length, graph.edges.length];
  return <div ref={host} className="graph-canvas" role="img" aria-busy={!settled} aria-label={t("graph.label", { n, edges })} />;
}
