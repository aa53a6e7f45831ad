import { useState } from "react";
import { mergeEntities, undo } from "../../api/changes";
import type { Schemas } from "../../api/client";
import { useEntity } from "../../api/queries";
import { useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage, worded } from "../../i18n";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Select } from "../../ui/Select";
import { Loaded } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { VisibleText } from "../VisibleText";

/** So many can be chosen from; of more, those that fit what is typed. */
const MANY = 100;

interface Props {
  entity: Schemas["EntityView"];
  nodes: Schemas["NodeView"][];
  onClose: () => void;
  onDone: (into: string) => void;
}

/** Chooses what an entity is the same as, and shows what would move there before it does. */
export function MergeDialog({ entity, nodes, onClose, onDone }: Props) {
  const { t } = useLanguage();
  const tell = useToast();
  const own = entity.id.replace(/^entity:/, "");
  const others = nodes.filter((node) => node.id !== own).toSorted((a, b) => Number(b.type === entity.type) - Number(a.type === entity.type) || a.label.localeCompare(b.label));
  const [into, setInto] = useState("");
  const [words, setWords] = useState("");
  const fitting = (typed: string) => others.filter((node) => node.label.toLowerCase().includes(typed.trim().toLowerCase())).slice(0, MANY);
  const offered = fitting(words);
  const find = (typed: string) => {
    setWords(typed);
    // What is chosen is always to be seen.
    if (!fitting(typed).some((node) => node.id === into)) setInto("");
  };
  const takeBack = useChange(undo, () => tell(t("undo.done")));
  const merge = useChange(mergeEntities);
  const run = () =>
    merge.mutate(
      { absorbed: own, into },
      {
        onSuccess: (receipt) => {
          tell(t("graph.merged", { name: entity.label }), { action: { label: t("undo.this"), run: () => takeBack.mutate({ change: receipt.id }) } });
          onDone(into);
        },
      },
    );
  return (
    <Dialog
      title={t("graph.mergeTitle", { name: entity.label })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" disabled={!into || merge.isPending} onClick={run}>
            {t("graph.merge")}
          </Button>
        </>
      }
    >
      {others.length > MANY && (
        <input type="search" aria-label={t("graph.find")} placeholder={t("graph.find")} value={words} onChange={(event) => find(event.target.value)} />
      )}
      <Select
        label={t("graph.into")}
        value={into}
        onChange={setInto}
        options={[{ value: "", label: t("graph.choose") }, ...offered.map((node) => ({ value: node.id, label: `${node.label} (${worded("entity", node.type, t)})` }))]}
      />
      {into && <MergePreview entity={entity} into={into} />}
    </Dialog>
  );
}

function MergePreview({ entity, into }: { entity: Schemas["EntityView"]; into: string }) {
  const { t } = useLanguage();
  const target = useEntity(useAgent(), into);
  return (
    <Loaded query={target}>
      {(other) => (
        <div className="merge-preview">
          <p>{t("graph.mergePreview", { name: other.label, facts: entity.facts.length, edges: entity.edges.length })}</p>
          <ul className="entity-facts">
            {other.facts.slice(0, 4).map((fact) => (
              <li key={fact.id} className="quiet">
                <VisibleText text={fact.text} />
              </li>
            ))}
            {entity.facts.slice(0, 8).map((fact) => (
              <li key={fact.id} className="moving">
                + <VisibleText text={fact.text} />
              </li>
            ))}
          </ul>
          <p className="quiet">{t("graph.mergeAlias", { name: entity.label, other: other.label })}</p>
        </div>
      )}
    </Loaded>
  );
}
