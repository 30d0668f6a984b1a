import type { FactOrigin } from '@kith/proto';

/** A fact, still encrypted; as JSON its time is a text. */
export interface FactRow {
  readonly id: string;
  readonly memoryId: string;
  readonly ownerId: string;
  readonly identity: string;
  readonly key: string;
  readonly value: string;
  readonly origin: FactOrigin;
  readonly saidAt: Date | string;
}

/** A fact, or the summary of a memory, which is a row without a key. */
export type KnownRow = (FactRow & { readonly summary: null }) | { readonly id: string; readonly summary: string };

export const FACT_COLUMNS = `f.id, f.memory_id as "memoryId", f.owner_id as "ownerId", f.identity, f.key, f.value, f.origin, f.said_at as "saidAt"`;

/**
 * What is known of the one `person` (bot_id, member, scopes) of a query: facts, the newest first, and the summaries that are not empty, first that
 * of the scope in which they talked last.
 */
export const KNOWN_ROWS = `
  select ${FACT_COLUMNS}, null as summary, null as scope
    from person join chat.memory m on m.bot_id = person.bot_id and m.member = person.member and m.scope = any(person.scopes)
      join chat.memory_fact f on f.memory_id = m.id
  union all
  select m.id, m.id, m.owner_id, null, null, null, null, m.used_at, m.summary, m.scope
    from person join chat.memory m on m.bot_id = person.bot_id and m.member = person.member and m.scope = any(person.scopes)
    where m.summary <> ''
  order by "saidAt" desc nulls last, scope desc, id`;
