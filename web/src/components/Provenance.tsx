import { useState } from "react";
import { Link } from "react-router";
import { verifyReceipt } from "../api/changes";
import { useAuditEntry } from "../api/queries";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { type Key, type Translate, useLanguage, worded } from "../i18n";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { UndoDialog } from "./UndoDialog";
import { VisibleText } from "./VisibleText";

/** Whether somebody agreed, in words. */
export function approvalName(approval: string, t: Translate): string {
  const known: Record<string, Key> = { approved: "approval.approved", auto: "approval.auto", pending: "approval.pending", "—": "approval.own" };
  const key = known[approval];
  return key ? t(key) : approval;
}

/** What the trail says of the change that wrote something: whose words, by which way, and the receipt that proves it. */
export function Provenance({ commit }: { commit: string }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const [undoing, setUndoing] = useState(false);
  const entry = useAuditEntry(agent, commit).data?.entry;
  const message = entry?.message ?? entry?.claim;
  if (!message) return null;
  const facts: [string, string | null | undefined][] = [
    [t("history.speaker"), message.speaker && worded("speaker", message.speaker, t)],
    [t("history.channel"), message.channel && worded("channel", message.channel, t)],
    [t("history.session"), message.session],
    [t("history.trigger"), message.trigger],
    [t("history.approval"), approvalName(message.approval, t)],
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, told]) =>
          told ? (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>
                <VisibleText text={told} />
              </dd>
            </div>
          ) : null,
        )}
        <div className="fact">
          <dt>{t("receipt.title")}</dt>
          <dd>
            <Link className="mono" to={agentPath(agent, "history", message.mutation)}>
              {message.mutation}
            </Link>
          </dd>
        </div>
      </dl>
      <div className="verify">
        <CheckReceipt id={message.mutation} />
        <Button icon="undo" onClick={() => setUndoing(true)}>
          {t("history.undoOne")}
        </Button>
      </div>
      {undoing && <UndoDialog what={{ change: commit }} onClose={() => setUndoing(false)} />}
    </>
  );
}

/** Verifies one receipt against the trail and the files. */
export function CheckReceipt({ id }: { id: string }) {
  const { t } = useLanguage();
  const check = useChange(verifyReceipt);
  const told = check.data;
  return (
    <div className="verify">
      <Button icon="check" onClick={() => check.mutate(id)} disabled={check.isPending}>
        {t("receipt.verify")}
      </Button>
      <output>
        {told &&
          (told.ok ? (
            <span className="good-line">
              <Icon name="check" size={16} /> {t("receipt.good", { n: told.files.length })}
            </span>
          ) : (
            <span className="problem-line">{told.problems.join(" ")}</span>
          ))}
      </output>
    </div>
  );
}
