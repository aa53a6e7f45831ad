import { useState } from "react";
import { draftReflection } from "../api/changes";
import { useReflectStatus } from "../api/queries";
import { AlertCase } from "../components/review/AlertCase";
import { type ReviewCase, titleOf, useCases } from "../components/review/cases";
import { ItemCase } from "../components/review/ItemCase";
import { ProposalCase } from "../components/review/ProposalCase";
import { Unlock } from "../components/review/Unlock";
import { VisibleText } from "../components/VisibleText";
import { useAgent } from "../hooks/use-agent";
import { useChange } from "../hooks/use-change";
import { useKeys } from "../hooks/use-keys";
import { type Key, useLanguage } from "../i18n";
import { statementOf } from "../lib/readable";
import { Button } from "../ui/Button";
import { Icon, type IconName } from "../ui/Icon";
import { Empty, Loading, Problem } from "../ui/states";
import { useToast } from "../ui/Toasts";

const ICONS: Record<ReviewCase["kind"], IconName> = { alert: "alert", item: "review", proposal: "chat" };

function needsCare(one: ReviewCase): boolean {
  if (one.kind === "item") return one.item.stale.length > 0;
  return one.kind === "proposal" && (one.proposal.stale.length > 0 || one.proposal.suspicious !== null);
}

export function ReviewPage() {
  const { t } = useLanguage();
  const { cases, loading, error } = useCases(useAgent());
  const [at, setAt] = useState(0);
  const [opened, setOpened] = useState(false);
  const shown = Math.min(at, Math.max(0, cases.length - 1));
  const one = cases[shown];
  const step = (by: number) => {
    setAt(Math.max(0, Math.min(cases.length - 1, shown + by)));
    setOpened(true);
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <div className={opened && one ? "page split has-detail" : "page split"}>
      <title>{`${t("nav.review")} — Soulfile`}</title>
      <section className="split-list" aria-labelledby="review-title">
        <h1 id="review-title">{t("nav.review")}</h1>
        <Unlock />
        {error && <Problem error={error} />}
        {loading && cases.length === 0 && <Loading />}
        {!loading && !error && <Draft empty={cases.length === 0} />}
        <ul className="cases">
          {cases.map((each, index) => (
            <li key={each.key}>
              <button
                type="button"
                className={index === shown ? "memory-row chosen" : "memory-row"}
                aria-current={index === shown ? "true" : undefined}
                onClick={() => {
                  setAt(index);
                  setOpened(true);
                }}
              >
                <span className="memory-text">
                  <VisibleText text={statementOf(titleOf(each)).text.slice(0, 200)} />
                </span>
                <span className="memory-meta">
                  <Icon name={ICONS[each.kind]} size={14} />
                  {statementOf(titleOf(each)).about && <span className="badge">{statementOf(titleOf(each)).about}</span>}
                  <span>{t(`review.kind.${each.kind}` as Key)}</span>
                  {needsCare(each) && <span className="badge tone-warn">{t("review.care")}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {cases.length > 0 && (
          <p className="keys quiet">
            <kbd>j</kbd> <kbd>k</kbd> {t("review.keys.move")} <kbd>a</kbd> {t("review.keys.accept")} <kbd>e</kbd>{" "}
            {t("review.keys.edit")} <kbd>r</kbd> {t("review.keys.reject")}
          </p>
        )}
      </section>
      <section className="split-detail" aria-label={t("review.decision")} aria-live="polite">
        <div className="detail">
          <Button look="quiet" icon="back" className="detail-back" onClick={() => setOpened(false)}>
            {t("back")}
          </Button>
          {one?.kind === "alert" && <AlertCase key={one.key} alert={one.alert} />}
          {one?.kind === "item" && <ItemCase key={one.key} item={one.item} reflection={one.reflection} />}
          {one?.kind === "proposal" && <ProposalCase key={one.key} proposal={one.proposal} />}
        </div>
      </section>
    </div>
  );
}

/** Where reflection stands, and a draft on demand. */
function Draft({ empty }: { empty: boolean }) {
  const { t } = useLanguage();
  const tell = useToast();
  const status = useReflectStatus(useAgent()).data;
  const draft = useChange((agent: string, refresh: boolean) => draftReflection(agent, refresh));
  if (!status) return null;
  const start = (
    <Button
      icon="review"
      disabled={draft.isPending || status.unprocessed === 0}
      onClick={() =>
        draft.mutate(false, {
          onSuccess: (made) => tell(made.items.length > 0 ? t("review.drafted", { n: made.items.length }) : t("review.nothingLearned")),
        })
      }
    >
      {t("review.draft")}
    </Button>
  );
  if (empty) {
    return (
      <Empty icon="check" title={t("review.empty")}>
        <p>{t("review.emptyHelp", { n: status.unprocessed, threshold: status.threshold })}</p>
        {start}
      </Empty>
    );
  }
  return status.pending ? null : <p className="actions">{start}</p>;
}
