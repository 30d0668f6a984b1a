import { useApolloClient, useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, normalisePlan, planRank } from '@kith/proto';
import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { STANDING } from '../../shared/checkout.graphql.js';
import { usePolling } from '../../shared/live-state.js';
import { awaitPayment, onOpenCheckout, openCheckout, type OpenCheckout } from '../../shared/payment-page.js';

/** How long a payment page is open (billing: orders). */
const OPEN_FOR_MS = 3_600_000;
/** Specification 1, section 9: redirect delay after an upgrade. */
const REDIRECT_MS = 1000;

/** While a payment page is open in another tab this one finds out what became of it (decision B12). */
export function CheckoutWatch() {
  const checkout = useSyncExternalStore(onOpenCheckout, openCheckout);
  // Whoever signs in next waits for nothing.
  useEffect(() => () => awaitPayment(null), []);
  return checkout && <Watch checkout={checkout} />;
}

function Watch({ checkout }: { readonly checkout: OpenCheckout }) {
  const standing = useQuery(STANDING, { fetchPolicy: 'network-only' });
  const { data, refetch } = standing;
  usePolling(standing);
  useEffect(() => {
    const timer = setTimeout(() => awaitPayment(null), OPEN_FOR_MS);
    return () => clearTimeout(timer);
  }, [checkout]);
  useEffect(() => {
    // A hidden tab does not ask; one that is looked at again wants to know at once.
    const look = (): void => {
      if (!document.hidden) void refetch().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refetch]);

  if (!data) return null;
  const { credits } = data.usage;
  const plan = normalisePlan(data.usage.plan);
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
