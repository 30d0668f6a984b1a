import { isNotExecuted } from '../src/rpc/errors.js';
import { waitFor } from '../src/testing/wait-for.js';
import { signedRequest } from './fixtures/keys.js';
import { fixture } from './fixtures/rpc-calls.js';
import { outcomeOf, RpcCluster, tally, type ReplicaProcess } from './fixtures/rpc-cluster.js';

let cluster: RpcCluster;

const repeated = (prefix: string): string[] =>
  [...cluster.count('ran', prefix)].filter(([, times]) => times > 1).map(([id]) => id);

describe('with a Redis without persistence', () => {
  beforeAll(async () => {
    cluster = await RpcCluster.start(2);
  });
  afterAll(async () => cluster.stop());

  it('calls succeed after SCRIPT FLUSH, which deletes all loaded scripts', async () => {
    await cluster.client.ask(fixture.work, { id: 'before-flush' });
    await cluster.redis.withConnection(async (redis) => redis.script('FLUSH'));
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map(async (id) => outcomeOf(id, () => cluster.client.ask(fixture.work, { id }))),
    );
    expect(tally(outcomes)).toEqual({ OK: 3 });
  });

  it('an answer is published once Redis accepts writes again, and only then, because until then its request can be delivered again (guarantee 1)', async () => {
    const published: string[] = [];
    await cluster.redis.withConnection(async (subscriber) => {
      subscriber.on('pmessage', (_pattern, _channel, message: string) => published.push(message));
      await subscriber.psubscribe('rpc:r:*');
      const answer = outcomeOf('refused', () => cluster.client.ask(fixture.work, { id: 'refused', ms: 300 }));
      await cluster.started('refused');
      await cluster.redis.withConnection(async (redis) => {
        await redis.config('SET', 'min-replicas-to-write', '1');
        await expect(redis.set('key', 'value')).rejects.toThrow('NOREPLICAS');
        // The handler ends after 300 ms, and several attempts to publish follow.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        expect(published).toEqual([]);
        await redis.config('SET', 'min-replicas-to-write', '0');
      });
      expect((await answer).code).toBe('OK');
      await waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
      expect(published).toHaveLength(1);
    });
  });

  it('calls end at their deadline while Redis hangs, and their requests are not executed afterwards (guarantee 2)', async () => {
    await cluster.client.ask(fixture.work, { id: 'before-hang' });
    cluster.redis.pause();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        outcomeOf(`frozen-${n}`, () => cluster.client.ask(fixture.work, { id: `frozen-${n}` }, { timeoutMs: 400 })),
      ),
    );
    // Clocks agree to within half of the longest round trip that a sync accepts.
    await new Promise((resolve) => setTimeout(resolve, 250));
    cluster.redis.resume();
    expect(tally(outcomes)).toEqual({ DEADLINE: 10 });
    expect(Math.max(...outcomes.map(({ tookMs }) => tookMs))).toBeLessThan(2000);
    await cluster.client.ask(fixture.work, { id: 'after-hang' });
    expect(cluster.count('ran', 'frozen').size).toBe(0);
    await waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
  });

  it('after a restart of Redis without its data pending calls fail at once, all replicas serve again within 2 s, and nothing runs twice (guarantee 9)', async () => {
    const load = cluster.load(16, 'empty', (id) => cluster.client.ask(fixture.work, { id, ms: 5 }));
    const waiting = outcomeOf('waiting', () => cluster.client.ask(fixture.work, { id: 'waiting', ms: 5000 }));
    await cluster.started('waiting');
    await waitFor('some load', () => load.outcomes.length > 100);
    await cluster.redis.kill();
    const killed = performance.now();
    expect((await waiting).code).toBe('OUTCOME_UNKNOWN');
    expect(performance.now() - killed).toBeLessThan(500);
    expect((await outcomeOf('away', () => cluster.client.ask(fixture.work, { id: 'away' }))).code).toBe('UNAVAILABLE');
    await cluster.redis.start();
    const back = performance.now();
    const replicas = new Set<string>();
    await waitFor('both replicas to serve', async () => {
      const { code } = await outcomeOf('back', async () =>
        replicas.add((await cluster.client.ask(fixture.look, { id: 'back', ms: 20 })).replica),
      );
      return code === 'OK' && replicas.size === 2;
    });
    expect(performance.now() - back).toBeLessThan(2000);
    const outcomes = await load.stop();
    expect(repeated('empty')).toEqual([]);
    expect(Object.keys(tally(outcomes)).filter((code) => !['OK', 'OUTCOME_UNKNOWN', 'UNAVAILABLE'].includes(code))).toEqual([]);
    const ran = cluster.count('ran', 'empty');
    expect(outcomes.filter(({ id, error }) => isNotExecuted(error) && ran.has(id))).toEqual([]);
    await waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
  });
});

