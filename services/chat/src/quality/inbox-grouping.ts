import { randomUUID } from 'node:crypto';
import { Keyring, Pause } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';
import { MessageLog } from '../messages/message-log.js';
import {
  GROUPS,
  lockGroups,
  lockMessages,
  STILL_WAITING,
  storeChanges,
  WAITING,
  type Changes,
  type UngroupedQuestion,
} from './inbox-changes.js';
import { QuestionGroups, type ComparedQuestion, type QuestionGroup } from './question-groups.js';
import { QuestionMeanings, type Meanings, type Owner } from './question-meanings.js';
import { questionTerms } from './question-words.js';

/** Different questions of a bot that wait for its owner; others are not noted until some are done. */
export const MAX_OPEN_QUESTIONS = 1000;
/** Questions that are grouped at once. */
const BATCH = 500;
/** Messages that are decrypted before other work gets a turn. */
const READ_AT_ONCE = 20;
/** How often a batch is compared again because something of it changed meanwhile, before the model is asked again. */
const MAX_ATTEMPTS = 5;
/** Enough for the words of one bot. */
const FINGERPRINT_CHARS = 16;

interface Batch {
  readonly questions: readonly UngroupedQuestion[];
  readonly meanings: Meanings | null;
}

/**
 * Groups questions of the inbox by meaning when its owner looks, so that no reply waits for it. All that takes long is done before the lock of the
 * bot is taken and in turns with other work; what has changed meanwhile is seen under the lock, and then it is done again.
 */
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
      const waiting = await this.waiting(owner.botId);
      if (waiting.length === 0) return true;
      const meanings = look.hasFailed ? null : await this.meanings.of(owner, look, await this.unlike(owner.botId, waiting));
      const late = meanings?.firstLate === undefined ? -1 : waiting.findIndex(({ id }) => id === meanings.firstLate);
      const questions = late === -1 ? waiting : waiting.slice(0, late);
      const isGrouped = questions.length === 0 || (await this.group(owner, { questions, meanings }));
      look.hasProgress = true;
      return isGrouped && (waiting.length < BATCH || questions.length < waiting.length);
    };
    while (performance.now() < look.endsAt && !(await isDone()));
  }

  /** Deletes what is kept of the meaning of messages that left the inbox. */
  dropVectors(): Promise<void> {
    return this.meanings.drop();
  }

  /** The oldest questions that are not grouped, in the order in which they were asked. */
  private async waiting(botId: string): Promise<UngroupedQuestion[]> {
    const rows = await this.database.query<{ id: string }[]>(WAITING, [botId, BATCH]);
    const questions: UngroupedQuestion[] = [];
    const pause = new Pause();
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      // In turns with other work.
      // oxlint-disable-next-line no-await-in-loop
      const messages = await this.log.findByIds(rows.slice(from, from + READ_AT_ONCE).map(({ id }) => id));
      for (const { id, question: text, createdAt } of messages) {
        questions.push({ id, text, createdAt, terms: this.fingerprints(botId, text) });
        // oxlint-disable-next-line no-await-in-loop
        await pause.ifDue();
      }
    }
    return questions.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  }

  /** Of these questions those whose words no group has and no other of them. */
  private async unlike(botId: string, questions: readonly UngroupedQuestion[]): Promise<readonly UngroupedQuestion[]> {
    const known = new Set<string>();
    const pause = new Pause();
    for (const { terms } of await this.groups(botId)) {
      known.add(keyOf(terms));
      // oxlint-disable-next-line no-await-in-loop
      await pause.ifDue();
    }
    return questions.filter(({ terms }) => {
      const key = keyOf(terms);
      if (key === '' || known.has(key)) return false;
      known.add(key);
      return true;
    });
  }

  private async groups(botId: string): Promise<QuestionGroup[]> {
    const rows = await this.database.query<(Omit<QuestionGroup, 'terms'> & { readonly terms: string[] })[]>(GROUPS, [botId]);
    return rows.map((row) => ({ ...row, terms: new Set(row.terms) }));
  }

  /** Whether those of the questions were grouped that still wait; false when messages or groups changed again and again. */
  private async group(owner: Owner, { questions, meanings }: Batch): Promise<boolean> {
    const attempt = async (): Promise<boolean> => {
      const rows = await this.database.query<{ id: string }[]>(STILL_WAITING, [owner.botId, questions.map(({ id }) => id)]);
      const waiting = new Set(rows.map(({ id }) => id));
      const batch = { questions: questions.filter(({ id }) => waiting.has(id)), meanings };
      if (batch.questions.length === 0) return true;
      const groups = await this.groups(owner.botId);
      const changes = await this.compared(owner.botId, groups, batch);
      return this.store(owner, { groups, changes, batch });
    };
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      // Each attempt begins with what the one before it has met.
      // oxlint-disable-next-line no-await-in-loop
      if (await attempt()) return true;
    }
    return false;
  }

  /** Compares the questions with the groups as they were read. */
  private async compared(botId: string, read: readonly QuestionGroup[], { questions, meanings }: Batch): Promise<Changes> {
    const kept = meanings && (await this.meanings.ofGroups(botId, meanings.model));
    const groups = new QuestionGroups(read.map((group) => ({ ...group, direction: kept?.directions.get(group.id) })));
    const changes: Changes = { begun: [], joined: [], left: [], reopened: new Set(), directed: [] };
    const pause = new Pause();
    for (const { id: messageId, createdAt, terms } of questions) {
      // Comparing by meaning takes long enough to be done in turns with other work.
      // oxlint-disable-next-line no-await-in-loop
      await pause.ifDue();
      const compared = { terms, meaning: meaningOf(meanings, messageId) };
      const group = groups.closest(compared) ?? begun(groups, terms, changes);
      if (!group) {
        changes.left.push(messageId);
        continue;
      }
      changes.joined.push({ messageId, groupId: group.id });
      if (isAskedAgain(group, createdAt)) {
        groups.open(group);
        changes.reopened.add(group.id);
      }
      if (!compared.meaning || group.direction || kept?.taken.has(group.id)) continue;
      groups.direct(group, compared.meaning.direction);
      changes.directed.push({ groupId: group.id, messageId, direction: compared.meaning.direction });
    }
    return changes;
  }

  /** False when a message or a group is not as it was compared: then nothing is stored. */
  private async store(
    owner: Owner,
    {
      groups,
      changes,
      batch: { questions, meanings },
    }: { readonly groups: readonly QuestionGroup[]; readonly changes: Changes; readonly batch: Batch },
  ): Promise<boolean> {
    const { botId } = owner;
    const keepMeanings = meanings && (await this.meanings.keeping(owner, meanings.model, changes.directed));
    return this.database.transaction(async (transaction) => {
      // First the messages, then all questions in the order of their ids, as the trigger `count_inbox` locks them: the retention sweep deletes
      // messages without a lock of their bot, and a deadlock must not form.
      await lockBotCounter(transaction, botId);
      const ids = questions.map(({ id }) => id);
      const isUnchanged = (await lockMessages(transaction, botId, ids)) && (await lockGroups(transaction, botId, groups));
      if (!isUnchanged) return false;
      await storeChanges(transaction, owner, changes);
      await keepMeanings?.(transaction);
      return true;
    });
  }

  /** Of the terms of a question: what members ask is stored encrypted only (docs/security.md S74). */
  private fingerprints(botId: string, question: string): ReadonlySet<string> {
    const fingerprint = (term: string): string => this.keyring.fingerprint(`inbox ${botId} ${term}`).slice(0, FINGERPRINT_CHARS);
    return new Set(questionTerms(question).map(fingerprint));
  }
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

/** Equal for the same words. */
const keyOf = (terms: Iterable<string>): string => [...terms].toSorted().join(' ');
