import { useMemo, useState } from "react";
import type { Schemas } from "../../api/client";
import { useConfig } from "../../api/settings";
import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { type Field, fieldsOf, valueAt } from "../../lib/schema";
import { Empty, Loaded } from "../../ui/states";
import { Unlock } from "../review/Unlock";
import { ConfigField } from "./ConfigField";

function grouped(fields: Field[]): [string, Field[]][] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const name = field.path.split(".")[0] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  return [...groups];
}

/** Every value of the configuration, by what it belongs to. */
export function ConfigForm() {
  const config = useConfig(useAgent());
  return (
    <>
      <Unlock />
      <Loaded query={config}>{(view) => <Fields view={view} />}</Loaded>
    </>
  );
}

function Fields({ view }: { view: Schemas["ConfigView"] }) {
  const { t } = useLanguage();
  const [words, setWords] = useState("");
  const all = useMemo(() => fieldsOf(view.schema), [view.schema]);
  const wanted = words.trim().toLowerCase();
  const found = all.filter((field) => `${field.path} ${field.description}`.toLowerCase().includes(wanted));
  const isSet = (path: string) => view.set.some((key) => key === path || key.startsWith(`${path}.`));
  return (
    <>
      <search className="filters">
        <input type="search" aria-label={t("config.find")} placeholder={t("config.find")} value={words} onChange={(event) => setWords(event.target.value)} />
      </search>
      <p className="quiet">
        {t("config.file")} <span className="mono">{view.file}</span>
      </p>
      {found.length === 0 && <Empty icon="search" title={t("config.none")} />}
      {grouped(found).map(([name, fields]) => (
        <details key={name} className="card config-group" open={wanted !== "" || fields.some((field) => isSet(field.path)) || name === "user"}>
          <summary>
            <h2>{name}</h2>
            <span className="quiet">{t("config.count", { n: fields.length })}</span>
          </summary>
          {fields.map((field) => (
            <ConfigField key={field.path} field={field} value={valueAt(view.values, field.path)} byDefault={valueAt(view.defaults, field.path)} set={isSet(field.path)} />
          ))}
        </details>
      ))}
    </>
  );
}
