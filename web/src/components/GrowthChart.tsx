import type { Schemas } from "../api/client";
import { useLanguage } from "../i18n";
import { dayName } from "../lib/time";

const DAYS = 90;

function series(days: Schemas["DayCount"][]): { day: string; count: number }[] {
  const counts = new Map(days.map((one) => [one.day, one.count]));
  const newest = days.find((one) => one.day)?.day;
  if (!newest) return [];
  const end = Date.parse(`${newest}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(end - (DAYS - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    return { day, count: counts.get(day) ?? 0 };
  });
}

/** Memories per day over three months. */
export function GrowthChart({ days }: { days: Schemas["DayCount"][] }) {
  const { t, locale } = useLanguage();
  const bars = series(days);
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const sum = bars.reduce((all, bar) => all + bar.count, 0);
  return (
    <figure className="growth">
      <svg viewBox={`0 0 ${DAYS * 4} 64`} role="img" aria-label={t("home.growth.label", { n: sum })} preserveAspectRatio="none">
        {bars.map((bar, at) => {
          const height = bar.count === 0 ? 1 : 4 + (bar.count / most) * 58;
          return (
            <rect key={bar.day} x={at * 4} y={64 - height} width={3} height={height} rx={1} className={bar.count ? "bar" : "bar none"}>
              <title>{`${dayName(bar.day, locale)}: ${bar.count}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{bars[0] ? dayName(bars[0].day, locale) : ""}</span>
        <span>{bars.at(-1) ? dayName(bars.at(-1)?.day ?? "", locale) : ""}</span>
      </figcaption>
    </figure>
  );
}
