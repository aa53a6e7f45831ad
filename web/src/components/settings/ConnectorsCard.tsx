import { useConnectors } from "../../api/settings";
import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { Badge } from "../../ui/Badge";
import { Loaded } from "../../ui/states";
import { DiffView } from "../DiffView";

/** The programs that can have this memory, and exactly what connecting each would write. */
export function ConnectorsCard() {
  const { t } = useLanguage();
  const connectors = useConnectors(useAgent());
  return (
    <section className="card" aria-labelledby="connectors">
      <h2 id="connectors">{t("connect.title")}</h2>
      <p className="quiet">{t("connect.help")}</p>
      <Loaded query={connectors}>
        {(all) => (
          <ul className="connectors">
            {all.map((one) => (
              <li key={one.host}>
                <details>
                  <summary>
                    <strong className="grow">{one.name}</strong>
                    <Badge tone={one.connected ? "sure-sure" : one.problem ? "warn" : "plain"}>
                      {one.connected ? t("connect.on") : one.problem ? t("connect.problem") : t("connect.off")}
                    </Badge>
                  </summary>
                  {one.problem && <p className="problem-line">{one.problem}</p>}
                  {!one.connected && !one.problem && (
                    <p>
                      {t("connect.run")} <code>{one.command}</code>
                    </p>
                  )}
                  {one.connected && (
                    <p>
                      {t("connect.undo")} <code>{one.command} --undo</code>
                    </p>
                  )}
                  {one.files.map((file) => (
                    <DiffView key={file.path} diff={file.diff} />
                  ))}
                </details>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
