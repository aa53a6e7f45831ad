import { useState } from "react";
import { forget, restore } from "../api/changes";
import type { Schemas } from "../api/client";
import { useChange } from "../hooks/use-change";
import { type Key, useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { useToast } from "../ui/Toasts";
import { VisibleText } from "./VisibleText";

/** More than so many at once need one more look. */
const MANY = 5;
const SHOWN = 20;
const WAYS = ["archive", "erase", "purge"] as const;

interface Props {
  memories: { id: string; text: string }[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks how thoroughly to forget, and says what each way means before it is done. */
export function ForgetDialog({ memories, onClose, onDone }: Props) {
  const { t } = useLanguage();
  const tell = useToast();
  const [how, setHow] = useState<Schemas["ForgetConfirmed"]["how"]>("archive");
  const [looked, setLooked] = useState(memories.length <= MANY);
  const run = useChange(forget);
  const back = useChange(restore);
  const ids = memories.map((memory) => memory.id);
  const confirm = () =>
    run.mutate(
      { ids, how },
      {
        onSuccess: () => {
          const action = how === "archive" ? { label: t("memory.restore"), run: () => back.mutate(ids) } : undefined;
          tell(t("forget.done", { n: ids.length }), { action });
          onDone();
        },
      },
    );
  return (
    <Dialog
      title={t("forget.title", { n: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="danger" icon="trash" onClick={confirm} disabled={run.isPending || !looked}>
            {t(`forget.${how}.do` as Key)}
          </Button>
        </>
      }
    >
      <ul className="forget-list">
        {memories.slice(0, SHOWN).map((memory) => (
          <li key={memory.id}>
            <VisibleText text={memory.text} />
          </li>
        ))}
        {memories.length > SHOWN && <li>{t("forget.more", { n: memories.length - SHOWN })}</li>}
      </ul>
      {memories.length > MANY && (
        <label className="check">
          <input type="checkbox" checked={looked} onChange={(event) => setLooked(event.target.checked)} />
          <span>{t("forget.many", { n: memories.length })}</span>
        </label>
      )}
      <fieldset className="ways">
        <legend>{t("forget.how")}</legend>
        {WAYS.map((way) => (
          <label key={way} className={how === way ? "way chosen" : "way"}>
            <input type="radio" name="how" checked={how === way} onChange={() => setHow(way)} />
            <span>
              <strong>{t(`forget.${way}` as Key)}</strong>
              <small>{t(`forget.${way}.means` as Key)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
