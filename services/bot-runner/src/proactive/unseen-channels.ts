import { UNKNOWN_GUILD_ID, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Problems, type ProblemPlace } from '../problems/problems.service.js';

const ACTION = 'send-messages';

type Owned = Pick<RunnableBot, 'botId' | 'ownerId'>;
type OfBot = Owned & { readonly channelId: string };

/** Under which the owner of a bot is told of a channel that it may not see. */
export const unseen = (channelId: string): ProblemPlace => ({ guildId: UNKNOWN_GUILD_ID, channelId, action: ACTION });

/**
 * Ends what owners were told of channels that their bots may not see, once a bot begins no conversations there any more: then nothing is tried
 * there that could succeed.
 */
@Injectable()
export class UnseenChannels {
  /** By bot and channel; null before the first sweep. */
  private chosen: ReadonlyMap<string, OfBot> | null = null;

  constructor(private readonly problems: Problems) {}

  /** `chosen` are the channels in which bots begin conversations now. */
  async sweep(chosen: readonly OfBot[]): Promise<void> {
    const current = new Map(chosen.map((one) => [keyOf(one), one]));
    // What changed while no process ran is found in what is stored.
    const before = this.chosen?.values() ?? (await this.problems.inServer(UNKNOWN_GUILD_ID, ACTION));
    for (const one of before) if (!current.has(keyOf(one))) await this.problems.resolve(one, unseen(one.channelId));
    this.chosen = current;
  }
}

const keyOf = ({ botId, channelId }: OfBot): string => `${botId} ${channelId}`;
