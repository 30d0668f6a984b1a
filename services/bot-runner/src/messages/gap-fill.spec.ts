import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { MessageType, type APIMessage, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { ONLY_SHARD } from '../leases/shard.js';
import type { ChannelReads } from './channel-reads.js';
import { nothingKept, type ConnectedBot } from './connected-bot.js';
import { GapFill } from './gap-fill.js';

const GUILD = '200000000000000001';
const CHANNEL = '300000000000000001';
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const nowId = (at: number): string => String((BigInt(Date.now() - DISCORD_EPOCH_MS) << 22n) + BigInt(at));

const aMessage = (id: string, authorId: string): APIMessage =>
  ({
    id,
    channel_id: CHANNEL,
    author: { id: authorId, username: 'ann' },
    type: MessageType.Default,
    mentions: [],
    attachments: [],
    content: 'hello',
  }) as unknown as APIMessage;

/** Fills a channel that shows these messages; `members`: what Discord says of an author. */
function aFill(messages: readonly APIMessage[], member: (userId: string) => object = () => ({ roles: [] })) {
  const calls = { asked: [] as string[], handled: [] as string[], left: [] as string[] };
  const get = async (route: string, { query }: { query?: URLSearchParams }): Promise<unknown> => {
    const [, userId] = /members\/(\d+)$/.exec(route) ?? [];
    if (userId === undefined) return query?.has('before') ? [] : messages;
    calls.asked.push(userId);
    return member(userId);
  };
  const reads = { expect: () => undefined, end: () => undefined, endAll: () => undefined };
  const gaps = new GapFill(
    { use: (_botId: string, work: (rest: object) => unknown) => work({ get }) } as never,
    { of: async () => [{ channelId: CHANNEL, guildId: GUILD, lastSentAtMs: 0 }], add: async () => undefined } as never,
    {
      handle: (_bot: ConnectedBot, { d }: GatewayDispatchPayload) => void calls.handled.push((d as { id: string }).id),
      leave: (_bot: ConnectedBot, { id }: { id: string }) => void calls.left.push(id),
    } as never,
    { during: (_bot: ConnectedBot, work: (found: ChannelReads) => Promise<void>) => work(reads as never) } as never,
    { info: () => undefined, warn: () => undefined, debug: () => undefined } as unknown as Logger,
  );
  const connected = {
    ...nothingKept(),
    bot: { botId: 'b', ownerId: 'o', channelSettings: { dedicatedChannelId: '', allowedChannels: [], restrictedChannels: [] } },
    ownUserId: '9',
    closed: new AbortController().signal,
  } as unknown as ConnectedBot & { bot: RunnableBot };
  const filled = [connected, ONLY_SHARD] as const;
  return { ...calls, connected, run: () => gaps.fill(...filled) };
}

describe('the messages that Discord did not deliver', () => {
  it('are those that did not arrive: of one that waits or was handled, Discord is not asked who wrote it', async () => {
    const [waiting, done, missed] = [nowId(1), nowId(2), nowId(3)];
    const { connected, run, ...calls } = aFill([aMessage(missed, '3'), aMessage(done, '2'), aMessage(waiting, '1')], () => {
      throw new Error('Discord is away');
    });
    void connected.handled.once(waiting, () => new Promise(() => undefined));
    void connected.handled.once(done, () => null);
    await run();
    expect(calls).toEqual({ asked: ['3'], handled: [], left: [missed] });
  });

  it('are left where Discord is not asked any more, because a hundred others wrote', async () => {
    const messages = Array.from({ length: 99 }, (_, at) => aMessage(nowId(200 - at), String(1000 + at)));
    const { run, ...calls } = aFill([...messages, aMessage(nowId(50), '5'), aMessage(nowId(49), '6')]);
    await run();
    expect([calls.asked.length, calls.handled.length, calls.left.length]).toEqual([100, 100, 1]);
  });
});
