import { useState } from "react";
import type { Schemas } from "../api/client";
import { useMatching, useMemory } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useDebounced } from "../hooks/use-debounced";
import { useLanguage } from "../i18n";
import { StateBadge, StoreBadge } from "./badges";
import { VisibleText } from "./VisibleText";

interface Props {
  answer: Schemas["RecallAnswer"];
  /** The id that is asked about. */
  asked: string;
  onAsk: (id: string) => void;
}

/** Chooses a memory by its words and says why the search did not bring it. */
export function WhyNot({ answer, asked, onAsk }: Props) {
  const { t } = useLanguage();
  const agent = useAgent();
  const [words, setWords] = useState("");
  const settled = useDebounced(words.trim(), 200);
  const matching = useMatching(agent, settled);
  return (
    <details className="why-not card" open={asked !== ""}>
      <summary>{t("search.whyNot")}</summary>
      {asked && answer.why_not && (
        <div className="why-not-answer" role="status">
          <About id={asked} />
          <p>{answer.why_not}</p>
        </div>
      )}
      <label className="field">
        <span>{t("search.whyNotLabel")}</span>
        <input type="search" value={words} placeholder={t("search.whyNotLabel")} onChange={(event) => setWords(event.target.value)} />
      </label>
      {settled.length > 1 && matching.data?.length === 0 && <p className="quiet">{t("memories.noMatch")}</p>}
      <ul className="cases">
        {settled.length > 1 &&
          matching.data?.map((memory) => (
            <li key={memory.id}>
              <button type="button" className={memory.id === asked ? "memory-row chosen" : "memory-row"} onClick={() => onAsk(memory.id)}>
                <span className="memory-text">
                  <VisibleText text={memory.text.slice(0, 240)} />
                </span>
                <span className="memory-meta">
                  <StoreBadge store={memory.store} />
                  <StateBadge state={memory.state} />
                </span>
              </button>
            </li>
          ))}
      </ul>
    </details>
  );
}

function About({ id }: { id: string }) {
  const memory = useMemory(useAgent(), id).data;
  return (
    <blockquote>
      <VisibleText text={memory?.text.slice(0, 400) ?? id} />
    </blockquote>
  );
}
