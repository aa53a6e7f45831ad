import { type FormEvent, useId, useState } from "react";
import { configure } from "../../api/settings";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import type { Field } from "../../lib/schema";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { useToast } from "../../ui/Toasts";

/** A value as it is typed. */
function asText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "list") return (value as string[]).join("\n");
  if (field.kind === "json") return JSON.stringify(value, null, 2);
  return String(value);
}

/** What was typed as a value; throws where it is none. */
function asValue(field: Field, text: string): unknown {
  if (field.kind === "list") return text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (field.kind === "json") return JSON.parse(text) as unknown;
  if (field.kind === "boolean") return text === "true";
  if (text.trim() === "" && field.nullable) return null;
  if (field.kind === "number") {
    const number = Number(text);
    if (text.trim() === "" || Number.isNaN(number)) throw new Error(text);
    return number;
  }
  return text;
}

interface Props {
  field: Field;
  value: unknown;
  byDefault: unknown;
  set: boolean;
}

/** One value of the configuration: shown, changed, taken back to its default. */
export function ConfigField({ field, value, byDefault, set }: Props) {
  const { t } = useLanguage();
  const id = useId();
  const tell = useToast();
  const given = asText(field, value);
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const change = useChange(configure, () => tell(t("config.saved", { key: field.path })));
  const shown = text ?? given;
  const save = (typed: string) => {
    try {
      const typedValue = asValue(field, typed);
      setWrong(false);
      change.mutate({ key: field.path, value: typedValue }, { onSuccess: () => setText(null) });
    } catch {
      setWrong(true);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(shown);
  };
  const common = { id, "aria-describedby": `${id}-help`, "aria-invalid": wrong || undefined, disabled: change.isPending };
  const choices = field.kind === "boolean" ? ["true", "false"] : field.choices;
  return (
    <form className="config-field" onSubmit={submit}>
      <label htmlFor={id} className="mono">
        {field.path}
      </label>
      {set && <Badge tone="accent">{t("config.set")}</Badge>}
      <p id={`${id}-help`} className="quiet">
        {field.description}
        {wrong && <strong className="wrong"> {t("config.wrong")}</strong>}
      </p>
      <div className="config-value">
        {field.kind === "boolean" || field.kind === "choice" ? (
          <select {...common} value={shown} onChange={(event) => save(event.target.value)}>
            {field.nullable && <option value="">{t("config.unset")}</option>}
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {field.kind === "boolean" ? t(choice === "true" ? "config.on" : "config.off") : choice}
              </option>
            ))}
          </select>
        ) : field.kind === "list" || field.kind === "json" ? (
          <textarea {...common} rows={Math.min(8, Math.max(2, shown.split("\n").length))} className="mono" value={shown} onChange={(event) => setText(event.target.value)} />
        ) : (
          <input
            {...common}
            type={field.kind === "number" ? "number" : "text"}
            step={field.kind === "number" && !field.integer ? "any" : undefined}
            min={field.min}
            max={field.max}
            autoComplete="off"
            placeholder={field.kind === "secret" ? "${NAME}" : asText(field, byDefault) || t("config.unset")}
            value={shown}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {text !== null && text !== given && (
          <Button type="submit" look="primary" disabled={change.isPending}>
            {t("save")}
          </Button>
        )}
        {set && (
          <Button icon="undo" disabled={change.isPending} onClick={() => change.mutate({ key: field.path }, { onSuccess: () => setText(null) })}>
            {t("config.reset")}
          </Button>
        )}
      </div>
    </form>
  );
}
