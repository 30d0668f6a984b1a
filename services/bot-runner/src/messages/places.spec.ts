import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@kith/kit';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { GuildAccess } from '../discord/guild-access.js';
import type { ConnectedBot } from './connected-bot.js';
import type { IncomingMessage } from './decide.js';
import { Places } from './places.js';
import type { ThreadParents } from './thread-parents.js';

const CHANNEL = '300000000000000001';
const HOME = '300000000000000009';
const OTHER = '300000000000000008';
const HOUR_MS = 3_600_000;
const MESSAGE: IncomingMessage = {
  id: '1',
  channelId: CHANNEL,
  parentId: null,
  isThread: false,
  guildId: '200000000000000001',
  authorId: '100000000000000001',
  isBot: false,
  isSystem: false,
  mentionsBot: false,
  content: 'hi',
};
const message = (id: string, fields: Partial<IncomingMessage> = {}): IncomingMessage => ({ ...MESSAGE, id, ...fields });

interface Asked {
  readonly tell: (categoryId: string) => void;
  readonly fail: () => void;
}

/** The places of a bot whose settings name a category, and what Discord was asked for. */
function aBot() {
  const asked: Asked[] = [];
  const channel = () =>
    new Promise((resolve, reject) => {
      asked.push({ tell: (categoryId) => resolve({ categoryId }), fail: () => reject(new Error('no answer')) });
    });
  const parents = { fetch: () => Promise.resolve(null), learn: () => null } as unknown as ThreadParents;
  const logger = { debug: () => undefined } as unknown as Logger;
  const places = new Places(parents, { channel } as unknown as GuildAccess, logger);
  const bot = { botId: 'bot', channelSettings: ChannelSettings.parse({ restrictedChannels: [HOME] }) } as RunnableBot;
  const connected = { bot, threadParents: new Map<string, string>() } as unknown as ConnectedBot;
  const moved = (parentId: string): void => {
    const payload = { t: 'CHANNEL_UPDATE', d: { id: CHANNEL, type: 0, parent_id: parentId } };
    void places.learn(connected, payload as unknown as GatewayDispatchPayload);
  };
  return { places, connected, asked, moved };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a channel of which it is not known to what it belongs', () => {
  it('is asked for once by messages that arrive meanwhile, which stay in order', async () => {
    const { places, connected, asked } = aBot();
    const order: string[] = [];
    const all = ['1', '2', '3'].map(async (id) => order.push((await places.inOrder(connected, message(id))).id));
    expect(asked).toHaveLength(1);
    asked[0]?.tell(HOME);
    await Promise.all(all);
    expect(order).toEqual(['1', '2', '3']);
    expect(asked).toHaveLength(1);
  });

  it('is asked for once by members who use commands there at the same time', async () => {
    const { places, connected, asked } = aBot();
    const both = [places.complete(connected, message('1')), places.complete(connected, message('2'))];
    expect(asked).toHaveLength(1);
    asked[0]?.tell(HOME);
    expect((await Promise.all(both)).map(({ categoryId }) => categoryId)).toEqual([HOME, HOME]);
  });

  it('keeps its messages in order when an event tells of the channel before Discord answers', async () => {
    const { places, connected, asked } = aBot();
    const order: string[] = [];
    const note = async (id: string, fields: Partial<IncomingMessage> = {}) =>
      order.push((await places.inOrder(connected, message(id, fields))).id);
    const first = note('1');
    // What the second one belongs to is known.
    const second = note('2', { categoryId: OTHER });
    const elsewhere = note('3', { channelId: OTHER, categoryId: OTHER });
    await elsewhere;
    expect(order).toEqual(['3']);
    asked[0]?.tell(HOME);
    await Promise.all([first, second]);
    expect(order).toEqual(['3', '1', '2']);
    expect(places.inOrder(connected, message('4'))).toEqual(message('4', { categoryId: HOME }));
  });

  it('is not asked for with each message after Discord failed, and again some seconds later', async () => {
    const { places, connected, asked } = aBot();
    const first = places.inOrder(connected, message('1'));
    asked[0]?.fail();
    expect((await first).categoryId).toBeUndefined();
    expect(places.inOrder(connected, message('2'))).toEqual(message('2'));
    expect(asked).toHaveLength(1);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 5001);
    // The cache reads the clock once in 100 milliseconds.
    await sleep(110);
    const later = places.inOrder(connected, message('3'));
    expect(asked).toHaveLength(2);
    asked[1]?.tell(HOME);
    expect((await later).categoryId).toBe(HOME);
  });

  it('keeps messages waiting for five seconds at most, all of them together', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { places, connected } = aBot();
    const all = ['1', '2'].map((id) => places.inOrder(connected, message(id)));
    const [[end, waitMs] = []] = timers.mock.calls;
    expect(waitMs).toBe(5000);
    end?.();
    expect((await Promise.all(all)).map(({ categoryId }) => categoryId)).toEqual([undefined, undefined]);
  });
});

describe('what a channel was known to belong to', () => {
  it('holds while Discord is asked again after an hour, and when it fails', async () => {
    const { places, connected, asked, moved } = aBot();
    const first = places.inOrder(connected, message('1'));
    asked[0]?.tell(HOME);
    await first;
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS + 1);
    expect(places.inOrder(connected, message('2'))).toEqual(message('2', { categoryId: HOME }));
    expect(asked).toHaveLength(2);
    asked[1]?.fail();
    await sleep(5);
    expect(places.inOrder(connected, message('3'))).toEqual(message('3', { categoryId: HOME }));
    expect(asked).toHaveLength(2);
    moved(OTHER);
    expect(places.inOrder(connected, message('4'))).toEqual(message('4', { categoryId: OTHER }));
  });
});
