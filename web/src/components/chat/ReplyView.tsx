import { Link } from "react-router";
import type { Reply } from "../../api/chat";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { written } from "../../lib/time";
import { DiffView } from "../DiffView";
import { Markdown } from "../Markdown";
import { VisibleText } from "../VisibleText";
import { Citation } from "./Citation";

/** Small print; a receipt leads to the change it stands for. */
function Note({ text }: { text: string }) {
  const agent = useAgent();
  const receipt = /^(.*\breceipt )(\S+)(.*)$/.exec(text);
  if (!receipt) return <VisibleText text={text} />;
  const [, before, id, after] = receipt;
  return (
    <>
      {before}
      <Link className="mono" to={agentPath(agent, "history", id ?? "")}>
        {id}
      </Link>
      <VisibleText text={after ?? ""} />
    </>
  );
}

interface Props {
  reply: Reply;
  /** Whether a model speaks: its words are Markdown. */
  model: boolean;
  /** Answers a question that waits. */
  onAnswer?: (text: string) => void;
}

/** One piece of an answer. */
export function ReplyView({ reply, model, onAnswer }: Props) {
  const { t, locale } = useLanguage();
  switch (reply.kind) {
    case "say":
      return model ? <Markdown source={reply.text} /> : <p className="said"><VisibleText text={reply.text} /></p>;
    case "recalled":
      return (
        <blockquote className="recalled">
          {reply.answers && <span className="quiet">{reply.answers} → </span>}
          <VisibleText text={reply.text} />
          <footer>
            {[reply.date && written(reply.date, locale), ...(reply.marks ?? [])].map((told) => told && <span key={told} className="quiet">{told}</span>)}
            {reply.citations.map((at) => (
              <Citation key={at} at={at} />
            ))}
          </footer>
        </blockquote>
      );
    case "note":
      return <p className="quiet"><Note text={reply.text} /></p>;
    case "warning":
      return <p className="problem-line"><VisibleText text={reply.text} /></p>;
    case "failed":
      return <p className="problem-line bad" role="alert"><VisibleText text={reply.text} /></p>;
    case "document": {
      const isDiff = reply.text.startsWith("---") || reply.text.startsWith("diff ");
      return (
        <details className="document" open={reply.text.length < 2000}>
          <summary><VisibleText text={reply.title} /></summary>
          {isDiff ? <DiffView diff={reply.text} /> : <pre><VisibleText text={reply.text} /></pre>}
        </details>
      );
    }
    case "ask":
      return (
        <div className="asked">
          <p className="said"><VisibleText text={reply.text} /></p>
          {onAnswer && (
            <p className="actions">
              <button type="button" className="button" onClick={() => onAnswer("yes")}>{t("chat.yes")}</button>
              <button type="button" className="button" onClick={() => onAnswer("no")}>{t("chat.no")}</button>
            </p>
          )}
        </div>
      );
    case "end":
      return <p className="quiet">{t("chat.over")}</p>;
  }
}
