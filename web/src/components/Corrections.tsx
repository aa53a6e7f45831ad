import { Link } from "react-router";
import type { Schemas } from "../api/client";
import { useEntity } from "../api/queries";
import { agentPath, useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { written } from "../lib/time";
import { VisibleText } from "./VisibleText";

type Fact = Schemas["FactView"];

/** The id of a fact that another one of the same entity names by its short id. */
function named(entity: string, short: string): string {
  return short.includes("#") ? short : `${entity}#${short}`;
}

/** What a fact corrects, what corrected it, and what it is at odds with. */
export function Corrections({ memory }: { memory: Schemas["ListedMemory"] }) {
  const [entity, fact] = memory.id.split("#");
  if (memory.store !== "semantic" || !entity || !fact) return null;
  return <OfFact entity={entity} id={memory.id} />;
}

function OfFact({ entity, id }: { entity: string; id: string }) {
  const { t } = useLanguage();
  const facts = useEntity(useAgent(), entity.replace(/^entity:/, "")).data?.facts ?? [];
  const own = facts.find((fact) => fact.id === id);
  const find = (short: string | null | undefined) => facts.filter((fact) => short && fact.id === named(entity, short));
  const groups: [string, Fact[]][] = [
    [t("memory.correctedBy"), find(own?.superseded_by)],
    [t("memory.corrects"), facts.filter((fact) => fact.superseded_by && named(entity, fact.superseded_by) === id)],
    [t("memory.contradicts"), [...find(own?.contradicts), ...facts.filter((fact) => fact.contradicts && named(entity, fact.contradicts) === id)]],
  ];
  return groups.map(([title, found]) =>
    found.length > 0 ? (
      <section key={title}>
        <h3>{title}</h3>
        <ul className="entity-facts">
          {found.map((fact) => (
            <FactLink key={fact.id} fact={fact} />
          ))}
        </ul>
      </section>
    ) : null,
  );
}

function FactLink({ fact }: { fact: Fact }) {
  const { locale } = useLanguage();
  const agent = useAgent();
  return (
    <li className={fact.current ? "" : "past"}>
      <Link to={agentPath(agent, "memories", fact.id)}>
        <VisibleText text={fact.text} />
      </Link>{" "}
      <span className="quiet">{[fact.since, fact.until].flatMap((day) => (day ? [written(day, locale)] : [])).join(" – ")}</span>
    </li>
  );
}
