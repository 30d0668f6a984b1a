import type { Logger } from '@kith/kit';
import { GatewayIntentBits, Routes, type APIApplication } from 'discord-api-types/v10';
import type { RestClients } from '../discord/rest-clients.js';
import { allowsMessageContent } from '../discord/token-inspector.js';
import type { LeaseStore } from '../leases/lease-store.js';

const INTENTS_WITHOUT_CONTENT = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.DirectMessages;
const TIMEOUT_MS = 10_000;
/** Without a change of the bot it is asked this often whether the owner has switched the intent on. */
const CHECK_EVERY_MS = 600_000;
const MIN_CHECK_INTERVAL_MS = 2000;

/**
 * Whether a bot connects with the privileged intent Message Content. Without it Discord sends the texts of direct messages and of messages
 * that mention the bot, and no others, so that the bot answers those until its owner switches the intent on.
 */
export class MessageContent {
  private isSwitchedOn = true;
  private lastCheckAtMs = Date.now();

  constructor(
    private readonly bot: { readonly botId: string; readonly applicationId: string },
    private readonly shared: { readonly store: LeaseStore; readonly clients: RestClients; readonly logger: Logger },
  ) {}

  get isAvailable(): boolean {
    return this.isSwitchedOn;
  }

  get intents(): number {
    return this.isSwitchedOn ? INTENTS_WITHOUT_CONTENT | GatewayIntentBits.MessageContent : INTENTS_WITHOUT_CONTENT;
  }

  /** Learns whether the session that is resumed was begun without the intent. */
  async load(): Promise<void> {
    this.isSwitchedOn = !(await this.shared.store.isWithoutMessageContent(this.bot.applicationId).catch(() => false));
  }

  /** Discord refused the intent, or its owner has switched it on. */
  set(isSwitchedOn: boolean): void {
    this.isSwitchedOn = isSwitchedOn;
    this.lastCheckAtMs = Date.now();
    const { applicationId, botId } = this.bot;
    this.shared.store
      .setWithoutMessageContent(applicationId, !isSwitchedOn)
      .catch((error: unknown) => this.shared.logger.debug({ botId, err: error }, 'missing intent not saved'));
  }

  /** Asks Discord whether the intent was switched on meanwhile, not more often than needed; `isChanged` when the bot was saved or started. */
  async isBack(isChanged: boolean): Promise<boolean> {
    const intervalMs = isChanged ? MIN_CHECK_INTERVAL_MS : CHECK_EVERY_MS;
    if (this.isSwitchedOn || Date.now() - this.lastCheckAtMs < intervalMs) return false;
    this.lastCheckAtMs = Date.now();
    const { botId } = this.bot;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const application = await this.shared.clients.use(botId, (rest) => rest.get(Routes.currentApplication(), { signal }));
      return allowsMessageContent(application as APIApplication);
    } catch (error) {
      this.shared.logger.debug({ botId, err: error }, 'intents of the application unavailable');
      return false;
    }
  }
}
