import { describeApiKey, isUnusable, type CheckName } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { isCharged, isUsedUp } from '../../shared/answer-costs.js';
import type { Connection, Problem } from '../../shared/discord.graphql.js';
import { stateActionOf } from '../../shared/state-action.js';
import type { AnsweringQuery, OverviewCheckUpQuery, OverviewQuestionsQuery, OverviewUsageQuery } from '../../gql/graphql.js';
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
  | 'limit'
  | 'questions'
  | 'failedQuestions'
  | FoundName;
/** What only the check-up finds. */
type FoundName = 'channels' | 'roles' | 'ageRating' | 'moderation' | 'model' | 'cap';

/** Under which name the overview tells the faults of each check; null: it tells them by what it asks itself. */
const FOUND: Readonly<Record<CheckName, FoundName | null>> = {
  token: null,
  connection: null,
  rate_limit: null,
  message_content: null,
  server_members: null,
  servers: null,
  server_lock: null,
  server_permissions: null,
  channel: 'channels',
  role: 'roles',
  age_restriction: 'ageRating',
  // Two companions with one prefix both answer: never a fault.
  prefix: null,
  moderation: 'moderation',
  model: 'model',
  cap: 'cap',
};

/** Something that the owner has to do, and what does it: a page of Kith, or starting the companion. */
export interface Need {
  readonly name: NeedName;
  readonly to: string | 'start';
  /** `note`: nothing is broken, but it does less than it could. */
  readonly state: 'problem' | 'note';
  readonly server?: string;
  readonly reason?: string;
  /** How many things it stands for; absent: one. */
  readonly count?: number;
}

type Bot = Pick<BotDetails, 'id' | 'hasDiscordToken' | 'serverId' | 'runtimeState' | 'statusReason'>;

type Refusal = Pick<Problem, 'action' | 'guildId' | 'channelId'>;
type Finding = OverviewCheckUpQuery['botCheckUp']['findings'][number];

/** What is known of a companion; undefined while it is not known. */
export interface Known {
  readonly bot: Bot;
  readonly connection: Connection | undefined;
  readonly answering: AnsweringQuery | undefined;
  readonly usage: OverviewUsageQuery['usage'] | undefined;
  readonly findings: readonly Finding[] | undefined;
  readonly questions: OverviewQuestionsQuery['changedKnowledgeQuestions'] | undefined;
  /** What Discord refuses now, which is shown beside. */
  readonly refusals: readonly Refusal[] | undefined;
}

/** What keeps the companion from answering, the most important first. What is not known yet is not named. */
export function needsOf({ bot, connection, answering, usage, findings = [], questions, refusals = [] }: Known): Need[] {
  const ofConnection = needsOfConnection(bot, connection);
  const ofKey = needsOfKey(answering);
  // What is told already: the channels and roles that Discord refuses, and the key for which answers failed.
  const others = findings.filter(
    (finding) => !refusals.some((refusal) => isSame(finding, refusal)) && !(finding.modelFault === 'own_key' && ofKey.length > 0),
  );
  return [
    ...ofConnection,
    ...needsOfState(bot, ofConnection),
    ...needsOfCheckUp(bot, others),
    ...ofKey,
    ...(answering && usage && isCharged(answering.chatEngine) && isUsedUp(usage) ? [problem('limit', paths.credits)] : []),
    ...needsOfQuestions(bot, questions),
  ];
}

/** A role that is gone is refused to nobody: Discord answers that there is none. */
function isSame({ check, channelId, serverId, roleFault }: Finding, refusal: Refusal): boolean {
  if (check === 'channel') return channelId !== null && channelId === refusal.channelId;
  return check === 'role' && roleFault !== 'gone' && refusal.action === 'manage-roles' && serverId === refusal.guildId;
}

const problem = (name: NeedName, to: Need['to'], more: Pick<Need, 'reason' | 'server' | 'count'> = {}): Need => ({
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
  const lacking = used.filter(({ missingPermissions }) => missingPermissions.length > 0);
  return [
    ...(servers.length === 0 ? [problem('noServer', to)] : []),
    ...(isLockedOut ? [problem('locked', `${paths.edit(id)}?tab=discord`)] : []),
    ...(account.hasMessageContent ? [] : [{ name: 'noContent', to, state: 'note' } as const]),
    ...lacking.slice(0, 1).map(({ name: server }) => problem('missing', to, { server, count: lacking.length })),
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

/** What the check-up finds besides, one row for all faults of a kind. */
function needsOfCheckUp({ id }: Bot, findings: readonly Finding[]): Need[] {
  const names = findings.flatMap(({ check, state }) => (state === 'problem' && FOUND[check] ? [FOUND[check]] : []));
  return [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    if (name !== 'moderation') return problem(name, paths.health(id), { count });
    const { serverName, serverId } = findings.find(({ check, state }) => check === name && state === 'problem') ?? {};
    return problem(name, paths.moderationCases(id), { server: serverName ?? serverId ?? '', count });
  });
}

function needsOfKey(answering: AnsweringQuery | undefined): Need[] {
  const { apiKeyProvider: provider, apiKeyState: state } = answering?.me?.apiSettings ?? {};
  if (!answering?.chatEngine.isOwnKey || !provider || !state || !isUnusable(state)) return [];
  return [problem('ownKey', paths.apiSettings, { reason: describeApiKey(state, provider) })];
}

/** Nothing is broken: its owner wants to know what a change of its knowledge did. */
function needsOfQuestions({ id }: Bot, questions: Known['questions']): Need[] {
  const { changed = 0, failed = 0 } = questions ?? {};
  const need = { to: paths.knowledge(id), state: 'note' } as const;
  return [
    ...(failed > 0 ? [{ ...need, name: 'failedQuestions', count: failed } as const] : []),
    ...(changed > failed ? [{ ...need, name: 'questions', count: changed - failed } as const] : []),
  ];
}
