import { sentAtMs, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EconomyStore, type AccountOwner, type Server } from './economy-store.js';

export const MAX_ITEMS = 100;
/** Of one member: otherwise a member could fill the ledger with items that cost one coin. */
export const MAX_PURCHASES_PER_DAY = 50;

const REFUND = '-refund';
/** Clocks of Discord and the database may differ by this much. */
const CLOCK_DIFFERENCE_MS = 60_000;
/** Longer than the job that bought it is retried. */
const FIRST_RETRY = '20 minutes';
const RETRY = '20 minutes';
const SWEPT_AT_ONCE = 200;

const ITEM_FIELDS = 'id, name, price::float8 as price, role_id as "roleId", stock';
const LIST = `
  select ${ITEM_FIELDS} from runner.economy_item where bot_id = $1 and guild_id = $2 order by price, name_key limit $3 offset $4`;
const COUNT = 'select count(*)::int as count from runner.economy_item where bot_id = $1 and guild_id = $2';
const FIND_FOR_UPDATE = `
  select ${ITEM_FIELDS} from runner.economy_item where bot_id = $1 and guild_id = $2 and name_key = $3 for update`;
const ADD = `
  insert into runner.economy_item (bot_id, owner_id, guild_id, name, name_key, price, role_id, stock) values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (bot_id, guild_id, name_key) do nothing returning id`;
const REMOVE =
  'delete from runner.economy_item where bot_id = $1 and guild_id = $2 and (id::text = $3 or name_key = $4) returning id';
const TAKE_ONE = 'update runner.economy_item set stock = stock - 1 where id = $1 and stock is not null';
const PUT_BACK = 'update runner.economy_item set stock = stock + 1 where id = $1 and stock is not null';
const OPEN = `
  insert into runner.economy_purchase (bot_id, owner_id, guild_id, member_id, item_id, role_id, event_id, attempt_at)
  values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${FIRST_RETRY}') returning id`;
const PURCHASE_FIELDS = `
  id, bot_id as "botId", owner_id as "ownerId", guild_id as "guildId", member_id as "memberId", item_id as "itemId", role_id as "roleId",
  event_id as "eventId", attempts, created_at as "createdAt"`;
const BY_EVENT = `select ${PURCHASE_FIELDS} from runner.economy_purchase where bot_id = $1 and guild_id = $2 and event_id = $3`;
const BY_ID = `select ${PURCHASE_FIELDS} from runner.economy_purchase where id = $1`;
const CLOSE = 'delete from runner.economy_purchase where id = $1 returning id';
const PAID = `
  select -amount::float8 as price, item_name as "itemName" from runner.economy_entry
  where bot_id = $1 and guild_id = $2 and member_id = $3 and event_id = $4`;
const BOUGHT_SINCE = `
  select 1 from runner.economy_entry e
  where bot_id = $1 and guild_id = $2 and member_id = $3 and kind = 'purchase' and item_name = $4 and created_at > $5 and not exists (
    select 1 from runner.economy_entry r
    where r.bot_id = $1 and r.guild_id = $2 and r.member_id = $3 and r.event_id = e.event_id || '${REFUND}')`;
const LOCK_ACCOUNT = 'select 1 from runner.economy_account where bot_id = $1 and guild_id = $2 and member_id = $3 for update';
const DUE_BOTS = 'select distinct bot_id as "botId" from runner.economy_purchase where attempt_at <= now()';
// Several replicas take different purchases.
const TAKE_DUE = `
  update runner.economy_purchase set attempts = attempts + 1, attempt_at = now() + interval '${RETRY}'
  where id in (
    select id from runner.economy_purchase where attempt_at <= now() and bot_id = any($1) order by attempt_at limit $2 for update skip locked)
  returning ${PURCHASE_FIELDS}`;

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** The role that buyers get. */
  readonly roleId: string | null;
  /** How many are left; null: no end. */
  readonly stock: number | null;
}

/** A role that was paid and not given yet. */
export interface Purchase extends Server {
  readonly id: string;
  readonly memberId: string;
  readonly itemId: string;
  readonly roleId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly createdAt: Date;
}

export type Bought =
  | { readonly result: 'unknown' | 'sold-out' | 'owned' | 'not-enough' | 'limit' }
  | { readonly result: 'bought'; readonly itemName: string; readonly balance: number; readonly purchase: Purchase | null }
  /** An earlier attempt has paid it back. */
  | { readonly result: 'refunded'; readonly itemName: string };

