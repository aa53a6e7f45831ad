import { useAgents, useHealth, useIdentity, useIndexStatus, useReflectStatus } from "../../api/queries";
import { useAgent } from "../../hooks/use-agent";
import { LANGUAGES, type Key, useLanguage } from "../../i18n";
import { useStored } from "../../lib/store";
import { written } from "../../lib/time";
import { Badge } from "../../ui/Badge";
import { Select } from "../../ui/Select";
import { Loaded } from "../../ui/states";

export function LooksCard() {
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

/** Names beside what they stand for. */
function Facts({ facts }: { facts: [string, string | null | undefined, (string | null)?][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, told, note]) =>
        told ? (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>
              {told} {note && <span className="quiet">{note}</span>}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

export function IdentityCard() {
  const { t } = useLanguage();
  const identity = useIdentity(useAgent());
  return (
    <section className="card" aria-labelledby="identity">
      <h2 id="identity">{t("settings.identity")}</h2>
      <Loaded query={identity}>
        {(who) => (
          <Facts
            facts={(["name", "emoji", "creature", "vibe", "theme"] as const).map((name) => [
              t(`identity.${name}` as Key),
              who[name]?.value,
              who[name] && t("settings.from", { source: who[name].source }),
            ])}
          />
        )}
      </Loaded>
    </section>
  );
}

export function AgentsCard() {
  const { t } = useLanguage();
  const agents = useAgents();
  return (
    <section className="card" aria-labelledby="agents">
      <h2 id="agents">{t("settings.agents")}</h2>
      <Loaded query={agents}>
        {(all) => (
          <ul className="rows">
            {all.map((agent) => (
              <li key={agent.id}>
                <span className="grow">
                  <strong>{agent.id}</strong> {agent.default && <Badge tone="accent">{t("settings.default")}</Badge>}{" "}
                  {!agent.exists && <Badge>{t("settings.notSetUp")}</Badge>}
                  <br />
                  <span className="quiet mono">{agent.workspace}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

export function MachineryCard() {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const health = useHealth().data;
  const reflect = useReflectStatus(agent).data;
  const index = useIndexStatus(agent);
  return (
    <section className="card" aria-labelledby="machinery">
      <h2 id="machinery">{t("settings.machinery")}</h2>
      <Loaded query={index}>
        {(status) => (
          <Facts
            facts={[
              [t("settings.version"), health?.version],
              [t("settings.model"), status.embedding?.model ?? status.model],
              [t("settings.indexed"), t("home.index", { n: status.entries, files: status.files })],
              [t("settings.reflection"), reflect?.next && written(reflect.next, locale)],
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
