import { formatExactPrice, formatNumber, formatPricePer } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/skeleton.js';
import type { Package } from './billing.graphql.js';

const PLACEHOLDERS = [1, 2, 3, 4];

interface PackagesProps {
  readonly packages: readonly Package[] | undefined;
  readonly busyWith: string | undefined;
  readonly onBuy: (packageId: string) => void;
}

export const Packages = ({ packages, busyWith, onBuy }: PackagesProps) => (
  <section aria-labelledby="packages" className="stack credit-section">
    <h2 id="packages">{t('credits.packages')}</h2>
    <ul className="package-grid">
      {packages
        ? packages.map((each) => (
            <PackageCard
              key={each.id}
              offer={each}
              isBusy={busyWith === each.id}
              isOff={busyWith !== undefined}
              onBuy={() => onBuy(each.id)}
            />
          ))
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

interface PackageCardProps {
  readonly offer: Package;
  readonly isBusy: boolean;
  readonly isOff: boolean;
  readonly onBuy: () => void;
}

function PackageCard({ offer, isBusy, isOff, onBuy }: PackageCardProps) {
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
      <p className="muted">{t('credits.perCredit', { price: formatPricePer(offer.price, offer.credits) })}</p>
      <Button isBlock isBusy={isBusy} disabled={isOff} aria-label={t('credits.buyPackage', { credits, price })} onClick={onBuy}>
        {t('credits.buy')}
      </Button>
    </li>
  );
}
