import { useLanguage } from "../i18n";
import { diffLines } from "../lib/diff";
import { VisibleText } from "./VisibleText";

const SIGNS = { added: "+", removed: "−", same: " ", hunk: "", file: "" } as const;

/** A unified diff with line numbers. */
export function DiffView({ diff }: { diff: string }) {
  const { t } = useLanguage();
  const lines = diffLines(diff);
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
