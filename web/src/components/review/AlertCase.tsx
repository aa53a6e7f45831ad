import { acknowledge, undo } from "../../api/changes";
import type { Schemas } from "../../api/client";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import { useToast } from "../../ui/Toasts";
import { DiffView } from "../DiffView";
import { actorName } from "../actors";
import { VisibleText } from "../VisibleText";
import { CaseActions } from "./CaseActions";
import { useMoment } from "../When";

/** A change of a critical file that nobody acknowledged yet. */
export function AlertCase({ alert }: { alert: Schemas["AlertView"] }) {
  const { t } = useLanguage();
  const moment = useMoment();
  const tell = useToast();
  const keep = useChange(acknowledge, () => tell(t("alert.kept")));
  const takeBack = useChange(undo, () => tell(t("undo.done")));
  const commit = alert.commit;
  return (
    <article>
      <h2>
        <VisibleText text={alert.text} />
      </h2>
      <p className="quiet">
        {alert.author ?? actorName(alert.actor, t)} · {moment(alert.at)}
      </p>
      <p>{t("alert.question")}</p>
      <CaseActions
        busy={keep.isPending || takeBack.isPending}
        accept={{
          label: t("alert.meant"),
          run: () => keep.mutate(alert.id),
        }}
        reject={{
          label: t("alert.undo"),
          run: () => {
            if (commit) takeBack.mutate({ change: commit });
          },
        }}
      />
      <DiffView diff={alert.diff} />
    </article>
  );
}
