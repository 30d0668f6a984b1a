import { describe, expect, it } from '@jest/globals';
import { DiscordAPIError } from '@discordjs/rest';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { ThreadParents } from './thread-parents.js';

const [APPLICATION, THREAD, CHANNEL] = ['100000000000000001', '200000000000000002', '300000000000000003'];
const BOT = { applicationId: APPLICATION, botId: 'bot' };

/** Redis with the one hash that is used, and a Discord that answers `asked`. */
function parents(asked: () => Promise<unknown> = () => Promise.reject(new Error('nobody is asked'))) {
  const stored = new Map<string, string>();
  let requests = 0;
  const redis = {
    hset: async (_key: string, pairs: Record<string, string>) =>
      Object.entries(pairs).forEach(([id, parent]) => stored.set(id, parent)),
    hdel: async (_key: string, id: string) => Number(stored.delete(id)),
    hgetall: async () => Object.fromEntries(stored),
    expire: async () => 1,
  };
  const clients = {
    use: async () => {
      requests += 1;
      return asked();
    },
  };
  const logger = { debug: () => undefined };
  const threads = new ThreadParents(redis as never, logger as never, clients as never);
  return { threads, requests: () => requests };
}
const event = (t: string, d: object) => ({ t, d }) as unknown as GatewayDispatchPayload;
const refused = (status: number): Error =>
  new DiscordAPIError({ code: 50_001, message: 'Missing Access' }, 50_001, status, 'GET', 'channels', {});

describe('the channel of a thread', () => {
  it('is known from the event on, also to the next process, until the thread is deleted', async () => {
    const { threads } = parents();
    const known = new Map<string, string>();
    await threads.learn(APPLICATION, known, event('THREAD_CREATE', { id: THREAD, parent_id: CHANNEL }));
    expect([known.get(THREAD), (await threads.load(APPLICATION)).get(THREAD)]).toEqual([CHANNEL, CHANNEL]);
    await threads.learn(APPLICATION, known, event('THREAD_DELETE', { id: THREAD, parent_id: CHANNEL }));
    expect([known.size, (await threads.load(APPLICATION)).size]).toEqual([0, 0]);
  });

  it('that Discord does not tell is asked for once, and again after it failed only', async () => {
    const hidden = parents(() => Promise.reject(refused(403)));
    const strange = parents(() => Promise.resolve({ id: THREAD }));
    for (const { threads, requests } of [hidden, strange]) {
      for (let times = 0; times < 3; times += 1) expect(await threads.fetch(BOT, new Map(), THREAD)).toBeNull();
      expect(requests()).toBe(1);
    }
  });
});
