import { DISCORD_PERMISSIONS, type DiscordPermission } from '@kith/proto';
import { t } from '../../lib/i18n.js';

const isKnown = (name: string): name is DiscordPermission => (DISCORD_PERMISSIONS as readonly string[]).includes(name);

/** The names of permissions as Discord's settings show them. */
export const permissionNames = (permissions: readonly string[]): string =>
  permissions
    .filter(isKnown)
    .map((name) => t(`connect.permission.${name}.name`))
    .join(', ');

/** What the companion asks for, and what each permission is for. */
export const PermissionList = ({ permissions }: { readonly permissions: readonly string[] }) => (
  <details>
    <summary>{t('connect.invite.may')}</summary>
    <ul className="connect-permissions">
      {permissions.filter(isKnown).map((name) => (
        <li key={name}>
          <strong>{t(`connect.permission.${name}.name`)}</strong>: {t(`connect.permission.${name}.why`)}
        </li>
      ))}
    </ul>
  </details>
);
