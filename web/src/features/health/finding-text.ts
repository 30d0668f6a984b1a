import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { permissionNames } from '../../shared/discord-permissions.js';
import type { Health, HealthFinding } from './health.graphql.js';

type State = HealthFinding['state'];

/** One row of the check-up: what was found, and where it is mended. */
export interface FindingRow {
  readonly key: string;
  readonly state: State;
  readonly text: string;
  readonly action?: { readonly label: string; readonly to: string; readonly isOutside: boolean };
}

/** The rows of a check-up, what needs the owner first. */
export function rowsOf(
  botId: string,
  { botCheckUp, chatEngine, usage }: Pick<Health, 'botCheckUp' | 'chatEngine' | 'usage'>,
): FindingRow[] {
  const isUsedUp = usage.used >= usage.dailyLimit && usage.credits <= 0;
  const rows = [
    ...botCheckUp.findings.map((finding, index) => rowOf(botId, finding, index)),
    simpleRow('model', chatEngine.engine === 'builtin' ? 'note' : 'ok', paths.models),
    simpleRow('limit', isUsedUp ? 'problem' : 'ok', paths.credits),
  ];
  const order: readonly State[] = ['problem', 'note', 'unknown', 'ok'];
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

function rowOf(botId: string, finding: HealthFinding, index: number): FindingRow {
  const { check, state } = finding;
  return {
    key: `${check}-${index}`,
    state,
    text: textOf(finding),
    ...(state === 'ok' ? {} : { action: actionOf(botId, finding) }),
  };
}

type Action = NonNullable<FindingRow['action']>;

/** Where it is mended: on Discord, or in a setting. */
function actionOf(botId: string, finding: HealthFinding): Action {
  const { check, inviteUrl } = finding;
  const onDiscord = placeOf(finding);
  if (check !== 'channel' && check !== 'role')
    return { label: t(`health.check.${check}.action`), to: inviteUrl ?? pageOf(botId, finding), isOutside: inviteUrl !== null };
  return onDiscord === null
    ? { label: t(`health.check.${check}.settings`), to: pageOf(botId, finding), isOutside: false }
    : { label: t(`health.check.${check}.action`), to: onDiscord, isOutside: true };
}

/** The channel or server on Discord in which its owner grants what is missing; null where a setting is wrong. */
function placeOf({ check, serverId, channelId, missingPermissions, roleFault }: HealthFinding): string | null {
  const server = serverId === null ? null : `https://discord.com/channels/${serverId}`;
  if (check === 'role') return roleFault === 'above' ? server : null;
  return check === 'channel' && missingPermissions.length > 0 && server !== null ? `${server}/${channelId}` : null;
}

function simpleRow(check: 'model' | 'limit', state: 'ok' | 'note' | 'problem', to: string): FindingRow {
  const action = { label: t(`health.check.${check}.action`), to, isOutside: false };
  const text = t(`health.check.${check}.${state}` as 'health.check.model.ok');
  return { key: check, state, text, ...(state === 'ok' ? {} : { action }) };
}

function textOf(finding: HealthFinding): string {
  const { detail, serverName, channelId, channelName, botName, missingPermissions, use, systemName, roleName } = finding;
  return t(keyOf(finding) as 'health.check.channel.problem', {
    detail: detail ?? '',
    serverName: serverName ?? '',
    channelId: channelId ?? '',
    channelName: channelName ?? channelId ?? '',
    botName: botName ?? '',
    permissions: permissionNames(missingPermissions),
    use: use === null ? '' : t(`health.use.${use}`, { systemName: systemName ?? '' }),
    systemName: systemName ?? '',
    roleName: roleName ?? '',
  }).trim();
}

function keyOf({ check, state, channelName, missingPermissions, roleFault }: HealthFinding): string {
  if (check === 'role' && roleFault !== null) return `health.check.role.${roleFault}`;
  const isGone = check === 'channel' && state === 'problem' && channelName === null && missingPermissions.length === 0;
  return `health.check.${check}.${isGone ? 'missing' : state}`;
}

/** Where a finding is mended inside Kith. */
function pageOf(botId: string, { check, use }: HealthFinding): string {
  switch (check) {
    case 'connection':
    case 'rate_limit':
      return paths.bot(botId);
    case 'server_lock':
    case 'age_restriction':
      return `${paths.edit(botId)}?tab=discord`;
    case 'role':
      return paths.systems(botId);
    case 'channel':
      return use === 'system'
        ? paths.systems(botId)
        : use === 'moderation_log'
          ? paths.moderationCases(botId)
          : paths.channel(botId);
    case 'prefix':
      return paths.channel(botId);
    default:
      return paths.connect(botId);
  }
}
