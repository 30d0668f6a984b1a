import type { RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { BotEntity } from '../bot.entity.js';
import { RunnableCommandsService } from '../commands/runnable-commands.service.js';
import { RunnableSystemsService } from '../systems/runnable-systems.service.js';

/** Bots as runners need them. */
@Injectable()
export class RunnableBots {
  constructor(
    private readonly commands: RunnableCommandsService,
    private readonly systems: RunnableSystemsService,
  ) {}

  /** Those of the bots that have a token, in their order. */
  async of(bots: readonly BotEntity[]): Promise<RunnableBot[]> {
    const [commands, systems] = await Promise.all([this.commands.of(bots), this.systems.of(bots)]);
    return bots.flatMap(
      ({ id, ownerId, name, applicationId, serverId, statusText, greeting, ageRating, channelSettings, ...bot }) =>
        applicationId === null
          ? []
          : [
              {
                botId: id,
                ownerId,
                name,
                applicationId,
                serverId,
                statusText,
                greeting,
                ageRating,
                timeZone: bot.timeZone,
                channelSettings,
                replyPace: bot.preferences.responseDelay,
                learnsFromMembers: bot.preferences.learningMode,
                sendsPictures: bot.preferences.sendMedia,
                sendsProactiveMessages: bot.preferences.proactiveMessaging,
                commands: commands.get(id) ?? [],
                systems: systems.get(id) ?? [],
                startedAt: bot.startedAt?.toISOString() ?? null,
                version: bot.version,
              },
            ],
    );
  }
}
