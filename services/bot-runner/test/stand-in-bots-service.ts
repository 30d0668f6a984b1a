import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { Queue } from 'bullmq';
import { fixture, fixtureService, waitFor, type DiscordBot } from '@kith/kit/testing';
import {
  AppError,
  bots,
  ChannelSettings,
  events,
  queues,
  type InputOf,
  type RunnableBot,
  customCommands,
  systems,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';

type Report = InputOf<typeof bots.report>;
type CustomRun = ParsedInputOf<typeof customCommands.run>;

/** What an edit may change beside the channel settings. */
type Changeable = Partial<Omit<RunnableBot, 'botId' | 'ownerId' | 'channelSettings' | 'version'>>;

// As in the bots service.
const PAGE_SIZE = 200;
const MAX_CHANGES = 100;
const OVERLAP_MS = 10_000;

interface Bot {
  readonly discord: DiscordBot;
  token: string | null;
  runnable: RunnableBot;
  desiredOnline: boolean;
}

/** A stand-in of the bots service over the real transport: answers the calls of runners and records their reports. */
export class StandInBotsService {
  private readonly byId = new Map<string, Bot>();
  readonly reports: Report[] = [];
  readonly forgotten: string[] = [];
  /** The members whose stored values were deleted. */
  readonly forgottenMembers: string[] = [];
  /** When systems were removed whose rules are still on Discord, by bot. */
  readonly uninstalledAt = new Map<string, string>();
  /** What happens once, right after it is answered whether a system was removed. */
  afterUninstalledAsked: () => Promise<void> = () => Promise.resolve();
  /** The bots that administrators have taken down. */
  takenDown: string[] = [];
  /** How many tokens each request asked for. */
  readonly tokenRequests: number[] = [];
  /** How often the whole list and the changes were read. */
  listReads = 0;
  changeReads = 0;
  /** A number that grows with each change of a bot. */
  private readonly changes = new Map<string, { readonly number: number; readonly atMs: number }>();
  /** The custom commands that were run. */
  readonly customRuns: CustomRun[] = [];
  /** What a custom command answers. */
  runCustom: (run: CustomRun) => OutputOf<typeof customCommands.run> = ({ context }) => ({
    result: { success: true, response: `ran ${context.args.join('+')}`, shouldReply: true },
    error: null,
    log: [],
    durationMs: 1,
  });
  private service: { close(): Promise<void> } | null = null;

  constructor(private readonly runtime: Runtime) {}

  async serve(): Promise<void> {
    this.service = await fixtureService(this.runtime, 'bots', [
      fixture(bots.listDesiredOnline, ({ after }) => {
        if (after === null) this.listReads++;
        const all = [...this.byId.values()].filter((one) => one.desiredOnline).map((one) => one.runnable);
        const from = after === null ? 0 : all.findIndex(({ botId }) => botId === after) + 1;
        const page = all.slice(from, from + PAGE_SIZE);
        return { bots: page, next: from + PAGE_SIZE < all.length ? (page.at(-1)?.botId ?? null) : null };
      }),
      fixture(bots.getDesiredOnline, ({ botId }) => ({ bot: this.desired(botId) })),
      fixture(bots.desiredChanges, ({ since }) => {
        this.changeReads++;
        const recent = [...this.changes].filter(([, { atMs }]) => atMs > Date.parse(since) - OVERLAP_MS);
        const changed = recent.map(([botId, { number }]) => ({ botId, change: String(number) }));
        return {
          at: new Date().toISOString(),
          changed: changed.slice(0, MAX_CHANGES),
          isComplete: changed.length <= MAX_CHANGES,
        };
      }),
      fixture(bots.discordTokens, ({ botIds }) => {
        this.tokenRequests.push(botIds.length);
        return { tokens: Object.fromEntries(botIds.map((botId) => [botId, this.byId.get(botId)?.token ?? null])) };
      }),
      fixture(bots.owned, ({ actor, botId }) => {
        if (this.byId.get(botId)?.runnable.ownerId !== actor.userId) throw new AppError('NOT_FOUND');
        return { botId, name: 'Al' };
      }),
      fixture(systems.installed, ({ actor, botId, systemId }) => {
        const runnable = this.byId.get(botId)?.runnable;
        const system = runnable?.systems.find((one) => one.systemId === systemId);
        if (!system || runnable?.ownerId !== actor.userId) throw new AppError('NOT_FOUND');
        return { ...system, installedAt: new Date(0).toISOString() };
      }),
      fixture(bots.names, ({ botIds }) => ({
        names: Object.fromEntries(botIds.flatMap((botId) => (this.byId.has(botId) ? [[botId, 'Al']] : []))),
      })),
      fixture(bots.takeDown, ({ botId }) => {
        this.takenDown.push(botId);
        return {};
      }),
      fixture(bots.restore, ({ botId }) => {
        this.takenDown = this.takenDown.filter((id) => id !== botId);
        return {};
      }),
      fixture(bots.report, (report) => this.accept(report)),
      fixture(customCommands.run, (run) => {
        this.customRuns.push(run);
        return this.runCustom(run);
      }),
      fixture(customCommands.forgetMember, ({ memberId }) => {
        this.forgottenMembers.push(memberId);
        return { values: 0 };
      }),
      fixture(bots.uninstalled, async ({ botId }) => {
        const uninstalledAt = this.uninstalledAt.get(botId) ?? null;
        const after = this.afterUninstalledAsked;
        this.afterUninstalledAsked = () => Promise.resolve();
        await after();
        return { uninstalledAt };
      }),
      fixture(bots.endUninstall, ({ botId, uninstalledAt }) => {
        if (this.uninstalledAt.get(botId) === uninstalledAt) this.uninstalledAt.delete(botId);
        return {};
      }),
      fixture(bots.forgetToken, ({ botId }) => {
        this.botOf(botId).token = null;
        return {};
      }),
      fixture(bots.forget, ({ botId }) => {
        this.forgotten.push(botId);
        return {};
      }),
    ]);
  }

  /** Makes the bots service unavailable until `serve` is called. */
  async stopServing(): Promise<void> {
    await this.service?.close();
    this.service = null;
  }

  add(discord: DiscordBot, settings: Partial<ChannelSettings> = {}, fields: Changeable = {}): string {
    const botId = randomUUID();
    const { applicationId, token } = discord;
    const channelSettings = ChannelSettings.parse({ maxMessagesPerMinute: 60, ...settings });
    const runnable = {
      botId,
      ownerId: randomUUID(),
      name: 'Al',
      applicationId,
      serverId: null,
      statusText: null,
      greeting: null,
      ageRating: 'everyone' as const,
      timeZone: 'UTC',
      channelSettings,
      commands: [],
      systems: [],
      version: 1,
      ...fields,
    };
    this.byId.set(botId, { discord, token, runnable, desiredOnline: false });
    return botId;
  }

  /** Stored, but not announced: `change` does that. */
  setStatusText(botId: string, statusText: string | null): void {
    const bot = this.botOf(botId);
    bot.runnable = { ...bot.runnable, statusText };
  }

  setGreeting(botId: string, greeting: string | null): void {
    const bot = this.botOf(botId);
    bot.runnable = { ...bot.runnable, greeting };
  }

  tokenOf(botId: string): string | null {
    return this.botOf(botId).token;
  }

  runnableOf(botId: string): RunnableBot {
    return this.botOf(botId).runnable;
  }

  /** What happens when the event and the job of a stop are lost. */
  stopUnannounced(botId: string): void {
    this.botOf(botId).desiredOnline = false;
    this.recordChange(botId);
  }

  /** The runners find it among the changes. */
  startUnannounced(botId: string): void {
    const bot = this.botOf(botId);
    bot.desiredOnline = true;
    bot.runnable = { ...bot.runnable, startedAt: new Date().toISOString() };
    this.recordChange(botId);
  }

  async start(botId: string): Promise<void> {
    this.startUnannounced(botId);
    await this.addLifecycleJob('start', botId);
  }

  async stop(botId: string): Promise<void> {
    this.stopUnannounced(botId);
    await this.addLifecycleJob('stop', botId);
  }

  async remove(botId: string): Promise<void> {
    const bot = this.botOf(botId);
    bot.desiredOnline = false;
    // As the bots service does: it is put aside for what the system has written on Discord.
    if (!bot.runnable.systems.some(({ systemId }) => systemId === 'auto-moderation')) bot.token = null;
    this.recordChange(botId);
    await this.addLifecycleJob('remove', botId);
  }

  /** Runs the delayed second purge of a deleted bot at once. */
  async runSecondPurgeNow(botId: string): Promise<void> {
    const connection = this.runtime.redis.duplicate({ maxRetriesPerRequest: null });
    const queue = new Queue(queues.removals.name, { connection, prefix: 'jobs' });
    const isIt = ({ id }: { id?: string }): boolean => id?.startsWith(`purge-${botId}`) ?? false;
    const job = await waitFor('the second purge', async () => (await queue.getDelayed()).find(isIt));
    await job.promote();
    await queue.close();
    connection.disconnect();
  }

  async waitForEndOfJob(jobId: string): Promise<void> {
    const connection = this.runtime.redis.duplicate({ maxRetriesPerRequest: null });
    const queue = new Queue(queues.lifecycle.name, { connection, prefix: 'jobs' });
    await waitFor(`the end of ${jobId}`, async () => (await queue.getJobState(jobId)) === 'completed' || undefined);
    await queue.close();
    connection.disconnect();
  }

  /** A job of lifecycle whose id begins so and that waits for its next attempt. */
  async waitForPostponedJob(prefix: string): Promise<{ readonly attemptsMade: number }> {
    const connection = this.runtime.redis.duplicate({ maxRetriesPerRequest: null });
    const queue = new Queue(queues.lifecycle.name, { connection, prefix: 'jobs' });
    const isIt = ({ id }: { id?: string }): boolean => id?.startsWith(prefix) ?? false;
    const job = await waitFor('the next attempt', async () => (await queue.getDelayed()).find(isIt));
    await queue.close();
    connection.disconnect();
    return { attemptsMade: job.attemptsMade };
  }

  /** What an edit does: stores a new version and publishes the change. */
  async change(
    botId: string,
    { token, settings = {}, ...fields }: { token?: string; settings?: Partial<ChannelSettings> } & Changeable,
  ): Promise<void> {
    const bot = this.botOf(botId);
    const { runnable } = bot;
    if (token) bot.token = token;
    bot.runnable = {
      ...runnable,
      ...fields,
      channelSettings: { ...runnable.channelSettings, ...settings },
      version: runnable.version + 1,
    };
    this.recordChange(botId);
    await this.runtime.events.publish(events.botChanged, { botId });
  }

  /** The newest accepted report. */
  state(botId: string): Report | undefined {
    return this.reports.findLast((report) => report.botId === botId);
  }

  async waitForState(botId: string, runtimeState: Report['runtimeState'], timeoutMs = 10_000): Promise<Report> {
    return waitFor(`${runtimeState}; now ${this.state(botId)?.runtimeState}`, () => this.isIn(botId, runtimeState), timeoutMs);
  }

  private isIn(botId: string, runtimeState: Report['runtimeState']): Report | undefined {
    const report = this.state(botId);
    return report?.runtimeState === runtimeState ? report : undefined;
  }

  private recordChange(botId: string): void {
    this.changes.set(botId, { number: (this.changes.get(botId)?.number ?? 0) + 1, atMs: Date.now() });
  }

  private accept(report: Report): { accepted: boolean } {
    const accepted = report.fence >= (this.state(report.botId)?.fence ?? 0);
    if (accepted) this.reports.push(report);
    return { accepted };
  }

  /** The removal of a system; `isLate`: it is installed again before its job runs. Returns the id of that job. */
  async uninstall(botId: string, systemId: string, isLate = false): Promise<string> {
    const { ownerId, systems: installed } = this.botOf(botId).runnable;
    if (!isLate) {
      await this.change(botId, { systems: installed.filter((one) => one.systemId !== systemId) });
      this.uninstalledAt.set(botId, new Date().toISOString());
    }
    const job = { action: 'uninstall', ownerId, botId, systemId } as const;
    const jobId = `uninstall-${botId}-${randomUUID()}`;
    await this.runtime.queues.add(queues.lifecycle, jobId, job);
    return jobId;
  }

  private async addLifecycleJob(action: 'start' | 'stop' | 'remove', botId: string): Promise<void> {
    const { ownerId } = this.botOf(botId).runnable;
    await this.runtime.queues.add(queues.lifecycle, `${action}-${botId}-${randomUUID()}`, { action, ownerId, botId });
  }

  private desired(botId: string): RunnableBot | null {
    const bot = this.byId.get(botId);
    return bot?.desiredOnline ? bot.runnable : null;
  }

  private botOf(botId: string): Bot {
    const bot = this.byId.get(botId);
    if (!bot) throw new Error(`no bot ${botId}`);
    return bot;
  }
}
