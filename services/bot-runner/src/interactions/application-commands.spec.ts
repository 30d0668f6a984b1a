import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Events, Logger, RpcClient } from '@kith/kit';
import { AppError, ChannelSettings, type RunnableBot } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { RestClients } from '../discord/rest-clients.js';
import type { Problems } from '../problems/problems.service.js';
import { ApplicationCommands } from './application-commands.js';
import { commandSet } from './command-set.js';
import { DrawingAbility } from './drawing-ability.js';

const ROLL = { commandId: 'roll', trigger: '!roll', custom: null };
const DEBOUNCE_MS = 1000;
/** Bots of the same application, as after its token moved. */
const aBot = (botId: string, commands: RunnableBot['commands'] = []) =>
  ({
    botId,
    ownerId: 'owner',
    applicationId: '1',
    commands,
    systems: [],
    channelSettings: ChannelSettings.parse({}),
  }) as unknown as RunnableBot;

/** Application commands with a Discord that accepts everything; `writers` are the bots that registered something, `known` what Discord has before. */
function underTest(known: object[] = [], answered: () => Promise<unknown> = () => Promise.resolve(), ability?: DrawingAbility) {
  const stored = new Map<string, string>();
  const writers: string[] = [];
  const requests: string[] = [];
  const noted: string[] = [];
  const asksRedis = jest.fn();
  const redis = {
    get: (key: string) => {
      asksRedis();
      return Promise.resolve(stored.get(key) ?? null);
    },
    set: (key: string, value: string) => {
      asksRedis();
      return Promise.resolve(stored.set(key, value));
    },
  };
  let ids = 0;
  const rest = {
    get: async () => {
      await answered();
      return known;
    },
    post: (_route: string, { body }: { body: { name: string } }) => {
      requests.push(body.name);
      return Promise.resolve({ id: String((ids += 1)) });
    },
    delete: (route: string) => {
      requests.push(`delete ${route.split('/').at(-1)}`);
      return Promise.resolve();
    },
  };
  const use = (botId: string, request: (client: typeof rest) => Promise<unknown>) => {
    if (writers.at(-1) !== botId) writers.push(botId);
    return request(rest);
  };
  const note = (what: string) => () => Promise.resolve(void noted.push(what));
  const problems = { resolve: note('resolved'), record: note('recorded') };
  const drawing = {
    asked: 0,
    canDraw: false as boolean | null,
    of: () => {
      drawing.asked += 1;
      return Promise.resolve(drawing.canDraw);
    },
  };
  const dropped: ((event: { userId: string }) => void)[] = [];
  const events = {
    subscribe: (_event: unknown, handle: (event: { userId: string }) => void) => {
      dropped.push(handle);
      return Promise.resolve(() => undefined);
    },
  };
  const commands = new ApplicationCommands(
    redis as unknown as Redis,
    { use } as unknown as RestClients,
    problems as unknown as Problems,
    ability ?? (drawing as unknown as DrawingAbility),
    events as unknown as Events,
    {} as Logger,
  );
  return {
    commands,
    writers,
    requests,
    noted,
    drawing,
    asksRedis,
    drop: (userId: string) => dropped.forEach((handle) => handle({ userId })),
  };
}

async function afterDebounce(): Promise<void> {
  jest.advanceTimersByTime(DEBOUNCE_MS);
  // Everything that is faked resolves at once.
  for (let step = 0; step < 500; step += 1) await Promise.resolve();
}

describe('the application commands of many bots that connect together', () => {
  it('are registered for a few bots at once, in turns by owner', async () => {
    const [waiting, { signal }]: [(() => void)[], AbortController] = [[], new AbortController()];
    let [running, most] = [0, 0];
    const { commands, writers } = underTest([], async () => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => waiting.push(resolve));
      running -= 1;
    });
    const ofOwner = (ownerId: string, number: number) => {
      const botId = `${ownerId}-${number}`;
      return { ...aBot(botId), ownerId, applicationId: botId };
    };
    const all = [
      ...Array.from({ length: 100 }, (_, number) => ofOwner('many', number)),
      ...Array.from({ length: 40 }, (_, number) => ofOwner(`one of ${number}`, 0)),
    ];
    const registered = Promise.all(all.map((bot) => commands.ensure(bot, 'new', signal)));
    let isDone = false;
    void registered.then(() => (isDone = true));
    while (!isDone) {
      for (const answer of waiting.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(most).toBe(24);
    const asked = [...new Set(writers)];
    expect(asked).toHaveLength(all.length);
    // Nobody waits until a hundred bots of another owner are registered.
    expect(asked.findLastIndex((botId) => botId.startsWith('one of'))).toBeLessThan(100);
  });
});

