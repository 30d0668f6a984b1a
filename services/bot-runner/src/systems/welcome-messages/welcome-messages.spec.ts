import { describe, expect, it } from '@jest/globals';
import type { SystemJob } from '../system-handler.js';
import { NOWHERE } from './texts.js';
import { WelcomeMessages } from './welcome-messages.service.js';

/** As far as greetings use it. */
function aRedis() {
  const values = new Map<string, string>();
  const changes = { sadd: () => changes, expire: () => changes, exec: () => Promise.resolve([]) };
  return {
    set: (key: string, value: string) => Promise.resolve(values.has(key) ? null : (values.set(key, value), 'OK')),
    get: (key: string) => Promise.resolve(values.get(key) ?? null),
    sismember: () => Promise.resolve(0),
    scard: () => Promise.resolve(0),
    multi: () => changes,
  };
}

describe('a server without a channel for greetings', () => {
  it('is noted once a day, however many members come, and each server for itself', async () => {
    const servers = { guild: () => Promise.resolve({}), greetingChannel: () => Promise.resolve(null) };
    const fakes = [servers, {}, {}, {}, aRedis()] as unknown as ConstructorParameters<typeof WelcomeMessages>;
    const welcome = new WelcomeMessages(...fakes);
    const join = (guildId: string, memberId: string): Promise<string> => {
      const data = { memberId, name: 'Ann', username: 'ann', avatar: null, atMs: 60_000, isPending: false };
      const job = { bot: { botId: 'bot', ageRating: 'everyone' }, guildId, eventId: memberId, settings: {} };
      const work = welcome.work({ ...job, task: { kind: 'event', name: 'joined', data } } as unknown as SystemJob<'event'>);
      return work.then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    };
    expect([await join('1', '7'), await join('1', '8'), await join('2', '9')]).toEqual([NOWHERE, 'nothing', NOWHERE]);
  });
});
