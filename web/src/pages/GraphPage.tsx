import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { Schemas } from "../api/client";
import { useGraph } from "../api/queries";
import { EntityDetail } from "../components/graph/EntityDetail";
import { useAgent } from "../hooks/use-agent";
import { useLanguage, worded } from "../i18n";
import { dayName } from "../lib/time";
import { Select } from "../ui/Select";
import { Empty, Loaded, Loading } from "../ui/states";

const GraphCanvas = lazy(() => import("../components/graph/GraphCanvas"));

/** How many entities the list shows; more are found by name. */
const LISTED = 200;

/** The part of the graph that was known on a day: what is tied to nothing yet is left out. */
function until(graph: Schemas["GraphView"], day: string | undefined): Schemas["GraphView"] {
  if (!day) return graph;
  const edges = graph.edges.filter((edge) => !edge.since || edge.since <= day);
  const known = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  return { nodes: graph.nodes.filter((node) => known.has(node.id)), edges };
}

/** The days on which something new was tied to something, oldest first. */
function daysOf(graph: Schemas["GraphView"] | undefined): string[] {
  return [...new Set((graph?.edges ?? []).flatMap((edge) => (edge.since ? [edge.since] : [])))].toSorted();
}

export function GraphPage() {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const [params, setParams] = useSearchParams();
  const [at, setAt] = useState<number | null>(null);
  const [hops, setHops] = useState("2");
  const [words, setWords] = useState("");
  const chosen = params.get("entity");
  const around = params.get("around") ?? undefined;
  const graph = useGraph(agent, around, Number(hops));
  const days = useMemo(() => daysOf(graph.data), [graph.data]);
  const day = at === null ? undefined : days[at];
  const shown = useMemo(() => (graph.data ? until(graph.data, day) : undefined), [graph.data, day]);
  const ids = useMemo(() => (day && shown ? new Set(shown.nodes.map((node) => node.id)) : null), [day, shown]);
  const listed = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return (shown?.nodes ?? []).filter(({ label, type }) => label.toLowerCase().includes(wanted) || [type, worded("entity", type, t)].some((word) => word.toLowerCase() === wanted));
  }, [shown, words, t]);
  const set = (change: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  const choose = (id: string) => set({ entity: id });
  return (
    <div className="page graph-page">
      <title>{`${t("nav.graph")} — Soulfile`}</title>
      <section className="graph-main" aria-labelledby="graph-title">
        <header className="page-head">
          <h1 id="graph-title">{t("nav.graph")}</h1>
          <div className="filters">
            {days.length > 1 && (
              <label className="select slider">
                <span>{t("graph.until")}</span>
                <input
                  type="range"
                  min={0}
                  max={days.length - 1}
                  value={at ?? days.length - 1}
                  aria-valuetext={day ? dayName(day, locale) : t("graph.now")}
                  onChange={(event) => setAt(Number(event.target.value) === days.length - 1 ? null : Number(event.target.value))}
                />
                <output>{day ? dayName(day, locale) : t("graph.now")}</output>
              </label>
            )}
            {around && (
              <>
                <Select label={t("graph.hops")} value={hops} onChange={setHops} options={["1", "2", "3", "4"].map((n) => ({ value: n, label: n }))} />
                <button type="button" className="badge tone-accent" onClick={() => set({ around: "" })}>
                  {around} ×
                </button>
              </>
            )}
          </div>
        </header>
        <Loaded query={{ ...graph, data: shown }}>
          {(view) =>
            view.nodes.length === 0 ? (
              <Empty icon="graph" title={t("graph.none")}>
                {t("graph.noneHelp")}
              </Empty>
            ) : (
              <Suspense fallback={<Loading />}>
                <GraphCanvas graph={graph.data ?? view} shown={ids} day={day} chosen={chosen} onChoose={choose} onAround={(id) => set({ around: id, entity: id })} />
              </Suspense>
            )
          }
        </Loaded>
      </section>
      <section className="graph-side" aria-label={t("graph.entities")}>
        {chosen && <EntityDetail key={chosen} name={chosen} nodes={graph.data?.nodes ?? []} onAround={() => set({ around: chosen })} onChoose={choose} />}
        <h2>{t("graph.entities")}</h2>
        {!chosen && <p className="quiet">{t("graph.hint")}</p>}
        <input type="search" aria-label={t("graph.find")} placeholder={t("graph.find")} value={words} onChange={(event) => setWords(event.target.value)} />
        {listed.length > LISTED && <p className="quiet">{t("graph.listed", { n: LISTED, all: listed.length })}</p>}
        <ul className="entities">
          {listed.slice(0, LISTED).map((node) => (
            <li key={node.id}>
              <button type="button" className={node.id === chosen ? "memory-row chosen" : "memory-row"} onClick={() => choose(node.id)}>
                <span>{node.label}</span>
                <span className="quiet">{worded("entity", node.type, t)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