describe('the application commands of a token that moved to another bot', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('follow the second bot after the connection of the first one was closed, and nobody after both were', async () => {
    const { commands, writers } = underTest();
    const [first, second] = [new AbortController(), new AbortController()];
    await commands.ensure(aBot('a'), 'new', first.signal);
    await commands.ensure(aBot('b'), 'new', second.signal);
    writers.length = 0;
    first.abort();
    commands.follow(aBot('b', [ROLL]), second.signal);
    await afterDebounce();
    expect(writers).toEqual(['b']);
    writers.length = 0;
    commands.follow(aBot('b'), second.signal);
    second.abort();
    commands.follow(aBot('b', [ROLL]), second.signal);
    await afterDebounce();
    expect(writers).toEqual([]);
  });

  it('stay those of the second bot while the first one is still connected and changes', async () => {
    const { commands, writers } = underTest();
    const [first, second] = [new AbortController(), new AbortController()];
    await commands.ensure(aBot('a'), 'new', first.signal);
    await commands.ensure(aBot('b'), 'new', second.signal);
    writers.length = 0;
    commands.follow(aBot('a', [ROLL]), first.signal);
    await afterDebounce();
    expect(writers).toEqual([]);
  });
});

describe('a command of Discord with the name of a learned one', () => {
  const idle = new AbortController().signal;

  it('that the owner made elsewhere is neither overwritten nor deleted, and the owner is told', async () => {
    const { commands, requests, noted } = underTest([
      { id: '77', type: 1, name: 'roll', description: 'Of the owner', options: [] },
    ]);
    await commands.ensure(aBot('a', [ROLL]), 'new', idle);
    expect(requests).not.toContain('roll');
    expect(noted).toEqual(['recorded']);
    await commands.ensure(aBot('a'), 'new', idle);
    expect(requests).not.toContain('delete 77');
    expect(noted).toEqual(['recorded', 'resolved']);
  });

  it('that is the same in all fields is ours after Redis lost what was registered, although Discord leaves out what is not set', async () => {
    const bot = aBot('a', [ROLL]);
    const roll = commandSet(bot, false).find(({ name }) => name === 'roll');
    const options = roll?.options.map((option) => ({ ...option, required: option.required === true ? true : undefined }));
    const { commands, requests, noted } = underTest([{ ...roll, id: '78', options, dm_permission: true, version: '1' }]);
    expect(roll?.options.length).toBeGreaterThan(0);
    await commands.ensure(bot, 'new', idle);
    expect(requests).not.toContain('roll');
    expect(noted).toEqual(['resolved']);
    await commands.ensure(aBot('a'), 'new', idle);
    expect(requests).toContain('delete 78');
  });

  it('that still has choices which the owner took away is written again, also after Redis lost what was registered', async () => {
    const option = { name: 'dish', description: 'What', type: 'text' as const, isRequired: true };
    const aCommand = (choices: string[]) => ({
      commandId: 'custom',
      trigger: '!order',
      custom: { name: 'Order', description: 'Orders', options: [{ ...option, choices }] },
    });
    const before = aBot('a', [aCommand(['pizza'])]);
    const known = { ...commandSet(before, false).find(({ name }) => name === 'order'), id: '79', version: '1' };
    const same = underTest([known]);
    await same.commands.ensure(before, 'new', idle);
    expect(same.requests).not.toContain('order');
    await same.commands.ensure(aBot('a', [aCommand([])]), 'new', idle);
    expect(same.requests).toContain('order');
    const lost = underTest([known]);
    await lost.commands.ensure(aBot('a', [aCommand([])]), 'new', idle);
    expect(lost.noted).toEqual(['recorded']);
  });
});

