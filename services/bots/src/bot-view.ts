import type { Bot, RuntimeState } from '@kith/proto';
import { settingsOf } from './bot-settings.js';
import type { BotEntity } from './bot.entity.js';
import type { RuntimeInfo } from './runtime-info.js';

const NO_RUNNER = 'The part of Kith that keeps bots on Discord is not running. The bot comes back by itself once it runs again.';

/** A bot as its owner sees it. */
export function viewOf(bot: BotEntity, { messageCount, isRunnerUp }: RuntimeInfo): Bot {
  const runtimeState = isRunnerUp ? bot.runtimeState : stateWithoutRunners(bot);
  const createdAt = bot.createdAt.toISOString();
  return {
    id: bot.id,
    userId: bot.ownerId,
    ...settingsOf(bot),
    hasDiscordToken: bot.discordToken !== null,
    discordTokenHint: bot.tokenHint,
    dedicatedChannelId: bot.channelSettings.dedicatedChannelId || null,
    status: runtimeState === 'online' ? 'online' : 'offline',
    runtimeState,
    statusReason: bot.desiredOnline && !isRunnerUp ? NO_RUNNER : bot.statusReason,
    messageCount,
    created: createdAt,
    createdAt,
    updatedAt: bot.updatedAt.toISOString(),
    version: bot.version,
  };
}

// A runner that died reports nothing: without a running one there is no connection, whatever the last report says.
function stateWithoutRunners({ desiredOnline, runtimeState }: BotEntity): RuntimeState {
  if (desiredOnline) return 'reconnecting';
  return runtimeState === 'failed' || runtimeState === 'paused_by_plan' ? runtimeState : 'stopped';
}
