import { expect, it } from "vitest";
import { absolute, endOfDay, knownZone, relative, written } from "./time";

const BERLIN = "Europe/Berlin";

it("counts days by the calendar of the user's zone, and hours within a day", () => {
  const now = Date.parse("2026-11-19T21:00:00Z"); // 22:00 in Berlin
  expect(relative("2026-11-18T08:50:00Z", "en", BERLIN, now)).toBe("yesterday");
  expect(relative("2026-11-17T22:50:00Z", "en", BERLIN, now)).toBe("2 days ago");
  expect(relative("2026-11-17T23:10:00Z", "en", BERLIN, now)).toBe("yesterday");
  expect(relative("2026-11-17T23:10:00Z", "en", "UTC", now)).toBe("2 days ago");
  expect(relative("2026-11-18T23:00:00Z", "en", BERLIN, now)).toBe("22 hr. ago");
  expect(relative("2026-11-19T20:58:00Z", "en", BERLIN, now)).toBe("2 min. ago");
  expect(relative("2026-11-19T20:59:50Z", "en", BERLIN, now)).toBe("now");
  expect(relative("2026-11-09T09:00:00Z", "en", BERLIN, now)).toBe("last wk.");
  expect(relative("2026-11-21T21:30:00Z", "en", BERLIN, now)).toBe("in 2 days");
});

it("ends a day where the user's zone does, whatever the season and the side of the world", () => {
  expect(endOfDay("2026-01-15", BERLIN)).toBe("2026-01-15T22:59:59Z");
  expect(endOfDay("2026-07-15", BERLIN)).toBe("2026-07-15T21:59:59Z");
  expect(endOfDay("2026-03-28", BERLIN)).toBe("2026-03-28T22:59:59Z");
  expect(endOfDay("2026-03-29", BERLIN)).toBe("2026-03-29T21:59:59Z");
  expect(endOfDay("2026-10-25", BERLIN)).toBe("2026-10-25T22:59:59Z");
  expect(endOfDay("2026-07-15", "Pacific/Auckland")).toBe("2026-07-15T11:59:59Z");
  expect(endOfDay("2026-07-15", "America/Los_Angeles")).toBe("2026-07-16T06:59:59Z");
  expect(endOfDay("2026-07-15", "Asia/Kolkata")).toBe("2026-07-15T18:29:59Z");
});

it("says no time of what is known by its day only", () => {
  expect(absolute("2026-11-17T23:00:00Z", "en-GB", BERLIN)).toBe("18 Nov 2026");
  expect(absolute("2026-11-17T23:01:00Z", "en-GB", BERLIN)).toBe("18 Nov 2026, 00:01");
});

it("says what the files write in the reader's language, and leaves alone what it does not know", () => {
  expect(written("2026-08-30", "en-GB")).toBe("30 Aug 2026");
  expect(written("2026-11-07 10:00", "en-GB")).toBe("7 Nov 2026, 10:00");
  expect(written("2026-11-07 00:00", "de")).toBe("07.11.2026, 00:00");
  expect(written("2026-08", "en-GB")).toBe("2026-08");
  expect(written("2026-99-99", "en-GB")).toBe("2026-99-99");
});

it("leaves a zone that the browser does not know alone", () => {
  expect(knownZone(BERLIN)).toBe(BERLIN);
  expect(knownZone("Mars/Olympus <b>")).toBeUndefined();
  expect(absolute("2026-11-18T12:00:00Z", "en-GB", knownZone("Mars/Olympus"))).toContain("18 Nov 2026");
});
