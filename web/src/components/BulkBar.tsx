import { useState } from "react";
import { pinAll, restore } from "../api/changes";
import type { Schemas } from "../api/client";
import { listMemories, type MemoryFilter, useMemories } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { useToast } from "../ui/Toasts";
import { ForgetDialog } from "./ForgetDialog";

/** The most that are chosen at once. */
const MOST = 1000;

interface Props {
  filter: MemoryFilter;
  /** The chosen memories by id. */
  picked: Map<string, Schemas["ListedMemory"]>;
  onPicked: (picked: Map<string, Schemas["ListedMemory"]> | null) => void;
}

/** Several memories at once: chosen one by one, forgotten together after one more look. */
export function BulkBar({ filter, picked, onPicked }: Props) {
  const { t } = useLanguage();
  const total = useMemories(useAgent(), filter).data?.total ?? 0;
  const all = useChange((agent: string, matching: MemoryFilter) => listMemories(agent, matching, MOST));
  const tell = useToast();
  const end = () => onPicked(null);
  const pinning = useChange(pinAll, (n) => tell(t("bulk.pinned", { n })));
  const restoring = useChange(restore, () => tell(t("restore.done")));
  const [forgetting, setForgetting] = useState(false);
  return (
    <p className="bulk">
      <span role="status">{t("bulk.picked", { n: picked.size })}</span>
      <Button onClick={() => all.mutate(filter, { onSuccess: ({ memories }) => onPicked(new Map(memories.map((memory) => [memory.id, memory]))) })} disabled={all.isPending || total === 0}>
        {t("bulk.all", { n: Math.min(total, MOST) })}
      </Button>
      {filter.state === "archived" ? (
        <Button icon="undo" disabled={picked.size === 0 || restoring.isPending} onClick={() => restoring.mutate([...picked.keys()], { onSuccess: end })}>
          {t("memory.restore")}
        </Button>
      ) : (
        <>
          <Button icon="pin" disabled={picked.size === 0 || pinning.isPending} onClick={() => pinning.mutate([...picked.values()], { onSuccess: end })}>
            {t("memory.pin")}
          </Button>
          <Button icon="trash" disabled={picked.size === 0} onClick={() => setForgetting(true)}>
            {t("memory.forget")}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={end}>
        {t("cancel")}
      </Button>
      {forgetting && <ForgetDialog memories={[...picked.values()]} onClose={() => setForgetting(false)} onDone={end} />}
    </p>
  );
}
