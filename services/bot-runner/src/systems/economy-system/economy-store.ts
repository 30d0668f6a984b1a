import { DAY_MS, sentAtMs } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { KeptLimits } from '../kept-limits.js';
import { MemberNames } from '../member-names.js';

export const MAX_BALANCE = 1_000_000_000_000;
/** Of one member: otherwise a member could fill the ledger with payments of one coin. */
export const MAX_PAYMENTS_PER_DAY = 50;
/** Days in a row beyond these bring no more. */
export const MAX_BONUS_DAYS = 7;

// In the order of the members, so that two payments between the same ones wait for each other instead of blocking each other.
const LOCK = `
  insert into runner.economy_account (bot_id, owner_id, guild_id, member_id, name)
  select $1, $2, $3, member_id, name from unnest($4::text[], $5::text[]) as m(member_id, name) order by member_id
  on conflict (bot_id, guild_id, member_id) do update set owner_id = excluded.owner_id, name = excluded.name`;
const POST = `
  with account as (
    update runner.economy_account set balance = balance + $5
    where bot_id = $1 and guild_id = $3 and member_id = $4 and balance + $5 between 0 and $10 returning balance)
  insert into runner.economy_entry (bot_id, owner_id, guild_id, member_id, kind, amount, balance, other_member_id, item_name, event_id)
  select $1, $2, $3, $4, $6, $5, balance, $7, $8, $9 from account returning balance::float8 as balance`;
const POSTED = `
  select amount::float8 as amount, balance::float8 as balance, item_name as "itemName" from runner.economy_entry
  where bot_id = $1 and guild_id = $2 and member_id = $3 and event_id = $4`;
const ACCOUNT = `
  select balance::float8 as balance, streak, (rewarded_on - date '1970-01-01') as "rewardedDay" from runner.economy_account
  where bot_id = $1 and guild_id = $2 and member_id = $3`;
const REWARDED = `
  update runner.economy_account set streak = $4, rewarded_on = date '1970-01-01' + $5::int where bot_id = $1 and guild_id = $2 and member_id = $3`;
const SPENT_TODAY = `
  select count(*)::int as count from runner.economy_entry
  where bot_id = $1 and guild_id = $2 and member_id = $3 and kind = $4 and amount < 0 and created_at > now() - interval '1 day'`;
const USED_UP = `
  select guild_id as "guildId", (rewarded_on - date '1970-01-01') as "rewardedDay" from runner.economy_account
  where bot_id = $1 and member_id = $2`;

const PURGE = [
  'delete from runner.economy_purchase where bot_id = $1',
  'delete from runner.economy_item where bot_id = $1',
  'delete from runner.economy_entry where bot_id = $1',
  'delete from runner.economy_account where bot_id = $1',
];
const FORGET_MEMBER = [
  'delete from runner.economy_purchase where bot_id = $1 and member_id = $2',
  'delete from runner.economy_entry where bot_id = $1 and member_id = $2',
  'update runner.economy_entry set other_member_id = null where bot_id = $1 and other_member_id = $2',
  'delete from runner.economy_account where bot_id = $1 and member_id = $2',
];

export interface Server {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}
export interface AccountOwner {
  readonly memberId: string;
  readonly name: string;
}
type Holder = Omit<Server, 'ownerId'> & Pick<AccountOwner, 'memberId'>;
export interface NewEntry {
  readonly memberId: string;
  readonly kind: 'daily' | 'payment' | 'grant' | 'purchase' | 'refund';
  readonly amount: number;
  readonly eventId: string;
  readonly otherMemberId?: string;
  readonly itemName?: string;
}
interface Posted {
  readonly amount: number;
  readonly balance: number;
  readonly itemName: string | null;
}

/** Why nothing was posted. `limit`: the most payments of a day, or the highest balance. */
export type Refused = 'not-enough' | 'taken' | 'limit' | 'no-reward';
export type Outcome<T> = { readonly refused: Refused } | ({ readonly refused: null } & T);

