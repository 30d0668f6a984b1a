import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, normalisePlan } from '@kith/proto';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.js';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PortalButton } from './portal-button.js';
import { SandboxButtons } from './sandbox-buttons.js';
import { Section } from './section.js';
import { SUBSCRIPTION, type PlanSubscription } from './settings.graphql.js';

/** What is paid for and what is in force (decisions B13, B15). */
export function SubscriptionSection() {
  const { data, error, refetch } = useQuery(SUBSCRIPTION, { fetchPolicy: 'cache-and-network' });
  return (
    <Section title={t('settings.plan.heading')}>
      {data ? (
        <Standing subscription={data.subscription} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={92} />
      )}
    </Section>
  );
}

function Standing({ subscription }: { readonly subscription: PlanSubscription }) {
  const { source, paidPlan, isSandbox } = subscription;
  const plan = labelOf(subscription.plan);
  const isPaid = Boolean(paidPlan);
  return (
    <>
      <dl className="columns setting-facts">
        <Fact label={t('settings.plan.plan')}>{plan}</Fact>
        <Fact label={t('settings.plan.status')}>
          <Badge tone={toneOf(subscription)}>{statusOf(subscription)}</Badge>
        </Fact>
        {subscription.currentPeriodEnd && (
          <Fact label={t(subscription.cancelsAtPeriodEnd ? 'settings.plan.ends' : 'settings.plan.renews')}>
            {formatDay(subscription.currentPeriodEnd)}
          </Fact>
        )}
      </dl>
      {source === 'admin' && (
        <p className="muted">
          {t('settings.plan.byAdmin', { plan })}
          {isPaid && ` ${t('settings.plan.paysFor', { plan: labelOf(paidPlan) })}`}
        </p>
      )}
      <Warnings subscription={subscription} />
      <div className="setting-actions">
        <ButtonLink to={paths.pricing}>{t('settings.plan.compare')}</ButtonLink>
        {isPaid && (isSandbox ? <SandboxButtons isCancelled={subscription.cancelsAtPeriodEnd} /> : <PortalButton />)}
      </div>
      {isSandbox && <p className="note">{t('settings.plan.sandbox')}</p>}
    </>
  );
}

function Warnings({ subscription }: { readonly subscription: PlanSubscription }) {
  const { graceEndsAt, cancelsAtPeriodEnd, currentPeriodEnd, paidPlan } = subscription;
  const plan = labelOf(paidPlan);
  if (graceEndsAt) return <Notice tone="danger">{t('settings.plan.grace', { plan, date: formatDay(graceEndsAt) })}</Notice>;
  if (!cancelsAtPeriodEnd || !currentPeriodEnd) return null;
  return <Notice tone="warning">{t('settings.plan.willEnd', { plan, date: formatDay(currentPeriodEnd) })}</Notice>;
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const labelOf = (plan: unknown): string => PLAN_CATALOGUE[normalisePlan(plan)].label;

function statusOf({ status, source, paidPlan }: PlanSubscription): string {
  switch (status) {
    case 'active':
    case 'cancelled':
      return t(`settings.plan.states.${status}`);
    default:
      return t(source === 'free' && !paidPlan ? 'settings.plan.states.none' : 'settings.plan.states.inactive');
  }
}

function toneOf({ status, graceEndsAt }: PlanSubscription): 'success' | 'warning' | 'neutral' {
  if (graceEndsAt) return 'warning';
  return status === 'active' ? 'success' : 'neutral';
}
