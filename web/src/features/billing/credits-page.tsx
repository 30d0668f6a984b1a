import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router';
import { formatExactPrice, formatNumber, formatUntil, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { BlockedPage } from '../../ui/blocked-page.js';
import { Button } from '../../ui/button.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { CREDITS, type CreditUsage } from './billing.graphql.js';
import { CreditHistory } from './credit-history.js';
import { HowCreditsWork } from './how-credits-work.js';
import { Packages } from './packages.js';
import { useCreditCheckout } from './use-credit-checkout.js';
import './billing.css';

// Specification 1, section 2: the button without a package of its own buys the second.
const QUICK_BUY = 1;

export function CreditsPage() {
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery(CREDITS, { fetchPolicy: 'cache-and-network' });
  const { buy, busyWith, blocked, closeBlocked } = useCreditCheckout(data?.usage.credits ?? 0);
  const quick = data?.creditPackages[QUICK_BUY];
  return (
    <div className="page">
      <title>{`${t('nav.credits')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('credits.heading')}</h1>
          <p>{t('credits.lead')}</p>
        </div>
      </header>
      {params.get('purchase') === 'success' && <Notice tone="info">{t('credits.thanks')}</Notice>}
      {blocked !== null && <BlockedPage url={blocked} onOpen={closeBlocked} />}
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {error && <Stale error={error} />}
          <section className="card balance" aria-labelledby="balance">
            <div>
              <h2 id="balance">{t('credits.balance')}</h2>
              <p className="balance-value">
                {data ? formatNumber(data.usage.credits) : '—'} <span className="balance-unit">{t('credits.unit')}</span>
              </p>
              {data && <p className="muted">{dayOf(data.usage)}</p>}
            </div>
            <div className="quick-buy">
              <Button
                variant={data && isUnlimited(data.usage.dailyLimit) ? 'secondary' : 'primary'}
                size="lg"
                disabled={!quick || busyWith !== undefined}
                aria-describedby={quick && 'quick-buy'}
                onClick={() => quick && void buy(quick.id)}
              >
                {t('credits.buyNow')}
              </Button>
              <p id="quick-buy" className="muted">
                {quick ? t('credits.quick', { credits: formatNumber(quick.credits), price: formatExactPrice(quick.price) }) : '—'}
              </p>
            </div>
          </section>
          <Packages packages={data?.creditPackages} busyWith={busyWith} onBuy={(id) => void buy(id)} />
        </>
      )}
      <HowCreditsWork />
      <CreditHistory />
    </div>
  );
}

function dayOf({ used, dailyLimit, resetsAt }: CreditUsage): string {
  if (isUnlimited(dailyLimit)) return t('credits.unlimited');
  const time = formatUntil(resetsAt, Date.now());
  return t('credits.left', { used: formatNumber(used), limit: formatNumber(dailyLimit), time });
}
