import { expect, it } from "vitest";
import { XSS } from "../../e2e/xss";
import { renderMarkdown } from "./markdown";

const ACTIVE = "script,style,img,svg,iframe,object,embed,form,input,button,link,meta,base,video,audio,math,template,[style],[id],[class]";

function render(source: string): HTMLElement {
  const host = document.createElement("div");
  host.append(renderMarkdown(source));
  return host;
}

it("lets no active node through", () => {
  // A share of them here; the browser tests render all.
  for (const text of XSS.filter((_, at) => at % 9 === 0)) {
    for (const source of [text, `[x](${text})`]) {
      const host = render(source);
      expect(host.querySelector(ACTIVE), source).toBeNull();
      for (const node of host.querySelectorAll("*")) {
        for (const { name } of node.attributes) expect(name, source).not.toMatch(/^on/i);
        expect(node.getAttribute("href") ?? "https:", source).toMatch(/^(https?|mailto):/i);
      }
    }
  }
}, 60_000);

it("renders what people write", () => {
  const host = render("# Title\n\n- **bold** and `code`\n\n![a cat](https://evil.example/cat.png) [site](https://example.com)");
  expect(host.querySelector("h1")?.textContent).toBe("Title");
  expect(host.querySelector("strong")?.textContent).toBe("bold");
  expect(host.textContent).toContain("[a cat]");
  expect(host.querySelector("a")?.getAttribute("rel")).toContain("noreferrer");
});
