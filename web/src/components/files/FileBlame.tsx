import { Link } from "react-router";
import { useBlame } from "../../api/queries";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { relative } from "../../lib/time";
import { Loaded } from "../../ui/states";
import { actorName } from "../actors";
import { VisibleText } from "../VisibleText";
import { useMoment, useZone } from "../When";

/** Who wrote each line, when, and in which change. */
export function FileBlame({ filename }: { filename: string }) {
  const { t, locale } = useLanguage();
  const moment = useMoment();
  const zone = useZone();
  const agent = useAgent();
  const blame = useBlame(agent, filename);
  return (
    <Loaded query={blame}>
      {(lines) => (
        <div className="blame" role="region" aria-label={t("files.blame")} tabIndex={0}>
          <table>
            <tbody>
              {lines.map((line, at) => {
                const again = lines[at - 1]?.commit === line.commit;
                return (
                  <tr key={line.line} className={again ? "again" : ""}>
                    <td className="who">
                      {!again && (
                        <Link to={agentPath(agent, "history", line.commit.slice(0, 12))} title={`${line.actor}\n${line.summary}\n${moment(line.at)}`}>
                          {actorName(line.actor, t)} · {relative(line.at, locale, zone)}
                        </Link>
                      )}
                    </td>
                    <td className="number">{line.line}</td>
                    <td className="text">
                      <VisibleText text={line.text} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Loaded>
  );
}
