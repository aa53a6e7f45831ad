import { useState } from "react";
import type { Schemas } from "../../api/client";
import { useChannels } from "../../api/settings";
import { useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Empty, Loaded } from "../../ui/states";
import { VisibleText } from "../VisibleText";

/** The messengers: whether each works, and what of them leads to this agent. */
export function ChannelsCard() {
  const { t } = useLanguage();
  const [probe, setProbe] = useState(false);
  const channels = useChannels(useAgent(), probe);
  return (
    <section className="card" aria-labelledby="channels">
      <h2 id="channels">{t("channels.title")}</h2>
      <Loaded query={channels}>
        {(status) =>
          status.accounts.length === 0 ? (
            <Empty icon="chat" title={t("channels.none")}>
              <p>{t("channels.noneHelp")}</p>
              <code>{"soul config set channels.telegram.token '${TELEGRAM_TOKEN}'"}</code>
            </Empty>
          ) : (
            <>
              <ul className="rows">
                {status.accounts.map((account) => (
                  <Account key={`${account.channel}/${account.account}`} account={account} />
                ))}
              </ul>
              <p className="actions">
                <Button icon="check" disabled={channels.isFetching} onClick={() => (probe ? void channels.refetch() : setProbe(true))}>
                  {channels.isFetching && probe ? t("models.testing") : t("channels.probe")}
                </Button>
              </p>
              <h3>{t("channels.routes")}</h3>
              {status.routes.length === 0 && <p className="quiet">{t("channels.noRoutes")}</p>}
              <ul className="rows">
                {status.routes.map((route) => (
                  <li key={JSON.stringify(route)}>{t("channels.route", { ...route })}</li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Account({ account }: { account: Schemas["ChannelAccountView"] }) {
  const { t } = useLanguage();
  const [tone, word] = !account.enabled
    ? (["plain", t("channels.off")] as const)
    : account.problem
      ? (["warn", t("channels.broken")] as const)
      : account.says
        ? (["sure-sure", t("channels.works")] as const)
        : (["accent", t("channels.set")] as const);
  return (
    <li>
      <span className="grow">
        <strong>{account.channel}</strong> {account.account !== "default" && <span className="quiet">{account.account}</span>} <Badge tone={tone}>{word}</Badge>
        {account.says && (
          <p className="good-line" role="status">
            <VisibleText text={account.says} />
          </p>
        )}
        {account.problem && (
          <p className="problem-line">
            <VisibleText text={account.problem} />
          </p>
        )}
      </span>
    </li>
  );
}
