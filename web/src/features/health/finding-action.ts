import type { PrivilegedIntent } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { stateActionOf } from '../../shared/state-action.js';
import type { CheckedBot, HealthFinding } from './health.graphql.js';

/** What mends a finding: a page of Kith or of Discord, or something that Kith does at a click. */
export type FindingAction =
  | { readonly kind: 'page'; readonly label: string; readonly to: string; readonly isOutside: boolean }
  | { readonly kind: 'start' | 'again'; readonly label: string }
  | { readonly kind: 'enableIntent'; readonly label: string; readonly intent: PrivilegedIntent }
  | { readonly kind: 'prefix'; readonly label: string; readonly prefix: string };

const page = (label: string, to: string, isOutside = false): FindingAction => ({ kind: 'page', label, to, isOutside });

export function actionOf({ id: botId, runtimeState }: CheckedBot, finding: HealthFinding): FindingAction {
  const { check, state, inviteUrl, freePrefix } = finding;
  if (inviteUrl !== null) return page(t(`health.check.${check}.action` as 'health.check.servers.action'), inviteUrl, true);
  if (state === 'unknown') return { kind: 'again', label: t('health.again') };
  switch (check) {
    case 'channel':
    case 'role':
      return placeAction(botId, finding);
    case 'connection':
      return connectionAction(runtimeState);
    case 'rate_limit':
      return { kind: 'again', label: t('health.again') };
    case 'message_content':
    case 'server_members':
      return { kind: 'enableIntent', label: t(`health.check.${check}.action`), intent: check };
    case 'model':
      return finding.modelFault === 'own_key'
        ? page(t('health.check.model.keyAction'), paths.apiSettings)
        : page(t('health.check.model.chooseAction'), pageOf(botId, finding));
    case 'prefix':
      return freePrefix === null
        ? page(t('health.check.prefix.action'), paths.behavior(botId))
        : { kind: 'prefix', label: t('health.check.prefix.use', { prefix: freePrefix }), prefix: freePrefix };
    default:
      return page(t(`health.check.${check}.action`), pageOf(botId, finding));
  }
}

function connectionAction(runtimeState: CheckedBot['runtimeState']): FindingAction {
  const action = stateActionOf(runtimeState);
  switch (action.kind) {
    case 'comparePlans':
    case 'readTerms':
      return page(t(`bot.${action.kind}`), action.to);
    case 'start':
      return { kind: 'start', label: t('health.check.connection.action') };
    default:
      return { kind: 'again', label: t('health.again') };
  }
}

/** The channel or server on Discord in which its owner grants what is missing, or the setting that names a wrong one. */
function placeAction(
  botId: string,
  { check, use, serverId, channelId, missingPermissions, roleFault }: HealthFinding,
): FindingAction {
  const server = serverId === null ? null : `https://discord.com/channels/${serverId}`;
  if (check === 'role') {
    if (roleFault === 'above' && server !== null) return page(t('health.check.role.action'), server, true);
    return page(t('health.check.role.settings'), paths.systems(botId));
  }
  if (missingPermissions.length > 0 && server !== null)
    return page(t('health.check.channel.action'), `${server}/${channelId}`, true);
  return page(t('health.check.channel.settings'), settingsOf(botId, use));
}

/** The page of the settings that name a channel for this use. */
function settingsOf(botId: string, use: HealthFinding['use']): string {
  switch (use) {
    case 'system':
      return paths.systems(botId);
    case 'moderation_log':
      return paths.moderationCases(botId);
    case 'proactive':
      return paths.behavior(botId);
    default:
      return paths.channel(botId);
  }
}

/** Where it is mended inside Kith. */
function pageOf(botId: string, { check }: HealthFinding): string {
  switch (check) {
    case 'server_lock':
    case 'age_restriction':
      return `${paths.edit(botId)}?tab=discord`;
    case 'moderation':
      return paths.moderationCases(botId);
    case 'cap':
    case 'model':
      return `${paths.edit(botId)}?tab=settings`;
    default:
      return paths.connect(botId);
  }
}
