import { errorText } from '@kith/kit';
import type { Logger } from '@kith/kit';
import { RetryLater } from '../discord/gateway-options.js';
import type { Shard } from '../leases/shard.js';
import type { DiscordAccess } from './discord-access.js';

const RETRY_MS = 600_000;

/** Replaces a working session by a new one, only once Discord allows that: until then the old one goes on. */
export class SessionRenewal {
  private isWaiting = false;
  private notBeforeMs = 0;
  private hasSlot = false;

  constructor(
    private readonly access: Pick<DiscordAccess, 'gatewayUrl' | 'awaitIdentifySlot'>,
    private readonly of: { readonly botId: string; readonly shard: Shard },
    private readonly logger: Logger,
  ) {}

  /** Whether the slot of the next IDENTIFY was taken already; true once. */
  useSlot(): boolean {
    const { hasSlot } = this;
    this.hasSlot = false;
    return hasSlot;
  }

  /** The next `run` asks Discord again, although it has just refused. */
  forgetRefusal(): void {
    this.notBeforeMs = 0;
  }

  /**
   * Calls `begin` as soon as Discord allows the shard a new session, if that is still needed then. Shards wait for the same slots, so that they are
   * replaced one after the other. After a refusal nothing happens for a while. Never rejects.
   */
  async run(isNeeded: () => boolean, begin: () => void): Promise<void> {
    if (this.isWaiting || Date.now() < this.notBeforeMs || !isNeeded()) return;
    this.isWaiting = true;
    try {
      await this.access.gatewayUrl(this.of.shard);
      await this.access.awaitIdentifySlot();
      this.hasSlot = isNeeded();
      if (this.hasSlot) begin();
    } catch (error) {
      this.notBeforeMs = Date.now() + (error instanceof RetryLater ? Math.min(error.afterMs, RETRY_MS) : RETRY_MS);
      const reason = errorText(error);
      this.logger.info({ botId: this.of.botId, reason }, 'a new Discord session is needed, and Discord does not allow one yet');
    } finally {
      this.isWaiting = false;
    }
  }
}
