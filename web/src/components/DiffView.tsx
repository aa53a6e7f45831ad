import { useLanguage } from "../i18n";
import { diffLines, takenBack } from "../lib/diff";
import { VisibleText } from "./VisibleText";

const SIGNS = { added: "+", removed: "−", same: " ", hunk: "", file: "" } as const;

/** A unified diff with line numbers; `back` shows it as taking it back would change the file. */
export function DiffView({ diff, back = false }: { diff: string; back?: boolean }) {
  const { t } = useLanguage();
  const lines = back ? takenBack(diffLines(diff)) : diffLines(diff);
  if (lines.length === 0) return <p className="quiet">{t("diff.empty")}</p>;
  return (
    <div className="diff" role="region" aria-label={t("diff.label")} tabIndex={0}>
      <table>
        <tbody>
          {lines.map((line, at) =>
            line.kind === "file" || line.kind === "hunk" ? (
              <tr key={at} className={line.kind}>
                <td colSpan={4}>{line.text}</td>
              </tr>
            ) : (
              <tr key={at} className={line.kind}>
                <td className="number">{line.old}</td>
                <td className="number">{line.new}</td>
                <td className="sign">{SIGNS[line.kind]}</td>
                <td className="text">
                  <VisibleText text={line.text} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
