// Times in the reader's language and the user's time zone; the server says them in UTC.

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function relative(at: string, locale: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "second");
}

/** A moment in a time zone; in the browser's where none is named. */
export function absolute(at: string, locale: string, zone?: string | null): string {
  return new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone: zone ?? undefined });
}

/** The day it is in a time zone, as the files write it. */
export function today(zone?: string | null): string {
  // Swedish writes a date as ISO does.
  return new Date().toLocaleDateString("sv", { timeZone: zone ?? undefined });
}

export function dayName(day: string, locale: string): string {
  const date = new Date(`${day}T12:00:00`);
  return date.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}
