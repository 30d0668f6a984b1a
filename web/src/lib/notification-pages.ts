import type { FieldPolicy, Reference } from '@apollo/client';

interface Page {
  readonly notifications: readonly Reference[];
  readonly next: string | null;
}

/**
 * Field policy of the notifications, which are loaded from the latest back with `fetchMore({ variables: { before } })`. When the first page is
 * loaded again, the older ones stay, unless so many are new that the pages do not touch any more.
 */
export const NOTIFICATION_PAGES: FieldPolicy<Page> = {
  keyArgs: false,
  merge: (existing, incoming, { args, readField }) => {
    if (!existing) return incoming;
    const idsOf = ({ notifications }: Page) => new Set(notifications.map((entry) => readField('id', entry)));
    const without = (page: Page, ids: ReadonlySet<unknown>) =>
      page.notifications.filter((entry) => !ids.has(readField('id', entry)));
    if (args?.['before'])
      return { ...incoming, notifications: [...existing.notifications, ...without(incoming, idsOf(existing))] };
    const older = without(existing, idsOf(incoming));
    if (older.length === 0 || older.length === existing.notifications.length) return incoming;
    return { ...incoming, next: existing.next, notifications: [...incoming.notifications, ...older] };
  },
};
