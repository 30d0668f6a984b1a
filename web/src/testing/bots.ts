import { initialBotSettings } from '@kith/proto';
import type { BotDetails } from '../features/bots/bots.graphql.js';

/** A stored bot as the server answers it. */
export const aBot = (changes: Partial<BotDetails> = {}): BotDetails & { __typename: 'Bot' } => {
  const { channelSettings: _channelSettings, ...settings } = initialBotSettings();
  return {
    ...settings,
    tools: Object.assign({ __typename: 'BotTools' }, settings.tools),
    dailyCaps: Object.assign({ __typename: 'DailyCaps' }, settings.dailyCaps),
    preferences: Object.assign({ __typename: 'Preferences' }, settings.preferences),
    __typename: 'Bot',
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Juniper',
    description: 'Keeps the club informed',
    avatarColor: '#F0714F',
    hasDiscordToken: true,
    discordTokenHint: 'x9Qk',
    dedicatedChannelId: null,
    personality: { humor: true },
    status: 'offline',
    runtimeState: 'stopped',
    statusReason: null,
    messageCount: 1284,
    isResetting: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    version: 3,
    ...changes,
  };
};
