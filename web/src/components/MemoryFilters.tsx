import { useSearchParams } from "react-router";
import type { MemoryFilter } from "../api/queries";
import { type Key, useLanguage } from "../i18n";
import { Select } from "../ui/Select";

const STORES = ["core", "episodic", "semantic", "procedural", "vault"] as const;
const STATES = ["active", "fading", "dormant", "archived"] as const;
const TRUST = ["user", "approved", "agent", "speaker", "subagent", "tool", "import", "web", "unknown"] as const;
const KINDS = ["decision", "fact", "preference", "task", "event", "emotion", "correction"] as const;
/** Languages a memory can be told to be written in. */
const SPOKEN = ["en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "zh", "ar", "hi", "th"];
const NAMES = ["store", "state", "trust", "kind", "tag", "text", "since", "until", "pinned", "scope", "language"] as const;

type Name = (typeof NAMES)[number];
type Change = (name: Name, value: string) => void;

/** The filter in the address, so that a view can be linked to. */
export function useMemoryFilter(): [MemoryFilter, Change] {
  const [params, setParams] = useSearchParams();
  const filter: Record<string, string | boolean> = {};
  for (const name of NAMES) {
    const found = params.get(name);
    if (found) filter[name] = name === "pinned" ? found === "true" : found;
  }
  const change: Change = (name, value) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [filter as MemoryFilter, change];
}

export function MemoryFilters({ filter, onChange }: { filter: MemoryFilter; onChange: Change }) {
  const { t, locale } = useLanguage();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const more = NAMES.filter((name) => !["store", "state", "text"].includes(name) && filter[name] !== undefined).length;
  const options = (words: readonly string[], prefix: string) => [
    { value: "", label: t("filter.all") },
    ...words.map((word) => ({ value: word, label: t(`${prefix}.${word}` as Key) })),
  ];
  return (
    <search className="filters">
      <input
        type="search"
        aria-label={t("filter.text")}
        placeholder={t("filter.text")}
        value={filter.text ?? ""}
        onChange={(event) => onChange("text", event.target.value)}
      />
      <Select label={t("filter.store")} value={filter.store ?? ""} onChange={(v) => onChange("store", v)} options={options(STORES, "store")} />
      <Select label={t("filter.state")} value={filter.state ?? ""} onChange={(v) => onChange("state", v)} options={options(STATES, "state")} />
      <details className="more-filters">
        <summary>
          {t("filter.more")} {more > 0 && <span className="badge tone-accent">{more}</span>}
        </summary>
        <div>
          <Select label={t("filter.kind")} value={filter.kind ?? ""} onChange={(v) => onChange("kind", v)} options={options(KINDS, "kind")} />
          <Select label={t("filter.trust")} value={filter.trust ?? ""} onChange={(v) => onChange("trust", v)} options={options(TRUST, "trust")} />
          <label className="select">
            <span>{t("filter.tag")}</span>
            <input value={filter.tag ?? ""} onChange={(event) => onChange("tag", event.target.value)} />
          </label>
          <label className="select">
            <span>{t("filter.scope")}</span>
            <input
              key={filter.scope ?? ""}
              defaultValue={filter.scope ?? ""}
              placeholder="room:dev"
              onBlur={(event) => onChange("scope", event.target.value.trim())}
              onKeyDown={(event) => event.key === "Enter" && onChange("scope", event.currentTarget.value.trim())}
            />
          </label>
          <Select
            label={t("filter.language")}
            value={filter.language ?? ""}
            onChange={(v) => onChange("language", v)}
            options={[{ value: "", label: t("filter.all") }, ...SPOKEN.map((code) => ({ value: code, label: names.of(code) ?? code }))]}
          />
          <label className="select">
            <span>{t("filter.since")}</span>
            <input type="date" value={filter.since ?? ""} onChange={(event) => onChange("since", event.target.value)} />
          </label>
          <label className="select">
            <span>{t("filter.until")}</span>
            <input type="date" value={filter.until ?? ""} onChange={(event) => onChange("until", event.target.value)} />
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={filter.pinned === true}
              onChange={(event) => onChange("pinned", event.target.checked ? "true" : "")}
            />
            <span>{t("filter.pinned")}</span>
          </label>
        </div>
      </details>
      {filter.tag && (
        <button type="button" className="badge tone-accent" onClick={() => onChange("tag", "")}>
          #{filter.tag} ×
        </button>
      )}
    </search>
  );
}
