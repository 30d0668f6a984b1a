import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, waitFor, type DiscordBot } from '@kith/kit/testing';
import { idAt, queues, runner } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let port: number;
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  port = await freePort();
});
afterAll(() => harness.close());

/** The values that Prometheus reads of the runner, by name and labels: `kith_jobs_total{queue="replies",outcome="done"}`. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
const metric = async (name: string): Promise<number> => (await metrics()).get(name) ?? 0;
const becomes = (name: string, value: number) =>
  waitFor(`${name} to be ${value}`, async () => (await metric(name)) === value, 15_000);
const sessions = (how: 'identify' | 'resume') => `kith_discord_sessions_total{how="${how}"}`;
const refused = (status: number) => `kith_discord_requests_refused_total{status="${status}"}`;
const connections = (state: string) => `kith_discord_connections{state="${state}"}`;
const ages = (le: string) => `kith_job_age_seconds_bucket{le="${le}",queue="deliveries"}`;
const AGED = 'kith_job_age_seconds_count{queue="deliveries"}';

const say = (bot: DiscordBot): string =>
  harness.discord.sendMessage({ bot, content: 'hello', authorId: String(970_000_000_000_000_000n + BigInt(++members)) });

// One after the other over one process: what a test counts is there for the next one.
describe('the metrics of a runner', () => {
  it('tell how old jobs were when they ended, also those that waited while no runner was there', async () => {
    const botId = randomUUID();
    const waited = async (minutes: number): Promise<void> => {
      const messageId = idAt(Date.now() - minutes * 60_000);
      const job = { ownerId: botId, botId, messageId, channelId: '1', guildId: null, text: '', kind: 'unanswered' as const };
      const jobId = `${botId}-${messageId}`;
      await harness.runtime.queues.add(queues.deliveries, jobId, job);
      await harness.runtime.redis.hset(`jobs:${queues.deliveries.name}:${jobId}`, 'timestamp', Date.now() - minutes * 60_000);
    };
    await waited(5);
    await waited(20);
    await harness.startProcess({ env: { METRICS_PORT: String(port) } });
    await becomes(AGED, 2);
    const all = await metrics();
    expect([ages('120'), ages('600'), ages('+Inf')].map((name) => all.get(name))).toEqual([0, 1, 2]);
  }, 30_000);

  it('count each session that begins and each that is resumed, and show the connections by their state', async () => {
    const [one, two] = [await harness.onlineBot(), await harness.onlineBot()];
    expect([await metric(sessions('identify')), await metric(sessions('resume'))]).toEqual([2, 0]);
    await becomes(connections('ready'), 2);
    harness.discord.interruptSession(one.bot, { op: 7 });
    await becomes(sessions('resume'), 1);
    harness.discord.interruptSession(one.bot, { op: 9 });
    await becomes(sessions('identify'), 3);
    expect(await metric(sessions('resume'))).toBe(1);
    await harness.bots.stop(two.botId);
    await becomes(connections('ready'), 1);
  }, 30_000);

  it('count requests that Discord answers with 401, 403 and 429, and no others', async () => {
    const { bot } = await harness.onlineBot();
    const before = await metrics();
    const more = async (status: number): Promise<number> => (await metric(refused(status))) - (before.get(refused(status)) ?? 0);
    const wrong = harness.discord.addBot();
    harness.discord.revokeToken(wrong);
    await harness.runtime.rpc.ask(runner.inspectToken, { userId: randomUUID(), token: wrong.token });
    const path = `/channels/${bot.channelId}/messages`;
    harness.discord.rejectRequests({ path, method: 'POST', status: 429, retryAfterS: 0.2, times: 1 });
    await harness.discord.waitForReply(say(bot));
    harness.discord.rejectRequests({ path, method: 'POST', status: 404, times: 1 });
    const gone = say(bot);
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === gone));
    harness.discord.rejectRequests({ path, method: 'POST', status: 403, code: 50_013, times: 1 });
    const forbidden = say(bot);
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === forbidden));
    expect([await more(401), await more(403), await more(429), await more(404)]).toEqual([1, 1, 1, 0]);
  }, 30_000);
});
