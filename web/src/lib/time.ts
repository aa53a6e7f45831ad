// Times in the reader's language and the user's time zone; the server says them in UTC.

type Zone = string | null | undefined;
type Units = [Intl.RelativeTimeFormatUnit, number][];

const DAY = 86_400_000;
const IN_DAYS: Units = [["year", 365], ["month", 30], ["week", 7], ["day", 1]];
const IN_SECONDS: Units = [["hour", 3_600], ["minute", 60]];

// One per zone: making one takes far longer than asking it.
const CLOCKS = new Map<Zone, Intl.DateTimeFormat>();

function clock(zone: Zone): Intl.DateTimeFormat {
  // Swedish writes a time as ISO does.
  const made = CLOCKS.get(zone) ?? new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium", timeZone: zone ?? undefined });
  CLOCKS.set(zone, made);
  return made;
}

/** A zone by its name, where the browser knows it: else times are in the browser's own. */
export function knownZone(zone: Zone): Zone {
  try {
    clock(zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** What the clock on the wall shows in a time zone, as if it were UTC; in the browser's zone where none is named. */
function wall(at: number, zone: Zone): number {
  return Number.isNaN(at) ? at : Date.parse(`${clock(zone).format(at).replace(" ", "T")}Z`);
}

/** How long ago something was: within a day by the clock, before that by the days of the calendar in the time zone. */
export function relative(at: string, locale: string, zone?: Zone, now = Date.now()): string {
  const then = Date.parse(at);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const say = (amount: number, units: Units) => {
    const [unit, size] = units.find((one) => Math.abs(amount) >= one[1]) ?? [];
    return unit && size ? format.format(Math.round(amount / size), unit) : null;
  };
  const days = Math.floor(wall(then, zone) / DAY) - Math.floor(wall(now, zone) / DAY);
  const told = Math.abs(then - now) >= DAY ? say(days, IN_DAYS) : null;
  return told ?? say((then - now) / 1000, IN_SECONDS) ?? format.format(0, "second");
}

/** A moment in a time zone; in the browser's where none is named. What stands at midnight sharp is known by its day only. */
export function absolute(at: string, locale: string, zone?: Zone): string {
  const onlyDay = wall(Date.parse(at), zone) % DAY === 0;
  return new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: onlyDay ? undefined : "short", timeZone: zone ?? undefined });
}

/** A day, or a day and its time, as the files write it: in the user's zone already. Anything else is shown as it is. */
export function written(at: string, locale: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?)?$/.exec(at) ?? [];
  const moment = new Date(`${day}T${time ?? "00:00"}Z`);
  if (!day || Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString(locale, { dateStyle: "medium", timeStyle: time ? "short" : undefined, timeZone: "UTC" });
}

/** The last second of a day in a time zone. */
export function endOfDay(day: string, zone?: Zone): string {
  const wanted = Date.parse(`${day}T23:59:59Z`);
  const near = wanted - (wall(wanted, zone) - wanted);
  // The zone may have changed its offset in between; what counts is the offset at the end of the day.
  const at = wanted - (wall(near, zone) - near);
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** The day it is in a time zone, as the files write it. */
export function today(zone?: Zone): string {
  // Swedish writes a date as ISO does.
  return new Date().toLocaleDateString("sv", { timeZone: zone ?? undefined });
}

export function dayName(day: string, locale: string): string {
  const date = new Date(`${day}T12:00:00`);
  return date.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}
