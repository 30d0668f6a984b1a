import { errorText } from '@kith/kit';
import { ERRORS, type ErrorCode, type RunnableBot } from '@kith/proto';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { fatalError, SHARDING_REQUIRED } from '../discord/reconnect-policy.js';
import { RetryLater } from '../discord/gateway-options.js';
import { GatewaySession, type GatewayState } from '../discord/gateway-session.js';
import { isUnauthorized } from '../discord/rest-clients.js';
import type { Claim, Lease, StoredSession } from '../leases/lease-store.js';
import { nothingKept, type ConnectedBot } from '../messages/connected-bot.js';
import type { ConnectionCallbacks, SharedDependencies } from './connection-dependencies.js';
import { connectionTurn } from './connection-turn.js';
import { DiscordAccess, IdentifyBudgetExhausted } from './discord-access.js';
import { presenceOf } from './presence.js';
import { SessionIntents } from './session-intents.js';
import { SessionRecord } from './session-record.js';
import { SessionRenewal } from './session-renewal.js';
import { ShardStatus } from './shard-status.js';
import { failedWith, ONLINE, ONLINE_BY_MENTION, STARTING, statusAfterLoss, STOPPED, StatusReporter } from './status-reporter.js';
import { connectionKey } from './wanted-connections.js';

/** Discord moves connections routinely; an interruption that a RESUME ends within this time is not reported. */
const REPORT_INTERRUPTION_AFTER_MS = 1000;

/** A connection of one bot to Discord; a bot in many servers has several, one per shard. This process owns it as long as its lease lasts. */
export class BotConnection {
  readonly lease: Lease;
  readonly record: SessionRecord;
  private readonly closing = new AbortController();
  private readonly access: DiscordAccess;
  private readonly reporter: ShardStatus;
  private readonly connectedBot: ConnectedBot;
  private readonly intents: SessionIntents;
  private readonly renewal: SessionRenewal;
  private gateway: GatewaySession | null = null;
  private token = '';
  private haveCommandsBeenEnsured = false;
  private interruptionTimer: NodeJS.Timeout | undefined;

  constructor(
    bot: RunnableBot,
    claim: Claim,
    private readonly shared: SharedDependencies,
    private readonly callbacks: ConnectionCallbacks<BotConnection>,
  ) {
    const { lease, session } = claim;
    this.lease = lease;
    this.record = new SessionRecord(claim);
    const { botId, applicationId } = bot;
    // Not the whole bot, of which it would keep the first version.
    this.access = new DiscordAccess({ botId, applicationId }, shared, this.closing.signal);
    this.intents = new SessionIntents(() => this.bot, shared);
    this.renewal = new SessionRenewal(this.access, { botId: bot.botId, shard: lease.shard }, shared.logger);
    const reporter = new StatusReporter({ botId, fence: lease.fence }, shared, this.closing.signal);
    this.reporter = new ShardStatus(lease, reporter, shared);
    this.connectedBot = {
      bot,
      ownUserId: session?.userId ?? '',
      ...nothingKept(),
      closed: this.closing.signal,
      shard: lease.shard,
      hasMessageContent: () => this.intents.hasMessageContent,
      sendVoiceState: (payload) => this.gateway?.sendVoiceState(payload) ?? false,
    };
  }

  get bot(): RunnableBot {
    return this.connectedBot.bot;
  }

  /** Names the connection among those of all bots. */
  get key(): string {
    return connectionKey(this.bot.botId, this.lease.shard.index);
  }

  get state(): GatewayState {
    return this.gateway?.state ?? 'connecting';
  }

  /** Applies new settings, beginning with the next message. */
  update(bot: RunnableBot): void {
    const before = this.connectedBot.bot;
    if (bot === before) return;
    this.connectedBot.bot = bot;
    this.shared.commands.follow(bot, this.closing.signal);
    if (bot.version !== before.version) this.renewal.forgetRefusal();
    void this.regainIntents(false);
    if (bot.channelSettings !== before.channelSettings) void this.shared.gaps.follow(this.connectedBot, this.lease.shard);
    if (bot.statusText !== before.statusText) this.gateway?.sendPresence();
  }

