import { useState } from "react";
import type { Schemas } from "../../api/client";
import { useAudit, useAuditEntry } from "../../api/queries";
import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Empty, Loaded } from "../../ui/states";
import { ActorBadge, summaryOf } from "../Activity";
import { DiffView } from "../DiffView";
import { UndoDialog } from "../UndoDialog";
import { VisibleText } from "../VisibleText";
import { When } from "../When";

/** Every version of a file: what each change did to it, and a way back. */
export function FilePast({ filename }: { filename: string }) {
  const { t } = useLanguage();
  const audit = useAudit(useAgent(), { path: filename, limit: 200 });
  return (
    <div className="file-past">
      <Loaded query={audit}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty icon="history" title={t("history.none")} />
          ) : (
            <ul className="versions">
              {entries.map((entry, at) => (
                <Version key={entry.commit} entry={entry} filename={filename} current={at === 0} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function Version({ entry, filename, current }: { entry: Schemas["LogEntry"]; filename: string; current: boolean }) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const [restoring, setRestoring] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <ActorBadge entry={entry} />
          <span className="grow">
            <VisibleText text={summaryOf(entry)} />
          </span>
          <When at={entry.at} />
        </summary>
        {open && <Change commit={entry.commit} filename={filename} />}
        {!current && (
          <Button icon="undo" onClick={() => setRestoring(true)}>
            {t("files.restore")}
          </Button>
        )}
      </details>
      {restoring && <UndoDialog what={{ file: { path: filename, to: entry.commit } }} onClose={() => setRestoring(false)} />}
    </li>
  );
}

/** What one change did to one file. */
function Change({ commit, filename }: { commit: string; filename: string }) {
  const entry = useAuditEntry(useAgent(), commit);
  return <Loaded query={entry}>{(shown) => <DiffView diff={partOf(shown.diff, filename)} />}</Loaded>;
}

/** The part of a diff that is about one file. */
export function partOf(diff: string, filename: string): string {
  const parts = diff.split(/^(?=diff --git |--- (?:a\/|\/dev\/null))/m);
  const own = parts.filter((part) => part.includes(`+++ b/${filename}\n`) || part.includes(`--- a/${filename}\n`));
  return own.length > 0 ? own.join("") : diff;
}
