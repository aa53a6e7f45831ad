import { lazy, Suspense, useEffect, useState } from "react";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { useAgents } from "../api/queries";
import { signOut } from "../api/session";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useKeys } from "../hooks/use-keys";
import { useLive } from "../hooks/use-live";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Loading } from "../ui/states";
import { PLACES } from "./places";
import { useCases } from "./review/cases";
import { ThemeButton } from "./ThemeButton";

const CommandPalette = lazy(() => import("./CommandPalette"));

/** How many things wait for a person's decision. */
export function useWaiting(agent: string): number {
  return useCases(agent).cases.length;
}

function AgentChoice({ agent }: { agent: string }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const agents = useAgents().data?.filter((one) => one.exists) ?? [];
  if (agents.length < 2) return <span className="agent-name">{agent}</span>;
  return (
    <select
      className="agent-name"
      aria-label={t("nav.agent")}
      value={agent}
      onChange={(event) => void navigate(agentPath(event.target.value))}
    >
      {agents.map((one) => (
        <option key={one.id}>{one.id}</option>
      ))}
    </select>
  );
}

export function Shell() {
  const { t } = useLanguage();
  const agent = useAgent();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const connected = useLive(agent);
  const waiting = useWaiting(agent);
  const [palette, setPalette] = useState(false);
  // Open for the page it was opened on: going elsewhere closes it.
  const [menuAt, setMenuAt] = useState("");
  const menu = menuAt === pathname;
  useEffect(() => localStorage.setItem("soul.agent", agent), [agent]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setPalette(true);
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  useKeys({ "/": () => void navigate(agentPath(agent, "search")), "?": () => setPalette(true) });

  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t("nav.skip")}
      </a>
      <header className="top-bar">
        <Button look="quiet" icon="menu" aria-label={t("nav.menu")} aria-expanded={menu} onClick={() => setMenuAt(menu ? "" : pathname)} />
        <span className="brand">Soulfile</span>
        <Button look="quiet" icon="search" aria-label={t("palette.title")} onClick={() => setPalette(true)} />
      </header>
      <div className={menu ? "side open" : "side"}>
        <div className="side-head">
          <img src="/icon.svg" alt="" width={28} height={28} />
          <div>
            <span className="brand">Soulfile</span>
            <AgentChoice agent={agent} />
          </div>
        </div>
        <button type="button" className="palette-button" onClick={() => setPalette(true)}>
          <Icon name="search" size={15} />
          <span>{t("palette.open")}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <nav aria-label={t("nav.label")}>
          {PLACES.map((place) => (
            <NavLink key={place.path} to={agentPath(agent, ...(place.path ? [place.path] : []))} end={!place.path}>
              <Icon name={place.icon} />
              <span>{t(place.label)}</span>
              {place.path === "review" && waiting > 0 && (
                <span className="count" aria-label={t("review.waiting", { n: waiting })}>
                  {waiting}
                </span>
              )}
            </NavLink>
          ))}
        </nav>
        <div className="side-foot">
          <span className={connected ? "live on" : "live off"} role="status">
            {connected ? t("live.on") : t("live.off")}
          </span>
          <ThemeButton />
          <Button
            look="quiet"
            icon="out"
            aria-label={t("nav.signOut")}
            title={t("nav.signOut")}
            onClick={() => signOut()}
          />
        </div>
      </div>
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      {palette && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  );
}
