import { useQuery } from "@tanstack/react-query";
import { planUndo, undo } from "../api/changes";
import { ApiError, type Schemas } from "../api/client";
import { useAuditEntry } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { type Key, useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Loaded } from "../ui/states";
import { useToast } from "../ui/Toasts";
import { DiffView } from "./DiffView";

/** What the undo of one change changes. */
function TakenBack({ change }: { change: string }) {
  const { t } = useLanguage();
  const entry = useAuditEntry(useAgent(), change).data;
  if (!entry) return null;
  return (
    <section className="taken-back">
      <h3>{t("undo.takes")}</h3>
      <DiffView diff={entry.diff} back />
    </section>
  );
}

/** Why there is nothing left to undo, where that is all an error or an empty plan says: asking again does not help. */
function noLonger(error: Error | null, plan: Schemas["RollbackPlan"] | undefined): Key | null {
  if (plan && plan.restores.length + plan.removes.length === 0) return "undo.nothing";
  if (!(error instanceof ApiError)) return null;
  if (error.kind === "conflict") return "undo.gone";
  return error.kind === "invalid" ? "undo.nothing" : null;
}

/** Shows what an undo would do, then does it. */
export function UndoDialog({ what, onClose }: { what: Schemas["UndoRequest"]; onClose: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const plan = useQuery({ queryKey: ["agent", agent, "undo", what], queryFn: () => planUndo(agent, what), retry: false });
  const change = typeof what === "object" && "change" in what ? what.change : null;
  const run = useChange(undo, () => tell(t("undo.done")));
  const confirm = () => run.mutate(what, { onSuccess: onClose });
  const gone = noLonger(plan.error, plan.data);
  return (
    <Dialog
      title={t("undo.title")}
      wide={change !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" icon="undo" onClick={confirm} disabled={!plan.data || gone !== null || run.isPending}>
            {t("undo.this")}
          </Button>
        </>
      }
    >
      {gone && <p>{t(gone)}</p>}
      <Loaded query={gone ? { ...plan, data: null } : plan}>
        {(shown) => shown && (
          <>
            {change === null && <p>{shown.summary}</p>}
            <ul className="forget-list mono">
              {shown.restores.map((path) => (
                <li key={path}>{t("undo.restores", { path })}</li>
              ))}
              {shown.removes.map((path) => (
                <li key={path}>{t("undo.removes", { path })}</li>
              ))}
            </ul>
            {change && <TakenBack change={change} />}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
