import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useLanguage } from "../i18n";
import { Button } from "./Button";

interface Toast {
  id: number;
  text: string;
  tone: "good" | "bad";
  action?: { label: string; run: () => void };
}

type Tell = (text: string, options?: { tone?: Toast["tone"]; action?: Toast["action"] }) => void;

const ToastContext = createContext<Tell>(() => {});

export function useToast(): Tell {
  return useContext(ToastContext);
}

let next = 1;

/** Short news at the foot of the page; each stays until it is closed or three newer ones came. */
export function Toasts({ children }: { children: ReactNode }) {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const tell = useCallback<Tell>(
    (text, options = {}) => {
      const toast: Toast = { id: next++, text, tone: options.tone ?? "good", action: options.action };
      setToasts((all) => [...all.slice(-2), toast]);
      if (toast.tone === "good") setTimeout(() => close(toast.id), 10_000);
    },
    [close],
  );
  const value = useMemo(() => tell, [tell]);
  return (
    <ToastContext.Provider value={value}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={`toast ${toast.tone}`}>
            <span>{toast.text}</span>
            {toast.action && (
              <Button
                look="quiet"
                onClick={() => {
                  toast.action?.run();
                  close(toast.id);
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <Button look="quiet" icon="close" aria-label={t("close")} onClick={() => close(toast.id)} />
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}
