import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { runner } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { ReplyRequest } from '../replies/reply-writer.js';

/** What was said in a direct message is known in direct messages alone, and what was said in the test chat in the test chat. */
const DIRECT = 'direct';
export const TEST_CHAT = 'web';

const serverScope = (guildId: string): string => `server:${guildId}`;
const channelScope = (guildId: string, channelId: string): string => `channel:${guildId}:${channelId}`;

/** Where something that is said now is remembered, and what is known there. */
export interface MemoryScopes {
  readonly written: string;
  readonly read: readonly string[];
}

/** A channel of a server, of a thread also the channel that it belongs to; null in direct messages. */
export type MemberPlace = { readonly guildId: string; readonly channelIds: readonly string[] } | null;

/** Everything that may be known to a member where they are. */
export const scopesAt = (place: MemberPlace): string[] =>
  place === null ? [DIRECT] : [serverScope(place.guildId), ...place.channelIds.map((one) => channelScope(place.guildId, one))];

/**
 * Decides where what is said is known (docs/security.md S81): in a channel that everybody in the server sees, in the whole server; in any other channel
 * of a server, in this channel.
 */
@Injectable()
export class MemoryScopeOf {
  private readonly known = new WeakMap<ReplyRequest, Promise<MemoryScopes | null>>();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The same for each call with this request; null where nothing is remembered. */
  request(request: ReplyRequest): Promise<MemoryScopes | null> {
    const known = this.known.get(request) ?? this.find(request);
    this.known.set(request, known);
    return known;
  }

  private async find({ persona, channel, isKept = true, task, place }: ReplyRequest): Promise<MemoryScopes | null> {
    if (!persona.preferences.rememberInteractions || !isKept || task) return null;
    if (channel === 'web') return { written: TEST_CHAT, read: [TEST_CHAT] };
    if (!place) return null;
    const { guildId, channelId } = place;
    if (guildId === null) return { written: DIRECT, read: [DIRECT] };
    const server = serverScope(guildId);
    const audience = await this.audienceOf({ botId: persona.id, guildId, channelId });
    if (audience.isOpen) return { written: server, read: [server] };
    const own = channelScope(guildId, audience.channelId);
    return { written: own, read: [server, own] };
  }

  /** A channel of which it is not known who sees it counts as one that only some see. */
  private async audienceOf(channel: { readonly botId: string; readonly guildId: string; readonly channelId: string }) {
    try {
      return await this.rpc.ask(runner.channelAudience, channel);
    } catch (error) {
      this.logger.info({ botId: channel.botId, err: error }, 'who sees a channel is not known');
      return { isOpen: false, channelId: channel.channelId };
    }
  }
}
