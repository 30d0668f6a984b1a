import type { ApolloCache } from '@apollo/client';

/**
 * Shows these values of an entity (such as `Bot:1`) before the server has said so. What it returns takes back those that still stand.
 * Apollo's optimistic layer does the same, but reads every list on the screen anew for it: 45 ms with 300 companions.
 */
export function assume(cache: ApolloCache, id: string, values: Readonly<Record<string, unknown>>): () => void {
  const before: Record<string, unknown> = {};
  const fieldsOf = (change: (name: string, now: unknown) => unknown) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, (now: unknown) => change(name, now)]));
  cache.modify({
    id,
    fields: fieldsOf((name, now) => {
      before[name] = now;
      return values[name];
    }),
  });
  return () => void cache.modify({ id, fields: fieldsOf((name, now) => (now === values[name] ? before[name] : now)) });
}
