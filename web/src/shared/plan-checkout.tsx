import { useMutation } from '@apollo/client/react';
import type { Plan } from '@kith/proto';
import { useState, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { toast } from '../lib/toast.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/state.js';
import { useUser } from './auth.js';
import { CHECKOUT_PLAN } from './checkout.graphql.js';
import { paymentProblem, BlockedPage, awaitPayment, openPaymentPage } from './payment-page.js';

interface CheckoutDialogProps {
  readonly plan: PaidPlan;
  readonly title: string;
  readonly words: {
    readonly cancel: string;
    readonly proceed: string;
    /** The toast of a payment page that did not come, and its text when the server said nothing. */
    readonly failed: string;
    readonly failedText: string;
  };
  readonly onClose: () => void;
  /** The payment page is open in another tab. */
  readonly onLeft: () => void;
  /** What is offered. */
  readonly children: ReactNode;
}

/** A window about one plan that leads to its payment, and says in itself why that failed. */
export function CheckoutDialog({ plan, title, words, onClose, onLeft, children }: CheckoutDialogProps) {
  const { pay, isBusy } = usePlanCheckout();
  const [problem, setProblem] = useState<string>();
  const [blocked, setBlocked] = useState<string>();
  const proceed = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const url = await pay(plan);
      if (url === null) onLeft();
      else setBlocked(url);
    } catch (error) {
      const text = paymentProblem(error, words.failedText);
      setProblem(text);
      toast.error(words.failed, { text });
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children}
        {problem !== undefined && (
          <div role="alert">
            <Notice tone="danger">{problem}</Notice>
          </div>
        )}
        {blocked !== undefined && <BlockedPage url={blocked} onOpen={onLeft} />}
        <footer className="dialog-foot">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void proceed()}>
            {isBusy ? t('checkout.busy') : words.proceed}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

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
