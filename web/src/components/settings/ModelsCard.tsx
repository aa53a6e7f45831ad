import type { Schemas } from "../../api/client";
import { testModel, useModels } from "../../api/settings";
import { useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { useLanguage } from "../../i18n";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Empty, Loaded } from "../../ui/states";

/** The language models, each with a button that asks it for one word. */
export function ModelsCard() {
  const { t } = useLanguage();
  const models = useModels(useAgent());
  return (
    <section className="card" aria-labelledby="models">
      <h2 id="models">{t("models.title")}</h2>
      <Loaded query={models}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="chat" title={t("models.none")}>
              <p>{t("models.noneHelp")}</p>
              <code>soul config set models.primary ollama/qwen3</code>
            </Empty>
          ) : (
            <ul className="rows">
              {all.map((model, at) => (
                <Model key={model.model} model={model} first={at === 0} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Model({ model, first }: { model: Schemas["ConfiguredModel"]; first: boolean }) {
  const { t } = useLanguage();
  const test = useChange(testModel);
  const told = test.data;
  return (
    <li>
      <span className="grow">
        <strong>{model.model}</strong> <Badge tone={first ? "accent" : "plain"}>{first ? t("models.speaks") : t("models.standsIn")}</Badge>
        <br />
        <span className="quiet mono">{model.address}</span>
        {model.problem && <p className="problem-line">{model.problem}</p>}
        {told && (
          <p className={told.answered ? "good-line" : "problem-line"} role="status">
            {told.answered ? t("models.answered", { ms: told.milliseconds, n: told.received, said: told.said }) : told.said}
          </p>
        )}
      </span>
      <Button disabled={test.isPending || Boolean(model.problem)} onClick={() => test.mutate(model.model)}>
        {test.isPending ? t("models.testing") : t("models.test")}
      </Button>
    </li>
  );
}
