import { Link } from "react-router";
import {
  NEWEST,
  useAudit,
  useContextReport,
  useDecayStatus,
  useDoctor,
  useIdentity,
  useIndexStatus,
  useMemories,
} from "../api/queries";
import { Activity } from "../components/Activity";
import { Avatar } from "../components/Avatar";
import { GrowthChart } from "../components/GrowthChart";
import { type ReviewCase, useCases } from "../components/review/cases";
import { TodayCard } from "../components/TodayCard";
import { RememberBox } from "../components/RememberBox";
import { StoreBadge } from "../components/badges";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { Badge } from "../ui/Badge";
import { Icon, type IconName } from "../ui/Icon";
import { Empty, Loaded } from "../ui/states";

/** How many findings are shown; all of them are the doctor's. */
const FINDINGS = 5;

export function HomePage() {
  return (
    <div className="page home">
      <Who />
      <RememberBox />
      <div className="grid">
        <Waiting />
        <TodayCard />
        <Growth />
        <Recent />
        <Health />
      </div>
    </div>
  );
}

function Who() {
  const { t } = useLanguage();
  const agent = useAgent();
  const identity = useIdentity(agent);
  const persona = useContextReport(agent).data?.persona;
  return (
    <Loaded query={identity}>
      {(who) => (
        <header className="who">
          <title>{`${who.name.value} — Soulfile`}</title>
          <Avatar identity={who} size={72} />
          <div>
            <h1>{who.name.value}</h1>
            <p className="who-line">
              {[...new Set([who.creature?.value, who.vibe?.value, who.theme?.value])].filter(Boolean).join(" · ") || t("home.noVibe")}
            </p>
            <p className="who-badges">
              {persona && (
                <Badge tone="accent" title={t("home.persona.title")}>
                  {t("home.persona", { file: persona.file })}
                </Badge>
              )}
              {who.bootstrap_pending && <Badge tone="warn">{t("home.bootstrap")}</Badge>}
            </p>
          </div>
        </header>
      )}
    </Loaded>
  );
}

function WaitingRow({ icon, n, text, to }: { icon: IconName; n: number; text: string; to: string }) {
  return (
    <li>
      <Link to={to} className="waiting-row">
        <Icon name={icon} />
        <span className="waiting-n">{n}</span>
        <span>{text}</span>
        <Icon name="arrow" size={16} />
      </Link>
    </li>
  );
}

function Waiting() {
  const { t } = useLanguage();
  const agent = useAgent();
  const { cases } = useCases(agent);
  const count = (kind: ReviewCase["kind"]) => cases.filter((one) => one.kind === kind).length;
  const [alerts, items, proposals] = [count("alert"), count("item"), count("proposal")];
  const review = agentPath(agent, "review");
  return (
    <section className="card" aria-labelledby="waiting">
      <h2 id="waiting">{t("home.waiting")}</h2>
      {alerts + items + proposals === 0 ? (
        <Empty icon="check" title={t("home.nothingWaits")} />
      ) : (
        <ul className="waiting">
          {alerts > 0 && <WaitingRow icon="alert" n={alerts} text={t("home.alerts", { n: alerts })} to={review} />}
          {items > 0 && <WaitingRow icon="review" n={items} text={t("home.items", { n: items })} to={review} />}
          {proposals > 0 && (
            <WaitingRow icon="chat" n={proposals} text={t("home.proposals", { n: proposals })} to={review} />
          )}
        </ul>
      )}
    </section>
  );
}

function Health() {
  const { t } = useLanguage();
  const agent = useAgent();
  const doctor = useDoctor(agent);
  const index = useIndexStatus(agent).data;
  return (
    <section className="card wide" aria-labelledby="health">
      <h2 id="health">{t("home.health")}</h2>
      <Loaded query={doctor}>
        {(checkup) => (
          <>
            {checkup.findings.length === 0 ? (
              <p className="good-line">
                <Icon name="check" /> {t("home.well", { n: checkup.files })}
              </p>
            ) : (
              <ul className="findings">
                {checkup.findings.slice(0, FINDINGS).map((finding) => (
                  <li key={finding.subject + finding.text}>
                    <Icon name="alert" size={16} />
                    <span>
                      <strong>{finding.subject}</strong> {finding.text}
                    </span>
                  </li>
                ))}
                {checkup.findings.length > FINDINGS && <li className="quiet">{t("home.moreFindings", { n: checkup.findings.length - FINDINGS })} <code>soul doctor</code></li>}
              </ul>
            )}
            {index && <p className="quiet">{t("home.index", { n: index.entries, files: index.files })}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Growth() {
  const { t } = useLanguage();
  const agent = useAgent();
  const memories = useMemories(agent, {}, NEWEST);
  const decay = useDecayStatus(agent).data;
  return (
    <section className="card wide" aria-labelledby="growth">
      <h2 id="growth">{t("home.growth")}</h2>
      <Loaded query={memories}>
        {(first) => {
          if (first.total === 0) return <Empty title={t("memories.none")}>{t("memories.noneHelp")}</Empty>;
          return (
            <>
              <p className="big">
                {t("home.total", { n: first.total })}
                {decay && decay.pinned > 0 && <span className="quiet"> · {t("home.pinned", { n: decay.pinned })}</span>}
              </p>
              <GrowthChart days={first.days} />
              <ul className="stores">
                {Object.entries(decay?.stores ?? {}).map(([store, states]) => (
                  <li key={store}>
                    <Link to={`${agentPath(agent, "memories")}?store=${store}`}>
                      <StoreBadge store={store} />
                      <span>{Object.values(states).reduce((all, n) => all + n, 0)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Recent() {
  const { t } = useLanguage();
  const agent = useAgent();
  const audit = useAudit(agent, { limit: 8 });
  return (
    <section className="card wide" aria-labelledby="recent">
      <h2 id="recent">{t("home.recent")}</h2>
      <Loaded query={audit}>{(entries) => <Activity entries={entries} />}</Loaded>
    </section>
  );
}
