import { expect, it } from "vitest";
import { parseEvents } from "./events";

it("keeps an unfinished event for later", () => {
  const { events, rest } = parseEvents('event: change\nid: abc\ndata: {"a":1}\n\n: keep-alive\n\nevent: cha');
  expect(events).toEqual([{ type: "change", id: "abc", data: '{"a":1}' }]);
  expect(rest).toBe("event: cha");
});
