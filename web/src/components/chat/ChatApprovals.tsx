import { useState } from "react";
import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { AlertCase } from "../review/AlertCase";
import { type ReviewCase, useCases } from "../review/cases";
import { ItemCase } from "../review/ItemCase";
import { ProposalCase } from "../review/ProposalCase";
import { Unlock } from "../review/Unlock";

/** What waits for a decision, one at a time, without leaving the conversation. */
export function ChatApprovals() {
  const { cases } = useCases(useAgent());
  const one = cases[0];
  return one ? <Waiting one={one} n={cases.length} /> : null;
}

/** The case is there only while it is to be seen: its keys would decide it unseen. */
function Waiting({ one, n }: { one: ReviewCase; n: number }) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <details className="chat-approvals" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("review.waiting", { n })}</summary>
      {open && (
        <>
          <Unlock />
          {one.kind === "alert" && <AlertCase key={one.key} alert={one.alert} />}
          {one.kind === "item" && <ItemCase key={one.key} item={one.item} reflection={one.reflection} />}
          {one.kind === "proposal" && <ProposalCase key={one.key} proposal={one.proposal} />}
        </>
      )}
    </details>
  );
}
