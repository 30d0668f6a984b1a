import { TimeZone } from '@kith/proto';

/** The time zone of the browser; UTC where it does not tell one. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return TimeZone.safeParse(timeZone).success ? timeZone : 'UTC';
}

/** The time zones to choose from; `chosen` may have another name in this browser. */
export const timeZoneOptions = (chosen: string): { readonly value: string; readonly label: string }[] =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));
