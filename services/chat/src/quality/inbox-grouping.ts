import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';
import { MessageLog } from '../messages/message-log.js';
import { QuestionGroups, type ComparedQuestion, type QuestionGroup } from './question-groups.js';
import { QuestionMeanings, type Meanings, type Owner } from './question-meanings.js';
import { questionTerms } from './question-words.js';

/** Different questions of a bot that wait for its owner; others are not noted until some are done. */
export const MAX_OPEN_QUESTIONS = 1000;
/** Questions that are grouped at once. */
const BATCH = 500;
/** Messages that are compared before other work gets a turn. */
const MESSAGES_AT_ONCE = 32;
/** Enough for the words of one bot. */
const FINGERPRINT_CHARS = 16;

/** Groups questions of the inbox by meaning when its owner looks, so that no reply waits for it. */
@Injectable()
export class InboxGrouping {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly log: MessageLog,
    private readonly keyring: Keyring,
    private readonly meanings: QuestionMeanings,
  ) {}

  /**
   * Groups what is not grouped yet, as far as that takes about two seconds: the next look goes on. Groups without a question that is still kept are
   * deleted.
   */
  async run(owner: Owner): Promise<void> {
    const look = this.meanings.begin();
    const isDone = async () => {
      const ids = await this.waiting(owner.botId);
      if (ids.length === 0) return true;
      // Before the lock of the bot is taken: no reply waits for the model.
      const meanings = look.hasFailed ? null : await this.meanings.of(owner, look, await this.unlike(owner.botId, ids));
      const end = meanings?.firstLate === undefined ? ids.length : Math.max(0, ids.indexOf(meanings.firstLate));
      const batch = { ids: new Set(ids.slice(0, end)), meanings };
      if (end > 0) await this.database.transaction((transaction) => this.runBatch(transaction, owner, batch));
      look.hasProgress = true;
      return ids.length < BATCH || end < ids.length;
    };
    while (performance.now() < look.endsAt && !(await isDone()));
  }

  /** Deletes what is kept of the meaning of messages that left the inbox. */
  dropVectors(): Promise<void> {
    return this.meanings.drop();
  }

  private async waiting(botId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `select id from chat.message where bot_id = $1 and inbox_cause is not null and inbox_id is null and state = 'delivered'
       order by created_at limit $2`,
      [botId, BATCH],
    );
    return rows.map(({ id }) => id);
  }

  /** Of these messages those whose words no group has and no other of them. */
  private async unlike(botId: string, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
    const [messages, rows] = await Promise.all([
      this.log.findByIds(ids),
      this.database.query<{ terms: string[] }[]>('select terms from chat.inbox_question where bot_id = $1', [botId]),
    ]);
    const known = new Set(rows.map(({ terms }) => keyOf(terms)));
    return messages
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      .flatMap(({ id, question }) => {
        const key = keyOf(this.fingerprints(botId, question));
        if (key === '' || known.has(key)) return [];
        known.add(key);
        return { id, text: question };
      });
  }

  /** Groups those of the messages `ids` that nobody grouped since; what came later has to be read by the model first. */
  private async runBatch(
    transaction: EntityManager,
    owner: Owner,
    { ids, meanings }: { readonly ids: ReadonlySet<string>; readonly meanings: Meanings | null },
  ): Promise<void> {
    const { botId } = owner;
    // First the messages, then all questions in the order of their ids, as the trigger `count_inbox` locks them: the retention sweep deletes
    // messages without a lock of their bot, and a deadlock must not form.
    await lockBotCounter(transaction, botId);
    const messages = (await this.log.lockUngrouped(transaction, botId, BATCH)).filter(({ id }) => ids.has(id));
    const locked = await lockGroups(transaction, botId);
    const kept = meanings && (await this.meanings.ofGroups(transaction, botId, meanings.model));
    const groups = new QuestionGroups(locked.map((group) => ({ ...group, direction: kept?.directions.get(group.id) })));
    const changes: Changes = { begun: [], joined: [], left: [], reopened: new Set(), directed: [] };
    for (const [at, message] of messages.entries()) {
      // Comparing by meaning takes long enough to be done in turns with other work.
      // oxlint-disable-next-line no-await-in-loop
      if (at % MESSAGES_AT_ONCE === MESSAGES_AT_ONCE - 1) await setImmediate();
      const compared = { terms: this.fingerprints(botId, message.question), meaning: meaningOf(meanings, message.id) };
      const group = groups.closest(compared) ?? begun(groups, compared.terms, changes);
      if (!group) {
        changes.left.push(message.id);
        continue;
      }
      changes.joined.push({ messageId: message.id, groupId: group.id });
      if (isAskedAgain(group, message.createdAt)) {
        groups.open(group);
        changes.reopened.add(group.id);
      }
      if (!compared.meaning || group.direction || kept?.taken.has(group.id)) continue;
      groups.direct(group, compared.meaning.direction);
      changes.directed.push({ groupId: group.id, messageId: message.id, direction: compared.meaning.direction });
    }
    await store(transaction, owner, changes);
    if (meanings) await this.meanings.keep(transaction, owner, meanings.model, changes.directed);
  }

  /** Of the terms of a question: what members ask is stored encrypted only (docs/security.md S74). */
  private fingerprints(botId: string, question: string): ReadonlySet<string> {
    const fingerprint = (term: string): string => this.keyring.fingerprint(`inbox ${botId} ${term}`).slice(0, FINGERPRINT_CHARS);
    return new Set(questionTerms(question).map(fingerprint));
  }
}

