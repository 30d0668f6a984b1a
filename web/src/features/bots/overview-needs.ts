import { describeApiKey, isUnusable } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { isCharged, isUsedUp } from '../../shared/answer-costs.js';
import type { Connection } from '../../shared/discord.graphql.js';
import { stateActionOf } from '../../shared/state-action.js';
import type { AnsweringQuery, OverviewUsageQuery } from '../../gql/graphql.js';
import type { BotDetails } from './bots.graphql.js';

type NeedName =
  | 'noToken'
  | 'tokenInvalid'
  | 'failed'
  | 'paused'
  | 'takenDown'
  | 'stopped'
  | 'impaired'
  | 'noContent'
  | 'noServer'
  | 'locked'
  | 'missing'
  | 'unreachable'
  | 'ownKey'
  | 'limit';

/** Something that the owner has to do, and what does it: a page of Kith, or starting the companion. */
export interface Need {
  readonly name: NeedName;
  readonly to: string | 'start';
  /** `note`: nothing is broken, but it does less than it could. */
  readonly state: 'problem' | 'note';
  readonly server?: string;
  readonly reason?: string;
}

type Bot = Pick<BotDetails, 'id' | 'hasDiscordToken' | 'serverId' | 'runtimeState' | 'statusReason'>;

/** What is known of a companion; undefined while it is not known. */
export interface Known {
  readonly bot: Bot;
  readonly connection: Connection | undefined;
  readonly answering: AnsweringQuery | undefined;
  readonly usage: OverviewUsageQuery['usage'] | undefined;
}

/** What keeps the companion from answering, the most important first. What is not known yet is not named. */
export function needsOf({ bot, connection, answering, usage }: Known): Need[] {
  const ofConnection = needsOfConnection(bot, connection);
  return [
    ...ofConnection,
    ...needsOfState(bot, ofConnection),
    ...needsOfKey(answering),
    ...(answering && usage && isCharged(answering.chatEngine) && isUsedUp(usage) ? [problem('limit', paths.credits)] : []),
  ];
}

const problem = (name: NeedName, to: Need['to'], more: Pick<Need, 'reason'> = {}): Need => ({
  name,
  to,
  state: 'problem',
  ...more,
});

function needsOfConnection({ id, hasDiscordToken, serverId }: Bot, connection: Connection | undefined): Need[] {
  const to = paths.connect(id);
  if (!hasDiscordToken) return [{ name: 'noToken', to, state: 'note' }];
  if (!connection) return [];
  const { account, servers, problem: refusal } = connection;
  if (refusal?.code === 'TOKEN_INVALID') return [problem('tokenInvalid', to)];
  if (refusal || !account) return refusal ? [problem('unreachable', to, { reason: refusal.text })] : [];
  const isLockedOut = serverId !== null && servers.length > 0 && !servers.some((server) => server.id === serverId);
  const used = servers.filter(({ id: server }) => serverId === null || server === serverId);
  const lacking = used.find(({ missingPermissions }) => missingPermissions.length > 0);
  return [
    ...(servers.length === 0 ? [problem('noServer', to)] : []),
    ...(isLockedOut ? [problem('locked', `${paths.edit(id)}?tab=discord`)] : []),
    ...(account.hasMessageContent ? [] : [{ name: 'noContent', to, state: 'note' } as const]),
    ...(lacking ? [{ name: 'missing', to, state: 'note', server: lacking.name } as const] : []),
  ];
}

/** What the runtime state adds to what is known of the connection. */
function needsOfState({ id, hasDiscordToken, runtimeState, statusReason }: Bot, others: readonly Need[]): Need[] {
  const isNamed = (name: NeedName): boolean => others.some((need) => need.name === name);
  const action = stateActionOf(runtimeState);
  const to = 'to' in action ? action.to : 'start';
  if (runtimeState === 'taken_down') return [problem('takenDown', to, { reason: statusReason ?? '' })];
  if (!hasDiscordToken || isNamed('tokenInvalid')) return [];
  switch (runtimeState) {
    case 'failed':
      return [problem('failed', to, { reason: statusReason ?? t('bot.stateText.failed') })];
    case 'paused_by_plan':
      return [problem('paused', to, { reason: statusReason ?? t('bot.stateText.paused_by_plan') })];
    case 'stopped':
      return [problem('stopped', to)];
    case 'online':
      // Its only reason today is Message Content, which has a row of its own.
      if (statusReason === null || isNamed('noContent')) return [];
      return [{ name: 'impaired', to: paths.health(id), state: 'note', reason: statusReason }];
    default:
      return [];
  }
}

function needsOfKey(answering: AnsweringQuery | undefined): Need[] {
  const { apiKeyProvider: provider, apiKeyState: state } = answering?.me?.apiSettings ?? {};
  if (!answering?.chatEngine.isOwnKey || !provider || !state || !isUnusable(state)) return [];
  return [problem('ownKey', paths.apiSettings, { reason: describeApiKey(state, provider) })];
}
