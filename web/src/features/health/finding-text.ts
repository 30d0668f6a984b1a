import { describeApiKey, isUnusable, MAX_PUNISHMENTS_PER_MINUTE } from '@kith/proto';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { isCharged, isUsedUp } from '../../shared/answer-costs.js';
import { permissionNames } from '../../shared/discord-permissions.js';
import { actionOf, type FindingAction } from './finding-action.js';
import type { CheckedBot, Health, HealthFinding } from './health.graphql.js';

type State = HealthFinding['state'];

/** One row of the check-up: what was found, and what mends it. */
export interface FindingRow {
  readonly key: string;
  readonly state: State;
  readonly text: string;
  readonly action?: FindingAction;
}

/** The rows of a check-up, what needs the owner first. */
export function rowsOf(bot: CheckedBot, health: Pick<Health, 'botCheckUp' | 'chatEngine' | 'me' | 'usage'>): FindingRow[] {
  const key = keyRow(health);
  // A refused key explains the answers that failed for it.
  const findings = health.botCheckUp.findings.filter(({ modelFault }) => key === null || modelFault !== 'own_key');
  const hasFailed = key !== null || findings.some(({ check }) => check === 'model');
  const rows = [
    ...findings.map((finding, index) => rowOf(bot, finding, index)),
    ...(key ? [key] : []),
    ...(hasFailed ? [] : [simpleRow('model', health.chatEngine.engine === 'builtin' ? 'note' : 'ok', paths.models)]),
    limitRow(health),
  ];
  const order: readonly State[] = ['problem', 'note', 'unknown', 'ok'];
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** The own key, when it writes the answers and its provider refuses it. */
function keyRow({ chatEngine: { isOwnKey }, me }: Pick<Health, 'chatEngine' | 'me'>): FindingRow | null {
  const { apiKeyProvider: provider, apiKeyState: state } = me?.apiSettings ?? {};
  if (!isOwnKey || !provider || !state || !isUnusable(state)) return null;
  const action = { kind: 'page', label: t('health.check.model.keyAction'), to: paths.apiSettings, isOutside: false } as const;
  return { key: 'key', state: 'problem', text: describeApiKey(state, provider), action };
}

function limitRow({ chatEngine, usage }: Pick<Health, 'chatEngine' | 'usage'>): FindingRow {
  if (!isCharged(chatEngine)) return { key: 'limit', state: 'ok', text: t('health.check.limit.free') };
  return simpleRow('limit', isUsedUp(usage) ? 'problem' : 'ok', paths.credits);
}

function rowOf(bot: CheckedBot, finding: HealthFinding, index: number): FindingRow {
  const { check, state } = finding;
  const row = { key: `${check}-${index}`, state, text: textOf(finding) };
  return state === 'ok' ? row : { ...row, action: actionOf(bot, finding) };
}

function simpleRow(check: 'model' | 'limit', state: 'ok' | 'note' | 'problem', to: string): FindingRow {
  const action = { kind: 'page', label: t(`health.check.${check}.action`), to, isOutside: false } as const;
  const text = t(`health.check.${check}.${state}` as 'health.check.model.ok');
  return { key: check, state, text, ...(state === 'ok' ? {} : { action }) };
}

function textOf(finding: HealthFinding): string {
  const { detail, serverName, channelId, channelName, botName, missingPermissions, use, systemName, roleName } = finding;
  const { serverId, happenedAt, members } = finding;
  return t(keyOf(finding) as 'health.check.channel.problem', {
    detail: detail ?? '',
    serverName: serverName ?? serverId ?? '',
    punishments: MAX_PUNISHMENTS_PER_MINUTE,
    channelId: channelId ?? '',
    channelName: channelName ?? channelId ?? '',
    botName: botName ?? '',
    permissions: permissionNames(missingPermissions),
    use: use === null ? '' : t(`health.use.${use}`, { systemName: systemName ?? '' }),
    systemName: systemName ?? '',
    roleName: roleName ?? '',
    at: happenedAt === null ? '' : formatMoment(happenedAt),
    ...(members !== null && { count: members }),
  }).trim();
}

function keyOf({ check, state, channelName, missingPermissions, roleFault, modelFault, cap }: HealthFinding): string {
  const variant = roleFault ?? modelFault ?? cap;
  if (variant !== null) return `health.check.${check}.${variant}`;
  const isGone = check === 'channel' && state === 'problem' && channelName === null && missingPermissions.length === 0;
  return `health.check.${check}.${isGone ? 'missing' : state}`;
}
