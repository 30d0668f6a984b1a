import { DiscordAPIError } from '@discordjs/rest';
import type { JobOf, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { allows, GuildAccess } from '../discord/guild-access.js';
import { MessagePoster, type Post } from '../discord/message-poster.js';
import { RestClients } from '../discord/rest-clients.js';
import { Problems, type ProblemPlace } from '../problems/problems.service.js';

const ALREADY_HAS_THREAD = 160_004;
const ARCHIVE_AFTER_MINUTES = 1440;
const MAY_WRITE = { bit: PermissionFlagsBits.SendMessagesInThreads, name: 'Send Messages in Threads' } as const;

type Delivery = Pick<JobOf<typeof queues.deliveries>, 'ownerId' | 'botId' | 'channelId' | 'messageId'> &
  Partial<Pick<JobOf<typeof queues.deliveries>, 'guildId' | 'threadName'>>;

/** Threads that replies are posted in. */
@Injectable()
export class ReplyThreads {
  constructor(
    private readonly clients: RestClients,
    private readonly problems: Problems,
    private readonly poster: MessagePoster,
    private readonly desired: DesiredBotsSource,
    private readonly access: GuildAccess,
  ) {}

  /**
   * Opens the thread of a reply, which has the id of the message; true when it exists. False when the reply goes into the channel: none is
   * wanted, the bot could not write in it, or Discord lets none be opened there. Can be repeated.
   */
  async open(delivery: Delivery): Promise<boolean> {
    const { botId, channelId, messageId, threadName } = delivery;
    if (threadName === undefined) return false;
    if (!(await this.mayWriteInThreads(delivery))) {
      await this.problems.record(delivery, problemPlaceOf(delivery), MAY_WRITE.name);
      return false;
    }
    const body = { name: threadName, auto_archive_duration: ARCHIVE_AFTER_MINUTES };
    try {
      await this.clients.use(botId, (rest) => rest.post(Routes.threads(channelId, messageId), { body }));
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.status >= 500 || error.status === 429) throw error;
      if (error.code === ALREADY_HAS_THREAD) return true;
      if (error.status === 403) await this.problems.record(delivery, problemPlaceOf(delivery), 'Create Public Threads');
      return false;
    }
    return true;
  }

  /**
   * Posts in the thread of a reply, as `MessagePoster.post` does; null when Discord does not let the bot write there, so that the reply goes into the
   * channel.
   */
  async post(delivery: Delivery, post: Post): Promise<string[] | null> {
    let messageIds: string[];
    try {
      messageIds = await this.poster.post(post);
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.status !== 403) throw error;
      const isPermission = error.code === RESTJSONErrorCodes.MissingPermissions;
      await this.problems.record(delivery, problemPlaceOf(delivery), isPermission ? MAY_WRITE.name : null);
      return null;
    }
    // Not before: with a thread alone, in which the bot cannot write, the problem remains.
    void this.problems.resolve(delivery, problemPlaceOf(delivery));
    return messageIds;
  }

  /** Looked up first, so that no empty thread is left behind. While Discord does not say, the thread is opened. */
  private async mayWriteInThreads({ botId, guildId, channelId }: Delivery): Promise<boolean> {
    const applicationId = this.desired.bots.get(botId)?.applicationId;
    if (!guildId || applicationId === undefined) return true;
    try {
      return allows(await this.access.ownPermissions({ botId, guildId, channelId }, applicationId), MAY_WRITE.bit);
    } catch {
      return true;
    }
  }
}

const problemPlaceOf = ({ guildId, channelId }: Delivery): ProblemPlace => ({
  guildId: guildId ?? null,
  channelId,
  action: 'create-threads',
});
