import { describeApiKey, isUnusable } from '@kith/proto';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { permissionNames } from '../../shared/discord-permissions.js';
import { actionOf, type FindingAction } from './finding-action.js';
import type { Health, HealthFinding } from './health.graphql.js';

type State = HealthFinding['state'];

/** One row of the check-up: what was found, and what mends it. */
export interface FindingRow {
  readonly key: string;
  readonly state: State;
  readonly text: string;
  readonly action?: FindingAction;
}

/** The rows of a check-up, what needs the owner first. */
export function rowsOf(botId: string, health: Pick<Health, 'botCheckUp' | 'chatEngine' | 'me' | 'usage'>): FindingRow[] {
  const { findings } = health.botCheckUp;
  const { used, dailyLimit, credits } = health.usage;
  const rows = [
    ...findings.map((finding, index) => rowOf(botId, finding, index)),
    ...modelRows(health),
    simpleRow('limit', used >= dailyLimit && credits <= 0 ? 'problem' : 'ok', paths.credits),
  ];
  const order: readonly State[] = ['problem', 'note', 'unknown', 'ok'];
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** What is known of the model besides answers that failed: the state of the own key, and whether there is a model at all. */
function modelRows({
  botCheckUp,
  chatEngine: { engine, isOwnKey },
  me,
}: Pick<Health, 'botCheckUp' | 'chatEngine' | 'me'>): FindingRow[] {
  const { apiKeyProvider: provider, apiKeyState: keyState } = me?.apiSettings ?? {};
  const hasFailed = botCheckUp.findings.some(({ check }) => check === 'model');
  if (isOwnKey && provider && keyState && isUnusable(keyState)) {
    const action = { kind: 'page', label: t('health.check.model.keyAction'), to: paths.apiSettings, isOutside: false } as const;
    return [{ key: 'key', state: 'problem', text: describeApiKey(keyState, provider), action }];
  }
  return hasFailed ? [] : [simpleRow('model', engine === 'builtin' ? 'note' : 'ok', paths.models)];
}

function rowOf(botId: string, finding: HealthFinding, index: number): FindingRow {
  const { check, state } = finding;
  const row = { key: `${check}-${index}`, state, text: textOf(finding) };
  return state === 'ok' ? row : { ...row, action: actionOf(botId, finding) };
}

function simpleRow(check: 'model' | 'limit', state: 'ok' | 'note' | 'problem', to: string): FindingRow {
  const action = { kind: 'page', label: t(`health.check.${check}.action`), to, isOutside: false } as const;
  const text = t(`health.check.${check}.${state}` as 'health.check.model.ok');
  return { key: check, state, text, ...(state === 'ok' ? {} : { action }) };
}

function textOf(finding: HealthFinding): string {
  const { detail, serverName, channelId, channelName, botName, missingPermissions, use, systemName, roleName } = finding;
  const { happenedAt, members } = finding;
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
