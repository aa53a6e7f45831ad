import { Navigate } from "react-router";
import { useAgents } from "../api/queries";
import { agentPath } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { Empty, Loaded } from "../ui/states";

/** Leads to the agent that was looked at last, or the first that is set up. */
export function StartPage() {
  const { t } = useLanguage();
  const agents = useAgents();
  return (
    <main className="start">
      <Loaded query={agents}>
        {(all) => {
          const last = localStorage.getItem("soul.agent");
          const ready = all.filter((agent) => agent.exists);
          const chosen = ready.find((agent) => agent.id === last) ?? ready.find((agent) => agent.default) ?? ready[0];
          if (chosen) return <Navigate to={agentPath(chosen.id)} replace />;
          return (
            <Empty icon="home" title={t("start.none")}>
              <p>{t("start.setup")}</p>
              <code>soul setup --workspace ~/aria --user-name Sam</code>
            </Empty>
          );
        }}
      </Loaded>
    </main>
  );
}
