import type { GatewayVoiceState } from 'discord-api-types/v10';

type State = Pick<GatewayVoiceState, 'user_id' | 'channel_id'> & {
  readonly member?: { readonly user: { readonly bot?: boolean } };
};

/** Who is in the voice channels of servers, of bots with music, as far as Discord has told this process. */
export class Listeners {
  /** Channel by member, by bot and server; other bots do not listen and are not kept. */
  private readonly servers = new Map<string, Map<string, string>>();

  /** All voice states of a server, with which a session begins. */
  begin(botId: string, guildId: string, states: readonly State[]): void {
    this.servers.set(keyOf(botId, guildId), new Map());
    for (const state of states) this.change(botId, guildId, state);
  }

  change(botId: string, guildId: string, { user_id: userId, channel_id: channelId, member }: State): void {
    const server = this.servers.get(keyOf(botId, guildId));
    if (!server) return;
    if (channelId === null || member?.user.bot === true) server.delete(userId);
    else server.set(userId, channelId);
  }

  forget(botId: string, guildId: string): void {
    this.servers.delete(keyOf(botId, guildId));
  }

  /** Forgets the servers of a bot whose events do not reach this process any more. */
  forgetUnless(botId: string, isConnected: (guildId: string) => boolean): void {
    for (const key of this.servers.keys()) {
      const [ofBot, guildId = ''] = key.split(':');
      if (ofBot === botId && !isConnected(guildId)) this.servers.delete(key);
    }
  }

  /** Whether the session of the bot began in this process, so that it is in no voice channel from before. */
  isKnown(botId: string, guildId: string): boolean {
    return this.servers.has(keyOf(botId, guildId));
  }

  /** Whether nobody but the bot is in the channel. False while it is not known, after another process has handed over the connection. */
  isAlone(botId: string, guildId: string, channelId: string, ownUserId: string): boolean {
    const server = this.servers.get(keyOf(botId, guildId));
    return server !== undefined && ![...server].some(([userId, place]) => place === channelId && userId !== ownUserId);
  }
}

const keyOf = (botId: string, guildId: string): string => `${botId}:${guildId}`;
