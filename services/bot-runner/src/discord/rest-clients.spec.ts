import { RateLimitError } from '@discordjs/rest';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Config, Events, Metrics } from '@kith/kit';
import { Routes } from 'discord-api-types/v10';
import type { BotTokens } from './bot-tokens.js';
import type { InvalidRequests } from './invalid-requests.js';
import type { RefusedTokens } from './refused-tokens.js';
import { RequestSender } from './request-sender.js';
import { RestClients } from './rest-clients.js';
import type { SharedLimits } from './shared-limits.js';

/** REST clients, and the bots whose token was fetched, in order. */
function underTest(sender: Pick<RequestSender, 'send'> = { send: () => Promise.reject(new Error('nothing is sent')) }) {
  const fetched: string[] = [];
  const tokens = { of: (botId: string) => Promise.resolve(`token of ${String(fetched.push(botId))}`) };
  const clients = new RestClients(
    { DISCORD_API_URL: 'http://127.0.0.1/api' } as Config,
    tokens as unknown as BotTokens,
    {} as Events,
    { has: () => Promise.resolve(false) } as unknown as RefusedTokens,
    { requireAllowed: () => undefined } as unknown as InvalidRequests,
    sender as RequestSender,
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

describe('the REST client of what needs no bot token', () => {
  const APPLICATION = '123456789012345678';
  const original = (token: string) => Routes.webhookMessage(APPLICATION, token, '@original');
  const answering = (answer: () => Response) => ({ send: jest.fn(() => Promise.resolve(answer())) });
  const done = () => new Response(null, { status: 204 });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('forgets the interactions that it answered, and leaves nothing running when it ends', async () => {
    jest.useFakeTimers();
    const { clients } = underTest(answering(done));
    const { anonymous } = clients;
    for (const token of ['one', 'two', 'three']) await anonymous.patch(original(token), { body: {}, auth: false });
    expect(anonymous.handlers.size).toBe(3);
    jest.advanceTimersByTime(60_000);
    expect(anonymous.handlers.size).toBe(0);
    clients.onModuleDestroy();
    expect((Reflect.get(setTimeout, 'clock') as { countTimers(): number }).countTimers()).toBe(0);
  });

  it('sends more than one bot may in a second: each interaction has its own limits', async () => {
    const sender = answering(done);
    const { clients } = underTest(sender);
    const tokens = Array.from({ length: 120 }, (_, n) => `token-${n}`);
    await Promise.all(
      tokens.map((token) => clients.anonymous.post(Routes.webhook(APPLICATION, token), { body: {}, auth: false })),
    );
    expect(sender.send).toHaveBeenCalledTimes(120);
    clients.onModuleDestroy();
  });

  it.each(['patch', 'delete'] as const)('does not wait for a limit of %s: who sends it waits', async (method) => {
    const limit = () =>
      new Response('{}', {
        status: 429,
        headers: { 'Retry-After': '1', 'X-RateLimit-Scope': 'user', 'Content-Type': 'application/json' },
      });
    const sender = answering(done);
    sender.send.mockResolvedValueOnce(limit());
    const { clients } = underTest(sender);
    await expect(clients.anonymous[method](original('one'), { auth: false })).rejects.toBeInstanceOf(RateLimitError);
    clients.onModuleDestroy();
  });

  it.each(['PATCH', 'DELETE'])('does not wait for a limit of %s that other processes know', async (method) => {
    const limits = { take: () => Promise.resolve(1000) } as unknown as SharedLimits;
    const sender = new RequestSender(limits, {} as InvalidRequests, {} as Metrics);
    const url = `https://discord.com/api/v10${original('one')}`;
    await expect(sender.send(null, url, { method })).rejects.toBeInstanceOf(RateLimitError);
  });
});
