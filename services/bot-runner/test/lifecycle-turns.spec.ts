import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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

  it('delete the data of one bot after the other, and let those of another user come between', async () => {
    const [large, other] = [randomUUID(), randomUUID()];
    const remove = async (ownerId: string): Promise<string> => {
      const botId = randomUUID();
      await harness.runtime.queues.add(queues.lifecycle, `remove-${botId}-1`, { action: 'remove', ownerId, botId });
      return botId;
    };
    const running = new Set<string>();
    let most = 0;
    harness.chat.onPurge = async (botId) => {
      if (botId === usual) return;
      running.add(botId);
      most = Math.max(most, running.size);
      await sleep(20);
      running.delete(botId);
    };
    const removed: string[] = [];
    for (let n = 0; n < 20; n += 1) removed.push(await remove(large));
    const usual = await remove(other);
    const { purged } = harness.chat;
    await waitFor('all deletions', () => [...removed, usual].every((botId) => purged.includes(botId)), 60_000);
    expect(most).toBe(1);
    expect(purged.indexOf(usual)).toBeLessThan(purged.indexOf(removed.at(-1) ?? ''));
  });
});
