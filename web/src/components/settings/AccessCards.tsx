import { useState } from "react";
import type { Schemas } from "../../api/client";
import { useLock } from "../../api/queries";
import { revokeToken, useTokens } from "../../api/settings";
import { useAgent } from "../../hooks/use-agent";
import { useChange } from "../../hooks/use-change";
import { type Key, useLanguage } from "../../i18n";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Loaded } from "../../ui/states";
import { useToast } from "../../ui/Toasts";
import { Unlock } from "../review/Unlock";
import { useMoment, When } from "../When";
import { RevokeDialog } from "./RevokeDialog";

/** Whether deciding needs the passphrase. */
export function LockCard() {
  const { t } = useLanguage();
  const moment = useMoment();
  const lock = useLock(useAgent());
  return (
    <section className="card" aria-labelledby="lock">
      <h2 id="lock">{t("lock.card")}</h2>
      <Loaded query={lock}>
        {(status) =>
          status.set ? (
            <>
              <p className="good-line">
                <Icon name="check" /> {t("lock.on")}
              </p>
              {status.since && <p className="quiet">{t("lock.since", { when: moment(status.since) })}</p>}
              {status.failures > 0 && <p className="problem-line">{t("lock.failures", { n: status.failures })}</p>}
              <Unlock />
            </>
          ) : (
            <>
              <p>{t("lock.off")}</p>
              <code>soul lock set</code>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

type Token = Schemas["TokenView"];

/** Who may call the gateway. */
export function TokensCard() {
  const { t } = useLanguage();
  const moment = useMoment();
  const tell = useToast();
  const tokens = useTokens(useAgent());
  const revoke = useChange(revokeToken, () => tell(t("tokens.revoked")));
  const [asked, setAsked] = useState<Token | null>(null);
  const nameOf = (token: Token) => (token.holder === "person" ? t("tokens.person") : token.agent);
  return (
    <section className="card wide" aria-labelledby="tokens">
      <h2 id="tokens">{t("tokens.title")}</h2>
      <p className="quiet">{t("tokens.help")}</p>
      <Loaded query={tokens}>
        {(all) => (
          <ul className="rows">
            {all.map((token) => (
              <li key={token.id}>
                <span className="grow">
                  <strong>{nameOf(token)}</strong>{" "}
                  {token.own && <Badge tone="accent">{t("tokens.own")}</Badge>} {token.read_only && <Badge>{t("tokens.readOnly")}</Badge>}
                  <br />
                  <span className="quiet">
                    {t(`session.${token.session}` as Key)}
                    {token.room && ` · #${token.room}`}
                    {token.user && ` · ${token.user}`} · <span className="mono">{token.id}</span> ·{" "}
                    <When at={token.made} />
                    {token.expires && ` · ${t("tokens.expires", { when: moment(token.expires) })}`}
                  </span>
                </span>
                {!token.own && (
                  <Button look="danger" disabled={revoke.isPending} onClick={() => setAsked(token)}>
                    {t("tokens.revoke")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="quiet">
        {t("tokens.make")} <code>soul serve token create --for AGENT</code>
      </p>
      {asked && (
        <RevokeDialog
          name={`${nameOf(asked)} · ${asked.id}`}
          onClose={() => setAsked(null)}
          onRevoke={() => {
            revoke.mutate(asked.id);
            setAsked(null);
          }}
        />
      )}
    </section>
  );
}
