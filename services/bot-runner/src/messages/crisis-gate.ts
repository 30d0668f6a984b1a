import { crisisIn, growingCache } from '@kith/kit';
import { MINUTE_MS } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { ConnectedBot } from './connected-bot.js';
import type { IncomingMessage, SkipReason } from './decide.js';

const MAX_REMEMBERED = 20_000;
/** How often a member gets words of care beyond the limits of answers: a flood of such messages is looked at once in this time. */
const EVERY_MS = MINUTE_MS;
const LIMITS: ReadonlySet<SkipReason> = new Set(['channel_rate', 'member_rate', 'direct_rate']);

/**
 * Messages that speak of harm are answered with calm words, whatever the owner of the bot set (docs/decisions.md T12): no limit of answers and no
 * rule of moderation keeps them from a person who speaks of harming themselves.
 */
@Injectable()
export class CrisisGate {
  private readonly looked = growingCache<true>(MAX_REMEMBERED, EVERY_MS);

  /** Whether a message is answered although a limit of answers is reached. */
  isPastLimits({ bot }: ConnectedBot, { channelId, authorId, content }: IncomingMessage, reason: SkipReason): boolean {
    if (!LIMITS.has(reason)) return false;
    const key = `${bot.botId}:${channelId}:${authorId}`;
    if (this.looked.has(key)) return false;
    this.looked.set(key, true);
    return crisisIn(content) !== undefined;
  }
}
