import { paths } from '../../lib/paths.js';
import type { Connection } from '../../shared/discord.graphql.js';
import type { BotDetails } from './bots.graphql.js';

type NeedName = 'noToken' | 'tokenInvalid' | 'noContent' | 'noServer' | 'locked' | 'missing' | 'unreachable' | 'limit';

/** Something that the owner has to do, and the page on which it is done. */
export interface Need {
  readonly name: NeedName;
  readonly to: string;
  readonly server?: string;
  readonly reason?: string;
}

interface Usage {
  readonly used: number;
  readonly dailyLimit: number;
  readonly credits: number;
}

type Bot = Pick<BotDetails, 'id' | 'hasDiscordToken' | 'serverId'>;

/** What keeps the companion from answering, the most important first. What is not known yet is not named. */
export function needsOf(bot: Bot, connection: Connection | undefined, usage: Usage | undefined): Need[] {
  return [
    ...needsOfConnection(bot, connection),
    ...(usage && isUsedUp(usage) ? [{ name: 'limit', to: paths.credits } as const] : []),
  ];
}

function needsOfConnection({ id, hasDiscordToken, serverId }: Bot, connection: Connection | undefined): Need[] {
  const to = paths.connect(id);
  if (!hasDiscordToken) return [{ name: 'noToken', to }];
  if (!connection) return [];
  const { account, servers, problem } = connection;
  if (problem?.code === 'TOKEN_INVALID') return [{ name: 'tokenInvalid', to }];
  if (problem || !account) return problem ? [{ name: 'unreachable', to, reason: problem.text }] : [];
  const isLockedOut = serverId !== null && servers.length > 0 && !servers.some((server) => server.id === serverId);
  const used = servers.filter(({ id: server }) => serverId === null || server === serverId);
  const lacking = used.find(({ missingPermissions }) => missingPermissions.length > 0);
  return [
    ...(servers.length === 0 ? [{ name: 'noServer', to } as const] : []),
    ...(isLockedOut ? [{ name: 'locked', to: `${paths.edit(id)}?tab=discord` } as const] : []),
    ...(account.hasMessageContent ? [] : [{ name: 'noContent', to } as const]),
    ...(lacking ? [{ name: 'missing', to, server: lacking.name } as const] : []),
  ];
}

const isUsedUp = ({ used, dailyLimit, credits }: Usage): boolean => used >= dailyLimit && credits <= 0;
