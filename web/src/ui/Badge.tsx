import type { ReactNode } from "react";

/** A word in a colour. The colour repeats what the word says. */
export function Badge({ tone = "plain", children, title }: { tone?: string; children: ReactNode; title?: string }) {
  return (
    <span className={`badge tone-${tone}`} title={title}>
      {children}
    </span>
  );
}
