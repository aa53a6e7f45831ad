import { useMemo, useState } from "react";
import { useLanguage } from "../../i18n";
import { type Choice, merge, type Part, resolved } from "../../lib/merge";
import { Button } from "../../ui/Button";
import { VisibleText } from "../VisibleText";
import CodeEditor from "./CodeEditor";

interface Props {
  /** What both versions began as. */
  base: string;
  theirs: string;
  mine: string;
  onSave: (text: string) => void;
  onDiscard: () => void;
}

const CHOICES = ["theirs", "mine", "both"] as const;

/** Three versions brought together: what only one side changed is in, what both changed is decided here, and the result can be edited. */
export default function ConflictView({ base, theirs, mine, onSave, onDiscard }: Props) {
  const { t } = useLanguage();
  const parts = useMemo(() => merge(base, theirs, mine), [base, theirs, mine]);
  const conflicts = parts.filter((part) => part.kind === "conflict");
  const [choices, setChoices] = useState<(Choice | undefined)[]>([]);
  const chosen = resolved(parts, choices);
  /** What was written by hand, and on which result. */
  const [own, setOwn] = useState<{ on: string; text: string } | null>(null);
  const text = own?.on === chosen ? own.text : chosen;
  const open = conflicts.filter((_, at) => !choices[at]).length;
  const count = (kind: Part["kind"]) => parts.filter((part) => part.kind === kind).length;
  const choose = (at: number, choice: Choice) => setChoices(conflicts.map((_, each) => (each === at ? choice : choices[each])));
  return (
    <div className="conflict">
      <p className="problem-line" role="alert">
        {t("files.conflict")}
      </p>
      <p className="quiet" role="status">
        {t("files.merged", { theirs: count("theirs"), mine: count("mine") })} {conflicts.length > 0 && t("files.open", { n: open, all: conflicts.length })}
      </p>
      {conflicts.map((part, at) => (
        <section key={at} className={choices[at] ? "clash decided" : "clash"} aria-label={t("files.clash", { n: at + 1 })}>
          <div className="clash-sides">
            {(["base", "theirs", "mine"] as const).map((side) => (
              <figure key={side} className={choices[at] === side || (choices[at] === "both" && side !== "base") ? "taken" : ""}>
                <figcaption>{t(`files.${side}`)}</figcaption>
                <pre tabIndex={0}>{part[side] ? <VisibleText text={part[side]} /> : <em className="quiet">{t("files.nothing")}</em>}</pre>
              </figure>
            ))}
          </div>
          <p className="actions">
            {CHOICES.map((choice) => (
              <Button key={choice} aria-pressed={choices[at] === choice} onClick={() => choose(at, choice)}>
                {t(`files.take.${choice}`)}
              </Button>
            ))}
          </p>
        </section>
      ))}
      <h3>{t("files.result")}</h3>
      <div className="merge-view">
        <CodeEditor key={chosen} initial={chosen} readOnly={false} line={null} label={t("files.result")} onChange={(typed) => setOwn({ on: chosen, text: typed })} />
      </div>
      <p className="actions">
        <Button look="primary" disabled={open > 0 && own?.on !== chosen} onClick={() => onSave(text)}>
          {t("files.saveMerged")}
        </Button>
        <Button onClick={onDiscard}>{t("files.takeTheirs")}</Button>
      </p>
    </div>
  );
}
