// Everything that waits for a person, as one list to walk through.
import type { Schemas } from "../../api/client";
import { useAlerts, usePendingReflection, useProposals } from "../../api/queries";

export type ReviewCase =
  | { kind: "alert"; key: string; alert: Schemas["AlertView"] }
  | { kind: "item"; key: string; item: Schemas["ItemView"]; reflection: Schemas["ReflectionView"] }
  | { kind: "proposal"; key: string; proposal: Schemas["ProposalView"] };

export function titleOf(one: ReviewCase): string {
  if (one.kind === "alert") return one.alert.text;
  if (one.kind === "item") return one.item.text;
  return one.proposal.content;
}

/** What a reflection draws itself. It takes up what was proposed, too; that waits once, as the proposal that it is. */
function ownItems(reflection: Schemas["ReflectionView"] | null | undefined): Schemas["ItemView"][] {
  return (reflection?.items ?? []).filter((item) => item.kind !== "proposal");
}

/** The cases, and whether they are still being read. */
export function useCases(agent: string) {
  const alerts = useAlerts(agent);
  const reflection = usePendingReflection(agent);
  const proposals = useProposals(agent);
  const pending = reflection.data;
  const cases: ReviewCase[] = [
    ...(alerts.data ?? []).map((alert) => ({ kind: "alert" as const, key: `alert-${alert.id}`, alert })),
    ...ownItems(pending).map((item) => ({
      kind: "item" as const,
      key: `item-${pending?.id}-${item.number}`,
      item,
      reflection: pending as Schemas["ReflectionView"],
    })),
    ...(proposals.data ?? [])
      .filter((proposal) => proposal.status === "pending")
      .map((proposal) => ({ kind: "proposal" as const, key: `proposal-${proposal.number}`, proposal })),
  ];
  const queries = [alerts, reflection, proposals];
  return {
    cases,
    loading: queries.some((query) => query.isPending),
    error: queries.find((query) => query.error)?.error ?? null,
    reflection: pending ?? null,
  };
}
