import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerHarness } from '../runner-harness.js';
import type { Outcome, Written } from './checkers.js';
import { RefusedBots, type FaultyBot } from './refused-bots.js';
import { RedisProxy } from './redis-proxy.js';
import type { Seeded } from './seeded.js';

const CHANNELS = 2;
/** Half of what a bot may have outstanding: it does not answer what is beyond (README, "A bot has at most 100 messages outstanding"). */
const MOST_UNANSWERED_PER_BOT = 50;
/** A machine that does other work too may take long; nothing more comes when nothing came for so long. */
const SILENCE_MS = 30_000;
/** A runner reads the jobs of the bots that it takes over within this time. */
const READING_MS = 1000;
const FIRST_MEMBER = 300_000_000_000_000_000n;
/** How many lines a member writes in a row at most. */
const MOST_LINES = 4;
/** As the stand-in of chat answers. */
const ANSWER = 're: ';

interface UsedBot extends FaultyBot {
  /** Where members talk to each other, and the bot may not answer. */
  readonly talkChannelId: string;
}

interface Runner {
  readonly process: ChildProcess;
  readonly proxy: RedisProxy;
}

/** Runners with bots, to whom members write while faults happen. */
export class FaultCluster {
  /** Those to whom members write. */
  readonly bots: UsedBot[] = [];
  readonly idle: FaultyBot[] = [];
  readonly refused: RefusedBots;
  endedSessions = 0;
  /** How often Redis forgot what Discord had refused. */
  dataLosses = 0;
  private withoutIntent = 0;
  private readonly written: Written[] = [];
  private readonly runners = new Set<Runner>();
  private readonly ended = new WeakSet<ChildProcess>();
  private readonly unexpectedExits: (number | null)[] = [];
  private readonly stopped: (number | null)[] = [];
  private traffic: NodeJS.Timeout | undefined;
  private steadyTraffic: { readonly sinceMs: number; untilMs: number | null; sent: number } | undefined;
  /** What members wrote where the bots do not answer. */
  private readonly talk = new Set<string>();
  private members = 0;
  private texts = 0;
  /** By channel, who writes the next lines there, and how many. */
  private readonly writing = new Map<string, { readonly authorId: string; readonly lines: number }>();

  private constructor(
    readonly harness: RunnerHarness,
    private readonly size: number,
  ) {
    this.refused = new RefusedBots(harness);
  }

  /** `idle`: bots to whom nobody writes. With `mergeWindowMs` every second bot waits so long for further lines of a question (docs/decisions.md C13). */
  static async open({
    bots,
    runners,
    idle = 0,
    connectedWithinMs = 60_000,
    mergeWindowMs = 0,
  }: {
    readonly bots: number;
    readonly runners: number;
    readonly idle?: number;
    readonly connectedWithinMs?: number;
    readonly mergeWindowMs?: number;
  }): Promise<FaultCluster> {
    // Short heartbeats, so that a silent connection is noticed within the run. No limits: hundreds of messages a second are answered in few channels.
    const options = { identifyEveryMs: 0, heartbeatMs: 2000, isRateLimited: false };
    const harness = await RunnerHarness.open(options, { REPLY_MERGE_WINDOW_MS: String(mergeWindowMs) });
    const cluster = new FaultCluster(harness, runners);
    // Discord allows a thousand sessions a day to each bot; the stand-in counts those of all bots together.
    cluster.harness.discord.limitIdentifies(Math.max(1000, 2 * (bots + idle)));
    cluster.startIdle(idle);
    for (let n = 0; n < bots; n += 1) cluster.addBot(n);
    await Promise.all(Array.from({ length: runners }, () => cluster.startRunner()));
    await waitFor('all bots to be connected', () => cluster.areAllConnected(), connectedWithinMs);
    // Gaps are filled in channels where the bot was asked before.
    for (const { bot, channels } of cluster.bots) for (const channelId of channels) cluster.write(bot, channelId);
    await waitFor('the first answers', () => cluster.unanswered() === 0, 30_000);
    return cluster;
  }

  private addBot(n: number): void {
    const { discord, bots } = this.harness;
    const bot = discord.addBot();
    const channels = Array.from({ length: CHANNELS }, () => discord.addChannel(bot, { name: `c${n}` }).id);
    const talkChannelId = discord.addChannel(bot, { name: `talk${n}` }).id;
    const replyPace = n % 2 === 0 ? 'instant' : 'natural';
    const botId = bots.add(bot, { restrictedChannels: [talkChannelId] }, { replyPace });
    this.bots.push({ bot, botId, channels, talkChannelId });
    bots.startUnannounced(botId);
  }

