// Markdown of a workspace as a safe fragment: no script, no style, no image, no request. Links name where they lead.
import DOMPurify from "dompurify";
import { Marked } from "marked";

const marked = new Marked({ gfm: true, breaks: false });

const TAGS = [
  "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong",
  "table", "tbody", "td", "th", "thead", "tr", "ul",
];

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Raw HTML is shown as it was written; an image becomes its description, and nothing is fetched. */
marked.use({
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text, href }) => escaped(`[${text || href}]`),
  },
});

export function renderMarkdown(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false });
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "start"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll("a")) {
    const href = link.getAttribute("href");
    if (!href || href.startsWith("#")) {
      link.replaceWith(...link.childNodes);
      continue;
    }
    link.rel = "noopener noreferrer nofollow";
    link.target = "_blank";
    link.title = href;
  }
  return fragment;
}
