import { randomUUID } from 'node:crypto';
import { AppError, type InstalledSystem, type SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { managesServer } from '../../discord/guild-access.js';
import { matching, type Choice } from '../../interactions/choices.js';
import { FieldProblem } from '../field-problem.js';
import { MemberProfiles } from '../member-profiles.js';
import { SettingValues } from '../setting-values.js';
import type { PageAction, PageRequest, SystemAnswer, SystemHandler, SystemJob, TypedOption } from '../system-handler.js';
import { MAX_AMOUNT } from './definition.js';
import { ADD_ITEM, EconomyPage, GRANT, REMOVE_ITEM } from './economy-page.js';
import { EconomyStore, type AccountOwner, type Server } from './economy-store.js';
import * as texts from './economy-texts.js';
import { Purchases } from './purchases.js';
import { ShopSetup } from './shop-setup.js';
import { MAX_ITEMS, ShopStore, type Bought, type Item } from './shop-store.js';

const PAGE_SIZE = 10;
const ADMIN_COMMANDS: ReadonlySet<string> = new Set(['grant', 'shop-add', 'shop-remove']);

/** A command with what it needs. */
interface Call {
  readonly server: Server;
  readonly caller: AccountOwner;
  readonly eventId: string;
  readonly task: SystemJob<'command'>['task'];
  readonly values: SettingValues;
  readonly currency: string;
}

/** A currency of the server: rewards, payments and a shop. */
@Injectable()
export class Economy implements SystemHandler {
  readonly systemId = 'economy-system';

  constructor(
    private readonly store: EconomyStore,
    private readonly shop: ShopStore,
    private readonly setup: ShopSetup,
    private readonly pages: EconomyPage,
    private readonly purchases: Purchases,
    private readonly profiles: MemberProfiles,
  ) {}

  async runCommand({ bot, guildId, eventId, settings, task }: SystemJob<'command'>): Promise<SystemAnswer> {
    const { botId, ownerId } = bot;
    const { member, name } = task;
    if (ADMIN_COMMANDS.has(name)) requireManager(member.permissions);
    const values = valuesOf(settings);
    const caller = { memberId: member.id, name: member.name };
    const currency = texts.currencyOf(values.text('currency'));
    const answer = await this.run({
      server: { botId, ownerId, guildId: guildId ?? '' },
      caller,
      eventId,
      task,
      values,
      currency,
    });
    return typeof answer === 'string' ? { content: answer } : answer;
  }

  /** For members who buy, what is left and gives no role that they have; also what they cannot pay yet. */
  async complete({ botId, guildId, command, text, member }: TypedOption): Promise<Choice[]> {
    const isForManagers = ADMIN_COMMANDS.has(command);
    if (isForManagers && !managesServer(member.permissions)) return [];
    const { items } = await this.shop.list({ botId, guildId }, { limit: MAX_ITEMS, offset: 0 });
    const isForSale = ({ stock, roleId }: Item): boolean => stock !== 0 && (roleId === null || !member.roleIds.includes(roleId));
    const offered = isForManagers ? items : items.filter(isForSale);
    return matching(
      offered.map(({ name }) => ({ name, value: name })),
      text,
    );
  }

  /** A role that was paid and could not be given at once. */
  async work({ task }: SystemJob<'event'>): Promise<void> {
    if (!(await this.purchases.giveById(String(task.data['purchaseId'])))) refuse(texts.PAID_BACK);
  }

  page(request: PageRequest): Promise<SystemPage> {
    return this.pages.get(request);
  }

  async act({ actor, botId, guildId, action, rowId, values, settings }: PageAction): Promise<string> {
    const server = { botId, guildId, ownerId: actor.userId };
    if (action === ADD_ITEM.id) return this.setup.addByOwner(server, values);
    if (action === REMOVE_ITEM.id && rowId !== undefined) {
      if (!(await this.shop.remove(server, rowId))) throw new AppError('NOT_FOUND');
      return texts.REMOVED;
    }
    if (action !== GRANT.id) throw new AppError('NOT_FOUND');
    const memberId = String(values['member'] ?? '').trim();
    const amount = values['amount'];
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount === 0 || Math.abs(amount) > MAX_AMOUNT)
      throw new FieldProblem('amount', texts.AMOUNT_PROBLEM);
    const profile = /^\d{17,20}$/.test(memberId) ? await this.profiles.find({ botId, guildId, memberId }) : null;
    if (!profile) throw new FieldProblem('member', texts.MEMBER_PROBLEM);
    const currency = texts.currencyOf(valuesOf(settings).text('currency'));
    const granted = await this.store.grant(server, profile, { amount, eventId: `page-${randomUUID()}` });
    if (granted.refused !== null) {
      const problem = texts.refusedText(granted.refused, currency);
      throw new FieldProblem('amount', problem);
    }
    return `${profile.name} has ${granted.balance} ${currency} now.`;
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.store.forgetMember(botId, memberId);
  }

  private async run(call: Call): Promise<string | SystemAnswer> {
    const { server, caller, eventId, task, values, currency } = call;
    const memberId = String(task.options['member'] ?? caller.memberId);
    switch (task.name) {
      case 'daily': {
        const [reward, bonus] = [values.number('dailyReward'), values.number('streakBonus')];
        const daily = await this.store.daily(server, caller, { eventId, reward, bonus });
        return daily.refused === null ? texts.dailyText(daily, currency) : refuse(texts.refusedText(daily.refused, currency));
      }
      case 'balance':
        return texts.balanceText(memberId, await this.store.balanceOf(server, memberId), currency);
      case 'pay':
        return this.pay(call);
      case 'grant':
        return this.grant(call);
      case 'buy': {
        const bought = await this.buy(call);
        const text = texts.boughtText(bought, currency);
        return bought.result === 'bought' ? text : refuse(text);
      }
      case 'shop-add':
        return this.setup.addByMember(server, task);
      case 'shop-remove':
        return (await this.shop.remove(server, String(task.options['item']))) ? texts.REMOVED : refuse(texts.UNKNOWN_ITEM);
      default:
        return this.listShop(call);
    }
  }

  private async listShop({ server, task, currency }: Call): Promise<string | SystemAnswer> {
    const offset = (Math.max(1, Number(task.options['page'] ?? 1)) - 1) * PAGE_SIZE;
    const { items, total } = await this.shop.list(server, { limit: PAGE_SIZE, offset });
    if (items.length === 0) return total === 0 ? texts.EMPTY_SHOP : texts.NO_SUCH_PAGE;
    return texts.shopCard(items, currency);
  }

  private async pay({ server, caller, eventId, task, values, currency }: Call): Promise<string> {
    if (!values.isOn('transfers')) return refuse(texts.NO_TRANSFERS);
    const memberId = String(task.options['member']);
    const to = memberId === caller.memberId ? null : await this.profiles.find({ ...server, memberId });
    if (!to) return refuse(texts.NOT_A_MEMBER);
    if (to.isBot) return refuse(texts.BOTS_NEED_NOTHING);
    const amount = amountOf(task.options['amount'], 1);
    const paid = await this.store.pay(server, { from: caller, to, amount, eventId });
    return paid.refused === null ? texts.paidText(memberId, amount, currency) : refuse(texts.refusedText(paid.refused, currency));
  }

  private async grant({ server, eventId, task, currency }: Call): Promise<string> {
    const memberId = String(task.options['member']);
    const amount = amountOf(task.options['amount'], -MAX_AMOUNT);
    const member = await this.profiles.find({ ...server, memberId });
    if (!member) return refuse(texts.NOT_A_MEMBER);
    const granted = await this.store.grant(server, member, { amount, eventId });
    if (granted.refused !== null) return refuse(texts.refusedText(granted.refused, currency));
    return texts.grantedText(memberId, amount, { balance: granted.balance, currency });
  }

  private async buy({ server, caller, eventId, task }: Call): Promise<Bought> {
    const name = String(task.options['item']);
    const bought = await this.shop.buy(server, caller, { name, eventId, heldRoles: task.member.roleIds });
    if (bought.result !== 'bought' || bought.purchase === null) return bought;
    const isGiven = await this.purchases.give(bought.purchase);
    return isGiven ? bought : { result: 'refunded', itemName: bought.itemName };
  }
}

const valuesOf = (settings: InstalledSystem['settings']): SettingValues => new SettingValues('economy-system', settings);

function refuse(text: string): never {
  throw new CommandRefusal(text);
}

function requireManager(permissions: string): void {
  if (!managesServer(permissions)) refuse(texts.NOT_ALLOWED);
}

/** Discord checks the bounds of options; a repeated check costs nothing. */
function amountOf(value: string | number | boolean | undefined, min: number): number {
  const amount = Number(value);
  return Number.isInteger(amount) && amount !== 0 && amount >= min && amount <= MAX_AMOUNT
    ? amount
    : refuse(texts.AMOUNT_PROBLEM);
}
