import type { CapabilityNeed, Needs } from '@kith/proto';
import { addMessages, t } from '../lib/i18n.js';
import { connectMessages } from '../lib/messages/en-connect.js';
import { needsMessages } from '../lib/messages/en-needs.js';
import { permissionNames } from './discord-permissions.js';
import type { Abilities } from './use-abilities.js';
import './needs-line.css';

addMessages(connectMessages);
addMessages(needsMessages);

interface NeedsLineProps {
  readonly needs: Needs;
  readonly abilities: Abilities;
}

/** In one line, what something does not work without, and what of it this companion does not have. */
export function NeedsLine({ needs, abilities }: NeedsLineProps) {
  const text = needsText(needs, abilities);
  return text === '' ? null : <span className="note needs-line">{text}</span>;
}

/** Empty where nothing is needed. */
const needsText = ({ capabilities, permissions, possiblePermissions }: Needs, abilities: Abilities): string =>
  [
    ...capabilities.map((need) => capabilityText(need, abilities)),
    ...permissionsText('permissions', permissions, abilities),
    ...permissionsText('possible_permissions', possiblePermissions, abilities),
  ]
    .map((text) => t('needs.sentence', { text }))
    .join(' ');

function capabilityText({ name, for: use }: CapabilityNeed, { hasModel, ...intents }: Abilities): string {
  const need = use === undefined ? t(`needs.${name}`) : t('needs.for', { need: t(`needs.${name}`), use });
  if (name === 'model' && hasModel === false) return t('needs.unmet.model', { need });
  const isOff =
    (name === 'message_content' && intents.hasMessageContent === false) ||
    (name === 'server_members' && intents.hasServerMembers === false);
  if (isOff) return t('needs.unmet.intent', { need });
  return need;
}

/** None where no permission is needed. */
function permissionsText(
  key: 'permissions' | 'possible_permissions',
  permissions: Needs['permissions'],
  { servers }: Abilities,
): string[] {
  if (permissions.length === 0) return [];
  const need = t(`needs.${key}`, { count: permissions.length, permissions: permissionNames(permissions) });
  const lacking = servers.find(({ missingPermissions }) => permissions.some((one) => missingPermissions.includes(one)));
  return [lacking ? t('needs.unmet.permissions', { need, server: lacking.name }) : need];
}
