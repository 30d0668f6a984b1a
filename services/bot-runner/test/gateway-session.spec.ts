import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDiscord, waitFor, type DiscordBot, type DiscordOptions, type StandInDiscord } from '@kith/kit/testing';
import { GatewaySession, type SavedSession } from '../src/discord/gateway-session.js';

const INTENTS = 1 | 512 | 4096 | 32_768;

/** A session with a record of everything it told. */
class Observed {
  readonly heard: string[] = [];
  readonly seqs: number[] = [];
  readonly fatal: number[] = [];
  readonly problems: { closeCode?: number; error?: unknown }[] = [];
  ready = 0;
  resumed = 0;
  lost = 0;
  readonly session: GatewaySession;

  constructor(discord: StandInDiscord, bot: DiscordBot, saved: SavedSession | null = null) {
    this.session = new GatewaySession({
      token: bot.token,
      intents: INTENTS,
      saved,
      address: async () => discord.apiUrl.replace('http', 'ws').replace('/api', '/gateway'),
      mayIdentify: async () => undefined,
      handlers: {
        onReady: () => this.ready++,
        onResumed: () => this.resumed++,
        onDispatch: (payload) => {
          this.seqs.push(payload.s);
          if (payload.t === 'MESSAGE_CREATE') this.heard.push(payload.d.content);
          this.session.processed(payload.s);
        },
        onSessionLost: () => this.lost++,
        onDisconnected: (problem) => this.problems.push(problem),
        onFatal: (code) => this.fatal.push(code),
      },
    });
    this.session.start();
  }
}

describe('a session with the Discord gateway', () => {
  let discord: StandInDiscord;
  let bot: DiscordBot;
  const sessions: Observed[] = [];

  const begin = async (options: DiscordOptions = {}): Promise<void> => {
    discord = await startDiscord({ identifyEveryMs: 0, ...options });
    bot = discord.addBot();
  };
  const observe = (saved: SavedSession | null = null): Observed => {
    const observed = new Observed(discord, bot, saved);
    sessions.push(observed);
    return observed;
  };
  const online = async (): Promise<Observed> => {
    const observed = observe();
    await waitFor('READY', () => observed.session.state === 'ready');
    return observed;
  };
  const say = (from: number, to: number): string[] => {
    const contents = Array.from({ length: to - from }, (_, index) => `message ${from + index}`);
    for (const content of contents) discord.say({ bot, content });
    return contents;
  };
  const heardAll = (observed: Observed, contents: readonly string[]) =>
    waitFor(`${contents.length} messages, heard ${observed.heard.length}`, () => observed.heard.length >= contents.length);

  beforeEach(() => begin());
  afterEach(async () => {
    for (const { session } of sessions.splice(0)) session.stop('resumable');
    await discord.close();
  });

  it('hears messages in order', async () => {
    const observed = await online();
    const said = say(0, 50);
    await heardAll(observed, said);
    expect(observed.heard).toEqual(said);
    expect(discord.stats).toMatchObject({ identifies: 1, resumes: 0 });
  });

  it.each([
    ['is asked to reconnect', () => discord.kick(bot, { op: 7 })],
    ['is closed with 4000', () => discord.kick(bot, { code: 4000 })],
    ['is closed with 4009', () => discord.kick(bot, { code: 4009 })],
    ['gets a resumable op 9', () => discord.kick(bot, { op: 9, isResumable: true })],
  ])('resumes and loses nothing when it %s', async (_what, kick) => {
    const observed = await online();
    const before = say(0, 20);
    await heardAll(observed, before);
    kick();
    const during = say(20, 60);
    await heardAll(observed, [...before, ...during]);
    await waitFor('RESUMED', () => observed.resumed === 1);
    expect(observed.heard).toEqual([...before, ...during]);
    expect(discord.stats.identifies).toBe(1);
  });

  it('resumes after the network was down for three seconds, 0 lost', async () => {
    const observed = await online();
    const before = say(0, 10);
    await heardAll(observed, before);
    await discord.goDown();
    const during = say(10, 40);
    const downSinceMs = Date.now();
    await waitFor('three seconds', () => Date.now() - downSinceMs >= 3000);
    expect(observed.problems.length).toBeGreaterThan(1);
    await discord.comeBack();
    const after = say(40, 50);
    await heardAll(observed, [...before, ...during, ...after]);
    expect(observed.heard).toEqual([...before, ...during, ...after]);
    expect(discord.stats).toMatchObject({ identifies: 1, resumed: 1 });
  });

  it('is resumed by another owner from what was processed, without an IDENTIFY', async () => {
    const first = await online();
    await heardAll(first, say(0, 10));
    const saved = first.session.session;
    first.session.stop('resumable');
    const during = say(10, 20);
    const second = observe(saved);
    await waitFor('RESUMED', () => second.resumed === 1);
    expect(second.heard).toEqual(during);
    expect(discord.stats.identifies).toBe(1);
  });

  it('begins a new session when Discord forgot the old one', async () => {
    const observed = await online();
    discord.kick(bot, { op: 9 });
    await waitFor('a new READY', () => observed.ready === 2);
    expect(observed.lost).toBe(1);
    const said = say(0, 5);
    await heardAll(observed, said);
    expect(discord.stats.identifies).toBe(2);
  });

  it('ends the session for Discord when it is stopped for good', async () => {
    const observed = await online();
    observed.session.stop('ended');
    await waitFor('the end of the session', () => !discord.hasSession(bot));
  });

  it.each([4004, 4013, 4014])('S74: stops at %d and never comes back by itself', async (code) => {
    const observed = await online();
    discord.kick(bot, { code });
    await waitFor('the verdict', () => observed.fatal.length === 1);
    expect(observed.fatal).toEqual([code]);
    expect(observed.session.state).toBe('stopped');
    expect(discord.stats.connections).toBe(1);
  });

  it('is refused an intent that is switched off', async () => {
    bot = discord.addBot({ messageContent: false });
    const observed = observe();
    await waitFor('the verdict', () => observed.fatal.length === 1);
    expect(observed.fatal).toEqual([4014]);
  });

  it('backs off when it is closed right after HELLO', async () => {
    discord.closeAfterHello(4000);
    const observed = observe();
    const sinceMs = Date.now();
    await waitFor('six seconds', () => Date.now() - sinceMs > 6000);
    expect(observed.problems.length).toBeGreaterThanOrEqual(3);
    expect(observed.problems.length).toBeLessThanOrEqual(7);
    discord.closeAfterHello(null);
    await waitFor('READY', () => observed.ready === 1, 15_000);
  }, 30_000);

  it('notices a connection that has gone silent and resumes it', async () => {
    await discord.close();
    await begin({ heartbeatMs: 200 });
    const observed = await online();
    await waitFor('a heartbeat', () => discord.stats.heartbeats > 0);
    discord.silence(bot);
    const during = say(0, 10);
    await waitFor('the loss to be noticed', () => observed.problems.length > 0);
    discord.speak(bot);
    await heardAll(observed, during);
    expect(observed.heard).toEqual(during);
    expect(discord.stats).toMatchObject({ identifies: 1 });
  });

  it('gives each event once although Discord repeats what was not processed', async () => {
    const observed = await online();
    await heardAll(observed, say(0, 3));
    const { seqs } = observed;
    observed.session.processed = () => undefined;
    await heardAll(observed, [...observed.heard, ...say(3, 8)]);
    discord.kick(bot, { op: 7 });
    await waitFor('RESUMED', () => observed.resumed === 1);
    await waitFor('the replay', () => discord.stats.replayed >= 5);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(observed.heard).toHaveLength(8);
  });
});
