import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { AlertCase } from "../review/AlertCase";
import { useCases } from "../review/cases";
import { ItemCase } from "../review/ItemCase";
import { ProposalCase } from "../review/ProposalCase";
import { Unlock } from "../review/Unlock";

/** What waits for a decision, one at a time, without leaving the conversation. */
export function ChatApprovals() {
  const { t } = useLanguage();
  const { cases } = useCases(useAgent());
  const one = cases[0];
  if (!one) return null;
  return (
    <details className="chat-approvals">
      <summary>{t("review.waiting", { n: cases.length })}</summary>
      <Unlock />
      {one.kind === "alert" && <AlertCase key={one.key} alert={one.alert} />}
      {one.kind === "item" && <ItemCase key={one.key} item={one.item} reflection={one.reflection} />}
      {one.kind === "proposal" && <ProposalCase key={one.key} proposal={one.proposal} />}
    </details>
  );
}
