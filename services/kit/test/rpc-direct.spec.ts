// Calls between services of one process, which do not go over Redis, have the same outcomes as those that do.
import { Actor, AppError, area } from '@kith/proto';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import { createLogger, NestLogger } from '../src/logger.js';
import { asSystem, rowOwner } from '../src/row-owner.js';
import { RpcClient } from '../src/rpc/client.js';
import type { DirectAnswer, DirectReader } from '../src/rpc/direct.js';
import { isNotExecuted } from '../src/rpc/errors.js';
import { Handle } from '../src/rpc/handle.js';
import { callScope, isTooLargeAsJson } from '../src/rpc/protocol.js';
import { RpcContext } from '../src/rpc/running-call.js';
import { RpcServer } from '../src/rpc/server.js';
import { anActor } from '../src/testing/builders.js';
import { asActor } from '../src/testing/as-actor.js';
import { waitFor } from '../src/testing/wait-for.js';
import { KEYS } from './fixtures/keys.js';
import { RedisServer } from './fixtures/redis-server.js';
import { fixture } from './fixtures/rpc-calls.js';
import { FixtureController, REPLICA } from './fixtures/rpc-controllers.js';

const calls = area('bots', 'direct', {
  owner: { input: z.object({ actor: Actor.optional() }), output: z.object({ owner: z.string() }) },
  headers: { input: z.object({}), output: z.object({ meta: z.record(z.string(), z.string()), leftMs: z.number() }) },
  hold: { input: z.object({ name: z.string() }), output: z.object({ name: z.string() }), timeoutMs: 20_000 },
  list: { input: z.object({ tags: z.array(z.string()) }), output: z.object({ tags: z.array(z.string()) }) },
  large: { input: z.object({}), output: z.object({ text: z.string() }) },
  frames: {
    input: z.object({ count: z.number(), end: z.enum(['whole', 'fails', 'too large', 'waits']).default('whole') }),
    output: z.object({ n: z.number(), tags: z.array(z.string()) }),
    stream: true,
  },
});

const kept = { tags: ['one'] };
const started: string[] = [];
const aborted: string[] = [];
const releases = new Map<string, () => void>();
/** The frames that handlers of streams have made, and how many of these handlers have ended. */
const streaming = { made: 0, ended: 0 };

@Controller()
class DirectController {
  @Handle(calls.owner) owner(_input: object): { owner: string } {
    return { owner: rowOwner() };
  }

  @Handle(calls.headers) headers(_input: object, context: RpcContext) {
    return { meta: { ...context.metadata }, leftMs: context.deadline - Date.now() };
  }

  @Handle(calls.hold) async hold({ name }: { name: string }, { signal }: RpcContext): Promise<{ name: string }> {
    started.push(name);
    await new Promise<void>((resolve) => {
      releases.set(name, resolve);
      signal.addEventListener('abort', () => {
        aborted.push(name);
        resolve();
      });
    });
    return { name };
  }

  @Handle(calls.list) list({ tags }: { tags: string[] }): { tags: string[] } {
    kept.tags.push(...tags);
    tags.push('added by the handler');
    return kept;
  }

  @Handle(calls.large) large(): { text: string } {
    return { text: 'x'.repeat(1_000_001) };
  }

  @Handle(calls.frames) async *frames(
    { count, end }: { count: number; end: string },
    { signal }: RpcContext,
  ): AsyncGenerator<{ n: number; tags: string[] }> {
    streaming.made = 0;
    try {
      for (let n = 1; n <= count; n += 1) {
        streaming.made = n;
        yield { n, tags: kept.tags };
      }
      if (end === 'fails') throw new AppError('DAILY_LIMIT');
      if (end === 'too large') yield { n: 0, tags: ['x'.repeat(1_000_001)] };
      if (end === 'waits') await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    } finally {
      streaming.ended += 1;
    }
  }
}

@Module({
  controllers: [DirectController, FixtureController],
  providers: [
    { provide: REPLICA, useValue: { name: 'here', journal: '/dev/null' } },
    { provide: RpcClient, useFactory: () => client },
  ],
})
class DirectModule {}

const logger = createLogger('silent');
let redis: RedisServer;
let client: RpcClient;
let server: RpcServer;
let app: INestMicroservice;

beforeAll(async () => {
  redis = await RedisServer.start();
  client = new RpcClient({ redisUrl: redis.url, keys: KEYS, logger });
  await client.connect();
  server = new RpcServer({ service: 'bots', redisUrl: redis.url, keys: KEYS, logger, concurrency: 2, drainMs: 500 });
  app = await NestFactory.createMicroservice(DirectModule, { strategy: server, logger: new NestLogger(logger) });
  await app.listen();
  client.callDirectly(server);
});
afterAll(async () => {
  await app.close();
  await client.close();
  await redis.kill();
});

