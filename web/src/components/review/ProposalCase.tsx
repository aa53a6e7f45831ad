import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { acceptProposal, previewProposal, rejectProposal } from "../../api/changes";
import type { Schemas } from "../../api/client";
import { useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useDebounced } from "../../hooks/use-debounced";
import { useLanguage } from "../../i18n";
import { countHidden } from "../../lib/invisible";
import { firstWords } from "../../lib/readable";
import { Badge } from "../../ui/Badge";
import { Loaded } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { StoreBadge, TrustBadge } from "../badges";
import { VisibleText } from "../VisibleText";
import { When } from "../When";
import { CaseActions } from "./CaseActions";
import { PreviewView } from "./PreviewView";

/** A memory somebody proposed: an agent, an import, or text that was held back. */
export function ProposalCase({ proposal }: { proposal: Schemas["ProposalView"] }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const { number, review } = proposal;
  const stale = proposal.stale.length > 0;
  const [editing, setEditing] = useState(false);
  const [words, setWords] = useState(proposal.content);
  const own = words.trim() && words.trim() !== proposal.content ? words.trim() : undefined;
  const accept = useChange(acceptProposal, () => tell(t("review.accepted", { text: firstWords(own ?? proposal.content) })));
  const decline = useChange(rejectProposal, () => tell(t("review.rejected", { text: firstWords(proposal.content) })));
  const settled = useDebounced(own, 250);
  const preview = useQuery({
    queryKey: ["agent", agent, "preview", "proposal", number, review, settled],
    queryFn: () => previewProposal(agent, number, settled),
  });
  const hidden = countHidden(proposal.content);
  return (
    <article>
      <p className="memory-meta">
        <Badge tone="accent">{t("review.proposal", { n: number })}</Badge>
        {proposal.store && <StoreBadge store={proposal.store} />}
        <TrustBadge trust={proposal.trust} />
        <span>{t("review.from", { who: proposal.from })}</span>
        {proposal.at && <When at={proposal.at} />}
      </p>
      <h2>
        <VisibleText text={proposal.content} />
      </h2>
      {proposal.suspicious && <p className="problem-line">{t("review.suspicious", { why: proposal.suspicious })}</p>}
      {hidden > 0 && <p className="problem-line">{t("hidden.found", { n: hidden })}</p>}
      {stale && <p className="problem-line">{t("review.stale", { files: proposal.stale.join(", ") })}</p>}
      {proposal.conflicts.length > 0 && (
        <p className="problem-line">{t("review.conflicts", { numbers: proposal.conflicts.join(", ") })}</p>
      )}
      <CaseActions
        busy={accept.isPending || decline.isPending}
        accept={{
          label: editing ? t("review.acceptEdited") : stale ? t("review.acceptStale") : t("review.accept"),
          run: () => accept.mutate({ number, review, even_if_stale: stale, text: own }),
        }}
        edit={() => setEditing(!editing)}
        reject={{
          label: t("review.reject"),
          run: () => decline.mutate({ number, review }),
        }}
      />
      {editing && (
        <label className="field">
          <span>{t("review.words")}</span>
          <textarea rows={3} autoFocus value={words} onChange={(event) => setWords(event.target.value)} />
        </label>
      )}
      {proposal.trigger && (
        <section>
          <h3>{t("review.trigger")}</h3>
          <blockquote>
            <VisibleText text={proposal.trigger} />
          </blockquote>
        </section>
      )}
      <section aria-labelledby="preview">
        <h3 id="preview">{t("review.preview")}</h3>
        <Loaded query={preview}>{(shown) => <PreviewView preview={shown} />}</Loaded>
      </section>
    </article>
  );
}
