import { useState, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { paymentProblem } from '../lib/payment-page.js';
import { usePlanCheckout, type PaidPlan } from '../lib/use-plan-checkout.js';
import { BlockedPage } from './blocked-page.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';
import { toast } from './toast.js';

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
