import { lazy, Suspense, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Schemas } from "../api/client";
import { useEntity, useGraph } from "../api/queries";
import { VisibleText } from "../components/VisibleText";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { Badge } from "../ui/Badge";
import { Select } from "../ui/Select";
import { Empty, Loaded, Loading } from "../ui/states";

const GraphCanvas = lazy(() => import("../components/graph/GraphCanvas"));

/** The part of the graph that was known on a day. */
function until(graph: Schemas["GraphView"], day: string): Schemas["GraphView"] {
  if (!day) return graph;
  const edges = graph.edges.filter((edge) => !edge.since || edge.since <= day);
  return { nodes: graph.nodes, edges };
}

export function GraphPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const [params, setParams] = useSearchParams();
  const [day, setDay] = useState("");
  const [hops, setHops] = useState("2");
  const chosen = params.get("entity");
  const around = params.get("around") ?? undefined;
  const graph = useGraph(agent, around, Number(hops));
  const shown = useMemo(() => (graph.data ? until(graph.data, day) : undefined), [graph.data, day]);
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
            <label className="select">
              <span>{t("graph.until")}</span>
              <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
            </label>
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
                <GraphCanvas graph={view} chosen={chosen} onChoose={choose} />
              </Suspense>
            )
          }
        </Loaded>
      </section>
      <section className="graph-side" aria-label={t("graph.entities")}>
        {chosen && <EntityDetail key={chosen} name={chosen} onAround={() => set({ around: chosen })} />}
        <h2>{t("graph.entities")}</h2>
        <ul className="entities">
          {(shown?.nodes ?? []).slice(0, 500).map((node) => (
            <li key={node.id}>
              <button type="button" className={node.id === chosen ? "memory-row chosen" : "memory-row"} onClick={() => choose(node.id)}>
                <span>{node.label}</span>
                <span className="quiet">{node.type}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function EntityDetail({ name, onAround }: { name: string; onAround: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const entity = useEntity(agent, name);
  return (
    <Loaded query={entity}>
      {(who) => (
        <article className="card entity">
          <h2>{who.label}</h2>
          <p className="memory-meta">
            <Badge tone="accent">{who.type}</Badge>
            {who.aliases.map((alias) => (
              <span key={alias}>{alias}</span>
            ))}
          </p>
          {who.summary && <p>{who.summary}</p>}
          <ul className="entity-facts">
            {who.facts.map((fact) => (
              <li key={fact.id} className={fact.current ? "" : "past"}>
                <Link to={agentPath(agent, "memories", fact.id)}>
                  <VisibleText text={fact.text} />
                </Link>
                {fact.since && <span className="quiet"> {fact.since}</span>}
              </li>
            ))}
            {who.edges.map((edge) => (
              <li key={edge.from + edge.relation + edge.to} className="quiet">
                {edge.from} → {edge.relation} → {edge.to}
              </li>
            ))}
          </ul>
          <p className="actions">
            <button type="button" className="button" onClick={onAround}>
              {t("graph.around")}
            </button>
            <Link className="button" to={agentPath(agent, "files", who.path)}>
              {t("graph.file")}
            </Link>
          </p>
        </article>
      )}
    </Loaded>
  );
}
