import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListFocus } from '../../lib/focus.js';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge, type Tone } from '../../ui/indicators.js';
import type { Account } from './admin.graphql.js';

interface AccountListProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  /** A next page is on its way. */
  readonly isBusy?: boolean;
  /** What can be done with each. */
  readonly renderActions?: (account: Account) => ReactNode;
}

export function AccountList({ label, accounts, isBusy, renderActions }: AccountListProps) {
  const list = useListFocus<HTMLUListElement>(accounts.map(({ id }) => id));
  return (
    <ul {...list} className="account-list" aria-label={label} aria-busy={isBusy || undefined}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account}>
          {renderActions?.(account)}
        </AccountRow>
      ))}
    </ul>
  );
}

function AccountRow({ account, children }: { readonly account: Account; readonly children: ReactNode }) {
  const { id, username, email, messageCredits, createdAt } = account;
  const isOwn = useUser().id === id;
  return (
    <li className="account">
      <Avatar name={username} size={36} tone={account.isAdmin ? 'primary' : 'neutral'} />
      <div className="account-who">
        <p className="account-name">
          <strong>{username}</strong>
          <RoleBadge role={account.role} />
          {isOwn && <Badge>{t('admin.you')}</Badge>}
        </p>
        <p className="account-mail">{email}</p>
      </div>
      <AccountBadges account={account} />
      <p className="account-facts">
        <span>{t('admin.credits', { count: messageCredits, amount: formatNumber(messageCredits) })}</span>
        <span className="muted">{t('admin.since', { day: formatDay(createdAt) })}</span>
      </p>
      {children !== undefined && <div className="account-actions">{children}</div>}
    </li>
  );
}

const PLAN_TONES = { free: 'neutral', basic: 'primary', premium: 'accent' } as const;
const STATUSES = { active: 'success', inactive: 'neutral', cancelled: 'warning' } as const satisfies Record<string, Tone>;
const isStatus = (status: string): status is keyof typeof STATUSES => Object.hasOwn(STATUSES, status);

export const planLabel = (plan: string): string => PLAN_CATALOGUE[normalisePlan(plan)].label;

/** Plan and state of the subscription (specification 2, section 4). */
export function AccountBadges({ account }: { readonly account: Account }) {
  const { subscriptionPlan, subscriptionStatus: status } = account;
  return (
    <span className="account-badges">
      <Badge tone={PLAN_TONES[normalisePlan(subscriptionPlan)]}>{planLabel(subscriptionPlan)}</Badge>
      {isStatus(status) ? (
        <Badge tone={STATUSES[status]}>{t(`admin.status.${status}`)}</Badge>
      ) : (
        <Badge>{t('admin.status.undefined')}</Badge>
      )}
    </span>
  );
}

/** For administrators; nothing for everybody else. */
export const RoleBadge = ({ role }: { readonly role: string }) =>
  role !== 'user' && (
    <Badge>
      <ShieldCheck size={13} aria-hidden="true" />
      {t(role === 'super_admin' ? 'admin.role.superAdmin' : 'admin.role.admin')}
    </Badge>
  );
