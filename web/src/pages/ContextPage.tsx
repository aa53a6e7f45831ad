import { useState } from "react";
import { Link } from "react-router";
import type { Schemas } from "../api/client";
import { useContext, useContextReceipts } from "../api/queries";
import { VisibleText } from "../components/VisibleText";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useDebounced } from "../hooks/use-debounced";
import { isKey, type Key, useLanguage } from "../i18n";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Select } from "../ui/Select";
import { Empty, Loaded } from "../ui/states";
import { useMoment } from "../components/When";

const KINDS = ["main", "group", "subagent", "heartbeat", "boot"] as const;
type Kind = (typeof KINDS)[number];

export function ContextPage() {
  const { t } = useLanguage();
  const [other, setOther] = useState<Kind | null>(null);
  return (
    <div className="page context-page">
      <title>{`${t("nav.context")} — Soulfile`}</title>
      <header className="page-head">
        <div>
          <h1>{t("nav.context")}</h1>
          <p className="quiet">{t("context.lead")}</p>
        </div>
        <Button aria-pressed={other !== null} onClick={() => setOther(other ? null : "group")}>
          {t("context.compare")}
        </Button>
      </header>
      <div className={other ? "grid" : ""}>
        <ContextColumn first="main" />
        {other && <ContextColumn first={other} />}
      </div>
      <Receipts />
    </div>
  );
}

function ContextColumn({ first }: { first: Kind }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const [kind, setKind] = useState<Kind>(first);
  const [room, setRoom] = useState("");
  const known = useDebounced(room.trim(), 200);
  const nameless = kind === "group" && !known;
  const context = useContext(agent, { session: kind, room: kind === "group" ? known : undefined }, !nameless);
  return (
    <section className="card" aria-label={t("context.session", { kind: t(`session.${kind}` as Key) })}>
      <div className="filters">
        <Select
          label={t("context.kind")}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          options={KINDS.map((one) => ({ value: one, label: t(`session.${one}` as Key) }))}
        />
        {kind === "group" && (
          <label className="select">
            <span>{t("context.room")}</span>
            <input size={10} value={room} placeholder="dev" onChange={(event) => setRoom(event.target.value)} />
          </label>
        )}
      </div>
      {nameless ? <Empty icon="chat" title={t("context.nameRoom")} /> : <Loaded query={context}>{(shown) => <Shown shown={shown} />}</Loaded>}
    </section>
  );
}

function Shown({ shown }: { shown: Schemas["ContextShown"] }) {
  const { t } = useLanguage();
  const { report } = shown;
  const left = report.files.filter((file) => !file.included);
  return (
    <>
      <div className="budget">
        <meter min={0} max={report.budget_tokens} high={report.budget_tokens * 0.8} value={report.used_tokens} aria-label={t("context.budget")} />
        <span>{t("context.used", { used: report.used_tokens, budget: report.budget_tokens })}</span>
        <Badge tone="accent">{t("home.persona", { file: report.persona.file })}</Badge>
      </div>
      {report.warnings.map((warning) => (
        <p key={warning} className="problem-line">
          {warning}
        </p>
      ))}
      <ul className="sections">
        {shown.sections.map((section) => (
          <li key={section.name + (section.source ?? "")}>
            <details>
              <summary>
                <span className="section-name">{section.source ?? section.name}</span>
                <span className="score-bar">
                  <span style={{ width: `${Math.max(2, (section.tokens / Math.max(1, report.used_tokens)) * 100)}%` }} />
                </span>
                <span className="number">{t("context.tokens", { n: section.tokens })}</span>
                {section.cut && <Badge tone="warn">{t("context.cut")}</Badge>}
              </summary>
              <p className="quiet">{section.why}</p>
              {section.cut && <p className="problem-line">{t("context.cutWhy", { n: section.cut.left_out_chars, why: section.cut.reason })}</p>}
              <pre tabIndex={0}>
                <VisibleText text={section.text} />
              </pre>
            </details>
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <details>
          <summary className="quiet">{t("context.left", { n: left.length })}</summary>
          <ul className="left-out">
            {left.map((file) => (
              <li key={file.path}>
                <span className="mono">{file.path}</span> <span className="quiet">{file.why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Receipts() {
  const { t } = useLanguage();
  const receipts = useContextReceipts(useAgent());
  return (
    <section className="card" aria-labelledby="receipts">
      <h2 id="receipts">{t("context.receipts")}</h2>
      <Loaded query={receipts}>
        {(all) => (
          <ul className="versions">
            {all.length === 0 && <li className="quiet">{t("context.noReceipts")}</li>}
            {all.map((receipt) => (
              <li key={receipt.digest + receipt.at}>
                <PastContext receipt={receipt} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

/** What one session saw: which files of which commit. */
function PastContext({ receipt }: { receipt: Schemas["ContextReceipt"] }) {
  const { t } = useLanguage();
  const moment = useMoment();
  const agent = useAgent();
  return (
    <details>
      <summary>
        <Badge>{isKey(`session.${receipt.session}`) ? t(`session.${receipt.session}` as Key) : receipt.session}</Badge>
        {receipt.room && <Badge tone="accent">#{receipt.room}</Badge>}
        <span className="mono grow">{receipt.digest.slice(0, 16)}</span>
        <time dateTime={receipt.at}>{moment(receipt.at)}</time>
      </summary>
      <dl className="facts">
        <div className="fact">
          <dt>{t("context.digest")}</dt>
          <dd className="mono">{receipt.digest}</dd>
        </div>
        {receipt.commit && (
          <div className="fact">
            <dt>{t("history.commit")}</dt>
            <dd>
              <Link className="mono" to={agentPath(agent, "history", receipt.commit.slice(0, 12))}>
                {receipt.commit.slice(0, 12)}
              </Link>
            </dd>
          </div>
        )}
        <div className="fact">
          <dt>{t("context.persona")}</dt>
          <dd>{receipt.persona}</dd>
        </div>
        <div className="fact">
          <dt>{t("nav.files")}</dt>
          <dd>
            {receipt.files.map((path) => (
              <Link key={path} className="mono file-link" to={agentPath(agent, "files", path)}>
                {path}
              </Link>
            ))}
          </dd>
        </div>
      </dl>
    </details>
  );
}
