import { type FormEvent, useState, useSyncExternalStore } from "react";
import { api, value } from "../../api/client";
import { useLock } from "../../api/queries";
import { getUnlock, onSession, setUnlock } from "../../api/session";
import { useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";

/** Asks for the passphrase where the approval lock is set and not open. */
export function Unlock() {
  const { t } = useLanguage();
  const lock = useLock(useAgent()).data;
  const open = useSyncExternalStore(onSession, getUnlock);
  const [passphrase, setPassphrase] = useState("");
  const unlock = useChange(
    (agent: string, text: string) =>
      value(api.POST("/api/workspace/{agent_name}/lock/open", { params: { path: { agent_name: agent } }, body: { passphrase: text } })),
    (opened) => setUnlock(opened.unlock, opened.expires),
  );
  if (!lock?.set || open) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    unlock.mutate(passphrase);
    setPassphrase("");
  };
  return (
    <form className="card" onSubmit={submit}>
      <strong>{t("lock.title")}</strong>
      <label className="field">
        <span>{t("lock.label")}</span>
        <input type="password" autoComplete="off" value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
      </label>
      {lock.wait > 0 && <p className="problem-line">{t("lock.wait", { n: lock.wait })}</p>}
      <Button type="submit" disabled={!passphrase || unlock.isPending || lock.wait > 0}>
        {t("lock.open")}
      </Button>
    </form>
  );
}
