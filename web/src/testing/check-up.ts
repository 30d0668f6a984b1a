import type { Finding, MessageTrace } from '@kith/proto';

export const aFinding = (fields: Pick<Finding, 'check' | 'state'> & Partial<Finding>) => ({
  __typename: 'Finding',
  detail: null,
  serverId: null,
  serverName: null,
  channelId: null,
  channelName: null,
  missingPermissions: [],
  use: null,
  systemName: null,
  roleName: null,
  roleFault: null,
  botName: null,
  freePrefix: null,
  modelFault: null,
  happenedAt: null,
  cap: null,
  members: null,
  inviteUrl: null,
  ...fields,
});

export const aTrace = (fields: Partial<MessageTrace>) => ({
  __typename: 'MessageTrace',
  messageId: '400000000000000001',
  channelId: '300000000000000001',
  guildId: '200000000000000001',
  sentAt: '2026-01-02T03:04:05.000Z',
  outcome: 'ignored',
  reason: 'not_mentioned',
  cause: null,
  detail: null,
  command: null,
  ...fields,
});
