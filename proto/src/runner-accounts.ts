import { z } from 'zod';
import { area } from './contract.js';
import { DiscordAccount, DiscordChannels, DiscordProfileInput, DiscordServer, PRIVILEGED_INTENTS } from './discord.js';
import { id, snowflake } from './fields.js';

/** A server with the permissions of the bot in all of it, a decimal number of Discord's. */
const RunnerServer = DiscordServer.omit({ missingPermissions: true, inviteUrl: true }).extend({ permissions: z.string() });
export type RunnerServer = z.infer<typeof RunnerServer>;

/**
 * Requests about the account and the servers of a bot, which a runner sends to Discord for the bots service. Each call: TOKEN_MISSING,
 * TOKEN_INVALID, DISCORD_REFUSED with Discord's reason, DISCORD_UNREACHABLE, RATE_LIMITED.
 */
export const runnerAccounts = area('bot-runner', 'runnerAccounts', {
  /** The account of a bot and the servers that it is in. */
  account: {
    input: z.object({ botId: id }),
    output: z.object({ account: DiscordAccount, servers: z.array(RunnerServer) }),
    repeatable: true,
    callers: ['bots'],
  },
  /** The channels of a server that members can write in, in Discord's order. */
  channels: {
    input: z.object({ botId: id, serverId: snowflake }),
    output: DiscordChannels,
    repeatable: true,
    callers: ['bots'],
  },
  /** Changes the account on Discord. */
  updateProfile: {
    input: DiscordProfileInput.extend({ botId: id }),
    output: DiscordAccount,
    timeoutMs: 15_000,
    callers: ['bots'],
  },
  /** Switches a privileged intent on, where Discord lets the bot do so itself: in fewer than 100 servers. */
  enableIntent: {
    input: z.object({ botId: id, intent: z.enum(PRIVILEGED_INTENTS) }),
    output: DiscordAccount,
    repeatable: true,
    callers: ['bots'],
  },
  /** Posts a greeting, once for each `helloId`. */
  sayHello: {
    input: z.object({ botId: id, botName: z.string(), channelId: snowflake, helloId: id }),
    output: z.object({}),
    repeatable: true,
    callers: ['bots'],
  },
});
