import { AppError, ERRORS, sandbox } from '@kith/proto';
import { lastValueFrom } from 'rxjs';
import { isNotExecuted } from '../src/rpc/errors.js';
import { callScope } from '../src/rpc/protocol.js';
import { RpcServer } from '../src/rpc/server.js';
import { waitFor } from '../src/testing/wait-for.js';
import { KEYS } from './fixtures/keys.js';
import { fixture, neighbour } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster, type ReplicaProcess } from './fixtures/rpc-cluster.js';

let cluster: RpcCluster;
let replica: ReplicaProcess;

beforeAll(async () => {
  cluster = await RpcCluster.start(0);
  [replica] = await Promise.all([cluster.addReplica(), cluster.addReplica({}, 'billing')]);
});
afterAll(async () => cluster.stop());

describe('a handler', () => {
  it('cannot return fields that the output schema does not declare', async () => {
    expect(await cluster.client.ask(fixture.narrow, { name: 'Alba' })).toEqual({ name: 'Alba' });
  });

  it('gets no invalid input: the call fails with the messages of the schema for each field', async () => {
    const failed = cluster.client.ask(fixture.narrow, { name: 'Al', tags: ['ok', 'long'] });
    await expect(failed).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'Name must be at least 3 characters',
      details: { fields: { name: 'Name must be at least 3 characters', 'tags.1': expect.stringContaining('2') } },
    });
    await expect(failed).rejects.toBeInstanceOf(AppError);
  });

  it.each([[null], [0], [''], [[]], [{ a: { b: null } }], ['ä𝄞\u0000"']])(
    'receives and returns %j unchanged (guarantee 13)',
    async (value) => {
      expect(await cluster.client.ask(fixture.echo, { value })).toEqual({ value });
    },
  );

  it('receives an undefined value as a missing field', async () => {
    expect(await cluster.client.ask(fixture.echo, { value: undefined })).toEqual({});
  });

  it('can be called with send() of Nest, for the calls of proto', async () => {
    const server = new RpcServer({ service: 'sandbox', redisUrl: cluster.redis.url, keys: KEYS, logger: silent });
    server.addHandler(sandbox.checkSyntax.name, (input: unknown) => Promise.resolve({ received: input }));
    await new Promise((resolve) => void server.listen(resolve));
    expect(await lastValueFrom(cluster.client.send('sandbox/sandbox.checkSyntax', { code: '1' }))).toEqual({
      received: { code: '1' },
    });
    await server.close();
    await expect(lastValueFrom(cluster.client.send('bots/bots.list', {}))).rejects.toMatchObject({ code: 'NO_HANDLER' });
    await expect(lastValueFrom(cluster.client.send('bots/bots.unheardOf', {}))).rejects.toThrow('proto declares no call');
  });
});

describe('errors of a call', () => {
  it('pass an AppError on with code, message and details', async () => {
    await expect(cluster.client.ask(fixture.fail, { how: 'app' })).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
      message: 'No more today',
      details: { resetsAt: '2030-01-01T00:00:00Z' },
    });
  });

  it('hide the text of unexpected errors from the caller and log them once with call and request id (guarantee 13) [S61]', async () => {
    const meta = { 'x-request-id': 'request-with-a-bug' };
    const error = await callScope.run({ meta }, () => outcomeOf('bug', () => cluster.client.ask(fixture.fail, { how: 'plain' })));
    expect(error).toMatchObject({ code: 'INTERNAL', error: { message: ERRORS.INTERNAL.text, details: {} } });
    const lines = await waitFor('the log line', () => linesWith('request-with-a-bug'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'error', call: 'fixture.fail', err: { message: 'the password is hunter2' } });
    expect(linesWith('hunter2')).toHaveLength(1);
  });

  it('turn an answer that does not match its schema into INTERNAL and log the field, not the value', async () => {
    await expect(cluster.client.ask(fixture.fail, { how: 'wrongType' })).rejects.toMatchObject({ code: 'INTERNAL' });
    await waitFor('the log line', () => linesWith('does not match its schema: ok'));
    expect(replica.output).not.toContain('wrong-type-value');
  });

  it('are NO_HANDLER for a call that the service does not handle', async () => {
    const { code, error } = await outcomeOf('orphan', () => cluster.client.ask(fixture.orphan, {}));
    expect([code, isNotExecuted(error)]).toEqual(['NO_HANDLER', true]);
  });

  it('distinguish UNAVAILABLE of the transport from one that a handler passes on', async () => {
    const { code, error } = await outcomeOf('unavailable', () => cluster.client.ask(fixture.fail, { how: 'unavailable' }));
    expect([code, isNotExecuted(error)]).toEqual(['UNAVAILABLE', false]);
  });

  it('are TOO_LARGE for a message above 1 MB, but not for one just below', async () => {
    await expect(cluster.client.ask(fixture.echo, { value: 'x'.repeat(1_000_001) })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    // Three bytes each in UTF-8.
    await expect(cluster.client.ask(fixture.echo, { value: '€'.repeat(340_000) })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(await cluster.client.ask(fixture.echo, { value: 'x'.repeat(990_000) })).toEqual({ value: 'x'.repeat(990_000) });
  });

  it('are thrown for a second handler of the same call', () => {
    const server = new RpcServer({ service: 'bots', redisUrl: cluster.redis.url, keys: KEYS, logger: silent });
    const handler = () => Promise.resolve({});
    server.addHandler('fixture.work', handler);
    expect(() => server.addHandler('fixture.work', handler)).toThrow('two handlers');
    expect(server.patterns()).toEqual(['fixture.work']);
  });

  it('are UNAVAILABLE at once when no replica is running', async () => {
    const nowhere = { ...fixture.work, service: 'sandbox' as const };
    const { code, tookMs, error } = await outcomeOf('nowhere', () => cluster.client.ask(nowhere, { id: 'nowhere' }));
    expect([code, error?.details.retryAfterS, isNotExecuted(error)]).toEqual(['UNAVAILABLE', expect.any(Number), true]);
    // A call that waits for an answer would take its 10 s.
    expect(tookMs).toBeLessThan(5000);
  });
});

