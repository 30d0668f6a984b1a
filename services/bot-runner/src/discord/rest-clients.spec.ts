import { describe, expect, it } from '@jest/globals';
import type { Config, Events } from '@kith/kit';
import type { BotTokens } from './bot-tokens.js';
import type { InvalidRequests } from './invalid-requests.js';
import type { RefusedTokens } from './refused-tokens.js';
import type { RequestSender } from './request-sender.js';
import { RestClients } from './rest-clients.js';

/** REST clients, and the bots whose token was fetched, in order. */
function underTest() {
  const fetched: string[] = [];
  const tokens = { of: (botId: string) => Promise.resolve(`token of ${String(fetched.push(botId))}`) };
  const clients = new RestClients(
    { DISCORD_API_URL: 'http://127.0.0.1/api' } as Config,
    tokens as unknown as BotTokens,
    {} as Events,
    { has: () => Promise.resolve(false) } as unknown as RefusedTokens,
    { requireAllowed: () => undefined } as unknown as InvalidRequests,
    {} as RequestSender,
  );
  return { clients, fetched, use: (botId: string) => clients.use(botId, () => Promise.resolve()) };
}

describe('the REST client of a bot', () => {
  it('is kept while it is used, and dropped half a minute after its last use', async () => {
    const { clients, fetched, use } = underTest();
    await use('busy');
    await use('busy');
    clients.sweep(Date.now() + 29_000);
    await use('busy');
    expect(fetched).toEqual(['busy']);
    clients.sweep(Date.now() + 31_000);
    await use('busy');
    expect(fetched).toEqual(['busy', 'busy']);
  });

  it('is dropped when the bot changed', async () => {
    const { clients, fetched, use } = underTest();
    await use('changed');
    clients.forget('changed');
    await use('changed');
    expect(fetched).toHaveLength(2);
  });
});
