import { card } from '../card.js';
import { escapedName } from '../../discord/markdown.js';
import type { SystemAnswer } from '../system-handler.js';
import { MAX_PAYMENTS_PER_DAY, type Refused } from './economy-store.js';
import { MAX_ITEMS, MAX_PURCHASES_PER_DAY, type Bought, type Item } from './shop-store.js';

const MAX_CURRENCY_CHARS = 30;

export const ROLE_REASON = 'Bought in the shop';
export const NOT_ALLOWED = 'You need the permission “Manage Server” for this.';
export const NO_TRANSFERS = 'Members cannot pay each other here.';
export const NOT_A_MEMBER = 'Choose another member of this server.';
export const BOTS_NEED_NOTHING = 'Bots have no use for that.';
export const EMPTY_SHOP = 'The shop is empty.';
export const UNKNOWN_ITEM = 'The shop has no such item. See `/shop`.';
export const NO_SUCH_PAGE = 'The shop has no such page.';

/** What the coins are called. */
export const currencyOf = (setting: string): string => escapedName(setting.slice(0, MAX_CURRENCY_CHARS)) || 'coins';

export const refusedText = (refused: Refused, currency: string): string =>
  ({
    'not-enough': `There is not enough: a balance cannot fall below zero ${currency}.`,
    taken: 'You have taken your daily reward already. The next day begins at 00:00 UTC.',
    'no-reward': 'There is no daily reward here.',
    limit: `That is too much: at most ${MAX_PAYMENTS_PER_DAY} payments a day, and no more than a balance can hold.`,
  })[refused];

export const dailyText = (
  { amount, balance, streak }: { amount: number; balance: number; streak: number },
  currency: string,
): string =>
  `You got ${amount} ${currency}${streak > 1 ? ` – day ${streak} in a row` : ''}. You have ${balance} ${currency} now.`;

/** Mentions in answers notify nobody. */
export const balanceText = (memberId: string, balance: number, currency: string): string =>
  `<@${memberId}> has ${balance} ${currency}.`;
export const paidText = (memberId: string, amount: number, currency: string): string =>
  `<@${memberId}> got ${amount} ${currency} from you.`;
export const grantedText = (
  memberId: string,
  amount: number,
  { balance, currency }: { balance: number; currency: string },
): string => `<@${memberId}> ${amount < 0 ? 'lost' : 'got'} ${Math.abs(amount)} ${currency} and has ${balance} now.`;

export const shopCard = (items: readonly Item[], currency: string): SystemAnswer =>
  card(
    'Shop: buy with /buy',
    items.map(({ name, price, roleId, stock }) => {
      const extras = [...(roleId === null ? [] : [`role <@&${roleId}>`]), ...(stock === null ? [] : [`${stock} left`])];
      return `• ${escapedName(name)} – ${price} ${currency}${extras.length > 0 ? ` (${extras.join(', ')})` : ''}`;
    }),
  );

export function boughtText(bought: Bought, currency: string): string {
  switch (bought.result) {
    case 'unknown':
      return UNKNOWN_ITEM;
    case 'sold-out':
      return 'That is sold out.';
    case 'owned':
      return 'You have the role of this item already.';
    case 'not-enough':
      return refusedText('not-enough', currency);
    case 'limit':
      return `You can buy ${MAX_PURCHASES_PER_DAY} things a day.`;
    case 'refunded':
      return `Discord did not let me give you the role, so you got your ${currency} back.`;
    default:
      return `You bought ${escapedName(bought.itemName)}. You have ${bought.balance} ${currency} left.`;
  }
}

export const ADDED = {
  added: 'It is in the shop now.',
  exists: 'The shop has an item with this name already.',
  full: `The shop is full: at most ${MAX_ITEMS} items.`,
} as const;
/** The owner reads it. */
export const PAID_BACK = 'A role that was bought could not be given, so its price was paid back.';
export const REMOVED = 'It is no longer in the shop.';
export const NAME_PROBLEM = 'Enter a name of 1 to 50 characters in one line.';
export const PRICE_PROBLEM = 'Enter a whole number from 1 to 1,000,000,000.';
export const AMOUNT_PROBLEM = 'Enter a whole number other than 0, at most 1,000,000,000.';
export const STOCK_PROBLEM = 'Enter a whole number from 0 to 1,000,000.';
export const ROLE_PROBLEM = 'The server has no such role that can be given.';
export const ROLE_NOT_ALLOWED = 'You need the permission “Manage Roles” and a role above the one that is sold.';
export const MEMBER_PROBLEM = 'Enter the id of a member of the server: 17 to 20 digits.';
