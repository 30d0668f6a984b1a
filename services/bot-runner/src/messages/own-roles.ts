import { growingCache, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayMessageCreateDispatchData, GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { GuildAccess } from '../discord/guild-access.js';
import type { ConnectedBot } from './connected-bot.js';

const MAX_KNOWN = 20_000;
/** Another role takes its place only when the bot is added to the server again. */
const KNOWN_MS = 600_000;
/** How long a message waits for Discord, and how long Discord is not asked again after it failed. */
const LOOKUP_MS = 5000;
const FAILED_MS = 30_000;

/**
 * The roles that Discord makes for bots. They have the names of the bots, so that members pick them where they mean to mention a bot. Discord is
 * asked when a message mentions roles, since runners keep no copies of servers.
 */
@Injectable()
export class OwnRoles {
  /** By bot and server; null where there is none, or Discord did not tell. */
  private readonly known = growingCache<Promise<string | null>>(MAX_KNOWN, KNOWN_MS);

  constructor(
    private readonly access: GuildAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The role of the bot if the message may mention it; null, without asking, for a message that mentions no roles. */
  of(
    { bot: { botId }, ownUserId }: ConnectedBot,
    raw: GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData,
  ): Promise<string | null> | null {
    const { guild_id: guildId } = raw;
    const roles = raw.mention_roles as typeof raw.mention_roles | undefined;
    if (guildId === undefined || !roles?.length) return null;
    const key = `${botId}:${guildId}`;
    const known = this.known.get(key);
    if (known) return known;
    const asked = this.ask({ botId, guildId }, ownUserId);
    this.known.set(key, asked);
    return asked;
  }

  private async ask(server: { readonly botId: string; readonly guildId: string }, ownUserId: string): Promise<string | null> {
    const failed = (error?: unknown): null => {
      this.logger.info({ ...server, err: error }, 'the role of the bot is not known');
      this.known.set(`${server.botId}:${server.guildId}`, Promise.resolve(null), { ttl: FAILED_MS });
      return null;
    };
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(failed()), LOOKUP_MS);
    });
    const asked = this.access.ownRole(server, ownUserId).catch(failed);
    return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
  }
}
