// From the event to the job of a reply, and from a command to its answer, beside the echo of a raw client in the same run:
// `npm run bench -w services/bot-runner latency`
import type { DiscordBot } from '@kith/kit/testing';
import { queues } from '@kith/proto';
import { QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { BenchWorld, exitCode, median, pause, report } from './bench-world.js';

const ROUNDS = 7;
const MESSAGES = 100;
/** Far below what saturates a processor, and over several bots, as Discord allows 50 requests a second each: the times are no waiting times. */
const EVERY_MS = 20;
const BOTS = 10;

const world = await BenchWorld.open();
const { discord, chat, bots: botsService } = world.harness;
let members = 0;
const say = (bot: DiscordBot, content: string): string =>
  discord.sendMessage({ bot, content, authorId: String(800_000_000_000_000_000n + BigInt(++members)), guildId: null });

/** The median of the milliseconds from each message to what `happened` waits for. */
async function p50(send: (n: number) => string, happened: (messageId: string) => Promise<unknown>): Promise<number> {
  const times: Promise<number>[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const sentMs = performance.now();
    times.push(happened(send(n)).then(() => performance.now() - sentMs));
    await pause(EVERY_MS);
  }
  return median(await Promise.all(times));
}

try {
  const kith = await world.onlineBots(BOTS);
  const raw = world.newBots(BOTS);
  for (const { botId } of kith)
    await botsService.change(botId, { commands: [{ commandId: 'coinflip', trigger: 'coinflip', custom: null }] });
  await (await world.startPeer('raw-client')).connect(raw, 'echo');
  const sayTo =
    (bots: readonly DiscordBot[], content: string) =>
    (n: number): string => {
      const bot = bots[n % bots.length];
      if (!bot) throw new Error('no bots');
      return say(bot, content);
    };
  const tested = kith.map(({ bot }) => bot);
  await pause(1000);

  chat.replyText = () => 'ok';
  const connection = new Redis(world.harness.redis.url, { maxRetriesPerRequest: null });
  const queueEvents = new QueueEvents(queues.replies.name, { connection, prefix: 'jobs' });
  await queueEvents.waitUntilReady();
  const queued = new Map<string, () => void>();
  queueEvents.on('added', ({ jobId }) => queued.get(jobId.slice(jobId.lastIndexOf('-') + 1))?.());
  const isQueued = (messageId: string) => new Promise<void>((resolve) => queued.set(messageId, resolve));
  const isAnswered = (messageId: string) => discord.waitForReply(messageId);

  const jobs: number[] = [];
  const commands: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const echo = await p50(sayTo(raw, 'hello'), isAnswered);
    const job = await p50(sayTo(tested, 'hello'), isQueued);
    const command = await p50(sayTo(tested, '!coinflip'), isAnswered);
    console.log(`echo ${echo.toFixed(2)} ms, event to job ${job.toFixed(2)} ms, command to answer ${command.toFixed(2)} ms`);
    // The first round warms up.
    if (round === 0) continue;
    jobs.push(job / echo);
    commands.push(command / echo);
  }
  report('event to job in the queue, p50, of a raw echo', median(jobs), 3, 'x');
  report('command to answer, p50, of a raw echo', median(commands), 6, 'x');
  await queueEvents.close();
  connection.disconnect();
} finally {
  await world.close();
}
process.exit(exitCode());
