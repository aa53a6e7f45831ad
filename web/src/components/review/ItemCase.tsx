import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { approve, previewApproval, reject } from "../../api/changes";
import type { Schemas } from "../../api/client";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useDebounced } from "../../hooks/use-debounced";
import { useLanguage, worded } from "../../i18n";
import { countHidden } from "../../lib/invisible";
import { firstWords, statementOf } from "../../lib/readable";
import { Badge } from "../../ui/Badge";
import { Loaded } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { ScopeName, TrustBadge } from "../badges";
import { VisibleText } from "../VisibleText";
import { CaseActions } from "./CaseActions";
import { PreviewView } from "./PreviewView";

interface Props {
  item: Schemas["ItemView"];
  reflection: Schemas["ReflectionView"];
}

/** The words an item would write, which a person may change. */
function wordsOf(item: Schemas["ItemView"]): string {
  if (item.op.do === "settle") return item.op.keep;
  return "text" in item.op ? item.op.text : item.text;
}

/** One item of a reflection, with what it was drawn from and what it would write. */
export function ItemCase({ item, reflection }: Props) {
  const { t } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const original = wordsOf(item);
  const [editing, setEditing] = useState(false);
  const [words, setWords] = useState(original);
  const { about, text: statement } = statementOf(item.text);
  const own = editing && item.op.do !== "settle" ? words.trim() : statement;
  const accepting = useChange(approve, () => tell(t("review.approved", { text: firstWords(own) })));
  const rejecting = useChange(reject, () => tell(t("review.rejected", { text: firstWords(statement) })));
  const changed = useDebounced(words.trim(), 250);
  const body: Schemas["ReflectionApproval"] = {
    review: reflection.review,
    items: [item.number],
    changes: changed && changed !== original ? [{ item: item.number, text: changed }] : [],
    with_changes: reflection.edited,
  };
  const preview = useQuery({
    queryKey: ["agent", agent, "preview", body],
    queryFn: () => previewApproval(agent, body),
  });
  const hidden = countHidden(item.text);
  return (
    <article>
      <p className="memory-meta">
        <Badge tone="accent">{t("review.item", { n: item.number, id: reflection.id })}</Badge>
        {about && <Badge>{about}</Badge>}
        <span>{worded("item", item.kind, t)}</span>
        <TrustBadge trust={item.trust} />
        <ScopeName scope={item.scope} />
      </p>
      <h2>
        <VisibleText text={statement} />
      </h2>
      {hidden > 0 && <p className="problem-line">{t("hidden.found", { n: hidden })}</p>}
      {item.careful && <p className="problem-line">{item.careful}</p>}
      {item.unclear && <p className="problem-line">{item.unclear}</p>}
      {item.stale.length > 0 && <p className="problem-line">{t("review.stale", { files: item.stale.join(", ") })}</p>}
      <CaseActions
        busy={accepting.isPending || rejecting.isPending}
        accept={{
          label: editing ? t("review.approveEdited") : t("review.approve"),
          run: () =>
            accepting.mutate({
              ...body,
              changes: words.trim() !== original ? [{ item: item.number, text: words.trim() }] : [],
            }),
        }}
        edit={() => setEditing(!editing)}
        reject={{
          label: t("review.reject"),
          run: () =>
            rejecting.mutate({ review: reflection.review, items: [item.number] }),
        }}
      />
      {editing && (
        <label className="field">
          <span>{item.op.do === "settle" ? t("review.settle") : t("review.words")}</span>
          <textarea rows={3} autoFocus value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
      )}
      <section aria-labelledby="evidence">
        <h3 id="evidence">{t("review.evidence")}</h3>
        {item.evidence.map((one) => (
          <blockquote key={one.id + one.line}>
            <VisibleText text={one.words} />
            <footer>
              <Link className="mono" to={agentPath(agent, "memories", one.id)}>
                {one.path}:{one.line}
              </Link>
              <TrustBadge trust={one.trust} />
            </footer>
          </blockquote>
        ))}
        {item.evidence.length === 0 && <p className="quiet">{t("review.noEvidence")}</p>}
      </section>
      <section aria-labelledby="preview">
        <h3 id="preview">{t("review.preview")}</h3>
        <Loaded query={preview}>{(shown) => <PreviewView preview={shown} />}</Loaded>
      </section>
    </article>
  );
}
