import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Schemas } from "../api/client";
import { type RecallQuery, useRecall } from "../api/queries";
import { ScoreParts } from "../components/ScoreParts";
import { WhyNot } from "../components/WhyNot";
import { StateBadge, StoreBadge, TrustBadge } from "../components/badges";
import { VisibleText } from "../components/VisibleText";
import { useZone } from "../components/When";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useDebounced } from "../hooks/use-debounced";
import { type Key, useLanguage } from "../i18n";
import { withoutHead } from "../lib/readable";
import { endOfDay, written } from "../lib/time";
import { Badge } from "../ui/Badge";
import { Select } from "../ui/Select";
import { Empty, Loading, Problem } from "../ui/states";

const STORES = ["core", "episodic", "graph", "procedural", "vault", "note"] as const;

interface Options {
  store: string;
  asOf: string;
  knownAt: string;
  dormant: boolean;
  archived: boolean;
  whyNot: string;
}

function request(query: string, options: Options, zone: string | null | undefined): RecallQuery {
  return {
    query,
    limit: 20,
    store: (options.store || undefined) as RecallQuery["store"],
    as_of: options.asOf ? `${options.asOf}T23:59` : undefined,
    known_at: options.knownAt ? endOfDay(options.knownAt, zone) : undefined,
    include_dormant: options.dormant || undefined,
    include_archived: options.archived || undefined,
    why_not: options.whyNot || undefined,
  };
}

export function SearchPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const [params, setParams] = useSearchParams();
  const text = params.get("q") ?? "";
  const options: Options = {
    store: params.get("store") ?? "", asOf: params.get("as-of") ?? "", knownAt: params.get("known-at") ?? "",
    dormant: params.has("dormant"), archived: params.has("archived"), whyNot: params.get("why-not") ?? "",
  };
  /** The place in the address, so that a search can be linked to. */
  const set = (change: Record<string, string | boolean>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value === true ? "1" : value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const query = useDebounced(text.trim(), 150);
  const zone = useZone();
  const found = useRecall(agent, request(query, options, zone), query.length > 0);
  return (
    <div className="page search-page">
      <title>{`${t("nav.search")} — Soulfile`}</title>
      <h1>{t("nav.search")}</h1>
      <search className="search-form">
        <input
          type="search"
          className="search-input"
          aria-label={t("search.label")}
          placeholder={t("search.placeholder")}
          autoFocus
          value={text}
          onChange={(event) => set({ q: event.target.value })}
        />
        <div className="filters">
          <Select
            label={t("filter.store")}
            value={options.store}
            onChange={(store) => set({ store })}
            options={[
              { value: "", label: t("filter.all") },
              ...STORES.map((store) => ({ value: store, label: t(`store.${store}` as Key) })),
            ]}
          />
          <label className="select">
            <span>{t("search.asOf")}</span>
            <input type="date" value={options.asOf} onChange={(event) => set({ "as-of": event.target.value })} />
          </label>
          <label className="select">
            <span>{t("search.knownAt")}</span>
            <input type="date" value={options.knownAt} onChange={(event) => set({ "known-at": event.target.value })} />
          </label>
          <label className="check">
            <input type="checkbox" checked={options.dormant} onChange={(event) => set({ dormant: event.target.checked })} />
            <span>{t("search.dormant")}</span>
          </label>
          <label className="check">
            <input type="checkbox" checked={options.archived} onChange={(event) => set({ archived: event.target.checked })} />
            <span>{t("search.archived")}</span>
          </label>
        </div>
      </search>
      {found.error && <Problem error={found.error} retry={() => void found.refetch()} />}
      {!query && (
        <Empty icon="search" title={t("search.start")}>
          {t("search.startHelp")}
        </Empty>
      )}
      {query && !found.data && !found.error && <Loading />}
      {query && found.data && <Results answer={found.data} />}
      {query && found.data && <WhyNot answer={found.data} asked={options.whyNot} onAsk={(id) => set({ "why-not": id })} />}
    </div>
  );
}

function Results({ answer }: { answer: Schemas["RecallAnswer"] }) {
  const { t } = useLanguage();
  // Where it is not sure, what it found is no result: it is what lies nearest.
  const sure = answer.confidence === "sure" || answer.confidence === "likely";
  const hits = sure ? answer.hits : [];
  const nearest = [...(sure ? [] : answer.hits), ...(answer.nearest ?? [])];
  return (
    <>
      <div className="sureness" role="status">
        <Badge tone={`sure-${answer.confidence}`}>{t(`sure.${answer.confidence}` as Key)}</Badge>
        <meter min={0} max={1} value={answer.sureness} aria-label={t("search.sureness")} />
        {(sure || nearest.length === 0) && <span>{t("search.found", { n: hits.length, ms: Math.max(1, Math.round(answer.ms)) })}</span>}
        {answer.remark && <span className="quiet">{answer.remark}</span>}
      </div>
      {hits.length > 0 && (
        <ol className="hits">
          {hits.map((hit, at) => (
            <Hit key={hit.citation + at} hit={hit} />
          ))}
        </ol>
      )}
      {hits.length === 0 && nearest.length === 0 && (
        <Empty icon="search" title={t("search.nothing")}>
          {t("search.nothingHelp")}
        </Empty>
      )}
      {nearest.length > 0 && (
        <>
          <h2>{t("search.nearest")}</h2>
          <ol className="hits">
            {nearest.map((hit, at) => (
              <Hit key={hit.citation + at} hit={hit} />
            ))}
          </ol>
        </>
      )}
      {[...answer.notes, ...(answer.missed ?? [])].map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  );
}

/** Where a newer statement of the same thing stands. */
function Newer({ citation }: { citation: string }) {
  const agent = useAgent();
  const [path, line] = citation.split(/:(?=\d)/);
  return (
    <Link className="mono" to={`${agentPath(agent, "files", path ?? "")}?line=${parseInt(line ?? "1", 10)}`}>
      {citation}
    </Link>
  );
}

function Hit({ hit }: { hit: Schemas["RecallHit"] }) {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const [open, setOpen] = useState(false);
  const target = hit.id
    ? agentPath(agent, "memories", hit.id)
    : `${agentPath(agent, "files", hit.path)}?line=${hit.start_line}`;
  return (
    <li className="hit">
      <p className={hit.state === "superseded" ? "hit-text past" : "hit-text"}>
        <Link to={target}>
          <VisibleText text={withoutHead(hit.text || hit.snippet)} />
        </Link>
      </p>
      {hit.newer && (
        <p className="newer">
          {t("search.newer")} <Newer citation={hit.newer} />
        </p>
      )}
      <p className="memory-meta">
        <StoreBadge store={hit.store} />
        <StateBadge state={hit.state} />
        <TrustBadge trust={hit.trust} />
        {hit.date && <span>{written(hit.date, locale)}</span>}
        <span className="mono">{hit.citation}</span>
        <button type="button" className="score" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="score-bar">
            <span style={{ width: `${Math.round(Math.min(1, hit.score) * 100)}%` }} />
          </span>
          {hit.score.toFixed(2)} · {t("search.why")}
        </button>
      </p>
      {open && <ScoreParts parts={hit.parts} />}
    </li>
  );
}