/** What a batch of messages changes. */
interface Changes {
  readonly begun: QuestionGroup[];
  readonly joined: { readonly messageId: string; readonly groupId: string }[];
  /** Messages that leave the inbox. */
  readonly left: string[];
  readonly reopened: Set<string>;
  readonly directed: { readonly groupId: string; readonly messageId: string; readonly direction: Float32Array }[];
}

function meaningOf(meanings: Meanings | null, messageId: string): ComparedQuestion['meaning'] {
  const direction = meanings?.directions.get(messageId);
  return meanings && direction ? { direction, minCosine: meanings.minCosine } : undefined;
}

/** A new group; undefined for a message that begins none. */
function begun(groups: QuestionGroups, terms: ReadonlySet<string>, changes: Changes): QuestionGroup | undefined {
  if (terms.size === 0 || groups.openCount >= MAX_OPEN_QUESTIONS) return undefined;
  const group: QuestionGroup = { id: randomUUID(), state: 'open', changedAt: new Date(), terms };
  groups.add(group);
  changes.begun.push(group);
  return group;
}

/** A question that is asked again after it was answered is open again: the answer did not help. One that was dismissed stays so. */
const isAskedAgain = ({ state, changedAt }: QuestionGroup, askedAt: Date): boolean => state === 'answered' && askedAt > changedAt;

/** In a few statements: each change of a message runs the triggers that count. */
async function store(transaction: EntityManager, { botId, ownerId }: Owner, changes: Changes): Promise<void> {
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

/** Equal for the same words. */
const keyOf = (terms: Iterable<string>): string => [...terms].toSorted().join(' ');

/** The questions of which a message is kept; the others are deleted. */
async function lockGroups(transaction: EntityManager, botId: string): Promise<QuestionGroup[]> {
  const rows = await transaction.query<(Omit<QuestionGroup, 'terms'> & { readonly terms: string[] })[]>(
    'select id, state, terms, changed_at as "changedAt" from chat.inbox_question where bot_id = $1 order by id for update',
    [botId],
  );
  const [deleted] = await transaction.query<[{ id: string }[], number]>(
    `delete from chat.inbox_question q where bot_id = $1 and not exists (select 1 from chat.message m where m.inbox_id = q.id)
     returning id`,
    [botId],
  );
  const gone = new Set(deleted.map(({ id }) => id));
  return rows.flatMap((row) => (gone.has(row.id) ? [] : { ...row, terms: new Set(row.terms) }));
}
