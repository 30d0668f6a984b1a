import { LOGGER, type Logger } from '@kith/kit';
import type { chat, ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessageLog } from '../message-log.js';
import { Charges } from './charges.js';
import { requestIdOf } from './replies.worker.js';

/** What runners say about replies on Discord. Both calls may come again. */
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
    // The charge first: when billing is away the runner asks again, and nothing was counted yet.
    await this.charges.settle(requestId);
    await this.log.markDelivered(botId, requestId);
    return {};
  }

  async undeliverable({ botId, messageId, reason }: ParsedInputOf<typeof chat.undeliverable>): Promise<Record<string, never>> {
    const requestId = requestIdOf({ botId, messageId });
    const message = await this.log.find(botId, requestId);
    if (!message || message.state === 'delivered') return {};
    this.logger.info({ botId, messageId, reason }, 'a reply could not be delivered');
    await this.log.markFailed(botId, requestId);
    await this.charges.release(requestId);
    return {};
  }
}
