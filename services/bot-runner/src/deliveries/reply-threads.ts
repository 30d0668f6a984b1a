import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import { Problems } from '../problems/problems.service.js';

const ALREADY_HAS_THREAD = 160_004;
const ARCHIVE_AFTER_MINUTES = 1440;

type Delivery = Pick<JobOf<typeof queues.deliveries>, 'ownerId' | 'botId' | 'channelId' | 'messageId'> &
  Partial<Pick<JobOf<typeof queues.deliveries>, 'guildId' | 'threadName'>>;

/** Threads that replies are posted in. */
@Injectable()
export class ReplyThreads {
  constructor(
    private readonly clients: RestClients,
    private readonly problems: Problems,
  ) {}

  /**
   * Opens the thread of a reply, which has the id of the message; true when it exists. False when the reply goes into the channel: none is
   * wanted, or Discord lets none be opened there. Can be repeated.
   */
  async open({ ownerId, botId, guildId, channelId, messageId, threadName }: Delivery): Promise<boolean> {
    if (threadName === undefined) return false;
    const place = { guildId: guildId ?? null, channelId, action: 'create-threads' } as const;
    const body = { name: threadName, auto_archive_duration: ARCHIVE_AFTER_MINUTES };
    try {
      await this.clients.use(botId, (rest) => rest.post(Routes.threads(channelId, messageId), { body }));
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.status >= 500 || error.status === 429) throw error;
      if (error.code === ALREADY_HAS_THREAD) return true;
      if (error.status === 403) await this.problems.record({ ownerId, botId }, place, 'Create Public Threads');
      return false;
    }
    void this.problems.resolve({ ownerId, botId }, place);
    return true;
  }
}
