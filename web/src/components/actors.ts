// Who made a change, in words. The trail's own name stays in the title.
import { isKey, type Key, type Translate } from "../i18n";

export function actorName(actor: string, t: Translate): string {
  const [kind = actor, ...rest] = actor.split(":");
  const who = rest.join(":");
  if (kind === "manual") return t("actor.manual");
  if (kind !== "bot") return isKey(`actor.${kind}`) && who ? t(`actor.${kind}` as Key, { who }) : actor;
  const from = /^commit-from:(.+)$/.exec(who)?.[1];
  if (from) return t("actor.commit-from", { who: from });
  return isKey(`actor.${who}`) ? t(`actor.${who}` as Key) : who || actor;
}
