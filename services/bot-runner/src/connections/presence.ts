import { ActivityType, PresenceUpdateStatus, type GatewayPresenceUpdateData } from 'discord-api-types/v10';

/** What Discord shows of a bot that is online; without a text only that it is. */
export const presenceOf = (statusText: string | null): GatewayPresenceUpdateData => ({
  since: null,
  status: PresenceUpdateStatus.Online,
  afk: false,
  // For this type Discord shows `state`; it requires a name.
  activities: statusText === null ? [] : [{ type: ActivityType.Custom, name: 'Custom Status', state: statusText }],
});
