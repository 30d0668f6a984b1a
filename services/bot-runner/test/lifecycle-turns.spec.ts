import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

const BOTS = 1000;

describe('the jobs of a user with a thousand bots', () => {
  let harness: RunnerHarness;
  beforeAll(async () => {
    harness = await RunnerHarness.open();
  });
  afterAll(() => harness.close());

  const stop = async (ownerId: string): Promise<string> => {
    const botId = randomUUID();
    await harness.runtime.queues.add(queues.lifecycle, `stop-${botId}-1`, { action: 'stop', ownerId, botId });
    return botId;
  };
  const done = () => harness.bots.reports.map(({ botId }) => botId);

  it('do not keep the bot of another user waiting that is stopped after them', async () => {
    const frequent = randomUUID();
    for (let n = 0; n < BOTS; n += 1) await stop(frequent);
    const usual = await stop(randomUUID());
    await harness.startInProcess();
    await waitFor('the stop of the other bot', () => done().includes(usual), 60_000);
    expect(done().indexOf(usual)).toBeLessThan(BOTS / 10);
    await waitFor('the stop of all', () => done().length === BOTS + 1, 60_000);
  });
});
