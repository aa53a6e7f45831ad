import type { Schemas } from "../../api/client";
import { useLanguage } from "../../i18n";
import { DiffView } from "../DiffView";

/** What a decision would write, file by file, and what of it would be refused. */
export function PreviewView({ preview }: { preview: Schemas["Preview"] }) {
  const { t } = useLanguage();
  const shown = preview.files.filter((file) => !file.derived);
  const derived = preview.files.filter((file) => file.derived);
  return (
    <>
      {preview.refused.map((refusal) => (
        <p key={refusal.why} className="problem-line">
          {t("review.refused", { why: refusal.why })}
        </p>
      ))}
      {preview.warnings.map((warning) => (
        <p key={warning} className="problem-line">
          {warning}
        </p>
      ))}
      {shown.map((file) => (
        <DiffView key={file.path} diff={file.diff} />
      ))}
      {shown.length === 0 && preview.refused.length === 0 && <p className="quiet">{t("review.noChange")}</p>}
      {derived.length > 0 && (
        <p className="quiet">{t("review.derived", { files: derived.map((file) => file.path).join(", ") })}</p>
      )}
    </>
  );
}
