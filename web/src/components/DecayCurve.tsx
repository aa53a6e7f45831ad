import type { Schemas } from "../api/client";
import { type Key, useLanguage, worded } from "../i18n";

const [WIDTH, HEIGHT] = [320, 106];
/** Where the days are written. */
const AXIS = 12;
/** Room for the dot of the first day. */
const LEFT = 6;

interface Props {
  decay: Schemas["DecayExplained"];
  thresholds: Schemas["StateThresholds"];
  pinned: boolean;
}

/** How a memory fades if nobody uses it: its score over days, with the scores where its state changes. */
export function DecayCurve({ decay, thresholds, pinned }: Props) {
  const { t, locale } = useLanguage();
  const daysText = (days: number) => new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "short", maximumFractionDigits: 0 }).format(days);
  const span = decay.curve.at(-1)?.days ?? 1;
  const x = (days: number) => LEFT + (days / span) * (WIDTH - LEFT);
  const y = (value: number) => HEIGHT - AXIS - value * (HEIGHT - AXIS - 4);
  const points = decay.curve.map((point) => `${x(point.days).toFixed(1)},${y(point.score).toFixed(1)}`);
  const next = decay.next;
  return (
    <figure className="decay">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("decay.label", { score: decay.score.toFixed(2), days: decay.days })}>
        {Object.entries(thresholds).map(([name, at]) => (
          <line key={name} x1={LEFT} x2={WIDTH} y1={y(at)} y2={y(at)} className="threshold" />
        ))}
        <polyline points={points.join(" ")} className="curve" />
        {Object.entries(thresholds).map(([name, at]) => (
          <text key={name} x={WIDTH - 2} y={y(at) - 2} textAnchor="end">
            {t(`state.${name}` as Key)}
          </text>
        ))}
        <line x1={x(decay.days)} x2={x(decay.days)} y1={0} y2={HEIGHT - AXIS} className="now" />
        <line x1={LEFT} x2={WIDTH} y1={HEIGHT - AXIS} y2={HEIGHT - AXIS} className="axis" />
        <text x={LEFT} y={HEIGHT - 2}>
          {daysText(0)}
        </text>
        <text x={WIDTH - 2} y={HEIGHT - 2} textAnchor="end">
          {daysText(span)}
        </text>
        <circle cx={x(decay.days)} cy={y(decay.score)} r={4} />
      </svg>
      <figcaption>
        <span className="mono">{decay.formula.replace(/(?<=→ )\w+$/, (state) => worded("state", state, t))}</span>
        {next && !pinned && (
          <span>{t("decay.next", { days: String(next[0]), state: t(`state.${String(next[1])}` as Key) })}</span>
        )}
      </figcaption>
    </figure>
  );
}
