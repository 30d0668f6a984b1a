import { useApolloClient, useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, normalisePlan, planRank } from '@kith/proto';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { PlanAndCreditsQuery } from '../../gql/graphql.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { CHECKOUT_STATE, PLAN_AND_CREDITS } from '../../shared/checkout.graphql.js';
import { POLL_MS, usePolling } from '../../shared/live-state.js';
import { awaitPayment, pendingPayment, type PendingPayment } from '../../shared/payment-page.js';

/** A checkout expires after this time (billing: orders). */
const CHECKOUT_LIFETIME_MS = 3_600_000;
/** Redirect delay after an upgrade (docs/specification.md). */
const REDIRECT_MS = 1000;

/** While a payment page is open in another tab, polls whether the payment has succeeded (docs/decisions.md B12). */
export function PaymentMonitor() {
  const checkout = pendingPayment.use();
  // The next user must not wait for this payment.
  useEffect(() => () => awaitPayment(null), []);
  return checkout && <Poll checkout={checkout} />;
}

function Poll({ checkout }: { readonly checkout: PendingPayment }) {
  const account = useQuery(PLAN_AND_CREDITS, { fetchPolicy: 'network-only' });
  const { data, refetch } = account;
  usePolling(account);
  useEffect(() => {
    const timer = setTimeout(() => awaitPayment(null), CHECKOUT_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [checkout]);
  useEffect(() => {
    // Hidden tabs do not poll; check at once when the tab is visible again.
    const check = (): void => {
      if (!document.hidden) void refetch().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [refetch]);

  if (!data) return null;
  return (
    <>
      {checkout.checkoutId !== null && <CheckoutTold id={checkout.checkoutId} />}
      <Arrived checkout={checkout} now={data.usage} />
    </>
  );
}

/** Says what happens on the payment page of the other tab: declined, over, or not confirmed yet. */
function CheckoutTold({ id }: { readonly id: string }) {
  const status = useQuery(CHECKOUT_STATE, { variables: { id }, fetchPolicy: 'network-only', pollInterval: POLL_MS });
  const state = status.data?.checkout?.state;
  useEffect(() => {
    if (state === 'declined') toast.error(t('checkout.declined'), { text: t('checkout.declinedText') });
    if (state === 'processing') toast.info(t('checkout.processing'), { text: t('checkout.processingText') });
    if (state !== 'expired') return;
    toast.error(t('checkout.expired'), { text: t('checkout.expiredText') });
    awaitPayment(null);
  }, [state]);
  return null;
}

function Arrived({ checkout, now }: { readonly checkout: PendingPayment; readonly now: PlanAndCreditsQuery['usage'] }) {
  const { credits } = now;
  const plan = normalisePlan(now.plan);
  if (checkout.kind === 'plan') return planRank(plan) > planRank(checkout.before) && <Upgraded plan={plan} />;
  return credits > checkout.before && <CreditsArrived credits={credits} />;
}

function Upgraded({ plan }: { readonly plan: keyof typeof PLAN_CATALOGUE }) {
  const { changeUser } = useAuth();
  const client = useApolloClient();
  const navigate = useNavigate();
  useEffect(() => {
    changeUser({ subscriptionPlan: plan });
    toast.success(t('checkout.upgraded'), { text: t('checkout.upgradedText', { plan: PLAN_CATALOGUE[plan].label }) });
    void client.refetchQueries({ include: 'active' });
  }, [plan, changeUser, client]);
  useEffect(() => {
    const timer = setTimeout(() => {
      awaitPayment(null);
      void navigate(paths.upgraded);
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return null;
}

function CreditsArrived({ credits }: { readonly credits: number }) {
  const client = useApolloClient();
  useEffect(() => {
    toast.success(t('checkout.creditsArrived'), { text: t('checkout.creditsArrivedText', { credits: formatNumber(credits) }) });
    void client.refetchQueries({ include: 'active' });
    awaitPayment(null);
  }, [credits, client]);
  return null;
}