/** Runs `work` and checks that none of its calls went over Redis. */
async function withoutRedis<T>(work: () => Promise<T>): Promise<T> {
  const before = client.stats.sent;
  try {
    return await work();
  } finally {
    expect(client.stats.sent).toBe(before);
  }
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  );

async function framesOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const frames: T[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

const release = async (name: string): Promise<void> => {
  await waitFor('the handler', () => releases.has(name));
  releases.get(name)?.();
};

describe('a call to a service of the same process', () => {
  it('is parsed, narrowed to the output schema, and does not go over Redis', async () => {
    expect(await withoutRedis(() => client.ask(fixture.narrow, { name: 'Alba' }))).toEqual({ name: 'Alba' });
    await withoutRedis(() =>
      expect(client.ask(fixture.narrow, { name: 'Al' })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { fields: { name: 'Name must be at least 3 characters' } },
      }),
    );
  });

  it('passes errors on as over Redis: AppErrors with details, others without their text', async () => {
    await expect(client.ask(fixture.fail, { how: 'app' })).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
      message: 'No more today',
      details: { resetsAt: '2030-01-01T00:00:00Z' },
    });
    for (const how of ['plain', 'wrongType'] as const) {
      const error: unknown = await client.ask(fixture.fail, { how }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'INTERNAL', details: {} });
      expect(String(error)).not.toMatch(/hunter2|wrong-type-value/);
    }
    const failure: unknown = await client.ask(fixture.fail, { how: 'unavailable' }).catch((caught: unknown) => caught);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
    expect(isNotExecuted(failure)).toBe(false);
  });

  it('is refused for a caller that proto does not allow, and without a handler, and is then certainly not executed', async () => {
    const ended = (name: string) =>
      new Promise<DirectAnswer>((resolve) => {
        const request = { id: name, caller: 'gateway', name, input: { id: 'x' }, headers: {}, leftMs: 1000 } as const;
        const reader: DirectReader = { onFrame: () => undefined, onEnd: resolve };
        expect(server.callDirectly(request, reader)).toBeDefined();
      });
    expect(await ended(fixture.ofNeighbour.name)).toMatchObject({ error: { code: 'FORBIDDEN' }, isNotExecuted: true });
    expect(await ended(fixture.orphan.name)).toMatchObject({ error: { code: 'NO_HANDLER' }, isNotExecuted: true });
    const failure: unknown = await client.ask(fixture.orphan, {}).catch((caught: unknown) => caught);
    expect(isNotExecuted(failure)).toBe(true);
  });

  it('shares no object with its handler', async () => {
    const tags = ['two'];
    const answer = await client.ask(calls.list, { tags });
    expect(tags).toEqual(['two']);
    answer.tags.push('added by the caller');
    expect(kept.tags).toEqual(['one', 'two']);
  });

  it('sees the rows of its own actor only, whatever the code that makes it may see', async () => {
    const [anne, ben] = [anActor(), anActor()];
    const ask = (actor?: typeof anne) => client.ask(calls.owner, actor ? { actor } : {});
    expect(await asSystem(() => ask(anne))).toEqual({ owner: anne.userId });
    expect(await asActor(ben.userId, () => ask(anne))).toEqual({ owner: anne.userId });
    expect(await asActor(ben.userId, () => ask())).toEqual({ owner: 'system' });
  });

  it('gets the request id and the deadline of the call that makes it', async () => {
    const meta = { 'x-request-id': 'r-1', other: 'is not passed on' };
    const { meta: arrived, leftMs } = await callScope.run({ meta, deadline: Date.now() + 700 }, () =>
      client.ask(calls.headers, {}),
    );
    expect(arrived).toEqual({ 'x-request-id': 'r-1' });
    expect(leftMs).toBeLessThanOrEqual(700);
  });

  it('ends at its deadline and when it is cancelled, and its handler is told', async () => {
    expect(await codeOf(client.ask(calls.hold, { name: 'late' }, { timeoutMs: 50 }))).toBe('DEADLINE');
    const cancel = new AbortController();
    const cancelled = codeOf(client.ask(calls.hold, { name: 'cancelled' }, { signal: cancel.signal }));
    await waitFor('the handler', () => started.includes('cancelled'));
    cancel.abort();
    expect(await cancelled).toBe('CANCELLED');
    await waitFor('the handler', () => aborted.includes('late') && aborted.includes('cancelled'));
  });

  it('is never started when it is cancelled before', async () => {
    const cancel = new AbortController();
    const call = codeOf(client.ask(calls.hold, { name: 'withdrawn' }, { signal: cancel.signal }));
    cancel.abort();
    expect(await call).toBe('CANCELLED');
    await client.ask(calls.owner, {});
    expect(started).not.toContain('withdrawn');
  });

  it('is refused when input or answer exceed the size of a message', async () => {
    expect(await codeOf(client.ask(calls.list, { tags: ['ä'.repeat(500_001)] }))).toBe('TOO_LARGE');
    expect(await codeOf(client.ask(calls.large, {}))).toBe('INTERNAL');
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    expect(await codeOf(client.ask(fixture.echo, { value: circle }))).toBe('INTERNAL');
    expect(isTooLargeAsJson({ text: 'x'.repeat(999_989) })).toBe(false);
    expect(isTooLargeAsJson({ text: 'x'.repeat(999_990) })).toBe(true);
  });

  it('goes over Redis when the replica has no free place, also as a stream', async () => {
    const before = client.stats.sent;
    const held = ['first', 'second', 'third'].map((name) => client.ask(calls.hold, { name }));
    await waitFor('the handler', () => started.includes('second'));
    expect(client.stats.sent).toBe(before + 1);
    const streamed = framesOf(client.stream(calls.frames, { count: 2 }));
    await release('first');
    await release('second');
    await release('third');
    expect((await Promise.all(held)).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    expect((await streamed).map(({ n }) => n)).toEqual([1, 2]);
    expect(client.stats.sent).toBe(before + 2);
  });
});

