import { useAgents, useHealth, useIdentity, useIndexStatus, useReflectStatus } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { LANGUAGES, useLanguage } from "../i18n";
import { useStored } from "../lib/store";
import { Badge } from "../ui/Badge";
import { Select } from "../ui/Select";
import { Loaded } from "../ui/states";

export function SettingsPage() {
  const { t } = useLanguage();
  return (
    <div className="page settings-page">
      <title>{`${t("nav.settings")} — Soulfile`}</title>
      <h1>{t("nav.settings")}</h1>
      <div className="grid">
        <Looks />
        <Identity />
        <Agents />
        <Machinery />
      </div>
    </div>
  );
}

function Looks() {
  const { t, locale } = useLanguage();
  const [theme, setTheme] = useStored("soul.theme", "system");
  const [language, setLanguage] = useStored("soul.language", locale.slice(0, 2));
  return (
    <section className="card" aria-labelledby="looks">
      <h2 id="looks">{t("settings.looks")}</h2>
      <Select
        label={t("settings.theme")}
        value={theme}
        onChange={setTheme}
        options={[
          { value: "system", label: t("settings.theme.system") },
          { value: "light", label: t("theme.light") },
          { value: "dark", label: t("theme.dark") },
        ]}
      />
      <Select
        label={t("settings.language")}
        value={language}
        onChange={setLanguage}
        options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      />
    </section>
  );
}

function Identity() {
  const { t } = useLanguage();
  const identity = useIdentity(useAgent());
  return (
    <section className="card" aria-labelledby="identity">
      <h2 id="identity">{t("settings.identity")}</h2>
      <Loaded query={identity}>
        {(who) => (
          <dl className="facts">
            {([["name", who.name], ["emoji", who.emoji], ["creature", who.creature], ["vibe", who.vibe], ["theme", who.theme]] as const).map(([name, field]) =>
              field ? (
                <div key={name} className="fact">
                  <dt>{name}</dt>
                  <dd>
                    {field.value} <span className="quiet">{t("settings.from", { source: field.source })}</span>
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        )}
      </Loaded>
    </section>
  );
}

function Agents() {
  const { t } = useLanguage();
  const agents = useAgents();
  return (
    <section className="card" aria-labelledby="agents">
      <h2 id="agents">{t("settings.agents")}</h2>
      <Loaded query={agents}>
        {(all) => (
          <ul className="activity">
            {all.map((agent) => (
              <li key={agent.id}>
                <strong>{agent.id}</strong>
                <span className="mono grow">{agent.workspace}</span>
                {agent.default && <Badge tone="accent">{t("settings.default")}</Badge>}
                {!agent.exists && <Badge>{t("settings.notSetUp")}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Machinery() {
  const { t } = useLanguage();
  const agent = useAgent();
  const health = useHealth().data;
  const reflect = useReflectStatus(agent).data;
  const index = useIndexStatus(agent);
  return (
    <section className="card" aria-labelledby="machinery">
      <h2 id="machinery">{t("settings.machinery")}</h2>
      <Loaded query={index}>
        {(status) => {
          const facts: [string, string | undefined][] = [
            [t("settings.version"), health?.version],
            [t("settings.model"), status.embedding?.model ?? status.model],
            [t("settings.indexed"), t("home.index", { n: status.entries, files: status.files })],
            [t("settings.reflection"), reflect?.next ?? undefined],
          ];
          return (
            <dl className="facts">
              {facts.map(([name, told]) =>
                told ? (
                  <div key={name} className="fact">
                    <dt>{name}</dt>
                    <dd>{told}</dd>
                  </div>
                ) : null,
              )}
            </dl>
          );
        }}
      </Loaded>
      <p className="quiet">
        {t("settings.change")} <code>soul config</code>
      </p>
    </section>
  );
}
