import { errorText, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { ChannelReads } from './channel-reads.js';
import type { ConnectedBot } from './connected-bot.js';
import { MessageIntake } from './message-intake.js';

/** What happens to a message may not be handled before the message itself. */
const HELD = new Set<string>(['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'MESSAGE_DELETE_BULK']);
/** So that questions are answered in their order; not longer than this. */
const MAX_HELD_MS = 5000;

/**
 * The way of all events to MessageIntake. While the messages of a channel are read that Discord did not deliver, because it had dropped the session,
 * events about newer ones there are held.
 */
@Injectable()
export class HeldEvents {
  private readonly reads = new Map<ConnectedBot, ChannelReads>();

  constructor(
    private readonly intake: MessageIntake,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Handles an event as MessageIntake does, when it is not held any more. Neither throws nor rejects: an event that cannot be handled must not end the
   * connection or the process.
   */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    const logFailure = (error: unknown): void =>
      this.logger.error({ botId: connected.bot.botId, event: payload.t, reason: errorText(error) }, 'gateway event failed');
    try {
      return this.handleHeld(connected, payload)?.catch(logFailure) ?? null;
    } catch (error) {
      logFailure(error);
      return null;
    }
  }

  private handleHeld(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    const reads = HELD.has(payload.t) ? this.reads.get(connected) : undefined;
    const channelId = reads ? (payload.d as { readonly channel_id: string }).channel_id : '';
    if (!reads?.isToBeRead(channelId)) return this.intake.handle(connected, payload);
    return reads.until(channelId).then(() => this.intake.handle(connected, payload) ?? undefined);
  }

  /** Holds the events of all channels of a bot until it is known which ones are read, and of these until they have been. */
  async during(connected: ConnectedBot, work: (reads: ChannelReads) => Promise<void>): Promise<void> {
    const reads = new ChannelReads();
    this.reads.set(connected, reads);
    const timer = setTimeout(() => reads.endAll(), MAX_HELD_MS);
    try {
      await work(reads);
    } finally {
      clearTimeout(timer);
      reads.endAll();
      if (this.reads.get(connected) === reads) this.reads.delete(connected);
    }
  }
}
