import type { BotDetails } from '../features/bots/bots.graphql.js';

/** A stored companion as the server describes one. */
export const aBot = (changes: Partial<BotDetails> = {}): BotDetails & { __typename: 'Bot' } => ({
  __typename: 'Bot',
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Juniper',
  description: 'Keeps the club informed',
  avatarColor: '#F0714F',
  hasDiscordToken: true,
  discordTokenHint: 'x9Qk',
  serverId: null,
  dedicatedChannelId: null,
  instructions: null,
  model: 'gpt-4o',
  responseStyle: 'balanced',
  personality: { humor: true },
  preferences: {},
  status: 'offline',
  runtimeState: 'stopped',
  statusReason: null,
  messageCount: 1284,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
  ...changes,
});
