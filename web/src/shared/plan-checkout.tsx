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
import { paymentErrorText, BlockedPageLink, awaitPayment, openPaymentPage } from './payment-page.js';

interface CheckoutDialogProps {
  readonly plan: PaidPlan;
  readonly title: string;
  readonly words: {
    readonly cancel: string;
    readonly proceed: string;
    /** Toast for a payment page that could not be opened, and its text when the server gave none. */
    readonly failed: string;
    readonly failedText: string;
  };
  readonly onClose: () => void;
  /** Called when the payment page is open in another tab. */
  readonly onLeft: () => void;
  /** The offer. */
  readonly children: ReactNode;
}

/** Dialog for one plan that opens its payment page, and shows why that failed. */
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
      const text = paymentErrorText(error, words.failedText);
      setProblem(text);
      toast.error(words.failed, { text });
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children}
        {problem !== undefined && (
          <Notice tone="danger" isAlert>
            {problem}
          </Notice>
        )}
        {blocked !== undefined && <BlockedPageLink url={blocked} onOpen={onLeft} />}
        <footer className="dialog-foot">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void proceed()}>
            {isBusy ? t('auth.busy') : words.proceed}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** The paid plans. `basic` is called Standard on screens. */
export type PaidPlan = Exclude<Plan, 'free'>;

/** Opens the payment page of a plan in a new tab; this tab then waits for the payment (docs/decisions.md B12). */
export function usePlanCheckout() {
  const { subscriptionPlan: before } = useUser();
  const [checkoutPlan] = useMutation(CHECKOUT_PLAN);
  const [isBusy, setBusy] = useState(false);

  /** Returns null when the page is open, or its URL when the browser has blocked the tab. Throws when there is no page. */
  const pay = async (plan: PaidPlan): Promise<string | null> => {
    setBusy(true);
    toast.info(t('checkout.settingUp'), { text: t('checkout.settingUpText') });
    try {
      let checkoutId: string | null = null;
      const blocked = await openPaymentPage(async () => {
        const { data } = await checkoutPlan({ variables: { plan } });
        checkoutId = data?.checkoutPlan.checkoutId ?? null;
        return data?.checkoutPlan.url || data?.checkoutPlan.checkoutUrl;
      });
      awaitPayment({ kind: 'plan', before, checkoutId });
      return blocked;
    } finally {
      setBusy(false);
    }
  };
  return { pay, isBusy };
}