  async open(): Promise<void> {
    const { intake, logger } = this.shared;
    if (!this.record.session) this.reporter.report(STARTING);
    await this.intents.load();
    for (const [id, parentId] of await intake.knownThreads(this.lease.applicationId).catch(() => []))
      this.connectedBot.threadParents.set(id, parentId);
    const token = await this.access.token();
    if (this.closing.signal.aborted) return;
    if (token === null) return this.fail('TOKEN_MISSING');
    if (await this.shared.clients.refusedTokens.has(token)) return this.fail('TOKEN_INVALID');
    // Before Discord delivers what came since: newer messages of a channel wait until the missed ones are read.
    if (this.record.session?.isGapUnread) void this.fillGap();
    logger.debug({ botId: this.bot.botId, resumes: this.record.session !== null }, 'connecting');
    this.connect(token);
  }

  /** Leaves the session resumable for the next owner, once the received messages are in the queue. */
  async handOver(): Promise<void> {
    this.gateway?.stop('resumable');
    this.shared.intake.endQuestionsOf(this.bot.botId);
    await this.record.processed.whenIdle(1000);
    this.close();
  }

  /** Ends the session: the bot goes offline, unless connections with another number of shards replace this one. */
  end({ isReplaced }: { readonly isReplaced: boolean }): void {
    this.gateway?.stop('ended');
    this.record.session = null;
    if (!isReplaced) this.shared.gaps.forget(this.bot.botId);
    this.close();
  }

  /** Reports the current state again, because the bots service may have stored another one since. */
  repeatReport(): void {
    this.reporter.repeat();
    void this.regainIntents(true);
  }

  /** Shows the owner whether the bot is paused because Discord refuses its requests. */
  updatePause(): void {
    // Twice a second for each connection.
    if (!this.intents.areComplete(this.record.session)) void this.regainIntents(false);
    if (this.lease.shard.count > 1) void this.reporter.follow();
    this.reporter.setPaused(this.shared.clients.invalidRequests.isPaused(this.bot.botId));
  }

  reportStopped(): void {
    this.reporter.report(STOPPED);
  }

  /** Stops everything at once without a report: another runner holds the lease. */
  close(): void {
    clearTimeout(this.interruptionTimer);
    this.closing.abort();
    this.gateway?.stop('resumable');
  }

  private connect(token: string): void {
    this.token = token;
    const intents = this.intents.value;
    this.gateway = new GatewaySession({
      token,
      intents,
      shard: this.lease.shard,
      saved: this.record.session,
      presence: () => presenceOf(this.bot.statusText),
      gatewayUrl: (isForNewSession) => this.gatewayUrl(isForNewSession),
      awaitTurn: () => connectionTurn(this.callbacks, this.shared.pace, this.closing.signal),
      awaitIdentifySlot: () => this.awaitIdentifySlot(),
      handlers: {
        // The token may have been accepted unchecked while Discord was unreachable; an account of a person must not be used by a program.
        onReady: (session, { user }) =>
          user.bot ? this.onReady({ ...session, userId: user.id, intents }) : void this.onTokenRefused(),
        onResumed: () => this.onResumed(),
        onDispatch: (payload) => this.onDispatch(payload),
        onSessionLost: () => this.onSessionLost(),
        onDisconnected: (problem) => this.onDisconnected(problem),
        onFatal: (code) => void this.onFatal(code),
      },
    });
    this.gateway.start();
  }

  private async gatewayUrl(isForNewSession: boolean): Promise<string> {
    try {
      return await this.access.gatewayUrl(isForNewSession ? this.lease.shard : null);
    } catch (error) {
      if (isUnauthorized(error)) await this.onTokenRefused();
      throw error;
    }
  }

  private async awaitIdentifySlot(): Promise<void> {
    if (this.renewal.useSlot()) return;
    try {
      await this.access.awaitIdentifySlot();
    } catch (error) {
      if (error instanceof IdentifyBudgetExhausted) this.fail('DISCORD_REFUSED', error.message);
      throw error;
    }
  }

  private onReady(session: StoredSession): void {
    this.shared.metrics.gatewaySessions.inc({ how: 'identify' });
    this.record.begin({ ...session, isGapUnread: true });
    this.connectedBot.ownUserId = session.userId;
    this.callbacks.onSessionChanged(this);
    this.onConnected();
    void this.fillGap();
    this.ensureCommands('new');
  }

