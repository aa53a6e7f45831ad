import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { verifyTrail } from "../api/changes";
import type { Schemas } from "../api/client";
import { useAudit, useAuditEntry } from "../api/queries";
import { ActorBadge, summaryOf } from "../components/Activity";
import { approvalName, CheckReceipt } from "../components/Provenance";
import { DiffView } from "../components/DiffView";
import { UndoDialog } from "../components/UndoDialog";
import { VisibleText } from "../components/VisibleText";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useDebounced } from "../hooks/use-debounced";
import { useKeys } from "../hooks/use-keys";
import { type Key, useLanguage, worded } from "../i18n";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Select } from "../ui/Select";
import { Empty, Loaded } from "../ui/states";
import { useMoment, When } from "../components/When";

const PAGE = 100;
const APPROVALS: [string, Key][] = [["approved", "approval.approved"], ["auto", "approval.auto"], ["pending", "approval.pending"], ["—", "approval.own"]];
/** Filters that are shown as what they are, to be taken off. */
const ACTIVE = ["session", "channel", "approval"] as const;

export function HistoryPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const { id } = useParams();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [limit, setLimit] = useState(PAGE);
  const get = (name: string) => params.get(name) || undefined;
  const filter = useDebounced(JSON.stringify({ text: get("text"), actor: get("actor"), path: get("path"), session: get("session"), channel: get("channel"), approval: get("approval") }), 200);
  const audit = useAudit(agent, { ...(JSON.parse(filter) as object), limit });
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  const choose = (entry: Schemas["LogEntry"]) =>
    void navigate({ pathname: agentPath(agent, "history", entry.commit.slice(0, 12)), search: params.toString() });
  const step = (by: number) => {
    const entries = audit.data ?? [];
    const at = entries.findIndex((entry) => id && entry.commit.startsWith(id));
    const next = entries[Math.max(0, Math.min(entries.length - 1, at + by))];
    if (next) choose(next);
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <div className={id ? "page split has-detail" : "page split"}>
      <title>{`${t("nav.history")} — Soulfile`}</title>
      <section className="split-list" aria-labelledby="history-title">
        <Verify />
        <search className="filters">
          <input type="search" aria-label={t("history.text")} placeholder={t("history.text")} value={get("text") ?? ""} onChange={(event) => set("text", event.target.value)} />
          <input aria-label={t("history.actor")} placeholder={t("history.actor")} value={get("actor") ?? ""} onChange={(event) => set("actor", event.target.value)} size={12} />
          <input aria-label={t("history.path")} placeholder={t("history.path")} value={get("path") ?? ""} onChange={(event) => set("path", event.target.value)} size={14} />
          <details className="more-filters">
            <summary>{t("filter.more")}</summary>
            <div>
              <input aria-label={t("history.channel")} placeholder={t("history.channel")} value={get("channel") ?? ""} onChange={(event) => set("channel", event.target.value)} size={10} />
              <input aria-label={t("history.session")} placeholder={t("history.session")} value={get("session") ?? ""} onChange={(event) => set("session", event.target.value)} size={14} />
              <Select
                label={t("history.approval")}
                value={get("approval") ?? ""}
                onChange={(value) => set("approval", value)}
                options={[{ value: "", label: t("filter.all") }, ...APPROVALS.map(([value, key]) => ({ value, label: t(key) }))]}
              />
            </div>
          </details>
          {ACTIVE.filter((name) => get(name)).map((name) => (
            <button key={name} type="button" className="badge tone-accent" onClick={() => set(name, "")}>
              {t(`history.${name}` as Key)}: {name === "approval" ? approvalName(get(name) ?? "", t) : get(name)} ×
            </button>
          ))}
        </search>
        <Loaded query={audit}>
          {(entries) => (
            <ul className="cases">
              {entries.length === 0 && <Empty icon="history" title={t("history.none")} />}
              {entries.map((entry) => {
                const chosen = id !== undefined && entry.commit.startsWith(id);
                return (
                  <li key={entry.commit}>
                    <button type="button" className={chosen ? "memory-row chosen" : "memory-row"} aria-current={chosen ? "true" : undefined} onClick={() => choose(entry)}>
                      <span className="memory-text">
                        <VisibleText text={summaryOf(entry)} />
                      </span>
                      <span className="memory-meta">
                        <ActorBadge entry={entry} />
                        {entry.standing !== "verified" && <Badge tone="warn">{worded("standing", entry.standing, t)}</Badge>}
                        <When at={entry.at} />
                      </span>
                    </button>
                  </li>
                );
              })}
              {entries.length === limit && limit < 1000 && (
                <li>
                  <Button onClick={() => setLimit(Math.min(1000, limit + PAGE))}>{t("history.more")}</Button>
                </li>
              )}
            </ul>
          )}
        </Loaded>
      </section>
      <section className="split-detail" aria-label={t("history.entry")}>
        {id ? (
          <div className="detail">
            <Button look="quiet" icon="back" className="detail-back" onClick={() => void navigate(agentPath(agent, "history"))}>
              {t("back")}
            </Button>
            <EntryDetail key={id} id={id} />
          </div>
        ) : (
          <p className="choose quiet">{t("history.choose")}</p>
        )}
      </section>
    </div>
  );
}

