import type { Schemas } from "../api/client";
import { useLanguage, worded } from "../i18n";

/** What a score was made of, largest first; what did not count is left out. */
export function ScoreParts({ parts }: { parts: Schemas["RecallParts"] }) {
  const { t } = useLanguage();
  const counted = Object.entries(parts)
    .filter((part): part is [string, number] => typeof part[1] === "number" && Math.abs(part[1]) > 0.001)
    .toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  return (
    <table className="parts">
      <caption className="visually-hidden">{t("search.parts")}</caption>
      <tbody>
        {counted.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{worded("part", name, t)}</th>
            <td>
              <span className="score-bar">
                <span style={{ width: `${Math.min(100, Math.abs(amount) * 100)}%` }} />
              </span>
            </td>
            <td className="number">{amount.toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
