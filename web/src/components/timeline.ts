// The timeline as rows: a heading for each day and a row for each memory, known from the counts alone, before any memory is read.
import type { Schemas } from "../api/client";

export type Row = { kind: "day"; day: string } | { kind: "memory"; offset: number };

export interface Timeline {
  count: number;
  row: (index: number) => Row;
  /** The row of the memory at an offset of the list. */
  indexOf: (offset: number) => number;
}

/** The place of the last entry that is not greater than a number. */
function lastUpTo(numbers: number[], wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function timelineOf(days: Schemas["DayCount"][]): Timeline {
  const headings: number[] = [];
  const offsets: number[] = [];
  let [index, offset] = [0, 0];
  for (const { count } of days) {
    headings.push(index);
    offsets.push(offset);
    index += count + 1;
    offset += count;
  }
  return {
    count: index,
    row: (at) => {
      const day = lastUpTo(headings, at);
      const within = at - (headings[day] ?? 0);
      return within === 0 ? { kind: "day", day: days[day]?.day ?? "" } : { kind: "memory", offset: (offsets[day] ?? 0) + within - 1 };
    },
    indexOf: (at) => {
      const day = lastUpTo(offsets, at);
      return (headings[day] ?? 0) + 1 + at - (offsets[day] ?? 0);
    },
  };
}
