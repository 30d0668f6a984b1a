import type { CountSpec, ListOrder } from '@kith/kit';

const IN_SERVER = { where: 'bot_id = $1 and guild_id = $2', parameters: ['uuid', 'text'] } as const;
const KEYS = { bot_id: 'uuid', guild_id: 'text' } as const;

/** The members of a server with most coins first. */
export const BALANCES: ListOrder = {
  ...IN_SERVER,
  source: 'runner.economy_account',
  keys: { '(-balance)': 'number', member_id: 'text' },
  readBy: 'runner.balances',
};
/** The ledger of coins of a server, the latest entry first. */
export const LEDGER: ListOrder = {
  ...IN_SERVER,
  source: 'runner.economy_entry',
  keys: { id: 'number' },
  isDescending: true,
  readBy: 'runner.coin_ledger',
};

/** How many members have an account of coins of a bot in each server. */
export const ACCOUNT_COUNT: CountSpec<'accounts', 'bot_id' | 'guild_id'> = {
  table: 'runner.economy_account_count',
  source: 'runner.economy_account',
  keys: KEYS,
  columns: ['accounts'],
  counted: (rows) => `select bot_id, guild_id, count(*) as accounts from ${rows} group by bot_id, guild_id`,
};
/** How many entries the ledger of coins has of a bot in each server. */
export const ENTRY_COUNT: CountSpec<'entries', 'bot_id' | 'guild_id'> = {
  table: 'runner.economy_entry_count',
  source: 'runner.economy_entry',
  keys: KEYS,
  columns: ['entries'],
  counted: (rows) => `select bot_id, guild_id, count(*) as entries from ${rows} group by bot_id, guild_id`,
};
