import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import type { JobOf, queues } from '@kith/proto';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveWorker } from '../src/proactive/proactive.worker.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

export type Job = JobOf<typeof queues.proactive>;
export type Changes = Parameters<RunnerHarness['bots']['change']>[1];

export interface ProactiveBot {
  readonly bot: DiscordBot;
  readonly botId: string;
}

export const DAY = 86_400_000;

/** A runner in this process, with bots that begin conversations on the stand-in Discord. */
export class ProactiveBots {
  private events = 0;

  private constructor(
    readonly harness: RunnerHarness,
    private readonly service: RunningService,
  ) {}

  static async open(): Promise<ProactiveBots> {
    const harness = await RunnerHarness.open({ identifyEveryMs: 0 });
    return new ProactiveBots(harness, await harness.startInProcess());
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.service.app.get<T>(type);
  }

  /** Resolves when the bot is online with the changes. */
  async start({ botId }: ProactiveBot, changes: Changes): Promise<void> {
    await this.harness.bots.change(botId, { sendsProactiveMessages: true, ...changes });
    await this.harness.bots.start(botId);
    await this.harness.bots.waitForState(botId, 'online', 15_000);
  }

  /** Resolves when the runner knows the changes. */
  async change({ botId }: ProactiveBot, changes: Changes): Promise<void> {
    await this.harness.bots.change(botId, changes);
    const { version } = this.harness.bots.runnableOf(botId);
    await waitFor('the change', () => this.get(DesiredBotsSource).bots.get(botId)?.version === version);
  }

  /** A new member writes into the channel of the bot, or into another one. */
  write({ bot }: ProactiveBot, daysAgo: number, channelId = bot.channelId): string {
    const sentAtMs = Date.now() - daysAgo * DAY;
    return this.harness.discord.sendMessage({ bot, content: 'hm', channelId, authorId: newMember(), sentAtMs });
  }

  /** A job of the channel of the bot; each without an id is after an event of its own. */
  jobOf({ bot, botId }: ProactiveBot, fields: Partial<Job> = {}): Job {
    const { ownerId } = this.harness.bots.runnableOf(botId);
    const event = { event: 'quiet', eventId: `quiet-${++this.events}` } as const;
    return { ownerId, botId, channelId: bot.channelId, guildId: null, ...event, ...fields };
  }

  /** Runs a job as a worker does. */
  work(job: Job, isLastAttempt = false): Promise<void> {
    return this.get(ProactiveWorker).work(job, { isLastAttempt, addedAtMs: Date.now() });
  }

  close(): Promise<void> {
    return this.harness.close();
  }
}
