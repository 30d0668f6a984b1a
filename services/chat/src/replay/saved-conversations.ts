import { Keyring } from '@kith/kit';
import { AppError, badField, MAX_SAVED_CONVERSATIONS, type ReplayedAnswers, type SavedConversation } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';

/** What is kept of one run. */
export interface Run extends Omit<ReplayedAnswers, 'answeredAt'> {
  readonly requestId: string;
}

interface Row {
  readonly id: string;
  readonly questions: string[];
  readonly latest: string | null;
  readonly earlier: string | null;
}
type StoredRun = Run & Pick<ReplayedAnswers, 'answeredAt'>;
interface StoredConversation extends SavedConversation {
  readonly latest: StoredRun | null;
  readonly earlier: StoredRun | null;
}

const COLUMNS = 'id, questions, latest, earlier';

/** Conversations that owners saved to run them again, with the answers of the last two runs, which are stored encrypted. */
@Injectable()
export class SavedConversations {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  async list(botId: string): Promise<SavedConversation[]> {
    const rows = await this.database.query<Row[]>(
      `select ${COLUMNS} from chat.saved_conversation where bot_id = $1 order by created_at, id limit $2`,
      [botId, MAX_SAVED_CONVERSATIONS],
    );
    return rows.map((row) => this.view(row));
  }

  /** Undefined for a conversation that does not exist. */
  async find(botId: string, id: string): Promise<StoredConversation | undefined> {
    const [row] = await this.database.query<Row[]>(
      `select ${COLUMNS} from chat.saved_conversation where bot_id = $1 and id = $2`,
      [botId, id],
    );
    return row && this.view(row);
  }

  async add(botId: string, ownerId: string, questions: readonly string[]): Promise<SavedConversation> {
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      const [counted] = await transaction.query<{ total: number }[]>(
        'select count(*)::int as total from chat.saved_conversation where bot_id = $1',
        [botId],
      );
      if ((counted?.total ?? 0) >= MAX_SAVED_CONVERSATIONS)
        throw badField('questions', `At most ${MAX_SAVED_CONVERSATIONS} conversations can be saved. Please delete one first.`);
      const [row] = await transaction.query<Row[]>(
        `insert into chat.saved_conversation (bot_id, owner_id, questions) values ($1, $2, $3) returning ${COLUMNS}`,
        [botId, ownerId, questions],
      );
      if (!row) throw new AppError('INTERNAL');
      return this.view(row);
    });
  }

  /** NOT_FOUND. */
  async remove(botId: string, id: string): Promise<void> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'delete from chat.saved_conversation where bot_id = $1 and id = $2',
      [botId, id],
    );
    if (count === 0) throw new AppError('NOT_FOUND');
  }

  /** The run before becomes the earlier one. False when nothing is stored: the conversation was deleted, or the bot wiped since `epoch`. */
  async keepRun(botId: string, id: string, run: Run, epoch: number): Promise<boolean> {
    const stored: StoredRun = { ...run, answeredAt: new Date().toISOString() };
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      const [, count] = await transaction.query<[unknown[], number]>(
        `update chat.saved_conversation set earlier = latest, latest = $3
         where bot_id = $1 and id = $2 and coalesce((select epoch from chat.bot_counter where bot_id = $1), 0) = $4`,
        [botId, id, this.keyring.encrypt(JSON.stringify(stored), placeOf(id)), epoch],
      );
      return count > 0;
    });
  }

  /** Of a bot that is deleted everything, of one that is reset the answers: they are conversations. */
  async purge(botId: string, isDeleted: boolean): Promise<void> {
    await this.database.query(
      isDeleted
        ? 'delete from chat.saved_conversation where bot_id = $1'
        : 'update chat.saved_conversation set latest = null, earlier = null where bot_id = $1',
      [botId],
    );
  }

  private view({ id, questions, latest, earlier }: Row): StoredConversation {
    return { id, questions, latest: this.opened(id, latest), earlier: this.opened(id, earlier) };
  }

  private opened(id: string, stored: string | null): StoredRun | null {
    return stored === null ? null : (JSON.parse(this.keyring.decrypt(stored, placeOf(id))) as StoredRun);
  }
}

const placeOf = (id: string): string => `chat.saved_conversation ${id}`;
