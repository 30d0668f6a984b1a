import { Bot, ChannelSettings, Preferences } from '@kith/proto';

/** A companion as the bots service answers it. */
export function aBot(fields: Pick<Bot, 'id' | 'userId'> & Partial<Bot>): Bot {
  const now = new Date().toISOString();
  return Bot.parse({
    name: 'Milo',
    description: null,
    avatarColor: '#5865F2',
    hasDiscordToken: false,
    discordTokenHint: null,
    serverId: null,
    dedicatedChannelId: null,
    instructions: null,
    model: 'gpt-4o',
    responseStyle: 'balanced',
    personality: {},
    preferences: Preferences.parse({}),
    channelSettings: ChannelSettings.parse({}),
    status: 'offline',
    runtimeState: 'stopped',
    statusReason: null,
    messageCount: 0,
    created: now,
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...fields,
  });
}
