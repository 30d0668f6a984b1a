import { Events, JobPostponed, LOGGER, RpcClient, errorText, type Logger } from '@kith/kit';
import { bots, events, type OutputOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicTask } from './periodic-task.js';
import { SharedSettings } from './shared-settings.js';

const REFRESH_MS = 3000;
/** What neither an event nor the list of changes has told is found after this time. */
const READ_ALL_EVERY_MS = 60_000;
/** A job that begins before the list was first read waits for so long. */
const JOB_RETRY_MS = 500;

/** The bots that should be online: a runner's copy of what the bots service stores. */
export class DesiredBots {
  private readonly bots = new Map<string, RunnableBot>();
  /** The number of the newest request that was answered for one bot. */
  private readonly requestNumbers = new Map<string, number>();
  private lastRequestNumber = 0;
  private hasLoaded = false;
  private readonly settings = new SharedSettings();

  /** False until the list was read once: a list that was not read yet must not be taken for an empty one. */
  get isLoaded(): boolean {
    return this.hasLoaded;
  }

  get isEmpty(): boolean {
    return this.bots.size === 0;
  }

  all(): RunnableBot[] {
    return [...this.bots.values()];
  }

  get(botId: string): RunnableBot | undefined {
    return this.bots.get(botId);
  }

  /** To be called before each request: responses may arrive out of order, and the one with the highest number wins. */
  nextRequestNumber(): number {
    return ++this.lastRequestNumber;
  }

  /** Applies a response with the whole list. */
  replace(list: readonly RunnableBot[], requestNumber: number): void {
    const isNewer = (botId: string): boolean => (this.requestNumbers.get(botId) ?? 0) > requestNumber;
    const listed = new Set(list.map((bot) => bot.botId));
    for (const botId of this.bots.keys()) if (!listed.has(botId) && !isNewer(botId)) this.bots.delete(botId);
    for (const bot of list) if (!isNewer(bot.botId)) this.set(bot);
    for (const [botId, known] of this.requestNumbers) if (known <= requestNumber) this.requestNumbers.delete(botId);
    this.settings.sweep();
    this.hasLoaded = true;
  }

  /** Applies a response about one bot; null when it should not be online. */
  change(botId: string, bot: RunnableBot | null, requestNumber: number): void {
    if ((this.requestNumbers.get(botId) ?? 0) > requestNumber) return;
    this.requestNumbers.set(botId, requestNumber);
    if (bot) this.set(bot);
    else this.bots.delete(botId);
  }

  private set(bot: RunnableBot): void {
    this.bots.set(bot.botId, this.settings.share(bot));
  }
}

/**
 * Keeps the list of desired bots current: reads a bot as soon as an event tells that it changed, asks every few seconds which ones have changed,
 * in case an event was lost, and reads the whole list rarely.
 */
@Injectable()
export class DesiredBotsSource implements OnApplicationBootstrap, OnModuleDestroy {
  readonly bots = new DesiredBots();
  private readonly listeners: ((botId: string | null) => void)[] = [];
  private readonly refresh: PeriodicTask;
  private unsubscribe: (() => void) | undefined;
  /** The time of the last list of changes, on the clock of the bots service; null: the whole list is to be read. */
  private changesSince: string | null = null;
  private readAllAtMs = 0;
  /** The changes that were read, by bot: the list names those of the last seconds again. */
  private readonly knownChanges = new Map<string, string>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // When the bots service is unavailable the old list stays in force.
    this.refresh = new PeriodicTask(
      () => this.read(),
      REFRESH_MS,
      (error) => this.logger.debug({ err: error }, 'list of desired bots unavailable'),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.botChanged, ({ botId }) => void this.readOne(botId));
    this.refresh.trigger();
  }

  async onModuleDestroy(): Promise<void> {
    this.unsubscribe?.();
    await this.refresh.stop();
  }

  /** The bot that a job is for; undefined when it should not be online. Right after the start of this process the job is postponed. */
  botOfJob({ botId }: { readonly botId: string }): RunnableBot | undefined {
    if (!this.bots.isLoaded) throw new JobPostponed(JOB_RETRY_MS);
    return this.bots.get(botId);
  }

  /** The bots in which a system is installed; nothing is asked of the database where none has it. */
  withSystem(systemId: string): ReadonlySet<string> {
    const bots = this.bots.all().filter(({ systems }) => systems.some((system) => system.systemId === systemId));
    return new Set(bots.map(({ botId }) => botId));
  }

  /** Calls the listener after each change with the bot's id, or with null after the whole list was read. */
  onChange(listener: (botId: string | null) => void): void {
    this.listeners.push(listener);
  }

  private async read(): Promise<void> {
    const since = this.changesSince;
    if (since !== null && Date.now() < this.readAllAtMs) return this.readChanges(since);
    // Asked before the list is read, so that what changes meanwhile is among the next changes.
    const { at } = await this.rpc.ask(bots.desiredChanges, { since: since ?? new Date().toISOString() });
    await this.readAll();
    this.changesSince = at;
    this.readAllAtMs = Date.now() + READ_ALL_EVERY_MS;
  }

  private async readChanges(since: string): Promise<void> {
    const { at, changed, isComplete } = await this.rpc.ask(bots.desiredChanges, { since });
    if (!isComplete) {
      await this.readAll();
    } else if (!(await Promise.all(changed.map((change) => this.readChange(change)))).every(Boolean)) {
      // The next list names them again.
      return;
    }
    this.changesSince = at;
    const listed = new Set(changed.map(({ botId }) => botId));
    for (const botId of this.knownChanges.keys()) if (!listed.has(botId)) this.knownChanges.delete(botId);
  }

  private async readChange({ botId, change }: { botId: string; change: string }): Promise<boolean> {
    if (this.knownChanges.get(botId) === change) return true;
    if (!(await this.readOne(botId))) return false;
    this.knownChanges.set(botId, change);
    return true;
  }

  private async readAll(): Promise<void> {
    const requestNumber = this.bots.nextRequestNumber();
    const all: RunnableBot[] = [];
    let after: string | null = null;
    do {
      const page: OutputOf<typeof bots.listDesiredOnline> = await this.rpc.ask(bots.listDesiredOnline, { after });
      all.push(...page.bots);
      after = page.next;
    } while (after !== null);
    this.bots.replace(all, requestNumber);
    for (const listener of this.listeners) listener(null);
  }

  /** Reads one bot now. Whether it was read. */
  async readOne(botId: string): Promise<boolean> {
    const requestNumber = this.bots.nextRequestNumber();
    try {
      const { bot } = await this.rpc.ask(bots.getDesiredOnline, { botId });
      this.bots.change(botId, bot, requestNumber);
      for (const listener of this.listeners) listener(botId);
      return true;
    } catch (error) {
      this.logger.warn({ botId, reason: errorText(error) }, 'desired state of a bot unavailable; reading the whole list');
      // Whoever read it because of an event does not try again.
      this.readAllAtMs = 0;
      this.refresh.trigger();
      return false;
    }
  }
}
