import { useMutation, useQuery } from '@apollo/client/react';
import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { graphql } from '../../gql/index.js';
import type { SubscriptionFieldsFragment } from '../../gql/graphql.js';
import { formatDay, formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { PayLink } from '../../shared/open-payment.js';
import { openPaymentPage, paymentErrorText, BlockedPageLink } from '../../shared/payment-page.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { PaymentsSection } from './payments-section.js';
import { CHANGE_SUBSCRIPTION, OPEN_PORTAL, SUBSCRIPTION } from './settings.graphql.js';

graphql(`
  fragment SubscriptionFields on PlanSubscription {
    plan
    source
    status
    paidPlan
    grantedPlan
    currentPeriodEnd
    cancelsAtPeriodEnd
    scheduledPlan
    renewalCents
    graceEndsAt
    payUrl
    endedReason
    endedPlan
    isSandbox
  }
`);

export type PlanSubscription = SubscriptionFieldsFragment;

/** The user's plan and subscription (docs/decisions.md B13, B15). */
export function SubscriptionSection() {
  const { data, error, refetch } = useQuery(SUBSCRIPTION);
  return (
    <>
      <Section title={t('settings.plan.heading')} className="card card-body">
        {data ? (
          <SubscriptionDetails subscription={data.subscription} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={92} />
        )}
      </Section>
      {data && <PaymentsSection />}
    </>
  );
}

function SubscriptionDetails({ subscription }: { readonly subscription: PlanSubscription }) {
  const { paidPlan, isSandbox } = subscription;
  return (
    <>
      <dl className="columns setting-facts">
        <Fact label={t('settings.plan.plan')}>{labelOf(subscription.plan)}</Fact>
        <Fact label={t('settings.plan.status')}>
          <Badge tone={toneOf(subscription)}>{statusOf(subscription)}</Badge>
        </Fact>
        <PeriodEnd subscription={subscription} />
      </dl>
      <Grant subscription={subscription} />
      <Warnings subscription={subscription} />
      <div className="row">
        <ButtonLink to={paths.pricing}>{t('bot.comparePlans')}</ButtonLink>
        {paidPlan && <ChangeButtons subscription={subscription} />}
        {paidPlan && (isSandbox ? <SandboxPortalLink /> : <PortalButton />)}
      </div>
      {isSandbox && <p className="note">{t('settings.plan.sandbox')}</p>}
    </>
  );
}

function PeriodEnd({ subscription }: { readonly subscription: PlanSubscription }) {
  const { currentPeriodEnd, cancelsAtPeriodEnd, scheduledPlan, renewalCents } = subscription;
  if (!currentPeriodEnd) return null;
  const date = formatDay(currentPeriodEnd);
  if (cancelsAtPeriodEnd) return <Fact label={t('settings.plan.ends')}>{date}</Fact>;
  if (scheduledPlan) return <Fact label={t('settings.plan.changes')}>{date}</Fact>;
  return (
    <Fact label={t('settings.plan.renews')}>
      {typeof renewalCents === 'number' ? t('settings.plan.renewsFor', { date, price: formatPrice(renewalCents) }) : date}
    </Fact>
  );
}

/** A plan that an administrator gave, and what is paid beside it (docs/decisions.md B15). */
function Grant({ subscription }: { readonly subscription: PlanSubscription }) {
  const { source, grantedPlan, paidPlan, currentPeriodEnd, cancelsAtPeriodEnd } = subscription;
  if (source !== 'admin' || !grantedPlan) return null;
  const paid =
    paidPlan &&
    currentPeriodEnd &&
    t(cancelsAtPeriodEnd ? 'settings.plan.paysForEnds' : 'settings.plan.paysForRenews', {
      plan: labelOf(paidPlan),
      date: formatDay(currentPeriodEnd),
    });
  return (
    <p className="muted">
      {t('settings.plan.byAdmin', { plan: labelOf(grantedPlan) })}
      {paid && ` ${paid}`}
    </p>
  );
}

function Warnings({ subscription }: { readonly subscription: PlanSubscription }) {
  const { graceEndsAt, cancelsAtPeriodEnd, currentPeriodEnd, paidPlan, payUrl, scheduledPlan, renewalCents } = subscription;
  const plan = labelOf(paidPlan);
  if (!paidPlan) return <Ended subscription={subscription} />;
  if (graceEndsAt)
    return (
      <Notice tone="danger">
        {`${t('settings.plan.grace', { plan, date: formatDay(graceEndsAt) })} `}
        {payUrl && <PayLink payUrl={payUrl} />}
      </Notice>
    );
  if (!currentPeriodEnd) return null;
  const date = formatDay(currentPeriodEnd);
  if (cancelsAtPeriodEnd) return <Notice tone="warning">{t('settings.plan.willEnd', { plan, date })}</Notice>;
  if (!scheduledPlan) return null;
  const price = formatPrice(renewalCents ?? PLAN_CATALOGUE[normalisePlan(scheduledPlan)].priceCents);
  return <Notice tone="info">{t('settings.plan.scheduled', { date, plan: labelOf(scheduledPlan), price })}</Notice>;
}

function Ended({ subscription: { endedPlan, endedReason } }: { readonly subscription: PlanSubscription }) {
  if (!endedPlan || !endedReason) return null;
  return (
    <Notice tone="info">
      {t(`settings.plan.ended.${endedReason}`, { plan: labelOf(endedPlan) })} {t('settings.plan.buyAgain')}
    </Notice>
  );
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

/** Stands in for the provider's portal while no provider is configured (docs/decisions.md B17). */
const SandboxPortalLink = () => <ButtonLink to={paths.sandboxPortal}>{t('settings.plan.portal')}</ButtonLink>;

/** Cancel, resume, take a scheduled change back, or change to a lower plan. */
function ChangeButtons({ subscription }: { readonly subscription: PlanSubscription }) {
  const { cancelsAtPeriodEnd, scheduledPlan, paidPlan } = subscription;
  const { send, isBusy } = useToastMutation(CHANGE_SUBSCRIPTION, {
    done: (_data, { action }) => toast.success(t(DONE[action])),
    failed: t('settings.plan.changeFailed'),
  });
  const action = cancelsAtPeriodEnd ? 'resume' : 'cancel';
  return (
    <>
      {scheduledPlan && (
        <Button variant="primary" isBusy={isBusy} onClick={() => void send({ action: 'keep_plan' })}>
          {t('settings.plan.keep', { plan: labelOf(paidPlan) })}
        </Button>
      )}
      {paidPlan === 'premium' && !scheduledPlan && (
        <ButtonLink to={paths.changePlan('basic')}>
          {t('settings.plan.downgrade', { plan: PLAN_CATALOGUE.basic.label })}
        </ButtonLink>
      )}
      <Button variant={cancelsAtPeriodEnd ? 'primary' : 'secondary'} isBusy={isBusy} onClick={() => void send({ action })}>
        {t(`settings.plan.${action}`)}
      </Button>
    </>
  );
}

const DONE = { cancel: 'settings.plan.cancelled', resume: 'settings.plan.resumed', keep_plan: 'settings.plan.kept' } as const;
