import { LOGGER, errorText, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import { AgeGate } from '../messages/age-gate.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { IncomingMessage } from '../messages/decide.js';
import { Places } from '../messages/places.js';

const TIMEOUT_MS = 1500;

/** Questions that are to be answered again. */
@Injectable()
export class AskedQuestions {
  constructor(
    private readonly clients: RestClients,
    private readonly age: AgeGate,
    private readonly places: Places,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** As it is now; null when Discord does not have it any more, or does not say so in time. */
  async read(
    botId: string,
    channelId: string,
    messageId: string,
  ): Promise<Omit<GatewayMessageCreateDispatchData, 'guild_id'> | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const found = await this.clients.use(botId, (rest) => rest.get(Routes.channelMessage(channelId, messageId), { signal }));
      return found as Omit<GatewayMessageCreateDispatchData, 'guild_id'>;
    } catch (error) {
      const reason = errorText(error);
      this.logger.info({ botId, messageId, reason }, 'question that is to be answered again not found');
      return null;
    }
  }

  /** The question with what its channel belongs to. */
  async placed(connected: ConnectedBot, message: IncomingMessage): Promise<IncomingMessage> {
    return this.places.complete(connected, message);
  }

  /** Whether the age rating of the bot still allows an answer there (docs/decisions.md C40). */
  async mayAnswer(bot: RunnableBot, message: IncomingMessage): Promise<boolean> {
    return (await this.age.check(bot, message)) === 'open';
  }
}
