import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@kith/kit';
import type { GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import type { GuildAccess } from '../discord/guild-access.js';
import type { ConnectedBot } from './connected-bot.js';
import { OwnRoles } from './own-roles.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the role that Discord made for a bot', () => {
  it('is asked for again half a minute after Discord failed, however many messages mention roles meanwhile', async () => {
    const answers = [Promise.reject(new Error('no answer')), Promise.resolve('7')];
    const ownRole = jest.fn(() => answers.shift() ?? Promise.resolve(null));
    const roles = new OwnRoles({ ownRole } as unknown as GuildAccess, { info: () => undefined } as unknown as Logger);
    const connected = { bot: { botId: 'bot' }, ownUserId: '9' } as ConnectedBot;
    const raw = { guild_id: '1', mention_roles: ['7'] } as GatewayMessageCreateDispatchData;
    expect(await roles.of(connected, raw)).toBeNull();
    const startMs = performance.now();
    const now = jest.spyOn(performance, 'now');
    for (const afterMs of [20_000, 29_000]) {
      now.mockReturnValue(startMs + afterMs);
      // The cache reads the clock once in 100 milliseconds.
      await sleep(110);
      expect(await roles.of(connected, raw)).toBeNull();
    }
    expect(ownRole).toHaveBeenCalledTimes(1);
    now.mockReturnValue(startMs + 31_000);
    await sleep(110);
    expect(await roles.of(connected, raw)).toBe('7');
    expect(await roles.of(connected, raw)).toBe('7');
    expect(ownRole).toHaveBeenCalledTimes(2);
  });
});
