import { inOrderOf, OrderedList, RunningCounts } from '@kith/kit';
import { isolated, type SystemPage, type SystemPageForm, type SystemPageSection } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RestClients } from '../../discord/rest-clients.js';
import { countText } from '../count-text.js';
import { MemberNames } from '../member-names.js';
import { namesIn, type ServerNames } from '../server-names.js';
import { placeIn, type PageRequest } from '../system-handler.js';
import { ACCOUNT_COUNT, BALANCES, ENTRY_COUNT, LEDGER } from './coin-orders.js';
import { MAX_AMOUNT, MAX_STOCK } from './definition.js';
import { EMPTY_SHOP } from './economy-texts.js';
import { ShopStore } from './shop-store.js';

const BY_BALANCE = new OrderedList(BALANCES);
const LATEST_ENTRIES = new OrderedList(LEDGER);
const ACCOUNTS = `
  select member_id as "memberId", name, balance::float8 as balance, streak from runner.economy_account
  where bot_id = $1 and guild_id = $2 and member_id = any ($3)`;
const ENTRIES = `
  select e.id, e.member_id as "memberId", e.kind, e.amount::float8 as amount, e.balance::float8 as balance, e.item_name as "itemName",
    e.created_at as "createdAt", e.other_member_id as "otherId", a.name, o.name as "otherName"
  from runner.economy_entry e
  left join runner.economy_account a on a.bot_id = e.bot_id and a.guild_id = e.guild_id and a.member_id = e.member_id
  left join runner.economy_account o on o.bot_id = e.bot_id and o.guild_id = e.guild_id and o.member_id = e.other_member_id
  where e.id = any ($1::bigint[]) and e.bot_id = $2`;
const FORGOTTEN = 'A forgotten member';
const KINDS = { daily: 'Daily reward', payment: 'Payment', grant: 'Grant', purchase: 'Purchase', refund: 'Refund' } as const;

interface Account {
  readonly memberId: string;
  readonly name: string;
  readonly balance: number;
  readonly streak: number;
}
interface Entry {
  readonly id: string;
  readonly memberId: string;
  readonly kind: keyof typeof KINDS;
  readonly amount: number;
  readonly balance: number;
  readonly itemName: string | null;
  readonly createdAt: Date;
  readonly otherId: string | null;
  readonly name: string | null;
  readonly otherName: string | null;
}

export const REMOVE_ITEM = { id: 'remove-item', label: 'Remove', confirm: 'Remove this item from the shop?' };
export const ADD_ITEM: SystemPageForm = {
  id: 'add-item',
  title: 'Add an item',
  description: 'Members buy it with /buy. An item with a role gives it to the buyer.',
  submit: 'Add to the shop',
  confirm: null,
  fields: {
    name: { type: 'text', label: 'Name', description: 'At most 50 characters.', default: '' },
    price: { type: 'number', label: 'Price', description: 'What it costs.', default: 100, min: 1, max: MAX_AMOUNT },
    role: { type: 'text', label: 'Role', description: 'What the buyer gets; empty for no role.', default: '', format: 'role' },
    stock: {
      type: 'number',
      label: 'Stock',
      description: 'How many there are; 0 for unlimited.',
      default: 0,
      min: 0,
      max: MAX_STOCK,
    },
  },
};
export const GRANT: SystemPageForm = {
  id: 'grant',
  title: 'Give or take',
  description: 'Changes the balance of a member. It never falls below zero.',
  submit: 'Change the balance',
  confirm: null,
  fields: {
    member: { type: 'text', label: 'Member', description: 'The id of the member on Discord.', default: '' },
    amount: {
      type: 'number',
      label: 'Amount',
      description: 'With a minus it is taken.',
      default: 100,
      min: -MAX_AMOUNT,
      max: MAX_AMOUNT,
    },
  },
};

