import { describe, expect, it } from "vitest";
import { countHidden, pieces } from "./invisible";

describe("invisible characters", () => {
  it("shows what a reader cannot see by its number", () => {
    expect(pieces("ab\u200bc\u202e")).toEqual([
      { text: "ab" },
      { text: "\u200b", code: "U+200B" },
      { text: "c" },
      { text: "\u202e", code: "U+202E" },
    ]);
  });

  it("shows tag characters, which spell hidden orders", () => {
    expect(countHidden("hi\u{e0069}\u{e0067}")).toBe(2);
  });

  it("leaves emoji whole", () => {
    expect(countHidden("👩‍💻 ❤️ 1️⃣")).toBe(0);
    expect(countHidden("a\ufe0f")).toBe(1);
  });

  it("leaves lines, tabs and every script alone", () => {
    expect(countHidden("a\n\tb 中文 العربية हिन्दी 日本語")).toBe(0);
  });
});
