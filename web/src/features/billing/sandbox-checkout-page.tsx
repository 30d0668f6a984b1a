import type { CheckoutStatus } from '@kith/proto';
import { FlaskConical, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { request } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice, State } from '../../ui/state.js';
import './billing.css';

/** The checkout page while no payment provider is configured; no money moves (docs/decisions.md B17). */
export function SandboxCheckoutPage() {
  const { checkoutId = '' } = useParams();
  const { checkout, error, retry } = useCheckout(checkoutId);
  if (checkout) return <Offer checkout={checkout} />;
  if (error === undefined) return <PageSpinner />;
  const { code, message } = readError(error);
  return code === 'NOT_FOUND' || code === 'BAD_INPUT' ? (
    <CheckoutNotFound reason={message} />
  ) : (
    <LoadError error={error} onRetry={retry} />
  );
}

interface Loaded {
  readonly checkout?: CheckoutStatus;
  readonly error?: unknown;
}

function useCheckout(id: string): Loaded & { readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    request<CheckoutStatus>('GET', checkoutPath(id)).then(
      (checkout) => isCurrent && setLoaded({ checkout }),
      (error: unknown) => isCurrent && setLoaded({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, attempt]);
  const retry = (): void => {
    setLoaded({});
    setAttempt((before) => before + 1);
  };
  return { ...loaded, retry };
}

function Offer({ checkout }: { readonly checkout: CheckoutStatus }) {
  const { id, title, priceCents } = checkout;
  const [state, setState] = useState(checkout.state);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState<'pay' | 'decline'>();
  const navigate = useNavigate();
  const decide = async (outcome: 'pay' | 'decline'): Promise<void> => {
    setBusy(outcome);
    setRefusal(undefined);
    try {
      const { url } = await request<{ url: string }>('POST', checkoutPath(id), { outcome });
      const { pathname, search } = new URL(url);
      await navigate(`${pathname}${search}`, { replace: true });
    } catch (error) {
      const { code, message } = readError(error);
      if (code === 'CHECKOUT_OVER') setState('expired');
      if (code === 'PAYMENT_DECLINED' || code === 'CHECKOUT_OVER') setRefusal(message);
      else toast.error(t('credits.failed'), { text: message ?? t('load.failedText') });
      setBusy(undefined);
    }
  };
  return (
    <div className="page-center">
      <title>{`${t('sandbox.heading')} · Kith`}</title>
      <State icon={FlaskConical} heading="h1" title={t('sandbox.heading')} text={t('sandbox.notice')}>
        <p className="sandbox-offer">{t('sandbox.offer', { title, price: formatPrice(priceCents) })}</p>
        {refusal !== undefined && (
          <Notice tone="danger" isAlert>
            {refusal}
          </Notice>
        )}
        {state === 'open' || state === 'declined' ? (
          <>
            <Button isBusy={busy === 'decline'} disabled={busy !== undefined} onClick={() => void decide('decline')}>
              {t('sandbox.decline')}
            </Button>
            <Button variant="primary" isBusy={busy === 'pay'} disabled={busy !== undefined} onClick={() => void decide('pay')}>
              {t('sandbox.pay')}
            </Button>
          </>
        ) : (
          <>
            {refusal === undefined && <p className="sandbox-offer">{t(OVER[state])}</p>}
            <ButtonLink to={paths.dashboard}>{t('bot.backToDashboard')}</ButtonLink>
          </>
        )}
      </State>
    </div>
  );
}

/** Why a checkout cannot be paid any more. */
const OVER = { paid: 'sandbox.paid', processing: 'sandbox.processing', expired: 'sandbox.expired' } as const;

function CheckoutNotFound({ reason }: { readonly reason: string | undefined }) {
  return (
    <div className="page-center">
      <State icon={SearchX} heading="h1" title={t('sandbox.missing')} text={reason}>
        <ButtonLink to={paths.dashboard}>{t('bot.backToDashboard')}</ButtonLink>
      </State>
    </div>
  );
}

const checkoutPath = (id: string): string => `/api/sandbox/checkout/${encodeURIComponent(id)}`;
