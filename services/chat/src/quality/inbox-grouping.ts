import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';
import { MessageLog } from '../messages/message-log.js';
import { overlap, questionTerms } from './question-words.js';

/** From how much of their terms two questions share they mean about the same. */
const MIN_OVERLAP = 0.6;
/** Different questions of a bot that wait for its owner; others are not noted until some are done. */
export const MAX_OPEN_QUESTIONS = 1000;
/** Questions that are grouped at once. */
const BATCH = 500;
/** Enough for the words of one bot. */
const FINGERPRINT_CHARS = 16;

interface Group {
  readonly id: string;
  state: string;
  readonly changedAt: Date;
  readonly terms: ReadonlySet<string>;
}

/** Groups questions of the inbox by meaning when its owner looks, so that no reply waits for it. */
@Injectable()
export class InboxGrouping {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly log: MessageLog,
    private readonly keyring: Keyring,
  ) {}

  /** Groups what is not grouped yet; groups without a question that is still kept are deleted. */
  async run(botId: string, ownerId: string): Promise<void> {
    const isDone = () => this.database.transaction((transaction) => this.runBatch(transaction, { botId, ownerId }));
    while (!(await isDone()));
  }

  private async runBatch(
    transaction: EntityManager,
    bot: { readonly botId: string; readonly ownerId: string },
  ): Promise<boolean> {
    const { botId } = bot;
    const waiting = await transaction.query<{ id: string }[]>(
      `select id from chat.message where bot_id = $1 and inbox_cause is not null and inbox_id is null and state = 'delivered'
       order by created_at limit $2`,
      [botId, BATCH],
    );
    if (waiting.length === 0) return true;
    // First the messages, then all questions in the order of their ids, as the trigger `count_inbox` locks them: the retention sweep deletes
    // messages without a lock of their bot, and a deadlock must not form.
    await lockBotCounter(transaction, botId);
    const messages = await this.log.lockUngrouped(transaction, botId, BATCH);
    const groups = await lockGroups(transaction, botId);
    for (const message of messages) {
      const terms = this.fingerprints(botId, message.question);
      const group = closest(groups, terms);
      if (group) await join(transaction, message, group);
      else await this.begin(transaction, { ...bot, messageId: message.id, terms, groups });
    }
    return waiting.length < BATCH;
  }

  private async begin(
    transaction: EntityManager,
    { botId, ownerId, messageId, terms, groups }: NewGroup & { readonly groups: Group[] },
  ): Promise<void> {
    if (terms.size === 0 || groups.filter(({ state }) => state === 'open').length >= MAX_OPEN_QUESTIONS) {
      await transaction.query('update chat.message set inbox_cause = null where id = $1', [messageId]);
      return;
    }
    const [made] = await transaction.query<{ id: string; changedAt: Date }[]>(
      `insert into chat.inbox_question (bot_id, owner_id, terms) values ($1, $2, $3) returning id, changed_at as "changedAt"`,
      [botId, ownerId, [...terms]],
    );
    if (!made) return;
    groups.push({ ...made, state: 'open', terms });
    await transaction.query('update chat.message set inbox_id = $2 where id = $1', [messageId, made.id]);
  }

  /** Of the terms of a question: what members ask is stored encrypted only (docs/security.md S74). */
  private fingerprints(botId: string, question: string): ReadonlySet<string> {
    const fingerprint = (term: string): string => this.keyring.fingerprint(`inbox ${botId} ${term}`).slice(0, FINGERPRINT_CHARS);
    return new Set(questionTerms(question).map(fingerprint));
  }
}

interface NewGroup {
  readonly botId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly terms: ReadonlySet<string>;
}

/** The questions of which a message is kept; the others are deleted. */
async function lockGroups(transaction: EntityManager, botId: string): Promise<Group[]> {
  const rows = await transaction.query<(Omit<Group, 'terms'> & { readonly terms: string[] })[]>(
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

function closest(groups: readonly Group[], terms: ReadonlySet<string>): Group | undefined {
  let best: Group | undefined;
  let most = MIN_OVERLAP;
  for (const group of groups) {
    const likeness = overlap(terms, group.terms);
    if (likeness < most || (likeness === most && best)) continue;
    [best, most] = [group, likeness];
  }
  return best;
}

/** A question that is asked again after it was answered is open again: the answer did not help. One that was dismissed stays so. */
async function join(
  transaction: EntityManager,
  message: { readonly id: string; readonly createdAt: Date },
  group: Group,
): Promise<void> {
  await transaction.query('update chat.message set inbox_id = $2 where id = $1', [message.id, group.id]);
  if (group.state !== 'answered' || message.createdAt <= group.changedAt) return;
  await transaction.query(`update chat.inbox_question set state = 'open', changed_at = now() where id = $1`, [group.id]);
  group.state = 'open';
}
