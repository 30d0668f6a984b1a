import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { AppError, sandbox } from '@kith/proto';
import { aContext, BENIGN, sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

describe('how much one user may run', () => {
  let kith: SandboxUnderTest;
  const run = (userId: string, code = BENIGN) => kith.stack.ask(sandbox.run, { userId, code, context: aContext() });

  beforeAll(async () => {
    kith = await sandboxUnderTest();
  });
  afterAll(() => kith.stack.stop());

  it('is two at once, whatever others do', async () => {
    const eager = randomUUID();
    const results = await Promise.allSettled([...Array.from({ length: 5 }, () => run(eager, 'for (;;);')), kith.run(BENIGN)]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, (_value, n) => (n < 2 ? 'fulfilled' : 'rejected')),
      'fulfilled',
    ]);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 1 } });
    expect(await run(eager)).toMatchObject({ error: null });
  });

  it('is sixty runs and checks a minute together', async () => {
    const actor = anActor();
    for (let round = 0; round < 30; round += 1) {
      await run(actor.userId);
      await kith.stack.ask(sandbox.checkSyntax, { actor, code: BENIGN });
    }
    await expect(run(actor.userId)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(kith.stack.ask(sandbox.checkSyntax, { actor, code: BENIGN })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await run(randomUUID())).toMatchObject({ error: null });
  });

  it('comes back with the next minute, however often it ran out', async () => {
    const userId = randomUUID();
    for (let minute = 0; minute < 3; minute += 1) {
      for (let calls = 0; calls < 60; calls += 1) await run(userId);
      const refusal: unknown = await run(userId).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'RATE_LIMITED' });
      expect(AppError.from(refusal).details?.['retryAfterS']).toBeLessThanOrEqual(60);
      await kith.stack.runtime.redis.del(`limit:sandbox:${userId}`);
    }
  });

  it('S53: a crowd is answered or told that there are too many, and nobody waits for ever', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 150 }, () => kith.run('export default () => { for (let i = 0; i < 1e5; i += 1); return "x" }')),
    );
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(refused.every((code) => code === 'OVERLOADED')).toBe(true);
    for (const result of results) if (result.status === 'fulfilled') expect(result.value).toMatchObject({ error: null });
  });
});
