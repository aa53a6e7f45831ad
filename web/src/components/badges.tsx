import { isKey, type Key, useLanguage } from "../i18n";
import { Badge } from "../ui/Badge";

function known(key: string, fallback: string, t: (key: Key) => string): string {
  return isKey(key) ? t(key) : fallback;
}

export function StoreBadge({ store }: { store: string }) {
  const { t } = useLanguage();
  return <Badge tone={`store-${store}`}>{known(`store.${store}`, store, t)}</Badge>;
}

export function StateBadge({ state }: { state: string }) {
  const { t } = useLanguage();
  if (state === "active") return null;
  return <Badge tone={`state-${state}`}>{known(`state.${state}`, state, t)}</Badge>;
}

/** How far a memory is trusted; a person's own words need no remark. */
export function TrustBadge({ trust }: { trust: string }) {
  const { t } = useLanguage();
  if (trust === "user") return null;
  return (
    <Badge tone="trust" title={t("trust.title")}>
      {known(`trust.${trust}`, trust, t)}
    </Badge>
  );
}

/** What kind of episode it is. */
export function KindName({ kind }: { kind: string }) {
  const { t } = useLanguage();
  return <span>{known(`kind.${kind}`, kind, t)}</span>;
}

/** Who sees a memory: everybody's word for it, or the room or person by name. */
export function ScopeName({ scope }: { scope: string }) {
  const { t } = useLanguage();
  const [, kind, who = ""] = /^(room|user):(.+)$/.exec(scope) ?? [];
  return <span>{kind ? t(`scope.${kind}` as Key, { who }) : known(`scope.${scope}`, scope, t)}</span>;
}