/** What the owner sees of the economy of a server: shop, balances and ledger. */
@Injectable()
export class EconomyPage {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shop: ShopStore,
    private readonly names: MemberNames,
    private readonly counts: RunningCounts,
    private readonly clients: RestClients,
  ) {}

  async get(request: PageRequest): Promise<SystemPage> {
    const { section } = request;
    const all = { items: () => this.items(request), balances: () => this.balances(request), ledger: () => this.ledger(request) };
    const wanted = Object.entries(all).filter(([id]) => section === undefined || id === section);
    const sections: SystemPageSection[] = [];
    for (const [, read] of wanted) sections.push(await read());
    return { sections, forms: section === undefined ? [ADD_ITEM, GRANT] : [] };
  }

  private async items(request: PageRequest): Promise<SystemPageSection> {
    const { items, total } = await this.shop.list(request, request);
    const hasRoles = items.some(({ roleId }) => roleId !== null);
    const known = hasRoles ? await namesIn(this.clients, request).catch(() => null) : null;
    const rows = items.map(({ id, name, price, roleId, stock }) => ({
      id,
      cells: [name, countText(price), roleText(roleId, known), stock === null ? 'Unlimited' : countText(stock)],
      actions: [REMOVE_ITEM],
    }));
    return { id: 'items', title: 'Shop', empty: EMPTY_SHOP, columns: ['Item', 'Price', 'Role', 'Stock'], rows, total };
  }

  private async balances({ botId, guildId, section, ...request }: PageRequest): Promise<SystemPageSection> {
    const { accounts: total } = await this.counts.read(ACCOUNT_COUNT, { bot_id: botId, guild_id: guildId });
    const { ids, ...neighbours } = await BY_BALANCE.page(this.database, [botId, guildId], placeIn(section, request), total);
    const accounts = await this.database.query<Account[]>(ACCOUNTS, [botId, guildId, ids]);
    const rows = inOrderOf(ids, accounts, ({ memberId }) => memberId).map(({ memberId, name, balance, streak }) => ({
      id: memberId,
      cells: [this.names.decrypt({ botId, memberId }, name), memberId, countText(balance), countText(streak)],
      actions: [],
    }));
    const columns = ['Member', 'Id', 'Balance', 'Days in a row'];
    return { id: 'balances', title: 'Balances', empty: 'Nobody has anything yet.', columns, rows, total, ...neighbours };
  }

  private async ledger({ botId, guildId, section, ...request }: PageRequest): Promise<SystemPageSection> {
    const { entries: total } = await this.counts.read(ENTRY_COUNT, { bot_id: botId, guild_id: guildId });
    const { ids, ...neighbours } = await LATEST_ENTRIES.page(this.database, [botId, guildId], placeIn(section, request), total);
    const entries = await this.database.query<Entry[]>(ENTRIES, [ids, botId]);
    const nameOf = (memberId: string | null, name: string | null): string =>
      memberId === null || name === null ? FORGOTTEN : this.names.decrypt({ botId, memberId }, name);
    const rows = inOrderOf(ids, entries, ({ id }) => id).map(
      ({ id, memberId, kind, amount, balance, itemName, createdAt, otherId, name, otherName }) => ({
        id,
        cells: [
          `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
          nameOf(memberId, name),
          itemName === null ? KINDS[kind] : `${KINDS[kind]}: ${itemName}`,
          kind === 'payment' ? nameOf(otherId, otherName) : '',
          countText(amount),
          countText(balance),
        ],
        actions: [],
      }),
    );
    const columns = ['Time', 'Member', 'What', 'With', 'Amount', 'Balance'];
    return { id: 'ledger', title: 'Ledger', empty: 'Nothing has happened yet.', columns, rows, total, ...neighbours };
  }
}

/** The name of the role of an item; its id while Discord does not tell the names. */
function roleText(roleId: string | null, known: ServerNames | null): string {
  if (roleId === null) return '–';
  if (known === null) return roleId;
  const role = known.roles.find(({ id }) => id === roleId);
  return role ? `@${isolated(role.name)}` : 'a deleted role';
}