describe('the command to draw', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const HOUR_MS = 3_600_000;

  it('is asked about once an hour at most by sessions that are resumed, and every few hours without them', async () => {
    const { commands, requests, drawing } = underTest();
    const connection = new AbortController();
    drawing.canDraw = true;
    await commands.ensure(aBot('a'), 'new', connection.signal);
    expect([drawing.asked, requests.includes('generate')]).toEqual([1, true]);
    await commands.ensure(aBot('a'), 'resumed', connection.signal);
    expect(drawing.asked).toBe(1);
    jest.setSystemTime(Date.now() + HOUR_MS);
    await commands.ensure(aBot('a'), 'resumed', connection.signal);
    expect(drawing.asked).toBe(2);
    jest.advanceTimersByTime(5 * HOUR_MS);
    await afterDebounce();
    expect(drawing.asked).toBe(2);
    drawing.canDraw = false;
    requests.length = 0;
    jest.advanceTimersByTime(7 * HOUR_MS);
    await afterDebounce();
    expect([drawing.asked, requests.includes('privacy'), requests.includes('generate')]).toEqual([3, true, false]);
    connection.abort();
    jest.advanceTimersByTime(24 * HOUR_MS);
    await afterDebounce();
    expect(drawing.asked).toBe(3);
  });

  it('ends with a resumed session, too, when its owner does not want pictures any more', async () => {
    const { commands, drawing } = underTest();
    const { signal } = new AbortController();
    drawing.canDraw = true;
    await commands.ensure(aBot('a'), 'new', signal);
    await commands.ensure({ ...aBot('a'), sendsPictures: false }, 'resumed', signal);
    expect(drawing.asked).toBe(2);
  });

  it('is asked once for each of thousands of bots that connect, and neither that nor Redis is asked while nothing changes', async () => {
    const { commands, drawing, asksRedis } = underTest();
    const { signal } = new AbortController();
    const bots = Array.from({ length: 2000 }, (_, at) => ({ ...aBot(`${at}`), applicationId: `a${at}` }));
    await Promise.all(bots.map((bot) => commands.ensure(bot, 'new', signal)));
    expect(drawing.asked).toBe(bots.length);
    const asked = asksRedis.mock.calls.length;
    // A bot is read again with each look at what is wanted.
    for (let tick = 0; tick < 60; tick += 1) for (const bot of bots) commands.follow({ ...bot }, signal);
    await afterDebounce();
    expect([drawing.asked, asksRedis.mock.calls.length]).toEqual([bots.length, asked]);
  });

  it('stays as it was while nobody knows whether the bot can draw, which is asked again soon', async () => {
    const { commands, requests, drawing } = underTest();
    const { signal } = new AbortController();
    drawing.canDraw = true;
    await commands.ensure(aBot('a'), 'new', signal);
    drawing.canDraw = null;
    requests.length = 0;
    await commands.ensure(aBot('a'), 'new', signal);
    expect(requests).toContain('generate');
    const { asked } = drawing;
    jest.advanceTimersByTime(HOUR_MS / 6);
    await afterDebounce();
    expect(drawing.asked).toBe(asked + 1);
  });

  it('is asked about once for a thousand bots of an owner that connect, and once more when its key or plan may have changed', async () => {
    const asked: string[] = [];
    let answer = () => ({ canDraw: true });
    const rpc = {
      ask: (_call: unknown, { botId }: { botId: string }) => {
        asked.push(botId);
        return Promise.resolve().then(() => answer());
      },
    };
    const ability = new DrawingAbility(rpc as unknown as RpcClient, {} as Logger);
    const { commands, requests, drop } = underTest([], undefined, ability);
    await commands.onApplicationBootstrap();
    const { signal } = new AbortController();
    const bots = Array.from({ length: 1000 }, (_, at) => ({
      ...aBot(`${at}`),
      applicationId: `a${at}`,
      sendsPictures: at < 999,
    }));
    await Promise.all(bots.map((bot) => commands.ensure(bot, 'new', signal)));
    const offered = () => requests.filter((name) => name === 'generate').length;
    expect([asked.length, offered()]).toEqual([1, 999]);
    requests.length = 0;
    answer = () => ({ canDraw: false });
    drop('another');
    await afterDebounce();
    expect([asked.length, requests.length]).toEqual([1, 0]);
    drop('owner');
    await afterDebounce();
    for (let step = 0; step < 20_000; step += 1) await Promise.resolve();
    expect([asked.length, requests.length > 0, offered()]).toEqual([2, true, 0]);
  });

  it('is asked about again with another bot of the owner when the first one is deleted meanwhile', async () => {
    const answers = [() => Promise.reject(new AppError('NOT_FOUND')), () => Promise.resolve({ canDraw: true })];
    const ability = new DrawingAbility({ ask: () => answers.shift()?.() } as unknown as RpcClient, {} as Logger);
    expect(await ability.of(aBot('gone'))).toBe(null);
    expect(await ability.of(aBot('other'))).toBe(true);
  });
});