describe('a stream of a service of the same process', () => {
  it('gives all frames in order without Redis, and shares no object with its handler', async () => {
    kept.tags = ['one'];
    const frames = await withoutRedis(() => framesOf(client.stream(calls.frames, { count: 200 })));
    expect(frames.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_none, at) => at + 1));
    frames[0]?.tags.push('added by the reader');
    expect([kept.tags, frames[1]?.tags]).toEqual([['one'], ['one']]);
  });

  it('is at most its window ahead of its reader', async () => {
    const frames = client.stream(calls.frames, { count: 100 }, { window: 4 });
    await frames.next();
    // What the handler may do until then it has done: a call that begins later is answered.
    await client.ask(calls.owner, {});
    expect(streaming.made).toBeLessThanOrEqual(6);
    expect((await framesOf(frames)).at(-1)?.n).toBe(100);
  });

  it('ends with the error of its handler behind the frames before it, also for a frame above the size of a message', async () => {
    for (const [end, code] of [
      ['fails', 'DAILY_LIMIT'],
      ['too large', 'INTERNAL'],
    ] as const) {
      const read: number[] = [];
      const reading = (async () => {
        for await (const { n } of client.stream(calls.frames, { count: 3, end })) read.push(n);
      })();
      expect([await codeOf(reading), read]).toEqual([code, [1, 2, 3]]);
    }
  });

  it('stops its handler when its reader leaves, is cancelled, or reaches the deadline', async () => {
    const before = streaming.ended;
    for await (const _frame of client.stream(calls.frames, { count: 1, end: 'waits' })) break;
    await waitFor('the handler to end', () => streaming.ended === before + 1);
    const cancel = new AbortController();
    const cancelled = codeOf(framesOf(client.stream(calls.frames, { count: 1, end: 'waits' }, { signal: cancel.signal })));
    await waitFor('the handler', () => streaming.made === 1);
    cancel.abort();
    expect(await cancelled).toBe('CANCELLED');
    expect(await codeOf(framesOf(client.stream(calls.frames, { count: 1, end: 'waits' }, { timeoutMs: 50 })))).toBe('DEADLINE');
    await waitFor('the handlers to end', () => streaming.ended === before + 3);
  });
});

// The last ones: they end the server and Redis.
describe('a call to a service of the same process that stops', () => {
  it('is answered when it was running, and later ones fail as for a service without a replica', async () => {
    const running = client.ask(calls.hold, { name: 'running' });
    await waitFor('the handler', () => started.includes('running'));
    const closed = app.close();
    await release('running');
    expect(await running).toEqual({ name: 'running' });
    await closed;
    expect(await codeOf(client.ask(calls.owner, {}))).toBe('UNAVAILABLE');
    expect(await client.isUp('bots')).toBe(false);
  });
});
