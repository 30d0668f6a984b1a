import { useMutation, useQuery } from '@apollo/client/react';
import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { graphql } from '../../gql/index.js';
import type { SubscriptionFieldsFragment } from '../../gql/graphql.js';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { openPaymentPage, paymentErrorText, BlockedPageLink } from '../../shared/payment-page.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { CHANGE_SUBSCRIPTION, OPEN_PORTAL, SUBSCRIPTION } from './settings.graphql.js';

graphql(`
  fragment SubscriptionFields on PlanSubscription {
    plan
    source
    status
    paidPlan
    currentPeriodEnd
    cancelsAtPeriodEnd
    graceEndsAt
    isSandbox
  }
`);

export type PlanSubscription = SubscriptionFieldsFragment;

/** The user's plan and subscription (docs/decisions.md B13, B15). */
export function SubscriptionSection() {
  const { data, error, refetch } = useQuery(SUBSCRIPTION);
  return (
    <Section title={t('settings.plan.heading')} className="card card-body">
      {data ? (
        <SubscriptionDetails subscription={data.subscription} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={92} />
      )}
    </Section>
  );
}

function SubscriptionDetails({ subscription }: { readonly subscription: PlanSubscription }) {
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
      <div className="row">
        <ButtonLink to={paths.pricing}>{t('bot.comparePlans')}</ButtonLink>
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
    <dt className="note">{label}</dt>
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

/** Opens the payment provider's page for cards, invoices and cancellation (docs/decisions.md B13). */
function PortalButton() {
  const [openPortal, { loading }] = useMutation(OPEN_PORTAL);
  const [blocked, setBlocked] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    try {
      setBlocked(await openPaymentPage(async () => (await openPortal()).data?.openBillingPortal.url));
    } catch (error) {
      toast.error(t('settings.plan.portalFailed'), { text: paymentErrorText(error, t('load.failedText')) });
    }
  };
  return (
    <>
      <Button icon={ExternalLink} isBusy={loading} aria-describedby="portal-hint" onClick={() => void open()}>
        {t('settings.plan.portal')}
      </Button>
      <p id="portal-hint" className="note">
        {t('settings.plan.portalHint')}
      </p>
      {blocked !== null && <BlockedPageLink url={blocked} onOpen={() => setBlocked(null)} />}
    </>
  );
}

/** Replaces the provider's portal while no provider is configured (docs/decisions.md B17). */
function SandboxButtons({ isCancelled }: { readonly isCancelled: boolean }) {
  const { send, isBusy } = useToastMutation(CHANGE_SUBSCRIPTION, {
    done: () => toast.success(t(isCancelled ? 'settings.plan.resumed' : 'settings.plan.cancelled')),
    failed: t('settings.plan.changeFailed'),
  });
  const change = (): void => void send({ action: isCancelled ? 'resume' : 'cancel' });
  return (
    <Button variant={isCancelled ? 'primary' : 'secondary'} isBusy={isBusy} onClick={change}>
      {t(isCancelled ? 'settings.plan.resume' : 'settings.plan.cancel')}
    </Button>
  );
}
