import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { awaitPayment } from '../../lib/open-checkout.js';
import { openPaymentPage, paymentProblem } from '../../lib/payment-page.js';
import { toast } from '../../ui/toast.js';
import { CHECKOUT_CREDITS } from './billing.graphql.js';

/** Leads to the payment of a package in a new tab; this one waits for the credits. `balance`: those that are there now. */
export function useCreditCheckout(balance: number) {
  const [checkoutCredits] = useMutation(CHECKOUT_CREDITS);
  const [busyWith, setBusyWith] = useState<string>();
  const [blocked, setBlocked] = useState<string | null>(null);

  const buy = async (packageId: string): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(packageId);
    setBlocked(null);
    toast.info(t('checkout.settingUp'), { text: t('checkout.settingUpText') });
    try {
      const url = await openPaymentPage(async () => {
        const { data } = await checkoutCredits({ variables: { packageId } });
        return data?.checkoutCredits.url || data?.checkoutCredits.checkoutUrl;
      });
      awaitPayment({ kind: 'credits', before: balance });
      setBlocked(url);
    } catch (error) {
      if (readError(error).code === 'UNAUTHENTICATED') {
        toast.error(t('credits.loginRequired'), { text: t('credits.loginRequiredText') });
      } else toast.error(t('credits.failed'), { text: paymentProblem(error, t('credits.failedText')) });
    } finally {
      setBusyWith(undefined);
    }
  };
  return { buy, busyWith, blocked, closeBlocked: () => setBlocked(null) };
}
