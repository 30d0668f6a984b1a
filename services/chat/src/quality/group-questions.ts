import { MAX_PINNED_QUESTION_CHARS, MAX_PINNED_QUESTIONS } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MessageLog } from '../messages/message-log.js';
import { withoutFileNames } from '../replies/attachments.js';
import { withoutIds } from './inbox.service.js';
import { questionKey } from './question-key.js';

/** Of the messages of a group, the newest: each of them is decrypted. */
const MAX_MESSAGES = 200;
/** Messages that are decrypted before other work gets a turn. */
const READ_AT_ONCE = 20;

/** A group of the inbox, and the name of its bot. */
interface Group {
  readonly botId: string;
  readonly questionId: string;
  readonly botName: string;
}

/** In which ways the question of a group was asked. */
@Injectable()
export class GroupQuestions {
  constructor(
    private readonly log: MessageLog,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * The different questions that one answer can be pinned to, the newest first, as many as a pinned answer has at most. Without those that a pinned
   * answer cannot have: too long, without words, or another one's already.
   */
  async pinnable({ botId, questionId, botName }: Group): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(NEWEST, [questionId, botId, MAX_MESSAGES]);
    const different = new Map<string, string>();
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const ids = rows.slice(from, from + READ_AT_ONCE).map(({ id }) => id);
      // In turns with other work.
      // oxlint-disable-next-line no-await-in-loop
      const stored = new Map((await this.log.findByIds(ids)).map(({ id, question }) => [id, question]));
      for (const id of ids) {
        const question = inOneLine(stored.get(id) ?? '');
        const key = question.length > MAX_PINNED_QUESTION_CHARS ? null : questionKey(question, botName);
        if (key !== null && !different.has(key)) different.set(key, question);
      }
    }
    const taken = await this.database.query<{ key: string }[]>(TAKEN, [botId, [...different.keys()]]);
    for (const { key } of taken) different.delete(key);
    return [...different.values()].slice(0, MAX_PINNED_QUESTIONS);
  }
}

/** As its owner reads it. Lines make no difference to its key. */
const inOneLine = (question: string): string => withoutIds(withoutFileNames(question)).replace(/\s+/g, ' ').trim();

const NEWEST = `
  select m.id from chat.message m join chat.inbox_question q on q.id = m.inbox_id
  where q.id = $1 and q.bot_id = $2 and m.state = 'delivered' order by m.created_at desc, m.id limit $3`;
const TAKEN = 'select key from chat.pinned_question where bot_id = $1 and key = any ($2)';
