import { useEffect, useRef, useState } from "react";
import { Sigma } from "sigma";
import type { Settings } from "sigma/settings";
import { drawDiscNodeLabel, EdgeLineProgram, type NodeHoverDrawingFunction, type NodeLabelDrawingFunction, NodePointProgram } from "sigma/rendering";
import type { Schemas } from "../../api/client";
import { useLanguage } from "../../i18n";
import { ARROWS, build, settle } from "./layout";

interface Props {
  graph: Schemas["GraphView"];
  /** The entities that are shown; all where it is not given. The others keep their places. */
  shown: Set<string> | null;
  /** The last day that counts; an edge from later is not drawn. */
  day: string | undefined;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Asks for what is around an entity only. */
  onAround: (id: string) => void;
}

/** The name of an entity; the chosen one's stands clear of its ring. */
const label: NodeLabelDrawingFunction = (context, data, settings) => drawDiscNodeLabel(context, isChosen(data) ? { ...data, size: data.size + 4 } : data, settings);

function isChosen(data: object): boolean {
  return "highlighted" in data && data.highlighted === true;
}

/** The chosen node gets a ring, as the one pointed at; the library's white box would hide a light label. */
const ring: NodeHoverDrawingFunction = (context, data) => {
  context.beginPath();
  context.arc(data.x, data.y, data.size + (isChosen(data) ? 3 : 1), 0, Math.PI * 2);
  context.strokeStyle = data.color;
  context.lineWidth = 2;
  context.stroke();
};

/** How a graph of its size is drawn in this place. */
function looks(graph: Schemas["GraphView"], place: HTMLElement): Partial<Settings> {
  const few = graph.nodes.length < 200;
  return {
    labelColor: { color: getComputedStyle(document.documentElement).getPropertyValue("color") },
    // Names stand to the right of their entity.
    stagePadding: few ? Math.min(120, place.clientWidth / 6) : 30,
    labelFont: "system-ui, sans-serif",
    // Small graphs have room for every name.
    labelRenderedSizeThreshold: few ? 0 : 6,
    labelDensity: few ? 4 : 1,
    defaultDrawNodeLabel: label,
    edgeProgramClasses: { line: EdgeLineProgram },
    ...(graph.edges.length > ARROWS ? { nodeProgramClasses: { circle: NodePointProgram } } : {}),
    renderEdgeLabels: graph.edges.length < 60,
    hideEdgesOnMove: graph.edges.length > 3000,
    edgeLabelColor: { color: "#8a8a96" },
    edgeLabelSize: 10,
  };
}

/** The drawing. The list beside it says the same to who cannot see it, and to a browser without WebGL. */
export default function GraphCanvas({ graph, shown, day, chosen, onChoose, onAround }: Props) {
  const { t } = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ shown, day, chosen, onChoose, onAround });
  const drawing = useRef<Sigma | null>(null);
  const [failed, setFailed] = useState(false);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const before = latest.current;
    latest.current = { shown, day, chosen, onChoose, onAround };
    if (before.shown !== shown || before.day !== day || before.chosen !== chosen) drawing.current?.refresh({ skipIndexation: true });
  });
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const drawn = build(graph);
    const begin = () => {
      const sigma = new Sigma(drawn, element, {
        ...looks(graph, element),
        defaultDrawNodeHover: (context, data, settings) => {
          ring(context, data, settings);
          // Written once more over itself, a name would look bold.
          const written = "key" in data && sigma.getNodeDisplayedLabels().has(String(data.key));
          if (!written) label(context, data, settings);
        },
        nodeReducer: (id, data) => {
          if (latest.current.shown && !latest.current.shown.has(id)) return { ...data, hidden: true };
          return id === latest.current.chosen ? { ...data, highlighted: true, forceLabel: true, zIndex: 1 } : data;
        },
        edgeReducer: (_, data) => (latest.current.day && data.since && data.since > latest.current.day ? { ...data, hidden: true } : data),
      });
      sigma.on("clickNode", ({ node }) => latest.current.onChoose(node));
      sigma.on("doubleClickNode", (event) => {
        event.preventSigmaDefault();
        latest.current.onAround(event.node);
      });
      drawing.current = sigma;
    };
    let stop: () => void;
    try {
      stop = settle(drawn, (done) => {
        try {
          // Drawn once the first places are known: a spiral says nothing.
          if (!drawing.current) begin();
        } catch {
          // No WebGL here.
          setFailed(true);
        }
        setSettled(done);
      });
    } catch {
      // No workers here.
      queueMicrotask(() => setFailed(true));
      return undefined;
    }
    return () => {
      stop();
      setSettled(false);
      drawing.current?.kill();
      drawing.current = null;
    };
  }, [graph]);
  if (failed) return <p className="choose quiet">{t("graph.noDrawing")}</p>;
  const [n, edges] = [shown ? shown.size : graph.nodes.length, graph.edges.length];
  return <div ref={host} className="graph-canvas" role="img" aria-busy={!settled} aria-label={t("graph.label", { n, edges })} />;
}
