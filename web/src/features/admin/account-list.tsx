import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { graphql } from '../../gql/index.js';
import type { AdminUserFieldsFragment } from '../../gql/graphql.js';
import { useListFocus } from '../../lib/focus.js';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge, type Tone } from '../../ui/indicators.js';

graphql(`
  fragment AdminUserFields on AdminUser {
    id
    username
    email
    subscriptionPlan
    subscriptionStatus
    messageCredits
    role
    isAdmin
    createdAt
  }
`);

export type Account = AdminUserFieldsFragment;

/** Users on one page of a list. */
export const ACCOUNT_PAGE = 25;

const PLAN_TONES = { free: 'neutral', basic: 'primary', premium: 'accent' } as const;
const STATUS_TONES = { active: 'success', inactive: 'neutral', cancelled: 'warning' } as const satisfies Record<string, Tone>;
const isStatus = (status: string): status is keyof typeof STATUS_TONES => Object.hasOwn(STATUS_TONES, status);

export const planLabel = (plan: string): string => PLAN_CATALOGUE[normalisePlan(plan)].label;

interface AccountListProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  /** While the next page is loading. */
  readonly isBusy?: boolean;
  readonly renderActions?: (account: Account) => ReactNode;
}

export function AccountList({ label, accounts, isBusy, renderActions }: AccountListProps) {
  const list = useListFocus<HTMLUListElement>(accounts.map(({ id }) => id));
  return (
    <ul {...list} className="divided results admin-rows" aria-label={label} aria-busy={isBusy || undefined}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account}>
          {renderActions?.(account)}
        </AccountRow>
      ))}
    </ul>
  );
}

function AccountRow({ account, children }: { readonly account: Account; readonly children: ReactNode }) {
  const { id, username, email, role, subscriptionPlan, subscriptionStatus: status, messageCredits, createdAt } = account;
  const isOwn = useUser().id === id;
  return (
    <li className="admin-row account">
      <Avatar name={username} size={36} tone={account.isAdmin ? 'primary' : 'neutral'} />
      <div className="account-who">
        <p className="row">
          <Link className="account-name" to={paths.adminUser(id)}>
            {username}
          </Link>
          {role !== 'user' && (
            <Badge>
              <ShieldCheck size={13} aria-hidden="true" />
              {t(role === 'super_admin' ? 'admin.role.superAdmin' : 'admin.role.admin')}
            </Badge>
          )}
          {isOwn && <Badge>{t('chat.you')}</Badge>}
        </p>
        <p className="note truncate">{email}</p>
      </div>
      <span className="row account-badges">
        <Badge tone={PLAN_TONES[normalisePlan(subscriptionPlan)]}>{planLabel(subscriptionPlan)}</Badge>
        <Badge tone={isStatus(status) ? STATUS_TONES[status] : 'neutral'}>
          {t(`admin.status.${isStatus(status) ? status : 'undefined'}`)}
        </Badge>
      </span>
      <p className="account-facts">
        <span>{t('admin.credits', { count: messageCredits, amount: formatNumber(messageCredits) })}</span>
        <span className="muted">{t('admin.since', { day: formatDay(createdAt) })}</span>
      </p>
      {children !== undefined && <div className="row account-actions">{children}</div>}
    </li>
  );
}