describe('nested calls (guarantee 13)', () => {
  const headers = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
    'x-request-id': 'request-7',
  };

  it('inherit the deadline and the trace headers', async () => {
    const before = Date.now();
    const inner = await callScope.run({ meta: { ...headers, cookie: 'stays here' } }, () =>
      cluster.client.ask(fixture.relay, { timeoutMs: 90_000 }, { timeoutMs: 30_000 }),
    );
    expect(inner.meta).toEqual(headers);
    // Each replica estimates Redis' clock by itself, so the two differ a little; the inner call alone would have had 90 s.
    expect(inner.innerDeadlineMs).toBeLessThan(inner.deadlineMs + 15_000);
    expect(inner.deadlineMs - before).toBeGreaterThan(15_000);
    expect(inner.deadlineMs - before).toBeLessThan(60_000);
  });

  it('can have an earlier deadline of their own', async () => {
    const inner = await cluster.client.ask(fixture.relay, { timeoutMs: 20_000 }, { timeoutMs: 60_000 });
    expect(inner.deadlineMs - inner.innerDeadlineMs).toBeGreaterThan(20_000);
  });

  it('inherit the deadline of a call scope opened by an entry point', async () => {
    // The handler must have begun to be aborted, which a busy machine needs longer for.
    const remainingMs = [300, 3000, 9000];
    let id = '';
    while (cluster.times('ran', id) === 0) {
      const ms = remainingMs.shift() ?? 0;
      id = `entry-${ms}`;
      const { code, tookMs } = await callScope.run({ deadline: Date.now() + ms, meta: {} }, () =>
        outcomeOf(id, () => cluster.client.ask(fixture.waitForAbort, { id })),
      );
      expect(code).toBe('DEADLINE');
      // Without the scope the call would have had 20 s.
      expect(tookMs).toBeLessThan(18_000);
    }
    await waitFor('the handler to be aborted', () => cluster.times('aborted', id) === 1);
  });

  it('are cancelled with the outer call', async () => {
    const caller = new AbortController();
    const outcome = outcomeOf('outer', () => cluster.client.ask(fixture.relayWait, { id: 'outer' }, { signal: caller.signal }));
    await cluster.started('outer');
    caller.abort();
    expect(await outcome).toMatchObject({ code: 'CANCELLED' });
    await waitFor('the inner handler to be aborted', () => cluster.times('aborted', 'outer') === 1);
  });

  it('are not sent after the deadline or the abort', async () => {
    const over = await callScope.run({ deadline: Date.now() - 1, meta: {} }, () =>
      outcomeOf('late', () => cluster.client.ask(neighbour.waitForAbort, { id: 'never' })),
    );
    expect(over.code).toBe('DEADLINE');
    const aborted = await outcomeOf('aborted', () =>
      cluster.client.ask(neighbour.waitForAbort, { id: 'never' }, { signal: AbortSignal.abort() }),
    );
    expect(aborted.code).toBe('CANCELLED');
  });
});

const silent = { warn: () => undefined, error: () => undefined };

function linesWith(text: string): unknown[] | undefined {
  const lines = replica.output.split('\n').filter((line) => line.includes(text));
  return lines.length > 0 ? lines.map((line): unknown => JSON.parse(line)) : undefined;
}
