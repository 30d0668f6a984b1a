import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const USUAL_BOTS = 10;
const ROUNDS = 4;
/** Per piece of an answer of the model. */
const MODEL_LATENCY_MS = 100;

/** Without the runner, which would refuse the twenty messages above the limit of one bot. */
describe('while one bot has 120 messages to answer, the replies of ten other owners', () => {
  let model: StandInModel;
  let kith: ChatUnderTest;
  let channels = 0;
  const aChannel = () => String(300_000_000_000_000_000n + BigInt(++channels));

  beforeAll(async () => {
    model = await startModel();
    model.mock.on({ predicate: () => true }, { content: 'Ahoy, and a good day to you!' }, { latency: MODEL_LATENCY_MS });
    kith = await chatUnderTest(model.env, { isQueueProcessed: true });
  }, 60_000);
  afterAll(async () => {
    await kith.stop();
    await model.stop();
  }, 60_000);

  const isAnswered = async (jobId: string) => (await kith.runtime.redis.exists(`jobs:deliveries:${jobId}`)) === 1;
  const add = async ({ actor, botId }: ReturnType<ChatUnderTest['aBot']>, content: string): Promise<string> => {
    const job = aJob(botId, content, { ownerId: actor.userId, channelId: aChannel() });
    const jobId = `${botId}-${job.messageId}`;
    await kith.runtime.queues.add(queues.replies, jobId, job);
    return jobId;
  };
  /** The milliseconds until the reply of each bot at the usual rate is written, sorted. */
  async function usualTimes(bots: readonly ReturnType<ChatUnderTest['aBot']>[]): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all(
        bots.map(async (bot) => {
          const sinceMs = performance.now();
          const jobId = await add(bot, 'hello');
          await waitFor('the reply', () => isAnswered(jobId), 60_000);
          times.push(performance.now() - sinceMs);
        }),
      );
    return times.sort((left, right) => left - right);
  }

  it('take at most twice as long as alone, and all 120 are answered', async () => {
    const usual = Array.from({ length: USUAL_BOTS }, () => kith.aBot());
    const frequent = kith.aBot();
    await usualTimes(usual);
    const alone = await usualTimes(usual);
    const many = await Promise.all(Array.from({ length: 120 }, () => add(frequent, 'one of many')));
    const together = await usualTimes(usual);
    const ratio = at95(together) / at95(alone);
    process.stdout.write(
      `p95 at the usual rate: alone ${Math.round(at95(alone))} ms, together ${Math.round(at95(together))} ms\n`,
    );
    expect(ratio).toBeLessThanOrEqual(2);
    for (const jobId of many) await waitFor('the replies of the frequent bot', () => isAnswered(jobId), 120_000);
  }, 240_000);
});

const at95 = (sorted: readonly number[]): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
