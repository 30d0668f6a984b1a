import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { ONLY_SHARD } from '../leases/shard.js';
import { DiscordAccess, SessionStartsUsedUp } from './discord-access.js';

const INFO = { url: 'wss://gateway.test', shards: 1, session_start_limit: { remaining: 5, reset_after: 0 } };

/** Each request ends with the next of these. */
function access(...ends: readonly (Error | typeof INFO | string)[]) {
  const left = [...ends];
  const next = async (): Promise<unknown> => {
    const end = left.shift();
    if (end instanceof Error) throw end;
    return end;
  };
  const clients = { use: next, forget: () => undefined, tokens: { of: next } };
  const logger = { warn: () => undefined };
  const dependencies = { clients, logger, store: {}, rpc: {} } as never;
  const bot = { botId: 'bot', applicationId: '100000000000000001' };
  return { discord: new DiscordAccess(bot, dependencies, new AbortController().signal), left };
}

describe('what a bot needs before it connects', () => {
  it('is waited for while a part of Kith is overloaded or away, which is no failed attempt', async () => {
    const busy = [new AppError('OVERLOADED'), new AppError('UNAVAILABLE')];
    const { discord, left } = access(...busy, INFO);
    expect(await discord.gatewayUrl(null)).toBe(INFO.url);
    expect(left).toEqual([]);
    expect(await access(...busy, 'token').discord.token()).toBe('token');
  });

  it('is refused at once when Discord does not answer, or allows no new session', async () => {
    await expect(access(new Error('ECONNREFUSED')).discord.gatewayUrl(null)).rejects.toThrow('ECONNREFUSED');
    const usedUp = { ...INFO, session_start_limit: { remaining: 0, reset_after: 60_000 } };
    await expect(access(usedUp).discord.gatewayUrl(ONLY_SHARD)).rejects.toBeInstanceOf(SessionStartsUsedUp);
  });
});
