import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import {
  GatewayOpcodes,
  MessageType,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import { ReplyLog, type ConnectedBot } from './connected-bot.js';
import { HandledMessages } from './handled-messages.js';
import { MessageIntake } from './message-intake.js';

const idOf = (at: number): string => String(1_440_000_000_000_000_000n + BigInt(at));

const created = (id: string, content = 'the same text'): GatewayDispatchPayload =>
  ({
    op: GatewayOpcodes.Dispatch,
    t: 'MESSAGE_CREATE',
    s: 1,
    d: {
      id,
      channel_id: '300000000000000001',
      guild_id: '200000000000000001',
      author: { id: '100000000000000001', username: 'ann' },
      type: MessageType.Default,
      mentions: [],
      attachments: [],
      content,
    },
  }) as unknown as GatewayDispatchPayload;

/** An intake that records which messages moderation was asked about; `check` is what moderation answers. */
function anIntake(check: () => Promise<boolean>, settings: Partial<ChannelSettings> = {}) {
  const checked: string[] = [];
  const moderation = {
    check: (_bot: ConnectedBot, { id }: { id: string }) => {
      checked.push(id);
      return check();
    },
  };
  const places = { inOrder: (_bot: ConnectedBot, message: object) => message };
  const traced: object[] = [];
  const traces = { record: ({ messageId }: { messageId: string }, result: object) => void traced.push({ messageId, ...result }) };
  const unused = {} as never;
  const callIn = ({ content }: { content: string }) => (content === '!roll' ? {} : null);
  const commands = { moderatingCallIn: () => null, callIn } as never;
  const intake = new MessageIntake(
    unused,
    commands,
    { moderation, places, ownRoles: { of: () => null } } as never,
    unused,
    unused,
    traces as never,
  );
  const connected: ConnectedBot = {
    bot: {
      botId: 'b',
      ownerId: 'o',
      serverId: null,
      ageRating: 'everyone',
      channelSettings: ChannelSettings.parse(settings),
    } as RunnableBot,
    ownUserId: '9',
    replies: new ReplyLog(),
    handled: new HandledMessages(),
    threadParents: new Map(),
    shard: { index: 0, count: 1 },
    hasMessageContent: () => true,
    sendVoiceState: () => false,
    servers: { ids: new Set(), isComplete: true },
    closed: new AbortController().signal,
  };
  const leave = (id: string, content?: string) =>
    intake.leave(connected, created(id, content).d as GatewayMessageCreateDispatchData);
  return { checked, traced, leave, handle: (id: string) => intake.handle(connected, created(id)) };
}

describe('a message that reaches a bot again, over REST after a dropped session for example', () => {
  it('is counted and answered once, while the first one is handled and after that', async () => {
    let end = (_isTakenOut: boolean): void => undefined;
    const { checked, handle } = anIntake(() => new Promise((resolve) => (end = resolve)));
    const [first, second] = [handle(idOf(1)), handle(idOf(1))];
    // Discord is told that the second one is processed only when the message is.
    expect(second).toBe(first);
    end(true);
    await first;
    expect(handle(idOf(1))).toBeNull();
    expect(checked).toEqual([idOf(1)]);
  });

  it('is handled again when it could not be handled', async () => {
    const results = [Promise.reject(new Error('no')), Promise.resolve(true)];
    const { checked, handle } = anIntake(() => results.shift() ?? Promise.resolve(true));
    await expect(handle(idOf(1))).rejects.toThrow('no');
    await handle(idOf(1));
    expect(checked).toEqual([idOf(1), idOf(1)]);
  });

  it('is known among the last two thousand at least, so that memory stays bounded', async () => {
    const { checked, handle } = anIntake(() => Promise.resolve(true));
    // The oldest are forgotten five hundred at a time.
    for (let at = 0; at < 2500; at += 1) await handle(idOf(at));
    await handle(idOf(500));
    await handle(idOf(499));
    expect(checked.slice(2500)).toEqual([idOf(499)]);
  });
});

describe('a message whose author is not known', () => {
  it('is told as left without an answer, unless it arrived meanwhile: then what became of it stays told', async () => {
    const { traced, leave, handle } = anIntake(() => new Promise(() => undefined));
    void handle(idOf(1));
    await leave(idOf(1));
    await leave(idOf(2));
    expect(traced).toEqual([{ messageId: idOf(2), outcome: 'unanswered', reason: 'author_unknown' }]);
  });
  it('is told only where it would have got an answer: by a command, too', async () => {
    const { traced, leave } = anIntake(() => Promise.resolve(false), { mentionOnly: true });
    await leave(idOf(1), 'talk among friends');
    await leave(idOf(2), '!roll');
    expect(traced).toEqual([{ messageId: idOf(2), outcome: 'unanswered', reason: 'author_unknown' }]);
  });
});
