import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { Queue } from 'bullmq';
import { fixture, fixtureService, waitFor, type DiscordBot } from '@kith/kit/testing';
import { bots, ChannelSettings, events, queues, type InputOf, type JobOf, type RunnableBot } from '@kith/proto';

type Report = InputOf<typeof bots.report>;

interface Companion {
  readonly discord: DiscordBot;
  token: string | null;
  runnable: RunnableBot;
  isWanted: boolean;
}

/** Plays the bots service over the real transport: what runners ask for, and what they report. */
export class FixtureBots {
  readonly #companions = new Map<string, Companion>();
  readonly reports: Report[] = [];
  readonly forgotten: string[] = [];
  #played: { close(): Promise<void> } | null = null;

  constructor(private readonly runtime: Runtime) {}

  async play(): Promise<void> {
    this.#played = await fixtureService(this.runtime, 'bots', [
      fixture(bots.listDesiredOnline, () => ({
        bots: [...this.#companions.values()].filter((one) => one.isWanted).map((one) => one.runnable),
        next: null,
      })),
      fixture(bots.getDesiredOnline, ({ botId }) => ({ bot: this.#wanted(botId) })),
      fixture(bots.discordToken, ({ botId }) => ({ token: this.#companions.get(botId)?.token ?? null })),
      fixture(bots.report, (report) => this.#accept(report)),
      fixture(bots.forget, ({ botId }) => {
        this.forgotten.push(botId);
        return {};
      }),
    ]);
  }

  /** Nobody answers for the bots service any more, until `play`. */
  async leave(): Promise<void> {
    await this.#played?.close();
    this.#played = null;
  }

  add(discord: DiscordBot, settings: Partial<ChannelSettings> = {}): string {
    const botId = randomUUID();
    const { applicationId, token } = discord;
    const channelSettings = ChannelSettings.parse({ maxMessagesPerMinute: 60, ...settings });
    const runnable = { botId, ownerId: randomUUID(), name: 'Al', applicationId, serverId: null, channelSettings, version: 1 };
    this.#companions.set(botId, { discord, token, runnable, isWanted: false });
    return botId;
  }

  async start(botId: string): Promise<void> {
    this.#companion(botId).isWanted = true;
    await this.#tell('start', botId);
  }

  async stop(botId: string): Promise<void> {
    this.#companion(botId).isWanted = false;
    await this.#tell('stop', botId);
  }

  async remove(botId: string): Promise<void> {
    Object.assign(this.#companion(botId), { isWanted: false, token: null });
    await this.#tell('remove', botId);
  }

  /** Has the second purge of a deleted companion come now, which waits for what was still being written. */
  async hurryPurge(botId: string): Promise<void> {
    const connection = this.runtime.redis.duplicate({ maxRetriesPerRequest: null });
    const queue = new Queue(queues.lifecycle.name, { connection, prefix: 'jobs' });
    const job = await waitFor('the second purge', () => queue.getJob(`purge-${botId}`));
    await job.promote();
    await queue.close();
    connection.disconnect();
  }

  /** As an edit does: a new version, announced. */
  async change(
    botId: string,
    changes: { token?: string; applicationId?: string; settings?: Partial<ChannelSettings> },
  ): Promise<void> {
    const companion = this.#companion(botId);
    const { runnable } = companion;
    if (changes.token) companion.token = changes.token;
    companion.runnable = {
      ...runnable,
      applicationId: changes.applicationId ?? runnable.applicationId,
      channelSettings: { ...runnable.channelSettings, ...changes.settings },
      version: runnable.version + 1,
    };
    await this.runtime.events.publish(events.botChanged, { botId });
  }

  /** The newest accepted report. */
  state(botId: string): Report | undefined {
    return this.reports.findLast((report) => report.botId === botId);
  }

  async waitForState(botId: string, runtimeState: Report['runtimeState'], timeoutMs = 10_000): Promise<Report> {
    return waitFor(`${runtimeState}; now ${this.state(botId)?.runtimeState}`, () => this.#isIn(botId, runtimeState), timeoutMs);
  }

  #isIn(botId: string, runtimeState: Report['runtimeState']): Report | undefined {
    const report = this.state(botId);
    return report?.runtimeState === runtimeState ? report : undefined;
  }

  #accept(report: Report): { accepted: boolean } {
    const accepted = report.fence >= (this.state(report.botId)?.fence ?? 0);
    if (accepted) this.reports.push(report);
    return { accepted };
  }

  async #tell(action: JobOf<typeof queues.lifecycle>['action'], botId: string): Promise<void> {
    await this.runtime.queues.add(queues.lifecycle, `${action}-${botId}-${randomUUID()}`, { action, botId });
  }

  #wanted(botId: string): RunnableBot | null {
    const companion = this.#companions.get(botId);
    return companion?.isWanted ? companion.runnable : null;
  }

  #companion(botId: string): Companion {
    const companion = this.#companions.get(botId);
    if (!companion) throw new Error(`no companion ${botId}`);
    return companion;
  }
}
