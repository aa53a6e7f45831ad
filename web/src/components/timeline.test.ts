import { expect, it } from "vitest";
import { timelineOf } from "./timeline";

it("knows every row from the counts of the days", () => {
  const rows = timelineOf([{ day: "2026-03-02", count: 2 }, { day: "2026-03-01", count: 1 }, { day: "", count: 3 }]);
  expect(rows.count).toBe(9);
  expect(Array.from({ length: rows.count }, (_, at) => rows.row(at)).map((row) => (row.kind === "day" ? row.day : row.offset))).toEqual([
    "2026-03-02", 0, 1, "2026-03-01", 2, "", 3, 4, 5,
  ]);
  for (let offset = 0; offset < 6; offset++) expect(rows.row(rows.indexOf(offset))).toEqual({ kind: "memory", offset });
});

it("has no rows without memories", () => {
  expect(timelineOf([]).count).toBe(0);
});
