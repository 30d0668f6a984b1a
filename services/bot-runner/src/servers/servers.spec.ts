import { DiscordAPIError } from '@discordjs/rest';
import { describe, expect, it } from '@jest/globals';
import { JobPostponed } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { APIChannel, GatewayDispatchPayload } from 'discord-api-types/v10';
import { AnswerCache } from './answer-cache.js';
import { categoryList, channelList } from './channel-list.js';
import { askDiscord } from './discord-answers.js';
import { greeting } from './greeting.js';
import type { KnownServers } from '../messages/connected-bot.js';
import { serverChangeIn } from './server-changes.js';

describe('AnswerCache', () => {
  const aCache = () => {
    const clock = { nowMs: 0 };
    let asked = 0;
    const cache = new AnswerCache(() => clock.nowMs);
    return { cache, clock, ask: () => Promise.resolve((asked += 1)), failing: () => Promise.reject(new Error('no')) };
  };

  it('asks once for requests at the same time and for 15 seconds, per bot and question', async () => {
    const { cache, clock, ask } = aCache();
    expect(await Promise.all([cache.get('a', 'servers', ask), cache.get('a', 'servers', ask)])).toEqual([1, 1]);
    expect(await cache.get('a', 'account', ask)).toBe(2);
    expect(await cache.get('b', 'servers', ask)).toBe(3);
    clock.nowMs = 15_001;
    expect(await cache.get('a', 'servers', ask)).toBe(4);
  });

  it('keeps no failure, and nothing about a bot that is forgotten', async () => {
    const { cache, ask, failing } = aCache();
    await expect(cache.get('a', 'servers', failing)).rejects.toThrow('no');
    expect(await cache.get('a', 'servers', ask)).toBe(1);
    await cache.get('b', 'servers', ask);
    cache.forget('a');
    expect([await cache.get('a', 'servers', ask), await cache.get('b', 'servers', ask)]).toEqual([3, 2]);
  });

  it('holds a bounded number of answers', async () => {
    const { cache, ask } = aCache();
    for (let at = 0; at < 2100; at += 1) await cache.get(`bot ${at}`, 'servers', ask);
    expect(await cache.get('bot 2099', 'servers', ask)).toBe(2100);
    expect(await cache.get('bot 0', 'servers', ask)).toBe(2101);
  });
});

describe('channelList', () => {
  const id = (at: number): string => String(100_000_000_000_000_000n + BigInt(at));
  const channel = (at: number, type: number, position: number, parent?: number) =>
    ({ id: id(at), name: `c${at}`, type, position, parent_id: parent === undefined ? null : id(parent) }) as APIChannel;

  it('lists what members can write in as Discord does: without a category first, voice last, equal positions by id', () => {
    const channels = [
      channel(20, 4, 1),
      channel(10, 4, 0),
      channel(21, 0, 5, 20),
      channel(11, 2, 0, 10),
      channel(12, 0, 7, 10),
      channel(14, 15, 3, 10),
      channel(13, 5, 3, 10),
      channel(1, 0, 9),
      channel(2, 14, 0),
      channel(3, 11, 0),
    ];
    expect(channelList(channels)).toEqual([
      { id: id(1), name: 'c1', kind: 'text', category: null },
      { id: id(13), name: 'c13', kind: 'announcement', category: 'c10' },
      { id: id(14), name: 'c14', kind: 'threads', category: 'c10' },
      { id: id(12), name: 'c12', kind: 'text', category: 'c10' },
      { id: id(11), name: 'c11', kind: 'voice', category: 'c10' },
      { id: id(21), name: 'c21', kind: 'text', category: 'c20' },
    ]);
    expect(categoryList(channels)).toEqual([
      { id: id(10), name: 'c10' },
      { id: id(20), name: 'c20' },
    ]);
  });
});

