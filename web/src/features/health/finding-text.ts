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
  const { check, state, inviteUrl } = finding;
  const to = inviteUrl ?? pageOf(botId, check);
  const action = { label: t(`health.check.${check}.action`), to, isOutside: inviteUrl !== null };
  return { key: `${check}-${index}`, state, text: textOf(finding), ...(state === 'ok' ? {} : { action }) };
}

function simpleRow(check: 'model' | 'limit', state: 'ok' | 'note' | 'problem', to: string): FindingRow {
  const action = { label: t(`health.check.${check}.action`), to, isOutside: false };
  const text = t(`health.check.${check}.${state}` as 'health.check.model.ok');
  return { key: check, state, text, ...(state === 'ok' ? {} : { action }) };
}

function textOf(finding: HealthFinding): string {
  const { check, state, detail, serverName, channelId, channelName, botName, missingPermissions } = finding;
  const isGone = check === 'channel' && state === 'problem' && channelName === null;
  const key = `health.check.${check}.${isGone ? 'missing' : state}`;
  return t(key as 'health.check.channel.problem', {
    detail: detail ?? '',
    serverName: serverName ?? '',
    channelId: channelId ?? '',
    channelName: channelName ?? '',
    botName: botName ?? '',
    permissions: permissionNames(missingPermissions),
  }).trim();
}

/** Where a finding is mended inside Kith. */
function pageOf(botId: string, check: HealthFinding['check']): string {
  switch (check) {
    case 'connection':
    case 'rate_limit':
      return paths.bot(botId);
    case 'server_lock':
    case 'age_restriction':
      return `${paths.edit(botId)}?tab=discord`;
    case 'channel':
    case 'prefix':
      return paths.channel(botId);
    default:
      return paths.connect(botId);
  }
}
