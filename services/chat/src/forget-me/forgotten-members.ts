import { Interval, Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';

/** A message of a Discord member to a bot. Snowflakes grow with time. */
export interface MemberMessage {
  readonly botId: string;
  readonly memberId: string;
  readonly messageId: string;
}

const SWEEP_EVERY_MS = 3_600_000;
/** Longer than a message can wait for its reply or be delivered again. */
const RETENTION = '12 hours';

/** Members who asked to be forgotten, by fingerprint: their ids are stored nowhere. */
@Injectable()
export class ForgottenMembers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /** From now on no message of the member with an id below `before` is stored. Deletes how they rated messages of others. */
  async add({ botId, memberId, before }: Omit<MemberMessage, 'messageId'> & { readonly before: string }): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      await transaction.query(
        `insert into chat.forgotten_member as f (bot_id, fingerprint, before_snowflake) values ($1, $2, $3)
         on conflict (bot_id, fingerprint)
         do update set before_snowflake = greatest(f.before_snowflake, excluded.before_snowflake), forgotten_at = now()`,
        [botId, this.fingerprint(memberId), before],
      );
      await transaction.query('delete from chat.rating where bot_id = $1 and person = $2', [botId, memberId]);
    });
  }

  /** Whether the member asked to be forgotten after this message. Who stores the message looks again, with the lock (`store_reply.sql`). */
  async includes({ botId, memberId, messageId }: MemberMessage): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      'select 1 from chat.forgotten_member where bot_id = $1 and fingerprint = $2 and before_snowflake > $3::numeric',
      [botId, this.fingerprint(memberId), messageId],
    );
    return found.length > 0;
  }

  /** Deletes expired fingerprints; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'forgotten members sweep')
  async sweep(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `delete from chat.forgotten_member where forgotten_at < now() - interval '${RETENTION}'`,
    );
    return count;
  }

  fingerprint(memberId: string): string {
    return this.keyring.fingerprint(`member ${memberId}`);
  }
}
