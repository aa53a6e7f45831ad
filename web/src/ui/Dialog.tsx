import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLanguage } from "../i18n";
import { Button } from "./Button";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
}

/** A modal dialog over the browser's own: focus stays inside, Escape closes it. */
export function Dialog({ title, onClose, children, actions, wide }: Props) {
  const { t } = useLanguage();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={ref} className={wide ? "dialog wide" : "dialog"} aria-labelledby={titleId} onCancel={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button look="quiet" icon="close" aria-label={t("close")} onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </dialog>
  );
}
