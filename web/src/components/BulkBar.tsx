import { useState } from "react";
import type { Schemas } from "../api/client";
import { listMemories, type MemoryFilter, useMemories } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { ForgetDialog } from "./ForgetDialog";

/** The most that are chosen at once. */
const MOST = 1000;

interface Props {
  filter: MemoryFilter;
  /** The chosen memories by id; null while none can be chosen. */
  picked: Map<string, Schemas["ListedMemory"]> | null;
  onPicked: (picked: Map<string, Schemas["ListedMemory"]> | null) => void;
}

/** Several memories at once: chosen one by one, forgotten together after one more look. */
export function BulkBar({ filter, picked, onPicked }: Props) {
  const { t } = useLanguage();
  const total = useMemories(useAgent(), filter).data?.total ?? 0;
  const all = useChange((agent: string, matching: MemoryFilter) => listMemories(agent, matching, MOST));
  const [forgetting, setForgetting] = useState(false);
  if (!picked) {
    return (
      <p className="bulk">
        <Button look="quiet" icon="check" onClick={() => onPicked(new Map())}>
          {t("bulk.start")}
        </Button>
      </p>
    );
  }
  return (
    <p className="bulk">
      <span role="status">{t("bulk.picked", { n: picked.size })}</span>
      <Button onClick={() => all.mutate(filter, { onSuccess: ({ memories }) => onPicked(new Map(memories.map((memory) => [memory.id, memory]))) })} disabled={all.isPending || total === 0}>
        {t("bulk.all", { n: Math.min(total, MOST) })}
      </Button>
      <Button icon="trash" disabled={picked.size === 0} onClick={() => setForgetting(true)}>
        {t("memory.forget")}
      </Button>
      <Button look="quiet" onClick={() => onPicked(null)}>
        {t("cancel")}
      </Button>
      {forgetting && <ForgetDialog memories={[...picked.values()]} onClose={() => setForgetting(false)} onDone={() => onPicked(null)} />}
    </p>
  );
}
