import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { remember, undo } from "../api/changes";
import type { Schemas } from "../api/client";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { useToast } from "../ui/Toasts";
import { StoreBadge } from "./badges";

/** Tell the agent something; says where it went, and takes it back. */
export function RememberBox() {
  const { t } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const [text, setText] = useState("");
  const [kept, setKept] = useState<Schemas["Remembered"] | null>(null);
  const keep = useChange(remember);
  const takeBack = useChange(undo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate(text.trim(), {
      onSuccess: (remembered) => {
        setKept(remembered);
        setText("");
      },
    });
  };
  const back = (change: string) =>
    takeBack.mutate(
      { change },
      {
        onSuccess: () => {
          setKept(null);
          tell(t("undo.done"));
        },
      },
    );
  return (
    <form className="remember" onSubmit={submit}>
      <div className="remember-row">
        <input
          aria-label={t("remember.label")}
          placeholder={t("remember.placeholder")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary" icon="plus" disabled={!text.trim() || keep.isPending}>
          {t("remember.submit")}
        </Button>
      </div>
      {kept && (
        <div className="remembered" role="status">
          <p>{kept.entries.length > 0 ? t("remember.kept") : t("remember.proposed")}</p>
          <ul>
            {kept.entries.map((entry) => (
              <li key={entry.id}>
                <StoreBadge store={entry.store} />
                <Link to={agentPath(agent, "memories", entry.id)}>{entry.summary}</Link>
                <span className="quiet mono">
                  {entry.path}:{entry.lines[0]}
                </span>
              </li>
            ))}
          </ul>
          {kept.warnings?.map((warning) => (
            <p key={warning} className="quiet">
              {warning}
            </p>
          ))}
          <Button icon="undo" onClick={() => back(kept.receipt.id)} disabled={takeBack.isPending}>
            {t("undo.this")}
          </Button>
        </div>
      )}
    </form>
  );
}