function Verify() {
  const { t } = useLanguage();
  const verify = useChange((agent: string) => verifyTrail(agent));
  const told = verify.data;
  return (
    <header className="page-head">
      <h1 id="history-title">{t("nav.history")}</h1>
      <div className="verify">
      <Button icon="check" onClick={() => verify.mutate(undefined)} disabled={verify.isPending}>
        {t("history.verify")}
      </Button>
      <output>
        {told && (
          <span className={told.ok ? "good-line" : "problem-line"}>
            {told.ok ? t("history.whole", { n: told.checked }) : told.problems.join(" ")}
          </span>
        )}
      </output>
      </div>
    </header>
  );
}

function EntryDetail({ id }: { id: string }) {
  const { t } = useLanguage();
  const moment = useMoment();
  const agent = useAgent();
  const entry = useAuditEntry(agent, id);
  const [undoing, setUndoing] = useState<Schemas["UndoRequest"] | null>(null);
  return (
    <Loaded query={entry}>
      {(shown) => {
        const message = shown.entry.message ?? shown.entry.claim;
        const session = message?.session;
        const only = (name: string, value: string | null | undefined) =>
          value ? `${agentPath(agent, "history")}?${name}=${encodeURIComponent(value)}` : undefined;
        const facts: [string, string | null | undefined, string?][] = [
          [t("history.when"), moment(shown.entry.at)],
          [t("history.trigger"), message?.trigger],
          [t("history.channel"), message?.channel && worded("channel", message.channel, t), only("channel", message?.channel)],
          [t("history.speaker"), message?.speaker && worded("speaker", message.speaker, t)],
          [t("history.session"), session, only("session", session)],
          [t("history.approval"), message && approvalName(message.approval, t), only("approval", message?.approval)],
          [t("history.standing"), worded("standing", shown.entry.standing, t)],
          [t("history.commit"), shown.entry.commit],
        ];
        return (
          <article>
            <p className="memory-meta">
              <ActorBadge entry={shown.entry} />
              {message && <Badge>{worded("action", message.action, t)}</Badge>}
            </p>
            <h2>
              <VisibleText text={summaryOf(shown.entry)} />
            </h2>
            <p className="actions">
              <Button icon="undo" onClick={() => setUndoing({ change: shown.entry.commit })}>
                {t("history.undoOne")}
              </Button>
              {session && (
                <Button icon="undo" onClick={() => setUndoing({ session })}>
                  {t("history.undoSession")}
                </Button>
              )}
              <Button icon="history" onClick={() => setUndoing({ time: shown.entry.at })}>
                {t("history.backTo")}
              </Button>
            </p>
            <dl className="facts">
              {facts.map(([name, told, to]) =>
                told ? (
                  <div key={name} className="fact">
                    <dt>{name}</dt>
                    <dd className="mono">
                      {to ? (
                        <Link to={to}>
                          <VisibleText text={told} />
                        </Link>
                      ) : (
                        <VisibleText text={told} />
                      )}
                    </dd>
                  </div>
                ) : null,
              )}
              <div className="fact">
                <dt>{t("nav.files")}</dt>
                <dd>
                  {shown.entry.files.map((path) => (
                    <Link key={path} className="mono file-link" to={agentPath(agent, "files", path)}>
                      {path}
                    </Link>
                  ))}
                </dd>
              </div>
            </dl>
            {message && <CheckReceipt id={message.mutation} />}
            <DiffView diff={shown.diff} />
            {undoing && <UndoDialog what={undoing} onClose={() => setUndoing(null)} />}
          </article>
        );
      }}
    </Loaded>
  );
}
