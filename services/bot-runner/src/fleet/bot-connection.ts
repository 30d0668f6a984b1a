import { ERRORS, type ErrorCode, type RunnableBot } from '@kith/proto';
import { GatewayIntentBits, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { fatalError } from '../discord/close-codes.js';
import { GatewaySession, type GatewayState } from '../discord/gateway-session.js';
import { isUnauthorized } from '../discord/rest-clients.js';
import type { ApplicationCommands } from '../interactions/application-commands.js';
import type { Claim, Lease, SessionWrite, StoredSession } from '../leases/lease-store.js';
import type { Listener, MessageIntake } from '../messages/message-intake.js';
import { AnswerLog } from '../messages/recent-answers.js';
import { DiscordAccess, IdentifiesUsedUp, type AccessPorts } from './discord-access.js';
import { failedWith, INTERRUPTED, ONLINE, STARTING, STOPPED, unreachableWhile } from './status.js';
import { StatusReporter } from './status-reporter.js';
import { Watermark } from './watermark.js';

const INTENTS =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.MessageContent;
/** Discord moves connections all the time; a RESUME within this time is nobody's business. */
const INTERRUPTION_MS = 1000;

/** What connections share. */
export interface ConnectionPorts extends AccessPorts {
  readonly intake: MessageIntake;
  readonly commands: ApplicationCommands;
  /** Discord refused the companion for good: nobody shall try this version again. */
  readonly onRefused: (connection: BotConnection) => void;
  /** A session began or is gone: to be saved at once. */
  readonly onSession: (connection: BotConnection) => void;
  /** There is progress to be saved. */
  readonly onProgress: (connection: BotConnection) => void;
}

/** One companion on Discord, owned by this process as long as its lease lasts. */
export class BotConnection {
  readonly lease: Lease;
  readonly #closing = new AbortController();
  readonly #access: DiscordAccess;
  readonly #reporter: StatusReporter;
  readonly #listener: Listener;
  #watermark: Watermark;
  #stored: StoredSession | null;
  /** The session that Redis holds. */
  #savedId: string | null;
  #gateway: GatewaySession | null = null;
  #token = '';
  #areCommandsAskedFor = false;
  #interruption: NodeJS.Timeout | undefined;

  constructor(
    bot: RunnableBot,
    { lease, session }: Claim,
    private readonly shared: ConnectionPorts,
  ) {
    this.lease = lease;
    this.#stored = session;
    this.#savedId = session?.id ?? null;
    this.#watermark = new Watermark(session?.seq ?? 0);
    this.#access = new DiscordAccess(bot, shared, this.#closing.signal);
    this.#reporter = new StatusReporter({ botId: bot.botId, fence: lease.fence }, shared, this.#closing.signal);
    this.#listener = {
      bot,
      ownUserId: session?.userId ?? '',
      answers: new AnswerLog(),
      threads: new Map(),
      closed: this.#closing.signal,
    };
  }

  get bot(): RunnableBot {
    return this.#listener.bot;
  }

  get state(): GatewayState {
    return this.#gateway?.state ?? 'connecting';
  }

  /** New settings: they hold for the next message. */
  update(bot: RunnableBot): void {
    this.#listener.bot = bot;
  }

  async open(): Promise<void> {
    const { intake, logger } = this.shared;
    if (!this.#stored) this.#reporter.report(STARTING);
    for (const [id, parentId] of await intake.knownThreads(this.lease.applicationId).catch(() => []))
      this.#listener.threads.set(id, parentId);
    const token = await this.#access.token();
    if (this.#closing.signal.aborted) return;
    if (token === null) return this.#refused('TOKEN_MISSING');
    logger.debug({ botId: this.bot.botId, resumes: this.#stored !== null }, 'connecting');
    this.#connect(token);
  }

  /** What Redis does not know yet; null when it knows everything. */
  progress(): SessionWrite | null {
    if (!this.#stored) return this.#savedId === null ? null : { lease: this.lease, session: 'forget' };
    const isNew = this.#stored.id !== this.#savedId;
    return { lease: this.lease, session: isNew ? { ...this.#stored, seq: this.#watermark.low } : this.#watermark.low };
  }

  /** Redis has it. */
  saved({ session }: SessionWrite): void {
    if (typeof session !== 'number') this.#savedId = session === 'forget' ? null : session.id;
  }

  /** Redis lost its data: the whole session has to be written again. */
  unsaved(): void {
    this.#savedId = null;
  }

  /** Leaves the session to the next owner, once what was received is in the queue. */
  async handOver(): Promise<void> {
    this.#gateway?.stop('resumable');
    await this.#watermark.settled(1000);
    this.close();
  }

  /** Takes the companion offline. */
  end(): void {
    this.#gateway?.stop('ended');
    this.#stored = null;
    this.close();
  }

  /** Says again what it is, for those who may have forgotten. */
  reportAgain(): void {
    this.#reporter.repeat();
  }

  reportStopped(): void {
    this.#reporter.report(STOPPED);
  }

  /** Stops everything at once, without a word: the lease is somebody else's. */
  close(): void {
    clearTimeout(this.#interruption);
    this.#closing.abort();
    this.#gateway?.stop('resumable');
  }

  #connect(token: string): void {
    this.#token = token;
    this.#gateway = new GatewaySession({
      token,
      intents: INTENTS,
      saved: this.#stored,
      address: () => this.#gatewayAddress(),
      mayIdentify: () => this.#mayIdentify(),
      handlers: {
        // A person's account is no companion's, whatever was said about the token while Discord could not be asked.
        onReady: (session, { user }) => (user.bot ? this.#ready({ ...session, userId: user.id }) : void this.#tokenRefused()),
        onResumed: () => this.#resumed(),
        onDispatch: (payload) => this.#dispatched(payload),
        onSessionLost: () => this.#sessionLost(),
        onDisconnected: (problem) => this.#disconnected(problem),
        onFatal: (code) => void this.#fatal(code),
      },
    });
    this.#gateway.start();
  }

  async #gatewayAddress(): Promise<string> {
    try {
      return await this.#access.gatewayAddress();
    } catch (error) {
      if (isUnauthorized(error)) await this.#tokenRefused();
      throw error;
    }
  }

  async #mayIdentify(): Promise<void> {
    try {
      await this.#access.mayIdentify();
    } catch (error) {
      if (error instanceof IdentifiesUsedUp) this.#identifiesUsedUp(error.forS);
      throw error;
    }
  }

  #ready(session: StoredSession): void {
    this.#stored = session;
    this.#listener.ownUserId = session.userId;
    this.#watermark = new Watermark(session.seq);
    this.shared.onSession(this);
    this.#up();
    this.#registerCommands('new');
  }

  #resumed(): void {
    this.#up();
    if (!this.#areCommandsAskedFor) this.#registerCommands('resumed');
  }

  #registerCommands(session: 'new' | 'resumed'): void {
    this.#areCommandsAskedFor = true;
    void this.shared.commands.ensure(this.bot, session, this.#closing.signal);
  }

  #up(): void {
    clearTimeout(this.#interruption);
    this.#interruption = undefined;
    this.#reporter.report(ONLINE);
  }

  #dispatched(payload: GatewayDispatchPayload): void {
    const watermark = this.#watermark;
    watermark.take(payload.s, this.#handle(payload), () => {
      if (watermark !== this.#watermark) return;
      this.#gateway?.processed(watermark.low);
      this.shared.onProgress(this);
    });
  }

  /** One odd event must not end the connection, let alone the process. */
  #handle(payload: GatewayDispatchPayload): Promise<void> | null {
    const failed = (error: unknown): void =>
      this.shared.logger.error({ botId: this.bot.botId, event: payload.t, reason: reasonOf(error) }, 'event failed');
    try {
      return this.shared.intake.take(this.#listener, payload)?.catch(failed) ?? null;
    } catch (error) {
      failed(error);
      return null;
    }
  }

  #sessionLost(): void {
    this.#stored = null;
    this.shared.onSession(this);
  }

  #disconnected({ closeCode, error }: { closeCode?: number; error?: unknown }): void {
    const { logger } = this.shared;
    logger.info(
      { botId: this.bot.botId, closeCode, reason: error === undefined ? undefined : reasonOf(error) },
      'disconnected from Discord',
    );
    const isUnreachable = error !== undefined || closeCode === 1006;
    const { last } = this.#reporter;
    if (last?.runtimeState === 'starting') return this.#reporter.report(unreachableWhile('starting'));
    const status = isUnreachable ? unreachableWhile('reconnecting') : INTERRUPTED;
    if (last?.runtimeState === 'reconnecting') return this.#reporter.report(status);
    this.#interruption ??= setTimeout(() => this.#reporter.report(status), INTERRUPTION_MS);
  }

  async #fatal(closeCode: number): Promise<void> {
    const code = fatalError(closeCode) ?? 'DISCORD_REFUSED';
    if (code === 'TOKEN_INVALID') return this.#tokenRefused();
    this.#refused(code, code === 'DISCORD_REFUSED' ? `${ERRORS[code].text} (code ${closeCode})` : ERRORS[code].text);
  }

  /** The user may have pasted a new token since this connection began. */
  async #tokenRefused(): Promise<void> {
    this.#gateway?.stop('ended');
    const token = await this.#access.token();
    if (this.#closing.signal.aborted) return;
    if (token === null || token === this.#token) return this.#refused('TOKEN_INVALID');
    this.#connect(token);
  }

  #identifiesUsedUp(forS: number): void {
    const hours = Math.ceil(forS / 3600);
    this.#refused('DISCORD_REFUSED', `This bot connected to Discord too often today. It can be started again in ${hours} h.`);
  }

  #refused(code: ErrorCode, statusReason: string = ERRORS[code].text): void {
    this.shared.logger.warn({ botId: this.bot.botId, code }, 'refused by Discord');
    this.#stored = null;
    this.close();
    this.#reporter.report(failedWith(code, statusReason));
    this.shared.onRefused(this);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
