import { Link } from "react-router";
import type { Schemas } from "../api/client";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { withoutIds } from "../lib/readable";
import { Badge } from "../ui/Badge";
import { actorName } from "./actors";
import { VisibleText } from "./VisibleText";
import { When } from "./When";

export function actorOf(entry: Schemas["LogEntry"]): string {
  return entry.message?.actor ?? entry.claim?.actor ?? entry.author ?? "git";
}

export function summaryOf(entry: Schemas["LogEntry"]): string {
  return withoutIds(entry.message?.summary ?? entry.claim?.summary ?? entry.subject);
}

/** Who did a change, in one colour per kind of actor. */
export function ActorBadge({ entry }: { entry: Schemas["LogEntry"] }) {
  const { t } = useLanguage();
  const actor = actorOf(entry);
  const kind = actor.split(":")[0] ?? actor;
  return (
    <Badge tone={`actor-${kind}`} title={actor}>
      <VisibleText text={actorName(actor, t)} />
    </Badge>
  );
}

/** Recent changes, newest first; each leads to its diff. */
export function Activity({ entries }: { entries: Schemas["LogEntry"][] }) {
  const agent = useAgent();
  return (
    <ul className="activity">
      {entries.map((entry) => (
        <li key={entry.commit}>
          <ActorBadge entry={entry} />
          <Link to={agentPath(agent, "history", entry.commit.slice(0, 12))}>
            <VisibleText text={summaryOf(entry)} />
          </Link>
          <When at={entry.at} />
        </li>
      ))}
    </ul>
  );
}
