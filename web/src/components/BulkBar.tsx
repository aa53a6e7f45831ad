import { useState } from "react";
import type { Schemas } from "../api/client";
import { useLanguage } from "../i18n";
import { Button } from "../ui/Button";
import { ForgetDialog } from "./ForgetDialog";

interface Props {
  /** The chosen memories by id; null while none can be chosen. */
  picked: Map<string, Schemas["ListedMemory"]> | null;
  onPicked: (picked: Map<string, Schemas["ListedMemory"]> | null) => void;
}

/** Several memories at once: chosen one by one, forgotten together after one more look. */
export function BulkBar({ picked, onPicked }: Props) {
  const { t } = useLanguage();
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
