import { Button } from "../../ui/Button";
import { useLanguage } from "../../i18n";
import { useKeys } from "../../hooks/use-keys";

interface Props {
  accept: { label: string; run: () => void };
  reject: { label: string; run: () => void };
  edit?: () => void;
  busy: boolean;
}

/** The decision about one case, by button or key: a, e, r. */
export function CaseActions({ accept, reject, edit, busy }: Props) {
  const { t } = useLanguage();
  const unless = (run: () => void) => () => {
    if (!busy) run();
  };
  useKeys({ a: unless(accept.run), r: unless(reject.run), e: unless(edit ?? (() => {})) });
  return (
    <p className="actions case-actions">
      <Button look="primary" icon="check" hint="a" disabled={busy} onClick={accept.run}>
        {accept.label}
      </Button>
      {edit && (
        <Button hint="e" disabled={busy} onClick={edit}>
          {t("review.edit")}
        </Button>
      )}
      <Button look="danger" hint="r" disabled={busy} onClick={reject.run}>
        {reject.label}
      </Button>
    </p>
  );
}
