import { useState } from "react";
import { Link } from "react-router";
import { splitEntity } from "../../api/changes";
import type { Schemas } from "../../api/client";
import { useEntity } from "../../api/queries";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage, worded } from "../../i18n";
import { written } from "../../lib/time";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Loaded } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { VisibleText } from "../VisibleText";
import { MergeDialog } from "./MergeDialog";

interface Props {
  name: string;
  nodes: Schemas["NodeView"][];
  onAround: () => void;
  onChoose: (id: string) => void;
}

/** Everything known about one entity, and what can be done about it. */
export function EntityDetail({ name, nodes, onAround, onChoose }: Props) {
  const { t, locale } = useLanguage();
  const agent = useAgent();
  const tell = useToast();
  const entity = useEntity(agent, name);
  const [merging, setMerging] = useState(false);
  const end = (id: string) => <EntityEnd node={nodes.find((one) => one.id === id)} id={id} own={name} onChoose={onChoose} />;
  const split = useChange(splitEntity, () => tell(t("graph.splitDone")));
  return (
    <Loaded query={entity}>
      {(who) => (
        <article className="card entity">
          <h2>
            <VisibleText text={who.label} />
          </h2>
          <p className="memory-meta">
            <Badge tone="accent">{worded("entity", who.type, t)}</Badge>
            {who.aliases.map((alias) => (
              <span key={alias}>{alias}</span>
            ))}
          </p>
          {who.merged_into && (
            <p className="problem-line">
              {t("graph.mergedInto", { name: who.merged_into })}{" "}
              <Button onClick={() => split.mutate(name)} disabled={split.isPending}>
                {t("graph.split")}
              </Button>
            </p>
          )}
          {(who.absorbed ?? []).map((other) => (
            <p key={other} className="absorbed">
              <span className="quiet">{t("graph.absorbed", { name: other })}</span>
              <Button onClick={() => split.mutate(other)} disabled={split.isPending}>
                {t("graph.split")}
              </Button>
            </p>
          ))}
          {who.summary && (
            <p>
              <VisibleText text={who.summary} />
            </p>
          )}
          <ul className="entity-facts">
            {who.facts.map((fact) => (
              <li key={fact.id} className={fact.current ? "" : "past"}>
                <Link to={agentPath(agent, "memories", fact.id)}>
                  <VisibleText text={fact.text} />
                </Link>
                {fact.since && <span className="quiet"> {written(fact.since, locale)}</span>}
              </li>
            ))}
            {who.edges.map((edge) => (
              <li key={edge.from + edge.relation + edge.to} className="quiet">
                {end(edge.from)} {edge.relation.replaceAll("-", " ")} {end(edge.to)}
              </li>
            ))}
          </ul>
          <p className="actions">
            <Button onClick={onAround}>{t("graph.around")}</Button>
            <Button onClick={() => setMerging(true)}>{t("graph.mergeOpen")}</Button>
            <Link className="button" to={agentPath(agent, "files", who.path)}>
              {t("graph.file")}
            </Link>
          </p>
          {merging && (
            <MergeDialog
              entity={who}
              nodes={nodes}
              onClose={() => setMerging(false)}
              onDone={(into) => {
                setMerging(false);
                onChoose(into);
              }}
            />
          )}
        </article>
      )}
    </Loaded>
  );
}

/** The entity at one end of a relation; choosing it goes there. */
function EntityEnd({ node, id, own, onChoose }: { node: Schemas["NodeView"] | undefined; id: string; own: string; onChoose: (id: string) => void }) {
  const label = <VisibleText text={node?.label ?? id} />;
  if (!node || id === own) return label;
  return (
    <button type="button" className="link" onClick={() => onChoose(id)}>
      {label}
    </button>
  );
}
