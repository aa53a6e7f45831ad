import { Link } from "react-router";
import { NEWEST, useMemories } from "../api/queries";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { dayName, today } from "../lib/time";
import { Empty, Loaded } from "../ui/states";
import { VisibleText } from "./VisibleText";
import { useZone } from "./When";

const MOST = 5;

/** What was noted today; where nothing was, on the last day something was. */
export function TodayCard() {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const memories = useMemories(agent, {}, NEWEST);
  const zone = useZone();
  return (
    <section className="card" aria-labelledby="today">
      <Loaded query={memories}>
        {(newest) => {
          // What was only talked about is in the log, and told by the conversation.
          const told = newest.memories.filter((memory) => memory.store === "episodic" && memory.source !== "exchange");
          const day = told.find((memory) => memory.day)?.day;
          const own = told.filter((memory) => memory.day === day);
          return (
            <>
              <h2 id="today">{!day || day === today(zone) ? t("home.today") : dayName(day, locale)}</h2>
              {own.length === 0 ? (
                <Empty title={t("home.nothingToday")} />
              ) : (
                <ul className="today">
                  {own.slice(0, MOST).map((memory) => (
                    <li key={memory.id}>
                      <Link to={agentPath(agent, "memories", memory.id)}>
                        <VisibleText text={memory.text} />
                      </Link>
                    </li>
                  ))}
                  {own.length > MOST && (
                    <li>
                      <Link to={`${agentPath(agent, "memories")}?since=${day}&until=${day}`}>{t("forget.more", { n: own.length - MOST })}</Link>
                    </li>
                  )}
                </ul>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