  /** Reads what Discord did not deliver before the session began. Who takes the session over meanwhile begins it again. */
  private async fillGap(): Promise<void> {
    const { session } = this.record;
    const isWhole = await this.shared.gaps.fill(this.connectedBot, this.lease.shard);
    if (isWhole && !this.closing.signal.aborted && this.record.endGap(session?.id)) this.callbacks.onSessionChanged(this);
  }

  private onResumed(): void {
    this.shared.metrics.gatewaySessions.inc({ how: 'resume' });
    this.onConnected();
    if (!this.haveCommandsBeenEnsured) this.ensureCommands('resumed');
  }

  private ensureCommands(session: 'new' | 'resumed'): void {
    this.haveCommandsBeenEnsured = true;
    // They belong to the application: one of its connections is enough.
    if (this.lease.shard.index > 0) return;
    void this.shared.commands.ensure(this.bot, session, this.closing.signal);
  }

  private onConnected(): void {
    clearTimeout(this.interruptionTimer);
    this.interruptionTimer = undefined;
    this.reporter.report(this.intents.hasMessageContent ? ONLINE : ONLINE_BY_MENTION);
  }

  private onDispatch(payload: GatewayDispatchPayload): void {
    const { processed } = this.record;
    processed.track(payload.s, this.shared.held.handle(this.connectedBot, payload), () => {
      if (processed !== this.record.processed) return;
      this.gateway?.markProcessed(processed.processedUpTo);
      this.callbacks.onProgress(this);
    });
  }

  private onSessionLost(): void {
    this.record.session = null;
    this.callbacks.onSessionChanged(this);
  }

  private onDisconnected({ closeCode, error }: { closeCode?: number; error?: unknown }): void {
    this.shared.logger.info(
      { botId: this.bot.botId, closeCode, reason: error === undefined ? undefined : errorText(error) },
      'disconnected from Discord',
    );
    const last = this.reporter.last?.runtimeState;
    const status = statusAfterLoss({ closeCode, error }, last === 'starting' ? 'starting' : 'reconnecting');
    if (last === status.runtimeState || error instanceof RetryLater) return this.reporter.report(status);
    this.interruptionTimer ??= setTimeout(() => this.reporter.report(status), REPORT_INTERRUPTION_AFTER_MS);
  }

  private async onFatal(closeCode: number): Promise<void> {
    const code = fatalError(closeCode) ?? 'DISCORD_REFUSED';
    if (closeCode === SHARDING_REQUIRED && (await this.access.hasGrown(this.lease.shard))) return;
    if (code === 'TOKEN_INVALID') {
      void this.shared.clients.invalidRequests.record(this.bot.botId);
      return this.onTokenRefused();
    }
    if (code === 'INTENT_MISSING' && (await this.intents.learnRefused())) {
      if (!this.closing.signal.aborted) this.connect(this.token);
      return;
    }
    this.fail(code, code === 'DISCORD_REFUSED' ? `${ERRORS[code].text} (code ${closeCode})` : ERRORS[code].text);
  }

  /** Begins a new session when the present one lacks an intent that the bot needs, or that the owner has switched on by now. */
  private async regainIntents(isChanged: boolean): Promise<void> {
    await this.intents.haveGrown(isChanged);
    const isNeeded = (): boolean =>
      !this.closing.signal.aborted && this.gateway !== null && !this.intents.areInSession(this.record.session);
    await this.renewal.run(isNeeded, () => {
      this.gateway?.stop('ended');
      this.onSessionLost();
      this.connect(this.token);
    });
  }

  /** Connects again when the owner has saved a new token since this connection began. */
  private async onTokenRefused(): Promise<void> {
    this.gateway?.stop('ended');
    await this.shared.clients.refusedTokens.add(this.token);
    const token = await this.access.token();
    if (this.closing.signal.aborted) return;
    const isNew = token !== null && token !== this.token && !(await this.shared.clients.refusedTokens.has(token));
    return isNew ? this.connect(token) : this.fail('TOKEN_INVALID');
  }

  private fail(code: ErrorCode, statusReason: string = ERRORS[code].text): void {
    this.shared.logger.warn({ botId: this.bot.botId, code }, 'connection refused by Discord');
    this.record.session = null;
    this.close();
    this.reporter.report(failedWith(code, statusReason));
    this.callbacks.onRefused(this);
  }
}
