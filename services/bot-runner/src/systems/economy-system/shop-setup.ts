import { Injectable } from '@nestjs/common';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { GuildAccess } from '../../discord/guild-access.js';
import { FieldProblem } from '../field-problem.js';
import type { SystemJob } from '../system-handler.js';
import { MAX_AMOUNT, MAX_ITEM_NAME_CHARS, MAX_STOCK } from './definition.js';
import type { Server } from './economy-store.js';
import { ADDED, NAME_PROBLEM, PRICE_PROBLEM, ROLE_NOT_ALLOWED, ROLE_PROBLEM, STOCK_PROBLEM } from './economy-texts.js';
import { ShopStore, type Item } from './shop-store.js';

type NewItem = Omit<Item, 'id'>;
type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds items to shops. */
@Injectable()
export class ShopSetup {
  constructor(
    private readonly store: ShopStore,
    private readonly access: GuildAccess,
  ) {}

  /** For a member of the server, who may only sell roles below their own. Throws CommandRefusal. */
  async addByMember(server: Server, { options, member }: SystemJob<'command'>['task']): Promise<string> {
    const { item, problem } = itemOf(options);
    if (!item) throw new CommandRefusal(problem);
    if (item.roleId !== null) await this.requireMayGive(server, member, item.roleId);
    return this.add(server, item);
  }

  /** For the owner of the bot. Throws BAD_INPUT with the field. */
  async addByOwner(server: Server, values: Values): Promise<string> {
    const { item, field, problem } = itemOf(values);
    if (!item) throw new FieldProblem(field, problem);
    const isKnown = item.roleId === null || (await this.positionOf(server, item.roleId)) !== null;
    if (!isKnown) throw new FieldProblem('role', ROLE_PROBLEM);
    return this.add(server, item);
  }

  /** Throws FieldProblem for a name that is taken, and for an item too many. */
  private async add(server: Server, item: NewItem): Promise<string> {
    const result = await this.store.add(server, item);
    if (result !== 'added') throw new FieldProblem('name', ADDED[result]);
    return ADDED.added;
  }

  private async requireMayGive(server: Server, member: SystemJob<'command'>['task']['member'], roleId: string): Promise<void> {
    if ((await this.positionOf(server, roleId)) === null) throw new CommandRefusal(ROLE_PROBLEM);
    if (!(await this.access.mayGive(server, member, roleId))) throw new CommandRefusal(ROLE_NOT_ALLOWED);
  }

  /** Null for a role that does not exist, and for that of everybody. */
  private async positionOf(server: Server, roleId: string): Promise<number | null> {
    const { roles } = await this.access.guild(server);
    return roleId === server.guildId ? null : (roles.find(({ id }) => id === roleId)?.position ?? null);
  }
}

type Checked =
  | { readonly item: NewItem; readonly field: ''; readonly problem: '' }
  | { readonly item: null; readonly field: string; readonly problem: string };

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const wrong = (field: string, problem: string): Checked => ({ item: null, field, problem });

function itemOf({ item, name = item, price, role = '', stock = 0 }: Values): Checked {
  const named = typeof name === 'string' ? name.trim() : '';
  if (named === '' || named.length > MAX_ITEM_NAME_CHARS || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(named))
    return wrong('name', NAME_PROBLEM);
  if (!isWhole(price, 1, MAX_AMOUNT)) return wrong('price', PRICE_PROBLEM);
  if (!isWhole(stock, 0, MAX_STOCK)) return wrong('stock', STOCK_PROBLEM);
  if (role !== '' && !/^\d{16,20}$/.test(String(role))) return wrong('role', ROLE_PROBLEM);
  const made = { name: named, price, roleId: role === '' ? null : String(role), stock: stock === 0 ? null : stock };
  return { item: made, field: '', problem: '' };
}