describe('serverChangeIn', () => {
  const ready = (...ids: string[]) => ({ t: 'READY', d: { guilds: ids.map((one) => ({ id: one })) } }) as GatewayDispatchPayload;
  const create = (one: string, joinedAt = '2020-01-01T00:00:00Z') =>
    ({ t: 'GUILD_CREATE', d: { id: one, name: `Name of ${one}`, joined_at: joinedAt } }) as GatewayDispatchPayload;
  const remove = (one: string, unavailable?: boolean) =>
    ({ t: 'GUILD_DELETE', d: { id: one, ...(unavailable && { unavailable }) } }) as GatewayDispatchPayload;
  const after = (...payloads: GatewayDispatchPayload[]) => {
    const known: KnownServers = { ids: new Set(), isComplete: false };
    return payloads.map((payload) => serverChangeIn(payload, known, Date.parse('2026-01-01T00:00:30Z'))).filter(Boolean);
  };
  const joined = (one: string) => ({ change: 'joined', serverId: one, serverName: `Name of ${one}` });

  it('is a join for a server that READY did not name, once, and not for those of READY', () => {
    expect(after(ready('1', '2'), create('1'), create('2'), create('3'), create('3'))).toEqual([joined('3')]);
  });

  it('is no change when a server is away and comes back', () => {
    expect(after(ready('1'), create('1'), remove('1', true), create('1'))).toEqual([]);
  });

  it('is a leave, and a join when the bot is invited again', () => {
    expect(after(ready('1'), remove('1'), create('1'))).toEqual([
      { change: 'left', serverId: '1', serverName: null },
      joined('1'),
    ]);
  });

  it('is a join without READY, after a RESUME in another process, only for a server that was joined just now', () => {
    expect(after(create('1'), create('2', '2026-01-01T00:00:00Z'), create('2', '2026-01-01T00:00:00Z'))).toEqual([joined('2')]);
  });

  it('survives events with missing fields', () => {
    const bare = [
      { t: 'READY', d: {} },
      { t: 'GUILD_CREATE', d: { id: '9', unavailable: true } },
    ] as GatewayDispatchPayload[];
    expect(after(...bare)).toEqual([]);
  });
});

describe('askDiscord', () => {
  const refusal = (status: number, code: number, body: object = {}) =>
    new DiscordAPIError({ code, message: 'Missing Permissions', ...body }, code, status, 'POST', 'https://discord.test/x', {});
  const failed = async (error: unknown) =>
    AppError.from(await askDiscord(() => Promise.reject(error)).catch((caught: unknown) => caught));

  it.each<[string, unknown, string, string]>([
    ['a missing permission', refusal(403, 50_013), 'DISCORD_REFUSED', 'may not do this'],
    ['a channel that it cannot see', refusal(403, 50_001), 'DISCORD_REFUSED', 'cannot see this channel'],
    ['a server that it was removed from', refusal(404, 10_004), 'DISCORD_REFUSED', 'not in this server'],
    ['a refused token', refusal(401, 0), 'TOKEN_INVALID', 'Discord refused the token'],
    ['a fault of Discord', refusal(502, 0), 'DISCORD_UNREACHABLE', 'cannot be reached'],
    [
      'no network',
      Object.assign(new TypeError('fetch failed'), { cause: new Error('x') }),
      'DISCORD_UNREACHABLE',
      'cannot be reached',
    ],
    [
      'a request that takes too long',
      AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason,
      'DISCORD_UNREACHABLE',
      'cannot',
    ],
    ['a bot that waits', new JobPostponed(1500), 'RATE_LIMITED', ''],
    ['a bug of ours', new RangeError('secret'), 'INTERNAL', ''],
  ])('says %s in words', async (_what, error, code, text) => {
    const { code: found, message } = await failed(error);
    expect(found).toBe(code);
    expect(message).toContain(text);
    expect(message).not.toContain('secret');
  });

  it("gives Discord's own reason for a field that it refuses", async () => {
    const errors = {
      username: { _errors: [{ code: 'USERNAME_RATE_LIMIT', message: 'You are changing your username too fast.' }] },
    };
    const { message } = await failed(refusal(400, 50_035, { message: 'Invalid Form Body', errors }));
    expect(message).toBe('Discord refused this: You are changing your username too fast.');
  });
});

describe('greeting', () => {
  it('shows a name with signs of Markdown as it is written', () => {
    expect(greeting('*Al* [x](y)', '123')).toContain(String.raw`I am \*Al\* \[x\]\(y\),`);
  });
});
