import type { Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { GatewayIntentBits, Routes, type APIApplication } from 'discord-api-types/v10';
import { PRIVILEGED_INTENTS, switchedOnIntents } from '../discord/privileged-intents.js';
import type { RestClients } from '../discord/rest-clients.js';
import type { LeaseStore, StoredSession } from '../leases/lease-store.js';
import { proactiveIntents } from '../proactive/proactive-messages.service.js';
import type { Problems } from '../problems/problems.service.js';
import { systemIntents } from '../systems/definitions.js';

const { Guilds, GuildMessages, DirectMessages, MessageContent, GuildMembers } = GatewayIntentBits;
const MESSAGES = Guilds | GuildMessages | DirectMessages | MessageContent;
/** What every session has, also one that an earlier version began, which stored none. */
const WITHOUT_CONTENT = Guilds | GuildMessages | DirectMessages;
const MEMBERS_PLACE = { guildId: null, channelId: null, action: 'see-members' } as const;
const MEMBERS_INTENT = 'Server Members Intent';
const TIMEOUT_MS = 10_000;
/** Without a change of the bot it is asked this often whether the owner has switched an intent on. */
const CHECK_EVERY_MS = 600_000;
const MIN_CHECK_INTERVAL_MS = 2000;

interface Shared {
  readonly store: LeaseStore;
  readonly clients: RestClients;
  readonly problems: Problems;
  readonly logger: Logger;
}

/**
 * The gateway intents of a bot's sessions: those for messages, and those that its systems and proactive messages need. Without Message Content Discord sends the texts of
 * direct messages and of messages that mention the bot, and no others; without Server Members it does not tell who joins. A bot whose owner has
 * not switched them on does without them until they are.
 */
export class SessionIntents {
  /** Privileged intents that Discord refuses to the application. */
  private refused = 0;
  private lastCheckAtMs = Date.now();
  private nextCheckAtMs = this.lastCheckAtMs + CHECK_EVERY_MS;
  private wantedOf: RunnableBot | null = null;
  private wantedIntents = 0;

  constructor(
    private readonly bot: () => RunnableBot,
    private readonly shared: Shared,
  ) {}

  get hasMessageContent(): boolean {
    return (this.refused & MessageContent) === 0;
  }

  /** For the next session (GatewayIntentBits). */
  get value(): number {
    return this.wanted & ~this.refused;
  }

  /** Whether a session was begun with all intents that the bot needs now; true without one, because the next one will be. */
  areInSession(session: Pick<StoredSession, 'intents'> | null): boolean {
    return session === null || (this.value & ~(session.intents ?? WITHOUT_CONTENT)) === 0;
  }

  /** Whether the bot lacks no intent, neither in the Discord session that it has nor in the next one. */
  areComplete(session: Pick<StoredSession, 'intents'> | null): boolean {
    return (this.wanted & this.refused) === 0 && this.areInSession(session);
  }

  /** Learns what Discord refused before. */
  async load(): Promise<void> {
    this.refused = await this.shared.store.refusedIntents(this.bot().applicationId).catch(() => 0);
  }

  /** Discord closed the connection because of an intent: learns which. False when there is none that a new session could leave out. */
  async learnRefused(): Promise<boolean> {
    const privileged = PRIVILEGED_INTENTS & this.value;
    if (privileged === 0) return false;
    const allowed = await this.allowed();
    const missing = allowed === null ? privileged : privileged & ~allowed;
    await this.set(this.refused | (missing === 0 ? privileged : missing));
    return true;
  }

  /**
   * Asks Discord whether the owner has switched on an intent that the bot lacks, not more often than needed; `isChanged` when the bot was saved or
   * started. True when a new session would have more.
   */
  async haveGrown(isChanged: boolean): Promise<boolean> {
    // A change right after a check is looked at by one of the next calls.
    if (isChanged) this.nextCheckAtMs = Math.min(this.nextCheckAtMs, this.lastCheckAtMs + MIN_CHECK_INTERVAL_MS);
    if ((this.wanted & this.refused) === 0 || Date.now() < this.nextCheckAtMs) return false;
    this.noteCheck();
    const granted = (await this.allowed()) ?? 0;
    if ((this.wanted & this.refused & granted) === 0) return false;
    await this.set(this.refused & ~granted);
    return true;
  }

  private get wanted(): number {
    const bot = this.bot();
    if (bot !== this.wantedOf) {
      this.wantedOf = bot;
      this.wantedIntents = MESSAGES | systemIntents(bot) | proactiveIntents(bot);
    }
    return this.wantedIntents;
  }

  private noteCheck(): void {
    this.lastCheckAtMs = Date.now();
    this.nextCheckAtMs = this.lastCheckAtMs + CHECK_EVERY_MS;
  }

  private async set(refused: number): Promise<void> {
    this.refused = refused;
    this.noteCheck();
    const { applicationId, botId, ownerId } = this.bot();
    await this.shared.store
      .setRefusedIntents(applicationId, refused)
      .catch((error: unknown) => this.shared.logger.debug({ botId, err: error }, 'missing intents not saved'));
    const isMissing = (this.wanted & refused & GuildMembers) !== 0;
    const { problems } = this.shared;
    await (isMissing
      ? problems.record({ botId, ownerId }, MEMBERS_PLACE, MEMBERS_INTENT)
      : problems.resolve({ botId, ownerId }, MEMBERS_PLACE));
  }

  /** The privileged intents that the owner has switched on; null while Discord cannot be asked. */
  private async allowed(): Promise<number | null> {
    const { botId } = this.bot();
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const application = await this.shared.clients.use(botId, (rest) => rest.get(Routes.currentApplication(), { signal }));
      return switchedOnIntents(application as APIApplication);
    } catch (error) {
      this.shared.logger.debug({ botId, err: error }, 'intents of the application unavailable');
      return null;
    }
  }
}
