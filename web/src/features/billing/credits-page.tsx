import { useMutation, useQuery } from '@apollo/client/react';
import { Equal, Infinity as Endless, Lock, RefreshCcw, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatExactPrice, formatNumber, formatPricePer, formatTime, formatUntil, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { awaitPayment, openPaymentPage, paymentErrorText, BlockedPageLink } from '../../shared/payment-page.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Notice } from '../../ui/state.js';
import { CHECKOUT_CREDITS, CREDITS, type CreditUsage, type Package } from './billing.graphql.js';
import { CreditHistory } from './credit-history.js';
import './billing.css';

// "Buy Credits Now" buys the second package (docs/specification.md).
const QUICK_BUY_INDEX = 1;

export function CreditsPage() {
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery(CREDITS);
  const { buy, busyWith, blocked, closeBlocked } = useCreditCheckout(data?.usage.credits ?? 0);
  const quick = data?.creditPackages[QUICK_BUY_INDEX];
  return (
    <Page title={t('nav.credits')} heading={t('nav.credits')} lead={t('credits.lead')}>
      {params.get('purchase') === 'success' && <Notice tone="info">{t('credits.thanks')}</Notice>}
      {blocked !== null && <BlockedPageLink url={blocked} onOpen={closeBlocked} />}
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {error && <StaleNotice error={error} />}
          <section className="card card-body row row-between balance" aria-labelledby="balance">
            <div>
              <h2 id="balance">{t('credits.balance')}</h2>
              <p className="balance-value">
                {data ? formatNumber(data.usage.credits) : '—'} <span className="balance-unit">{t('credits.unit')}</span>
              </p>
              {data && <p className="muted">{todayText(data.usage)}</p>}
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
    </Page>
  );
}

function todayText({ used, dailyLimit, resetsAt, runsOutAt }: CreditUsage): string {
  if (isUnlimited(dailyLimit)) return t('credits.unlimited');
  const time = formatUntil(resetsAt, Date.now());
  const left = t('credits.left', { used: formatNumber(used), limit: formatNumber(dailyLimit), time });
  return runsOutAt ? `${left} ${t('usage.runsOut', { time: formatTime(runsOutAt) })}` : left;
}

const PLACEHOLDERS = [1, 2, 3, 4];

interface PackagesProps {
  readonly packages: readonly Package[] | undefined;
  readonly busyWith: string | undefined;
  readonly onBuy: (packageId: string) => void;
}

const Packages = ({ packages, busyWith, onBuy }: PackagesProps) => (
  <section aria-labelledby="packages" className="stack credit-section">
    <h2 id="packages">{t('credits.packages')}</h2>
    <ul className="columns package-grid">
      {packages
        ? packages.map((each) => <PackageCard key={each.id} offer={each} busyWith={busyWith} onBuy={onBuy} />)
        : PLACEHOLDERS.map((key) => (
            <li key={key} className="card package" data-testid="package-placeholder" aria-hidden="true">
              <Skeleton width="50%" height={22} />
              <Skeleton width="70%" height={34} />
              <Skeleton height={40} />
            </li>
          ))}
    </ul>
  </section>
);

type PackageCardProps = Omit<PackagesProps, 'packages'> & { readonly offer: Package };

function PackageCard({ offer, busyWith, onBuy }: PackageCardProps) {
  const price = formatExactPrice(offer.price);
  const credits = formatNumber(offer.credits);
  return (
    <li className="card package" data-featured={offer.isPopular}>
      <header className="package-head">
        <h3>{t('credits.packageName', { credits })}</h3>
        {offer.isPopular && <Badge tone="accent">{t('credits.popular')}</Badge>}
        {offer.isBestValue && <Badge tone="success">{t('credits.bestValue')}</Badge>}
      </header>
      <p className="package-price">{price}</p>
      <p className="note">{t('credits.perCredit', { price: formatPricePer(offer.price, offer.credits) })}</p>
      <Button
        isBlock
        isBusy={busyWith === offer.id}
        disabled={busyWith !== undefined}
        aria-label={t('credits.buyPackage', { credits, price })}
        onClick={() => onBuy(offer.id)}
      >
        {t('credits.buy')}
      </Button>
    </li>
  );
}

const POINTS: readonly (readonly ['auto' | 'expire' | 'one' | 'secure', LucideIcon])[] = [
  ['auto', RefreshCcw],
  ['expire', Endless],
  ['one', Equal],
  ['secure', Lock],
];

const HowCreditsWork = () => (
  <section aria-labelledby="how" className="stack credit-section">
    <h2 id="how">{t('credits.howTitle')}</h2>
    <ul className="card columns how-list">
      {POINTS.map(([key, Icon]) => (
        <li key={key}>
          <span className="icon-box" aria-hidden="true">
            <Icon size={18} />
          </span>
          <div>
            <h3>{t(`credits.how.${key}`)}</h3>
            <p className="note">{t(`credits.how.${key}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

/** Opens the payment page of a package in a new tab, and waits for the balance to grow above `balance`. */
function useCreditCheckout(balance: number) {
  const [checkoutCredits] = useMutation(CHECKOUT_CREDITS);
  const [busyWith, setBusyWith] = useState<string>();
  const [blocked, setBlocked] = useState<string | null>(null);

  const buy = async (packageId: string): Promise<void> => {
    if (busyWith !== undefined) return;
    setBusyWith(packageId);
    setBlocked(null);
    toast.info(t('checkout.settingUp'), { text: t('checkout.settingUpText') });
    try {
      let checkoutId: string | null = null;
      const url = await openPaymentPage(async () => {
        const { data } = await checkoutCredits({ variables: { packageId } });
        checkoutId = data?.checkoutCredits.checkoutId ?? null;
        return data?.checkoutCredits.url || data?.checkoutCredits.checkoutUrl;
      });
      awaitPayment({ kind: 'credits', before: balance, checkoutId });
      setBlocked(url);
    } catch (error) {
      if (readError(error).code === 'UNAUTHENTICATED') {
        toast.error(t('credits.loginRequired'), { text: t('credits.loginRequiredText') });
      } else toast.error(t('credits.failed'), { text: paymentErrorText(error, t('credits.failedText')) });
    } finally {
      setBusyWith(undefined);
    }
  };
  return { buy, busyWith, blocked, closeBlocked: () => setBlocked(null) };
}
