import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, normalisePlan } from '@kith/proto';
import { PartyPopper, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth, useUser } from '../lib/auth.js';
import { STANDING } from '../lib/checkout.graphql.js';
import { t } from '../lib/i18n.js';
import { usePolling } from '../lib/poll.js';
import { Button } from './button.js';
import { Spinner } from './spinner.js';

const PARAMETER = 'upgrade';

/** Greets whoever comes back from paying (`?upgrade=success`). The address grants nothing: the plan is the server's word (S65). */
export function UpgradeGreeting() {
  const [params, setParams] = useSearchParams();
  if (params.get(PARAMETER) !== 'success') return null;
  const close = (): void => {
    params.delete(PARAMETER);
    setParams(params, { replace: true, preventScrollReset: true });
  };
  return <Greeting onClose={close} />;
}

function Greeting({ onClose }: { readonly onClose: () => void }) {
  const { changeUser } = useAuth();
  const { subscriptionPlan: plan } = useUser();
  // The word of the payment provider may come a moment after the customer.
  const standing = useQuery(STANDING, { fetchPolicy: 'network-only' });
  usePolling(standing, plan === 'free');
  const now = standing.data && normalisePlan(standing.data.usage.plan);
  useEffect(() => {
    if (now !== undefined && now !== plan) changeUser({ subscriptionPlan: now });
  }, [now, plan, changeUser]);
  const isPending = plan === 'free';
  return (
    <section className="card greeting" role="status">
      <span className="greeting-icon" aria-hidden="true">
        {isPending ? <Spinner /> : <PartyPopper size={22} />}
      </span>
      <div>
        <h2>{isPending ? t('upgrade.pending') : t('upgrade.welcome', { plan: PLAN_CATALOGUE[plan].label })}</h2>
        <p className="muted">{t(isPending ? 'upgrade.pendingText' : 'upgrade.welcomeText')}</p>
      </div>
      <Button variant="ghost" size="sm" isIcon aria-label={t('upgrade.dismiss')} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </Button>
    </section>
  );
}
