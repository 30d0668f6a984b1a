import type { GuildCall } from './command-permissions.js';
import type { CommandTools } from './command-tools.js';

/** What Discord's audit log shows. */
export const auditReason = ({ place }: GuildCall, reason: string): string =>
  `By member ${place.memberId}. ${reason}`.trim().slice(0, 512);

/** Writes what a command of moderation did into the log channel of moderation, if that is on and has one; once, also when the job is repeated. */
export async function logCommand({ bot, place }: GuildCall, { moderation }: CommandTools, content: string): Promise<void> {
  const { botId, ownerId, channelSettings } = bot;
  const { guildId, messageId } = place;
  const { moderationMode, moderationLogChannelId } = channelSettings;
  const channelId = moderationMode ? moderationLogChannelId : '';
  const line = { channelId, postId: `log-${messageId}`, content };
  await moderation.messages.logCommand({ botId, ownerId, guildId }, line);
}
