import { useLayoutEffect, useRef } from "react";
import { renderMarkdown } from "../lib/markdown";

/** Rendered Markdown; renderMarkdown says what is let through. */
export function Markdown({ source }: { source: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.replaceChildren(renderMarkdown(source));
  }, [source]);
  return <div ref={ref} className="markdown" />;
}
