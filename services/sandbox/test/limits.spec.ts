import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { AppError, sandbox } from '@kith/proto';
import { aContext, VALID_COMMAND, sandboxUnderTest, type SandboxUnderTest } from './sandbox-under-test.js';

describe('the limits of the sandbox', () => {
  let kith: SandboxUnderTest;
  const run = (userId: string, code = VALID_COMMAND) =>
    kith.stack.ask(sandbox.run, { userId, plan: 'free', code, context: aContext() });

  beforeAll(async () => {
    kith = await sandboxUnderTest();
  });
  afterAll(() => kith.stack.stop());

  it('allow one user two concurrent runs, independently of other users', async () => {
    const busyUser = randomUUID();
    const results = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => run(busyUser, 'for (;;);')),
      kith.run(VALID_COMMAND),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, (_value, n) => (n < 2 ? 'fulfilled' : 'rejected')),
      'fulfilled',
    ]);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 1 } });
    expect(await run(busyUser)).toMatchObject({ error: null });
  });

  it('allow one user sixty runs and syntax checks together per minute', async () => {
    const actor = anActor();
    for (let round = 0; round < 30; round += 1) {
      await run(actor.userId);
      await kith.stack.ask(sandbox.checkSyntax, { actor, code: VALID_COMMAND });
    }
    await expect(run(actor.userId)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(kith.stack.ask(sandbox.checkSyntax, { actor, code: VALID_COMMAND })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(await run(randomUUID())).toMatchObject({ error: null });
  });

  it('never block a user longer than the current minute, however often they are reached', async () => {
    const userId = randomUUID();
    for (let minute = 0; minute < 3; minute += 1) {
      for (let calls = 0; calls < 60; calls += 1) await run(userId);
      const refusal: unknown = await run(userId).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'RATE_LIMITED' });
      expect(AppError.from(refusal).details?.['retryAfterS']).toBeLessThanOrEqual(60);
      await kith.stack.runtime.redis.del(`limit:sandbox:${userId}`);
    }
  });

  it('refuse runs of many users with OVERLOADED instead of letting them wait without end [S53]', async () => {
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