describe('answers that are sent without a reply of Redis', () => {
  const allow = (...rules: string[]) =>
    cluster.redis.withConnection(async (redis) => redis.call('ACL', 'SETUSER', 'default', ...rules));
  /** How often commands without a reply were announced, and once for each connection whether that may be done. */
  const announcements = () =>
    cluster.redis.withConnection(async (redis) =>
      Number(/cmdstat_client\|reply:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0),
    );
  /** After calls for which all scripts have been loaded. */
  const refuseAnswers = async (): Promise<ReplicaProcess> => {
    const replica = await cluster.addReplica();
    for await (const _ of cluster.client.stream(fixture.tokens, { id: 'frames', count: 2 }));
    await cluster.client.ask(fixture.work, { id: 'first' });
    expect(await announcements()).toBeGreaterThan(1);
    await allow('-eval');
    return replica;
  };
  const isEmpty = async () => {
    const { length, pending } = await cluster.traces();
    return length === 0 && pending === 0;
  };
  beforeEach(async () => {
    cluster = await RpcCluster.start(0);
  });
  afterEach(async () => cluster.stop());

  it('end as OUTCOME_UNKNOWN within 6 s when Redis refuses them, and those after them have a reply (guarantee 2)', async () => {
    const replica = await refuseAnswers();
    const refused = await outcomeOf('refused', () => cluster.client.ask(fixture.work, { id: 'refused' }));
    expect(refused.code).toBe('OUTCOME_UNKNOWN');
    expect(refused.tookMs).toBeLessThan(6000);
    expect((await outcomeOf('next', () => cluster.client.ask(fixture.work, { id: 'next' }))).code).toBe('OK');
    await waitFor('the stream to be empty', isEmpty);
    for (const id of ['refused', 'next']) expect(cluster.times('ran', id)).toBe(1);
    expect((await replica.stats()).unknownOutcome).toBe(1);
  });

  it('are not taken for requests that never arrived when Redis has refused them and the connection breaks (guarantee 2)', async () => {
    const replica = await refuseAnswers();
    const refused = outcomeOf('refused', () => cluster.client.ask(fixture.work, { id: 'refused' }));
    await cluster.started('refused');
    // Its arrival is the reply to the read behind the answer.
    void outcomeOf('next', () => cluster.client.ask(fixture.work, { id: 'next' }));
    await cluster.started('next');
    await cluster.redis.withConnection(async (redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    expect((await refused).code).toBe('OUTCOME_UNKNOWN');
    await waitFor('the stream to be empty', isEmpty);
    for (const id of ['refused', 'next']) expect(cluster.times('ran', id)).toBe(1);
    expect((await replica.stats()).recovered).toBe(0);
  });

  it('are not taken for requests that never arrived when they could not be ended before the connection breaks (guarantee 2)', async () => {
    const replica = await refuseAnswers();
    await allow('-xclaim');
    const refused = outcomeOf('refused', () => cluster.client.ask(fixture.work, { id: 'refused' }));
    await cluster.started('refused');
    void outcomeOf('next', () => cluster.client.ask(fixture.work, { id: 'next' }));
    await waitFor('a claim to be refused', () =>
      cluster.redis.withConnection(async (redis) =>
        /cmdstat_xclaim:\S*rejected_calls=[1-9]/.test(await redis.info('commandstats')),
      ),
    );
    await cluster.redis.withConnection(async (redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    await allow('+xclaim');
    expect((await refused).code).toBe('OUTCOME_UNKNOWN');
    await waitFor('the stream to be empty', isEmpty);
    for (const id of ['refused', 'next']) expect(cluster.times('ran', id)).toBe(1);
    expect((await replica.stats()).recovered).toBe(0);
  });

  it('are sent with a reply where the user of Redis may not do without', async () => {
    await allow('-client|reply');
    await cluster.addReplica();
    for (const id of ['a', 'b', 'c']) expect((await cluster.client.ask(fixture.work, { id })).id).toBe(id);
    expect(await announcements()).toBe(0);
  });
});

describe('with a Redis with an append-only file', () => {
  beforeAll(async () => {
    cluster = await RpcCluster.start(0, {}, { isPersistent: true });
  });
  afterAll(async () => cluster.stop());

  it('requests that a restarted Redis restores from its disk are not executed, because they may have been before (guarantee 2)', async () => {
    const written = await cluster.redis.withConnection(async (redis) => {
      const [seconds] = await redis.time();
      const request = {
        i: 'old',
        p: 'fixture.work',
        d: { id: 'old' },
        r: 'rpc:r:nobody',
        x: (Number(seconds) + 60) * 1000,
        m: {},
      };
      await redis.xadd('rpc:{bots}:s', '*', 'v', signedRequest(request));
      return performance.now();
    });
    await cluster.redis.kill();
    // Redis reports its start time in whole seconds.
    await waitFor('another second', () => performance.now() - written > 1100);
    await cluster.redis.start();
    expect(await cluster.redis.withConnection(async (redis) => redis.xlen('rpc:{bots}:s'))).toBe(1);
    const replica = await cluster.addReplica();
    await waitFor('the stream to be empty', async () => (await cluster.traces()).length === 0);
    expect(await replica.stats()).toMatchObject({ stale: 1, handled: 0 });
    expect(cluster.times('ran', 'old')).toBe(0);
    await waitFor(
      'the client to be back',
      async () => (await outcomeOf('new', () => cluster.client.ask(fixture.work, { id: 'new' }))).code === 'OK',
    );
  });

  it('after Redis was down for 4 s and kept its data, executed requests are not executed again (guarantee 2)', async () => {
    await cluster.addReplica();
    const load = cluster.load(32, 'kept', (id) => cluster.client.ask(fixture.work, { id, ms: 300 }));
    await waitFor('some load', () => load.outcomes.length > 50);
    await cluster.redis.kill();
    // Handlers end while Redis is down, for longer than a limited number of retries would last.
    const downSince = performance.now();
    await waitFor('the handlers to have ended long ago', () => performance.now() - downSince > 4000);
    await cluster.redis.start();
    const before = load.outcomes.length;
    await waitFor('new answers', () => load.outcomes.slice(before).filter(({ code }) => code === 'OK').length > 50);
    const outcomes = await load.stop();
    expect(tally(outcomes)['OUTCOME_UNKNOWN']).toBeGreaterThan(0);
    expect(repeated('kept')).toEqual([]);
    const ran = cluster.count('ran', 'kept');
    expect(outcomes.filter(({ id, error }) => isNotExecuted(error) && ran.has(id))).toEqual([]);
    await waitFor('the stream to be empty', async () => {
      const { length, pending } = await cluster.traces();
      return length === 0 && pending === 0;
    });
  });
});
