import { PLAN_CATALOGUE, normalisePlan } from '@kith/proto';
import { ShieldCheck } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Badge, type Tone } from '../../ui/indicators.js';
import type { Account } from './admin.graphql.js';

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
