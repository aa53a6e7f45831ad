import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { forgetChat, listChats } from "../../api/chat";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Loaded } from "../../ui/states";
import { VisibleText } from "../VisibleText";
import { When } from "../When";

/** The conversations that were held, newest first. */
export function SessionList({ chosen, onGone }: { chosen: string | undefined; onGone: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const sessions = useQuery({ queryKey: ["agent", agent, "chat"], queryFn: () => listChats(agent) });
  const remove = useChange(forgetChat);
  return (
    <Loaded query={sessions}>
      {(all) =>
        all.length === 0 ? (
          <p className="quiet">{t("chat.none")}</p>
        ) : (
          <ul className="cases">
            {all.map((one) => (
              <li key={one.id} className="chat-row">
                <Link className={one.id === chosen ? "memory-row chosen" : "memory-row"} aria-current={one.id === chosen ? "page" : undefined} to={agentPath(agent, "chat", one.id)}>
                  <span className="memory-text">
                    <VisibleText text={one.first || t("chat.untitled")} />
                  </span>
                  <span className="memory-meta">
                    <When at={one.last} />
                    {one.room && <span className="badge tone-accent">#{one.room}</span>}
                    {one.model && <span>{one.model}</span>}
                  </span>
                </Link>
                <Button
                  look="quiet"
                  icon="trash"
                  aria-label={t("chat.remove", { first: one.first || one.id })}
                  title={t("chat.removeHelp")}
                  onClick={() => remove.mutate(one.id, { onSuccess: () => one.id === chosen && onGone() })}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
