import { t } from '../../lib/i18n.js';
import { isPermission } from '../../shared/discord-permissions.js';

/** What the companion asks for, and what each permission is for. */
export const PermissionList = ({ permissions }: { readonly permissions: readonly string[] }) => (
  <details>
    <summary>{t('connect.invite.may')}</summary>
    <ul className="connect-permissions">
      {permissions.filter(isPermission).map((name) => (
        <li key={name}>
          <strong>{t(`connect.permission.${name}.name`)}</strong>: {t(`connect.permission.${name}.why`)}
        </li>
      ))}
    </ul>
  </details>
);
