import type { Bot, RuntimeState } from '@kith/proto';
import type { BotEntity } from './bot.entity.js';
import type { Facts } from './live-facts.js';

const RUNNERS_AWAY =
  'The part of Kith that keeps bots on Discord is not running. The bot comes back by itself once it runs again.';

/** A companion as its owner sees it. */
export function viewOf(bot: BotEntity, { messageCount, areRunnersUp }: Facts): Bot {
  const runtimeState = areRunnersUp ? bot.runtimeState : stateWithoutRunners(bot);
  const createdAt = bot.createdAt.toISOString();
  return {
    id: bot.id,
    userId: bot.ownerId,
    name: bot.name,
    description: bot.description,
    avatarColor: bot.avatarColor,
    hasDiscordToken: bot.discordToken !== null,
    discordTokenHint: bot.tokenHint,
    serverId: bot.serverId,
    dedicatedChannelId: bot.channelSettings.dedicatedChannelId || null,
    instructions: bot.instructions,
    model: bot.model,
    responseStyle: bot.responseStyle,
    personality: bot.personality,
    preferences: bot.preferences,
    channelSettings: bot.channelSettings,
    status: runtimeState === 'online' ? 'online' : 'offline',
    runtimeState,
    statusReason: bot.desiredOnline && !areRunnersUp ? RUNNERS_AWAY : bot.statusReason,
    messageCount,
    created: createdAt,
    createdAt,
    updatedAt: bot.updatedAt.toISOString(),
    version: bot.version,
  };
}

// A runner that died reports nothing: without any there is no connection, whatever was last heard.
function stateWithoutRunners({ desiredOnline, runtimeState }: BotEntity): RuntimeState {
  if (desiredOnline) return 'reconnecting';
  return runtimeState === 'failed' || runtimeState === 'paused_by_plan' ? runtimeState : 'stopped';
}
