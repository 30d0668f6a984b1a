import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDiscord, waitFor, type DiscordBot, type DiscordOptions, type StandInDiscord } from '@kith/kit/testing';
import { RetryLater, type SavedSession } from '../src/discord/gateway-options.js';
import { presenceOf } from '../src/connections/presence.js';
import { WebSocketServer } from 'ws';
import { GatewaySession } from '../src/discord/gateway-session.js';

const INTENTS = 1 | 512 | 4096 | 32_768;

/** A session with a record of all its callbacks. */
class RecordedSession {
  readonly messages: string[] = [];
  readonly seqs: number[] = [];
  readonly fatal: number[] = [];
  readonly problems: { closeCode?: number; error?: unknown }[] = [];
  ready = 0;
  resumed = 0;
  lost = 0;
  readonly session: GatewaySession;

  constructor(bot: DiscordBot, url: string | (() => Promise<string>), saved: SavedSession | null = null) {
    this.session = new GatewaySession({
      token: bot.token,
      shard: { index: 0, count: 1 },
      intents: INTENTS,
      saved,
      gatewayUrl: typeof url === 'string' ? async () => url : url,
      awaitTurn: async () => undefined,
      presence: () => presenceOf(null),
      awaitIdentifySlot: async () => undefined,
      handlers: {
        onReady: () => this.ready++,
        onResumed: () => this.resumed++,
        onDispatch: (payload) => {
          this.seqs.push(payload.s);
          if (payload.t === 'MESSAGE_CREATE') this.messages.push(payload.d.content);
          this.session.markProcessed(payload.s);
        },
        onSessionLost: () => this.lost++,
        onDisconnected: (problem) => this.problems.push(problem),
        onFatal: (code) => this.fatal.push(code),
      },
    });
    this.session.start();
  }
}

