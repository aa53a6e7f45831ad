import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

/** Asks before a token is revoked: nothing brings it back. */
export function RevokeDialog({ name, onClose, onRevoke }: { name: string; onClose: () => void; onRevoke: () => void }) {
  const { t } = useLanguage();
  return (
    <Dialog
      title={t("tokens.revokeTitle")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="danger" onClick={onRevoke}>
            {t("tokens.revoke")}
          </Button>
        </>
      }
    >
      <p>
        <strong>{name}</strong>
      </p>
      <p>{t("tokens.revokeHelp")}</p>
    </Dialog>
  );
}
