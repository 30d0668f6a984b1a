import type { EntityManager } from 'typeorm';
import type { QuestionGroup } from './question-groups.js';
import type { Owner } from './question-meanings.js';

/** A question of the inbox that is not grouped yet. */
export interface UngroupedQuestion {
  readonly id: string;
  readonly createdAt: Date;
  readonly text: string;
  /** Fingerprints of its words. */
  readonly terms: ReadonlySet<string>;
}

/** What a batch of messages changes. */
export interface Changes {
  readonly begun: QuestionGroup[];
  readonly joined: { readonly messageId: string; readonly groupId: string }[];
  /** Messages that leave the inbox. */
  readonly left: string[];
  readonly reopened: Set<string>;
  readonly directed: { readonly groupId: string; readonly messageId: string; readonly direction: Float32Array }[];
}

const MESSAGES = `m.bot_id = $1 and m.inbox_cause is not null and m.inbox_id is null and m.state = 'delivered'`;

/** The oldest messages that belong in the inbox and are not grouped yet. */
export const WAITING = `select m.id from chat.message m where ${MESSAGES} order by m.created_at limit $2`;

/** Those of these messages that still wait to be grouped. */
export const STILL_WAITING = `select m.id from chat.message m where ${MESSAGES} and m.id = any ($2)`;

/** The questions of which a message is kept. */
export const GROUPS = `
  select id, state, terms, changed_at as "changedAt" from chat.inbox_question q
  where bot_id = $1 and exists (select 1 from chat.message m where m.inbox_id = q.id) order by id`;

/** Locks these messages; whether all of them still wait to be grouped. */
export async function lockMessages(transaction: EntityManager, botId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await transaction.query<unknown[]>(
    `select from chat.message m where ${MESSAGES} and m.id = any ($2) order by m.created_at for update`,
    [botId, ids],
  );
  return rows.length === ids.length;
}

/** Locks the questions of a bot and deletes those of which no message is kept; whether the others are as they were read. */
export async function lockGroups(transaction: EntityManager, botId: string, groups: readonly QuestionGroup[]): Promise<boolean> {
  const rows = await transaction.query<Pick<QuestionGroup, 'id' | 'state' | 'changedAt'>[]>(
    'select id, state, changed_at as "changedAt" from chat.inbox_question where bot_id = $1 order by id for update',
    [botId],
  );
  const [deleted] = await transaction.query<[{ id: string }[], number]>(
    `delete from chat.inbox_question q where bot_id = $1 and not exists (select 1 from chat.message m where m.inbox_id = q.id)
     returning id`,
    [botId],
  );
  const read = new Map(groups.map((group) => [group.id, group]));
  const isAsRead = ({ id, state, changedAt }: (typeof rows)[number]): boolean =>
    read.get(id)?.state === state && read.get(id)?.changedAt.getTime() === changedAt.getTime();
  const gone = new Set(deleted.map(({ id }) => id));
  const left = rows.filter(({ id }) => !gone.has(id));
  return left.length === groups.length && left.every(isAsRead);
}

/** In a few statements: each change of a message runs the triggers that count. */
export async function storeChanges(transaction: EntityManager, { botId, ownerId }: Owner, changes: Changes): Promise<void> {
  const { begun: added, joined, left, reopened } = changes;
  if (added.length > 0)
    await transaction.query(
      `insert into chat.inbox_question (id, bot_id, owner_id, terms)
       select id, $1, $2, array(select jsonb_array_elements_text(terms)) from jsonb_to_recordset($3) as added (id uuid, terms jsonb)`,
      [botId, ownerId, JSON.stringify(added.map(({ id, terms }) => ({ id, terms: [...terms] })))],
    );
  if (reopened.size > 0)
    await transaction.query(`update chat.inbox_question set state = 'open', changed_at = now() where id = any($1)`, [
      [...reopened],
    ]);
  if (joined.length > 0)
    await transaction.query(
      `update chat.message m set inbox_id = joined.group_id from unnest($1::uuid[], $2::uuid[]) joined (id, group_id) where m.id = joined.id`,
      [joined.map(({ messageId }) => messageId), joined.map(({ groupId }) => groupId)],
    );
  if (left.length > 0) await transaction.query('update chat.message set inbox_cause = null where id = any($1)', [left]);
}
