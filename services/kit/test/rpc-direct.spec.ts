// Calls between services of one process, which do not go over Redis, have the same outcomes as those that do.
import { Actor, area } from '@kith/proto';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import { z } from 'zod';
import { createLogger, NestLogger } from '../src/logger.js';
import { asSystem, rowOwner } from '../src/row-owner.js';
import { RpcClient } from '../src/rpc/client.js';
import type { DirectAnswer } from '../src/rpc/direct.js';
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
  frames: { input: z.object({}), output: z.object({ n: z.number() }), stream: true },
});

const kept = { tags: ['one'] };
const started: string[] = [];
const aborted: string[] = [];
const releases = new Map<string, () => void>();

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

  @Handle(calls.frames) async *frames(): AsyncGenerator<{ n: number }> {
    yield { n: 1 };
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
        expect(server.callDirectly(request, resolve)).toBeDefined();
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

  it('goes over Redis when the replica has no free place, or as a stream', async () => {
    const before = client.stats.sent;
    const held = ['first', 'second', 'third'].map((name) => client.ask(calls.hold, { name }));
    await waitFor('the handler', () => started.includes('second'));
    expect(client.stats.sent).toBe(before + 1);
    await release('first');
    await release('second');
    await release('third');
    expect((await Promise.all(held)).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    for await (const frame of client.stream(calls.frames, {})) expect(frame).toEqual({ n: 1 });
    expect(client.stats.sent).toBe(before + 2);
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
