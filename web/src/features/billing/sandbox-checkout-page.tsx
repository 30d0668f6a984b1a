import type { SandboxCheckout } from '@kith/proto';
import { FlaskConical, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { paths } from '../../app/paths.js';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { request, RequestError } from '../../lib/request.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { PageSpinner } from '../../ui/spinner.js';
import { State } from '../../ui/state.js';
import { toast } from '../../ui/toast.js';
import './sandbox-checkout.css';

/** Where checkout leads while no payment provider is configured: it says so, and no money moves (decision B17). */
export function SandboxCheckoutPage() {
  const { checkoutId = '' } = useParams();
  const { checkout, error } = useCheckout(checkoutId);
  if (error) return <NoCheckout error={error} />;
  if (!checkout) return <PageSpinner />;
  return <Offer checkout={checkout} />;
}

function useCheckout(id: string): { checkout?: SandboxCheckout; error?: RequestError } {
  const [loaded, setLoaded] = useState<{ checkout?: SandboxCheckout; error?: RequestError }>({});
  useEffect(() => {
    let isCurrent = true;
    request<SandboxCheckout>('GET', checkoutPath(id)).then(
      (checkout) => isCurrent && setLoaded({ checkout }),
      (error: unknown) => isCurrent && error instanceof RequestError && setLoaded({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return loaded;
}

function Offer({ checkout: { id, title, priceCents, state } }: { readonly checkout: SandboxCheckout }) {
  const [busy, setBusy] = useState<'pay' | 'decline'>();
  const navigate = useNavigate();
  const decide = async (outcome: 'pay' | 'decline'): Promise<void> => {
    setBusy(outcome);
    try {
      const { url } = await request<{ url: string }>('POST', checkoutPath(id), { outcome });
      const { pathname, search } = new URL(url);
      await navigate(`${pathname}${search}`, { replace: true });
    } catch (error) {
      toast.error(t('sandbox.failed'), { text: error instanceof RequestError ? error.reason : t('load.failedText') });
      setBusy(undefined);
    }
  };
  return (
    <div className="page-center">
      <title>{`${t('sandbox.heading')} · Kith`}</title>
      <State icon={FlaskConical} heading="h1" title={t('sandbox.heading')} text={t('sandbox.notice')}>
        <p className="sandbox-offer">{t('sandbox.offer', { title, price: formatPrice(priceCents) })}</p>
        {state === 'open' ? (
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
            <p className="sandbox-offer">{t(state === 'paid' ? 'sandbox.paid' : 'sandbox.expired')}</p>
            <ButtonLink to={paths.dashboard}>{t('bot.backToDashboard')}</ButtonLink>
          </>
        )}
      </State>
    </div>
  );
}

function NoCheckout({ error }: { readonly error: RequestError }) {
  return (
    <div className="page-center">
      <State icon={SearchX} heading="h1" title={t('sandbox.missing')} text={error.reason}>
        <ButtonLink to={paths.dashboard}>{t('bot.backToDashboard')}</ButtonLink>
      </State>
    </div>
  );
}

const checkoutPath = (id: string): string => `/api/sandbox/checkout/${encodeURIComponent(id)}`;
