import type { Schemas } from "../../api/client";
import { useLanguage } from "../../i18n";

const NEAR = 0.8;

/** A size as people say it. */
function kilobytes(bytes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilobyte", maximumFractionDigits: 1 }).format(bytes / 1000);
}

interface Props {
  saved: Schemas["FileContent"];
  text: string;
}

/** How full a file is, in bytes and in tokens, and a warning from four fifths on. */
export function FileMeter({ saved, text }: Props) {
  const { t, locale } = useLanguage();
  const bytes = new TextEncoder().encode(text).length;
  // Counted exactly by the gateway for what is saved; until the next save, in proportion.
  const changed = text !== saved.content;
  const tokens = changed ? Math.round((saved.tokens * text.length) / Math.max(1, saved.content.length)) || Math.ceil(bytes / 4) : saved.tokens;
  const share = Math.max(bytes / saved.most_bytes, saved.most_tokens ? tokens / saved.most_tokens : 0);
  return (
    <>
      <span className="quiet file-meter">
        <meter min={0} max={1} low={NEAR} high={1} optimum={0} value={Math.min(1, share)} aria-label={t("files.size")} />{" "}
        {kilobytes(bytes, locale)} · {changed ? "≈ " : ""}
        {t("context.tokens", { n: tokens })}
      </span>
      {share >= NEAR && (
        <p className="problem-line file-warning" role="status">
          {t(share > 1 ? "files.over" : "files.near", { share: Math.round(share * 100), most: saved.most_tokens ? t("context.tokens", { n: saved.most_tokens }) : t("files.bytes", { n: saved.most_bytes }) })}
        </p>
      )}
    </>
  );
}
