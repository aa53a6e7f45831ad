import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { remember } from "../api/changes";
import { useRecall } from "../api/queries";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useDebounced } from "../hooks/use-debounced";
import { useLanguage } from "../i18n";
import { withoutHead } from "../lib/readable";
import { Icon, type IconName } from "../ui/Icon";
import { useToast } from "../ui/Toasts";
import { PLACES } from "./places";

interface Choice {
  id: string;
  icon: IconName;
  label: string;
  note?: string;
  run: () => void;
}

/** Go anywhere, find anything, remember something: from the keyboard. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const navigate = useNavigate();
  const tell = useToast();
  const ref = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const words = text.trim();
  const query = useDebounced(words, 120);
  const found = useRecall(agent, { query, limit: 6 }, query.length > 1);
  const keep = useChange(remember);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);

  const go = (path: string) => () => {
    onClose();
    void navigate(path);
  };
  const places: Choice[] = PLACES.filter((place) => t(place.label).toLowerCase().includes(words.toLowerCase())).map(
    (place) => ({
      id: `go-${place.path}`,
      icon: place.icon,
      label: t(place.label),
      note: t("palette.go"),
      run: go(agentPath(agent, ...(place.path ? [place.path] : []))),
    }),
  );
  const hits: Choice[] = (query.length > 1 ? (found.data?.hits ?? []) : []).map((hit) => ({
    id: `hit-${hit.citation}`,
    icon: "memories",
    label: withoutHead(hit.snippet),
    note: hit.citation,
    run: go(
      hit.id
        ? agentPath(agent, "memories", hit.id)
        : `${agentPath(agent, "search")}?q=${encodeURIComponent(words)}`,
    ),
  }));
  const add: Choice[] = words
    ? [
        {
          id: "remember",
          icon: "plus",
          label: t("palette.remember", { text: words }),
          run: () => {
            onClose();
            keep.mutate(words, { onSuccess: () => tell(t("remember.kept")) });
          },
        },
      ]
    : [];
  const choices = [...places, ...hits, ...add];
  const chosen = Math.min(at, choices.length - 1);

  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(1, choices.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choices[chosen]?.run();
    }
  };

  return (
    <dialog ref={ref} className="dialog palette" aria-label={t("palette.title")} onCancel={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={choices[chosen] ? `${listId}-${chosen}` : undefined}
        aria-label={t("palette.title")}
        placeholder={t("palette.placeholder")}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={listId} aria-label={t("palette.title")}>
        {choices.map((choice, index) => (
          <button
            key={choice.id}
            type="button"
            role="option"
            tabIndex={-1}
            id={`${listId}-${index}`}
            aria-selected={index === chosen}
            onClick={choice.run}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={choice.icon} size={16} />
            <span className="option-label">{choice.label}</span>
            {choice.note && <span className="option-note">{choice.note}</span>}
          </button>
        ))}
      </div>
    </dialog>
  );
}