/** What can be bought, and what was bought and is still to be given. */
@Injectable()
export class ShopStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly economy: EconomyStore,
  ) {}

  async list(
    { botId, guildId }: Omit<Server, 'ownerId'>,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: Item[]; total: number }> {
    const items = await this.database.query<Item[]>(LIST, [botId, guildId, limit, offset]);
    const [row] = await this.database.query<{ count: number }[]>(COUNT, [botId, guildId]);
    return { items, total: row?.count ?? 0 };
  }

  /** False when there is one with the name; `full` when there are as many as may be. */
  async add({ botId, ownerId, guildId }: Server, item: Omit<Item, 'id'>): Promise<'added' | 'exists' | 'full'> {
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`shop-${botId}-${guildId}`]);
      const [row] = await manager.query<{ count: number }[]>(COUNT, [botId, guildId]);
      if ((row?.count ?? 0) >= MAX_ITEMS) return 'full';
      const { name, price, roleId, stock } = item;
      const added = await manager.query<unknown[]>(ADD, [botId, ownerId, guildId, name, keyOf(name), price, roleId, stock]);
      return added.length === 1 ? 'added' : 'exists';
    });
  }

  /** By id or name; false when there is none. */
  async remove({ botId, guildId }: Omit<Server, 'ownerId'>, idOrName: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(REMOVE, [botId, guildId, idOrName, keyOf(idOrName)]);
    return count > 0;
  }

  /** Pays for an item, once however often the same event asks for it. A role is still to be given: see `purchase`. */
  buy(
    server: Server,
    buyer: AccountOwner,
    { name, eventId, heldRoles }: { readonly name: string; readonly eventId: string; readonly heldRoles: readonly string[] },
  ): Promise<Bought> {
    const { botId, ownerId, guildId } = server;
    const { memberId } = buyer;
    return this.economy.locked(server, [buyer], async (manager): Promise<Bought> => {
      const known = await this.economy.postedBy(manager, server, memberId, eventId);
      if (known) {
        const itemName = known.itemName ?? name;
        const refund = await this.economy.postedBy(manager, server, memberId, refundOf(eventId));
        if (refund) return { result: 'refunded', itemName };
        const [open] = await manager.query<Purchase[]>(BY_EVENT, [botId, guildId, eventId]);
        return { result: 'bought', itemName, balance: known.balance, purchase: open ?? null };
      }
      const [item] = await manager.query<Item[]>(FIND_FOR_UPDATE, [botId, guildId, keyOf(name)]);
      if (!item) return { result: 'unknown' };
      if (
        item.roleId !== null &&
        (heldRoles.includes(item.roleId) || (await isBought(manager, server, { memberId, item, eventId })))
      )
        return { result: 'owned' };
      if (item.stock === 0) return { result: 'sold-out' };
      if ((await this.economy.spentToday(manager, { ...server, memberId }, 'purchase')) >= MAX_PURCHASES_PER_DAY)
        return { result: 'limit' };
      const entry = { memberId, kind: 'purchase', amount: -item.price, eventId, itemName: item.name } as const;
      const balance = await this.economy.post(manager, server, entry);
      if (balance === null) return { result: 'not-enough' };
      await manager.query(TAKE_ONE, [item.id]);
      if (item.roleId === null) return { result: 'bought', itemName: item.name, balance, purchase: null };
      await manager.query(OPEN, [botId, ownerId, guildId, memberId, item.id, item.roleId, eventId]);
      const [purchase] = await manager.query<Purchase[]>(BY_EVENT, [botId, guildId, eventId]);
      return { result: 'bought', itemName: item.name, balance, purchase: purchase ?? null };
    });
  }

  /** Null when it was given or paid back. */
  async purchase(id: string): Promise<Purchase | null> {
    const [row] = await this.database.query<Purchase[]>(BY_ID, [id]);
    return row ?? null;
  }

  /** The role was given. */
  async close({ id }: Pick<Purchase, 'id'>): Promise<void> {
    await this.database.query(CLOSE, [id]);
  }

  /** Gives the price back, once. */
  async refund(purchase: Purchase): Promise<void> {
    const { id, botId, guildId, memberId, eventId, itemId } = purchase;
    const account = [botId, guildId, memberId];
    await this.database.transaction(async (manager) => {
      await manager.query(LOCK_ACCOUNT, account);
      const [, closed] = await manager.query<[unknown[], number]>(CLOSE, [id]);
      if (closed === 0) return;
      const [paid] = await manager.query<{ price: number; itemName: string }[]>(PAID, [...account, eventId]);
      if (!paid) return;
      const { price: amount, itemName } = paid;
      await this.economy.post(manager, purchase, { memberId, kind: 'refund', amount, eventId: refundOf(eventId), itemName });
      await manager.query(PUT_BACK, [itemId]);
    });
  }

  /** The bots with purchases whose roles are to be tried again. */
  async botsWithDue(): Promise<string[]> {
    const rows = await this.database.query<{ botId: string }[]>(DUE_BOTS);
    return rows.map(({ botId }) => botId);
  }

  /** Takes purchases of these bots whose roles are to be tried again; no other replica gets them for a while. */
  async takeDue(botIds: readonly RunnableBot['botId'][]): Promise<Purchase[]> {
    const [rows] = await this.database.query<[Purchase[], number]>(TAKE_DUE, [botIds, SWEPT_AT_ONCE]);
    return rows;
  }
}

/** Names that differ in letter case or white space only are the same. */
const keyOf = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
const refundOf = (eventId: string): string => `${eventId}${REFUND}`;

/** Whether the item was bought since the interaction, whose roles are those of before. */
async function isBought(
  manager: EntityManager,
  { botId, guildId }: Server,
  { memberId, item, eventId }: { readonly memberId: string; readonly item: Item; readonly eventId: string },
): Promise<boolean> {
  const since = new Date(sentAtMs(eventId) - CLOCK_DIFFERENCE_MS);
  const rows = await manager.query<unknown[]>(BOUGHT_SINCE, [botId, guildId, memberId, item.name, since]);
  return rows.length > 0;
}