/** Accounts and ledger. Every change of a balance is one entry, at most one of a member per event, and no balance falls below zero. */
@Injectable()
export class EconomyStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly names: MemberNames,
    private readonly kept: KeptLimits,
  ) {}

  /** 0 for a member without an account. */
  async balanceOf({ botId, guildId }: Server, memberId: string): Promise<number> {
    const [row] = await this.database.query<{ balance: number }[]>(ACCOUNT, [botId, guildId, memberId]);
    return row?.balance ?? 0;
  }

  /** The daily reward of the UTC day of the interaction `eventId`. */
  daily(
    server: Server,
    owner: AccountOwner,
    { eventId, reward, bonus }: { readonly eventId: string; readonly reward: number; readonly bonus: number },
  ): Promise<Outcome<{ readonly amount: number; readonly balance: number; readonly streak: number }>> {
    const { memberId } = owner;
    return this.locked(server, [owner], async (manager) => {
      const [account] = await manager.query<Account[]>(ACCOUNT, [server.botId, server.guildId, memberId]);
      const known = await this.postedBy(manager, server, memberId, eventId);
      if (known) return { refused: null, ...known, streak: account?.streak ?? 1 };
      const day = Math.floor(sentAtMs(eventId) / DAY_MS);
      const lastDay = account?.rewardedDay ?? null;
      if (lastDay !== null && lastDay >= day) return { refused: 'taken' };
      if ((await this.kept.usedUp('daily', { ...server, memberId })) > 0) return { refused: 'taken' };
      const streak = lastDay === day - 1 ? (account?.streak ?? 0) + 1 : 1;
      const amount = reward + bonus * Math.min(streak - 1, MAX_BONUS_DAYS);
      if (amount === 0) return { refused: 'no-reward' };
      const balance = await this.post(manager, server, { memberId, kind: 'daily', amount, eventId });
      if (balance === null) return { refused: 'limit' };
      await manager.query(REWARDED, [server.botId, server.guildId, memberId, streak, day]);
      return { refused: null, amount, balance, streak };
    });
  }

  pay(
    server: Server,
    {
      from,
      to,
      amount,
      eventId,
    }: { readonly from: AccountOwner; readonly to: AccountOwner; readonly amount: number; readonly eventId: string },
  ): Promise<Outcome<{ readonly balance: number }>> {
    return this.locked(server, [from, to], async (manager) => {
      const known = await this.postedBy(manager, server, from.memberId, eventId);
      if (known) return { refused: null, balance: known.balance };
      if ((await this.spentToday(manager, { ...server, ...from }, 'payment')) >= MAX_PAYMENTS_PER_DAY)
        return { refused: 'limit' };
      const [receiver] = await manager.query<Account[]>(ACCOUNT, [server.botId, server.guildId, to.memberId]);
      if ((receiver?.balance ?? 0) + amount > MAX_BALANCE) return { refused: 'limit' };
      const entry = { kind: 'payment', eventId } as const;
      const sent = { ...entry, memberId: from.memberId, amount: -amount, otherMemberId: to.memberId };
      const balance = await this.post(manager, server, sent);
      if (balance === null) return { refused: 'not-enough' };
      await this.post(manager, server, { ...entry, memberId: to.memberId, amount, otherMemberId: from.memberId });
      return { refused: null, balance };
    });
  }

  /** What an administrator of the server or the owner gives, or takes with a negative amount. */
  grant(
    server: Server,
    owner: AccountOwner,
    { amount, eventId }: { readonly amount: number; readonly eventId: string },
  ): Promise<Outcome<{ readonly balance: number }>> {
    const { memberId } = owner;
    return this.locked(server, [owner], async (manager) => {
      const known = await this.postedBy(manager, server, memberId, eventId);
      if (known) return { refused: null, balance: known.balance };
      const balance = await this.post(manager, server, { memberId, kind: 'grant', amount, eventId });
      if (balance === null) return { refused: amount < 0 ? 'not-enough' : 'limit' };
      return { refused: null, balance };
    });
  }

  async purge(botId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      for (const statement of PURGE) await manager.query(statement, [botId]);
    });
  }

  /** What the member has used up of daily limits stays used up. */
  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const accounts = await manager.query<{ guildId: string; rewardedDay: number | null }[]>(USED_UP, [botId, memberId]);
      for (const { guildId, rewardedDay } of accounts) {
        const member = { botId, guildId, memberId };
        const rewardEndsAtMs = ((rewardedDay ?? 0) + 1) * DAY_MS;
        if (rewardEndsAtMs > Date.now()) await this.kept.add('daily', member, 1, rewardEndsAtMs);
        for (const kind of ['payment', 'purchase'] as const) {
          const count = await this.countToday(manager, member, kind);
          if (count > 0) await this.kept.add(kind, member, count, Date.now() + DAY_MS);
        }
      }
      for (const statement of FORGET_MEMBER) await manager.query(statement, [botId, memberId]);
    });
  }

  /** Runs `work` in a transaction that holds the accounts, which are created where they miss. */
  locked<T>(
    { botId, ownerId, guildId }: Server,
    owners: readonly AccountOwner[],
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const names = owners.map(({ memberId, name }) => this.names.encrypt({ botId, memberId }, name));
    const ids = owners.map(({ memberId }) => memberId);
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK, [botId, ownerId, guildId, ids, names]);
      return work(manager);
    });
  }

  /** The new balance; null when it would fall below zero or rise above the highest one. */
  async post(manager: EntityManager, { botId, ownerId, guildId }: Server, entry: NewEntry): Promise<number | null> {
    const { memberId, kind, amount, eventId, otherMemberId = null, itemName = null } = entry;
    const values = [botId, ownerId, guildId, memberId, amount, kind, otherMemberId, itemName, eventId, MAX_BALANCE];
    const [row] = await manager.query<{ balance: number }[]>(POST, values);
    return row?.balance ?? null;
  }

  /** How often the member has paid or bought within a day. */
  async spentToday(manager: EntityManager, member: Holder, kind: 'payment' | 'purchase'): Promise<number> {
    return (await this.countToday(manager, member, kind)) + (await this.kept.usedUp(kind, member));
  }

  private async countToday(manager: EntityManager, { botId, guildId, memberId }: Holder, kind: string): Promise<number> {
    const [today] = await manager.query<{ count: number }[]>(SPENT_TODAY, [botId, guildId, memberId, kind]);
    return today?.count ?? 0;
  }

  /** What an earlier attempt has posted. */
  async postedBy(manager: EntityManager, { botId, guildId }: Server, memberId: string, eventId: string): Promise<Posted | null> {
    const [row] = await manager.query<Posted[]>(POSTED, [botId, guildId, memberId, eventId]);
    return row ?? null;
  }
}

interface Account {
  readonly balance: number;
  readonly streak: number;
  /** Days since 1970; null before the first reward. */
  readonly rewardedDay: number | null;
}
