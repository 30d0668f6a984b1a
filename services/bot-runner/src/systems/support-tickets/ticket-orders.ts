import type { ListOrder } from '@kith/kit';

const IN_SERVER = { source: 'runner.ticket', parameters: ['uuid', 'text'], isDescending: true } as const;

/** The tickets of a bot in a server, the latest first. */
export const OPEN_TICKETS: ListOrder = {
  ...IN_SERVER,
  where: 'bot_id = $1 and guild_id = $2 and closed_at is null',
  keys: { created_at: 'time', id: 'uuid' },
  readBy: 'runner.open_tickets',
};
export const CLOSED_TICKETS: ListOrder = {
  ...IN_SERVER,
  where: 'bot_id = $1 and guild_id = $2 and closed_at is not null',
  keys: { closed_at: 'time', id: 'uuid' },
  readBy: 'runner.closed_tickets',
};
