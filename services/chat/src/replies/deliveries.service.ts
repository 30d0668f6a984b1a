import { LOGGER, type Logger } from '@kith/kit';
import type { chat, ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessageLog } from '../messages/message-log.js';
import { Charges } from './charges.js';
import { requestIdOf } from './request-id.js';

/** Handles what runners report about replies on Discord. All calls can be repeated. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly log: MessageLog,
    private readonly charges: Charges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async delivered({ botId, messageId }: ParsedInputOf<typeof chat.delivered>): Promise<Record<string, never>> {
    const requestId = requestIdOf({ botId, messageId });
    const message = await this.log.find(botId, requestId);
    if (!message || message.state === 'failed') return {};
    // The charge first: when billing is down the runner repeats the call, and the reply has not been counted yet.
    if (message.charged) await this.charges.settle(requestId);
    await this.log.markDelivered(botId, requestId);
    return {};
  }

  async undeliverable({ botId, messageId, reason }: ParsedInputOf<typeof chat.undeliverable>): Promise<Record<string, never>> {
    const requestId = requestIdOf({ botId, messageId });
    const message = await this.log.find(botId, requestId);
    if (!message || message.state === 'delivered') return {};
    this.logger.info({ botId, messageId, reason }, 'reply could not be delivered');
    await this.log.markFailed(botId, requestId);
    if (message.charged) await this.charges.release(requestId);
    return {};
  }
}
