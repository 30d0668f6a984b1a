import { useMutation } from '@apollo/client/react';
import type { Plan } from '@kith/proto';
import { useState } from 'react';
import { toast } from '../ui/toast.js';
import { useUser } from './auth.js';
import { CHECKOUT_PLAN } from './checkout.graphql.js';
import { t } from './i18n.js';
import { awaitPayment } from './open-checkout.js';
import { openPaymentPage } from './payment-page.js';

/** A plan that is paid for. What the screens call Standard is sent as `basic` (specification 1, section 4). */
export type PaidPlan = Exclude<Plan, 'free'>;

/** Leads to the payment of a plan in a new tab, and lets this one wait for it (decision B12). */
export function usePlanCheckout() {
  const { subscriptionPlan: before } = useUser();
  const [checkoutPlan] = useMutation(CHECKOUT_PLAN);
  const [isBusy, setBusy] = useState(false);
  const ask = async (plan: PaidPlan): Promise<string | undefined> => {
    const { data } = await checkoutPlan({ variables: { plan } });
    return data?.checkoutPlan.url || data?.checkoutPlan.checkoutUrl;
  };

  /** Null when the page is open; its address when the browser blocked the tab. Throws why there is none. */
  const pay = async (plan: PaidPlan): Promise<string | null> => {
    setBusy(true);
    toast.info(t('checkout.settingUp'), { text: t('checkout.settingUpText') });
    try {
      const blocked = await openPaymentPage(() => ask(plan));
      awaitPayment({ kind: 'plan', before });
      return blocked;
    } finally {
      setBusy(false);
    }
  };
  return { pay, isBusy };
}