  /** Members write at random, some of them several lines in a row: a message every `everyMs`. */
  startTraffic(random: Seeded, everyMs: number): void {
    this.traffic = setInterval(() => {
      const faulty = this.bots[random.between(0, this.bots.length)];
      const channelId = faulty?.channels[random.between(0, CHANNELS)];
      if (!faulty || !channelId) return;
      const begun = { authorId: this.newMember(), lines: random.between(0, MOST_LINES) };
      const { authorId, lines } = this.writing.get(channelId) ?? begun;
      if (lines > 0) this.writing.set(channelId, { authorId, lines: lines - 1 });
      else this.writing.delete(channelId);
      this.write(faulty.bot, channelId, authorId);
    }, everyMs);
  }

  /**
   * Members write so many messages a second, in the servers of the bots in turn: one of `oneDirectIn` is a direct message, to which no limit per channel
   * applies, the others are in a channel in which the bot may not answer. They pause while the answers are far behind, which the machine may be,
   * because a bot does not answer what is beyond its limit.
   */
  startSteadyTraffic(perSecond: number, oneDirectIn: number): void {
    let checkedMs = Date.now();
    let sentMs = checkedMs;
    let isBehind = false;
    const steady = { sinceMs: checkedMs, untilMs: null, sent: 0 };
    this.steadyTraffic = steady;
    this.traffic = setInterval(() => {
      const nowMs = Date.now();
      if (nowMs - checkedMs >= 1000) {
        isBehind = this.unanswered() > this.bots.length * MOST_UNANSWERED_PER_BOT;
        checkedMs = nowMs;
      }
      if (isBehind) sentMs = nowMs;
      for (; sentMs + 1000 / perSecond <= nowMs; sentMs += 1000 / perSecond) {
        const isDirect = (steady.sent += 1) % oneDirectIn === 0;
        const faulty = this.bots[Math.floor(steady.sent / oneDirectIn) % this.bots.length];
        if (faulty && isDirect) this.write(faulty.bot, null);
        else if (faulty) this.talk.add(this.send(faulty.bot, { channelId: faulty.talkChannelId }));
      }
    }, 10);
  }

  stopTraffic(): void {
    clearInterval(this.traffic);
    if (this.steadyTraffic) this.steadyTraffic.untilMs ??= Date.now();
  }

  /** The rate that `startSteadyTraffic` reached until it was stopped, its pauses included. */
  messagesPerSecond(): number {
    const { sinceMs, untilMs, sent } = this.steadyTraffic ?? { sinceMs: 0, untilMs: null, sent: 0 };
    return sent / (((untilMs ?? Date.now()) - sinceMs) / 1000);
  }

  /** More bots to whom nobody writes, all at once; Discord allows them the contents of messages or not. */
  startIdle(count: number, { hasMessageContentIntent = true } = {}): void {
    for (let n = 0; n < count; n += 1) {
      const added = this.harness.addBot({}, { hasMessageContentIntent });
      this.idle.push({ ...added, channels: [] });
      if (!hasMessageContentIntent) this.withoutIntent += 1;
      this.harness.bots.startUnannounced(added.botId);
    }
  }

  async startRunner(): Promise<void> {
    const proxy = new RedisProxy(this.harness.redis.url);
    const process = await this.harness.startProcess({ env: { REDIS_URL: proxy.path } });
    const runner = { process, proxy };
    this.runners.add(runner);
    process.once('exit', (code) => {
      if (!this.ended.has(process)) this.unexpectedExits.push(code);
      this.runners.delete(runner);
      proxy.close();
    });
  }

  aRunner(random: Seeded): Runner {
    const runner = [...this.runners][random.between(0, this.runners.size)];
    if (!runner) throw new Error('no runner is left');
    return runner;
  }

