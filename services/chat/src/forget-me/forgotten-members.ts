import { Interval, Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockCounter } from '../counter-lock.js';

/** Something that a member of Discord wrote. Ids of Discord grow with time. */
export interface Written {
  readonly botId: string;
  readonly memberId: string;
  readonly messageId: string;
}

const SWEEP_EVERY_MS = 3_600_000;
/** Longer than a message can wait for its reply, or come again. */
const KEPT = '12 hours';

/** Who is to be forgotten, by fingerprint: the id of somebody who was forgotten stands nowhere. */
@Injectable()
export class ForgottenMembers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /** From now on nothing is stored of what the member wrote before. */
  async add({ botId, memberId, before }: Omit<Written, 'messageId'> & { readonly before: string }): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await lockCounter(transaction, botId);
      await transaction.query(
        `insert into chat.forgotten_member as f (bot_id, fingerprint, before) values ($1, $2, $3)
         on conflict (bot_id, fingerprint) do update set before = greatest(f.before, excluded.before), forgotten_at = now()`,
        [botId, this.fingerprint(memberId), before],
      );
    });
  }

  /** Whether the member asked to be forgotten after this; for what is stored, within the transaction that holds the lock. */
  async includes({ botId, memberId, messageId }: Written, within: EntityManager = this.database.manager): Promise<boolean> {
    const found = await within.query<unknown[]>(
      'select 1 from chat.forgotten_member where bot_id = $1 and fingerprint = $2 and before > $3::numeric',
      [botId, this.fingerprint(memberId), messageId],
    );
    return found.length > 0;
  }

  /** Forgets who was forgotten; answers how many. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of forgotten members')
  async sweep(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `delete from chat.forgotten_member where forgotten_at < now() - interval '${KEPT}'`,
    );
    return count;
  }

  private fingerprint(memberId: string): string {
    return this.keyring.fingerprint(`member ${memberId}`);
  }
}
