import { NavLink, useParams } from "react-router";
import { LockCard, TokensCard } from "../components/settings/AccessCards";
import { ChannelsCard } from "../components/settings/ChannelsCard";
import { ConfigForm } from "../components/settings/ConfigForm";
import { ConnectorsCard } from "../components/settings/ConnectorsCard";
import { AgentsCard, IdentityCard, LooksCard, MachineryCard } from "../components/settings/GeneralCards";
import { ModelsCard } from "../components/settings/ModelsCard";
import { agentPath, useAgent } from "../hooks/use-agent";
import { type Key, useLanguage } from "../i18n";
import { NotFoundPage } from "./NotFoundPage";

const TABS = ["", "config", "models", "channels", "access", "connect"] as const;

export function SettingsPage() {
  const { t } = useLanguage();
  const agent = useAgent();
  const { tab = "" } = useParams();
  if (!TABS.some((known) => known === tab)) return <NotFoundPage />;
  return (
    <div className="page settings-page">
      <title>{`${t("nav.settings")} — Soulfile`}</title>
      <h1>{t("nav.settings")}</h1>
      <nav className="tabs" aria-label={t("settings.parts")}>
        {TABS.map((one) => (
          <NavLink key={one} end to={agentPath(agent, "settings", ...(one ? [one] : []))}>
            {t(`settings.tab.${one || "general"}` as Key)}
          </NavLink>
        ))}
      </nav>
      {tab === "" && (
        <div className="grid">
          <LooksCard />
          <IdentityCard />
          <AgentsCard />
          <MachineryCard />
        </div>
      )}
      {tab === "config" && <ConfigForm />}
      {tab === "models" && <ModelsCard />}
      {tab === "channels" && <ChannelsCard />}
      {tab === "access" && (
        <div className="grid">
          <LockCard />
          <TokensCard />
        </div>
      )}
      {tab === "connect" && <ConnectorsCard />}
    </div>
  );
}