  async kill({ process }: Runner): Promise<void> {
    this.ended.add(process);
    await this.harness.end(process, 'SIGKILL');
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.runners].map((runner) => this.kill(runner)));
  }

  /** As a deployment does. */
  async stop({ process }: Runner): Promise<void> {
    this.ended.add(process);
    await this.harness.end(process, 'SIGTERM');
    this.stopped.push(process.exitCode);
  }

  /**
   * Whether all bots are connected, waits for that: what a runner that has ended had accepted is remembered by the one that took its bots over
   * (docs/decisions.md C39).
   */
  async canRedisLoseData(): Promise<boolean> {
    const areTakenOver = await waitFor('the bots to be taken over', () => this.areAllConnected(), SILENCE_MS).then(
      () => true,
      () => false,
    );
    if (areTakenOver) await sleep(READING_MS);
    return areTakenOver;
  }

  /** Everything works again: as many runners as in the beginning, and Redis. */
  async heal(): Promise<void> {
    this.harness.discord.acceptRequests();
    this.harness.discord.limitChannels(null);
    for (const { bot } of this.bots) this.harness.discord.unmuteGateway(bot);
    for (const { process, proxy } of this.runners) {
      process.kill('SIGCONT');
      proxy.heal();
    }
    while (this.runners.size < this.size) await this.startRunner();
    this.endedSessions += await this.refused.repair();
    await waitFor('all bots to be connected', () => this.areAllConnected(), 60_000).catch(() => undefined);
  }

  areAllConnected(): boolean {
    return this.disconnected() === 0;
  }

  private disconnected(): number {
    const all = [...this.bots, ...this.idle].filter((one) => !this.refused.has(one));
    return all.filter(({ bot }) => !this.harness.discord.isConnected(bot)).length;
  }

  /** What came of it, once every message has an answer or no more come. */
  async outcome(): Promise<Outcome> {
    for (let left = Infinity, now = this.unanswered(); now > 0 && now < left; now = this.unanswered()) {
      left = now;
      await waitFor('more answers', () => this.unanswered() === 0, SILENCE_MS).catch(() => undefined);
    }
    // Second answers would come now.
    await sleep(2000);
    const { identifies, parallelSessions, unauthorized, closes } = this.harness.discord.stats;
    const { written, endedSessions, unexpectedExits, stopped, withoutIntent, refused, dataLosses } = this;
    // An IDENTIFY with the intent that is missing comes before the one without it.
    const refusedOnce = withoutIntent * (1 + dataLosses);
    const answers = this.answers();
    return {
      written,
      answers: messagesIn(answers),
      wrongQuestions: [...answers.values()].flat().filter(({ isWrong }) => isWrong).length,
      joined: [...answers.values()].flat().filter(({ messageIds }) => messageIds.length > 1).length,
      unwanted: this.harness.discord.allMessages().filter(({ replyTo }) => replyTo !== null && this.talk.has(replyTo)).length,
      bots: this.bots.length + this.idle.length,
      endedSessions: endedSessions + refusedOnce,
      identifies,
      parallelSessions,
      disconnected: this.disconnected(),
      refusals: {
        count: unauthorized + (closes[4004] ?? 0) + (closes[4014] ?? 0),
        // The close of its connection, and one request that was on its way or follows it.
        allowed: refusedOnce + refused.expected * (2 + dataLosses),
      },
      unexpectedExits,
      stopped,
    };
  }

  async close(): Promise<void> {
    this.stopTraffic();
    for (const { process } of this.runners) this.ended.add(process);
    await this.harness.close();
  }

  /** In a channel; null for a direct message. */
  private write(bot: DiscordBot, channelId: string | null, authorId = this.newMember()): void {
    const messageId = this.send(bot, channelId === null ? { guildId: null } : { channelId }, authorId);
    this.written.push({ messageId, channelId: channelId ?? messageId, authorId, text: `#${this.texts}` });
  }

  /** Somebody who has not written before. */
  private newMember(): string {
    this.members += 1;
    return String(FIRST_MEMBER + BigInt(this.members));
  }

  private send(
    bot: DiscordBot,
    place: { readonly guildId: null } | { readonly channelId: string },
    authorId = this.newMember(),
  ): string {
    this.texts += 1;
    return this.harness.discord.sendMessage({ bot, authorId, content: `#${this.texts}`, ...place });
  }

  /** In their order, by channel; those of direct messages by the id of the message. */
  private answers(): Map<string, Answer[]> {
    const byId = new Map(this.written.map((message) => [message.messageId, message]));
    const byText = new Map(this.written.map((message) => [message.text, message]));
    const answers = new Map<string, Answer[]>();
    for (const { isBot, replyTo, content } of this.harness.discord.allMessages()) {
      const asked = isBot && replyTo !== null ? byId.get(replyTo) : undefined;
      if (!asked) continue;
      const repeated = content.startsWith(ANSWER) ? content.slice(ANSWER.length).split('\n') : [];
      const lines = repeated.flatMap((text) => byText.get(text) ?? []);
      const isWrong = lines.at(-1) !== asked || lines.some(({ authorId }) => authorId !== asked.authorId);
      const messageIds = (lines.length > 0 ? lines : [asked]).map(({ messageId }) => messageId);
      answers.set(asked.channelId, [...(answers.get(asked.channelId) ?? []), { messageIds, isWrong }]);
    }
    return answers;
  }

  private unanswered(): number {
    return this.written.length - new Set([...messagesIn(this.answers()).values()].flat()).size;
  }
}

interface Answer {
  /** The messages that it repeats. */
  readonly messageIds: readonly string[];
  /** It replies to another message than the last line of its question, or its lines are of several members. */
  readonly isWrong: boolean;
}

const messagesIn = (answers: ReadonlyMap<string, readonly Answer[]>): Map<string, string[]> =>
  new Map([...answers].map(([channelId, ofChannel]) => [channelId, ofChannel.flatMap(({ messageIds }) => messageIds)]));
