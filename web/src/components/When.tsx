import { useIdentity } from "../api/queries";
import { useAgent } from "../hooks/use-agent";
import { useLanguage } from "../i18n";
import { absolute, knownZone, relative } from "../lib/time";

/** The time zone of the agent's person. */
export function useZone(): string | null | undefined {
  return knownZone(useIdentity(useAgent()).data?.time_zone);
}

/** Says a moment as the agent's person would: their time zone, as everywhere in the files, and the reader's language. */
export function useMoment(): (at: string) => string {
  const { locale } = useLanguage();
  const zone = useZone();
  return (at) => absolute(at, locale, zone);
}

/** How long ago something was, and when exactly on a closer look. */
export function When({ at }: { at: string }) {
  const { locale } = useLanguage();
  const zone = useZone();
  return (
    <time dateTime={at} title={absolute(at, locale, zone)}>
      {relative(at, locale, zone)}
    </time>
  );
}