describe('GatewaySession', () => {
  let discord: StandInDiscord;
  let bot: DiscordBot;
  const sessions: RecordedSession[] = [];

  const begin = async (options: DiscordOptions = {}): Promise<void> => {
    discord = await startDiscord({ identifyEveryMs: 0, ...options });
    bot = discord.addBot();
  };
  const openSession = (saved: SavedSession | null = null): RecordedSession => {
    const recorded = new RecordedSession(bot, discord.apiUrl.replace('http', 'ws').replace('/api', '/gateway'), saved);
    sessions.push(recorded);
    return recorded;
  };
  const online = async (): Promise<RecordedSession> => {
    const recorded = openSession();
    await waitFor('READY', () => recorded.session.state === 'ready');
    return recorded;
  };
  const say = (from: number, to: number): string[] => {
    const contents = Array.from({ length: to - from }, (_, index) => `message ${from + index}`);
    for (const content of contents) discord.sendMessage({ bot, content });
    return contents;
  };
  const waitForMessages = (recorded: RecordedSession, contents: readonly string[]) =>
    waitFor(
      `${contents.length} messages, received ${recorded.messages.length}`,
      () => recorded.messages.length >= contents.length,
    );

  beforeEach(() => begin());
  afterEach(async () => {
    for (const { session } of sessions.splice(0)) session.stop('resumable');
    await discord.close();
  });

  it('receives messages in order', async () => {
    const recorded = await online();
    const said = say(0, 50);
    await waitForMessages(recorded, said);
    expect(recorded.messages).toEqual(said);
    expect(discord.stats).toMatchObject({ identifies: 1, resumes: 0 });
  });

  it.each([
    ['is asked to reconnect', () => discord.interruptSession(bot, { op: 7 })],
    ['is closed with 4000', () => discord.interruptSession(bot, { code: 4000 })],
    ['is closed with 4009', () => discord.interruptSession(bot, { code: 4009 })],
    ['is closed by Discord with 1000', () => discord.interruptSession(bot, { code: 1000 })],
    ['is closed by Discord with 1001', () => discord.interruptSession(bot, { code: 1001 })],
    ['receives a resumable opcode 9', () => discord.interruptSession(bot, { op: 9, isResumable: true })],
  ])('resumes and loses no message when it %s', async (_what, kick) => {
    const recorded = await online();
    const before = say(0, 20);
    await waitForMessages(recorded, before);
    kick();
    const during = say(20, 60);
    await waitForMessages(recorded, [...before, ...during]);
    await waitFor('RESUMED', () => recorded.resumed === 1);
    expect(recorded.messages).toEqual([...before, ...during]);
    expect(discord.stats.identifies).toBe(1);
  });

  it('resumes without losing a message after the network was down for three seconds', async () => {
    const recorded = await online();
    const before = say(0, 10);
    await waitForMessages(recorded, before);
    await discord.startOutage();
    const during = say(10, 40);
    const downSinceMs = Date.now();
    await waitFor('three seconds', () => Date.now() - downSinceMs >= 3000);
    expect(recorded.problems.length).toBeGreaterThan(1);
    await discord.endOutage();
    const after = say(40, 50);
    await waitForMessages(recorded, [...before, ...during, ...after]);
    expect(recorded.messages).toEqual([...before, ...during, ...after]);
    expect(discord.stats).toMatchObject({ identifies: 1, resumed: 1 });
  });

  it('can be resumed by another owner from the last processed event, without an IDENTIFY', async () => {
    const first = await online();
    await waitForMessages(first, say(0, 10));
    const saved = first.session.session;
    first.session.stop('resumable');
    const during = say(10, 20);
    const second = openSession(saved);
    await waitFor('RESUMED', () => second.resumed === 1);
    expect(second.messages).toEqual(during);
    expect(discord.stats.identifies).toBe(1);
  });

  it('begins a new session when Discord ended the old one', async () => {
    const recorded = await online();
    discord.interruptSession(bot, { op: 9 });
    await waitFor('a new READY', () => recorded.ready === 2);
    expect(recorded.lost).toBe(1);
    const said = say(0, 5);
    await waitForMessages(recorded, said);
    expect(discord.stats.identifies).toBe(2);
  });

  it('ends the session on Discord when it is stopped as ended', async () => {
    const recorded = await online();
    recorded.session.stop('ended');
    await waitFor('the end of the session', () => !discord.hasSession(bot));
  });

  it.each([4004, 4013, 4014])('stops at close code %d and does not reconnect [S74]', async (code) => {
    const recorded = await online();
    discord.interruptSession(bot, { code });
    await waitFor('the fatal close code', () => recorded.fatal.length === 1);
    expect(recorded.fatal).toEqual([code]);
    expect(recorded.session.state).toBe('stopped');
    expect(discord.stats.connections).toBe(1);
  });

  it.each([
    ['a READY without a user', { op: 0, t: 'READY', s: 1, d: { session_id: 'x', resume_gateway_url: 'ws://127.0.0.1:9' } }],
    ['a READY without a session', { op: 0, t: 'READY', s: 1, d: { user: { id: '1' } } }],
    ['no object', null],
    ['no opcode', { t: 'READY' }],
    ['a HELLO without an interval', { op: 10, d: {} }],
  ])('ends the connection and tries again when Discord sends %s', async (_what, payload) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    let connections = 0;
    server.on('connection', (socket) => {
      connections++;
      if (connections > 1) return;
      socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
      socket.send(JSON.stringify(payload));
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const recorded = new RecordedSession(bot, `ws://127.0.0.1:${port}`);
    sessions.push(recorded);
    await waitFor('the end of the connection', () => recorded.problems.length === 1);
    expect(recorded).toMatchObject({ ready: 0, seqs: [], fatal: [] });
    await waitFor('another connection', () => connections === 2);
    recorded.session.stop('resumable');
    server.close();
  });

  it('does not try again before Discord allows a new session', async () => {
    let asked = 0;
    const recorded = new RecordedSession(bot, () => {
      asked += 1;
      return Promise.reject(new RetryLater('none left', 600));
    });
    sessions.push(recorded);
    const sinceMs = Date.now();
    await waitFor('the second question', () => asked === 2);
    expect(Date.now() - sinceMs).toBeGreaterThanOrEqual(590);
    expect(discord.stats.connections).toBe(0);
  });

  it('stops with close code 4014 when an intent is switched off', async () => {
    bot = discord.addBot({ hasMessageContentIntent: false });
    const recorded = openSession();
    await waitFor('the fatal close code', () => recorded.fatal.length === 1);
    expect(recorded.fatal).toEqual([4014]);
  });

  it('backs off when it is closed right after HELLO', async () => {
    discord.closeAfterHello(4000);
    const recorded = openSession();
    const sinceMs = Date.now();
    await waitFor('six seconds', () => Date.now() - sinceMs > 6000);
    expect(recorded.problems.length).toBeGreaterThanOrEqual(3);
    expect(recorded.problems.length).toBeLessThanOrEqual(7);
    discord.closeAfterHello(null);
    await waitFor('READY', () => recorded.ready === 1, 15_000);
  }, 30_000);

  it('detects a connection without heartbeat acknowledgements and resumes it', async () => {
    await discord.close();
    await begin({ heartbeatMs: 200 });
    const recorded = await online();
    await waitFor('a heartbeat', () => discord.stats.heartbeats > 0);
    discord.muteGateway(bot);
    const during = say(0, 10);
    await waitFor('the loss to be noticed', () => recorded.problems.length > 0);
    discord.unmuteGateway(bot);
    await waitForMessages(recorded, during);
    expect(recorded.messages).toEqual(during);
    expect(discord.stats).toMatchObject({ identifies: 1 });
  });

  it('dispatches each event once although Discord repeats those that were not processed', async () => {
    const recorded = await online();
    await waitForMessages(recorded, say(0, 3));
    const { seqs } = recorded;
    recorded.session.markProcessed = () => undefined;
    await waitForMessages(recorded, [...recorded.messages, ...say(3, 8)]);
    discord.interruptSession(bot, { op: 7 });
    await waitFor('RESUMED', () => recorded.resumed === 1);
    await waitFor('the replay', () => discord.stats.replayed >= 5);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(recorded.messages).toHaveLength(8);
  });
});
