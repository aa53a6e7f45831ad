import { useEffect, useRef } from "react";
import type { ChatExchange } from "../../api/chat";
import type { Turn } from "../../hooks/use-chat";
import { useLanguage } from "../../i18n";
import { Markdown } from "../Markdown";
import { VisibleText } from "../VisibleText";
import { ReplyView } from "./ReplyView";
import { When } from "../When";

interface Props {
  exchanges: ChatExchange[];
  turn: Turn | null;
  name: string;
  model: boolean;
  onAnswer: (text: string) => void;
}

/** What was said, and what is being said. */
export function ChatLog({ exchanges, turn, name, model, onAnswer }: Props) {
  const { t } = useLanguage();
  const end = useRef<HTMLDivElement>(null);
  const size = exchanges.length + (turn ? turn.replies.length + turn.text.length + turn.doing.length + 1 : 0);
  const seen = useRef(0);
  useEffect(() => {
    if (seen.current !== size) end.current?.scrollIntoView({ block: "end" });
    seen.current = size;
  });
  return (
    <div className="chat-log" role="log" aria-label={t("chat.log")} aria-busy={turn !== null}>
      {exchanges.map((exchange, at) => (
        <Exchange key={exchange.at + at} exchange={exchange} name={name} model={model} onAnswer={!turn && at === exchanges.length - 1 ? onAnswer : undefined} />
      ))}
      {turn && (
        <article className="exchange">
          <Said text={turn.said} />
          <div className="answer">
            <p className="speaker">{name}</p>
            {turn.doing.map((what, at) => (
              <p key={at} className="quiet doing">{what}</p>
            ))}
            {turn.replies.map((reply, at) => (
              <ReplyView key={at} reply={reply} model={model} />
            ))}
            {turn.text && <Markdown source={turn.text} />}
            {turn.replies.length === 0 && (
              <p className="thinking">
                <span className="visually-hidden">{t("chat.answering")}</span>
                <i /><i /><i />
              </p>
            )}
          </div>
        </article>
      )}
      <div ref={end} />
    </div>
  );
}

function Said({ text, at }: { text: string; at?: string }) {
  const { t } = useLanguage();
  return (
    <div className="mine">
      <p className="visually-hidden">{t("chat.you")}</p>
      <p><VisibleText text={text} /></p>
      {at && <When at={at} />}
    </div>
  );
}

function Exchange({ exchange, name, model, onAnswer }: { exchange: ChatExchange; name: string; model: boolean; onAnswer?: (text: string) => void }) {
  return (
    <article className="exchange">
      {exchange.said && <Said text={exchange.said} at={exchange.at} />}
      {exchange.replies.length > 0 && (
        <div className="answer">
          <p className="speaker">{name}</p>
          {exchange.replies.map((reply, at) => (
            <ReplyView key={at} reply={reply} model={model} onAnswer={at === exchange.replies.length - 1 ? onAnswer : undefined} />
          ))}
        </div>
      )}
    </article>
  );
}
