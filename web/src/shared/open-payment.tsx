import { useQuery } from '@apollo/client/react';
import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { Link } from 'react-router';
import { formatDay } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { paths } from '../lib/paths.js';
import { Notice } from '../ui/state.js';
import { OPEN_PAYMENT } from './checkout.graphql.js';
import { trustedPaymentUrl } from './payment-page.js';

/** Says that a payment of the subscription failed, until when the plan stays, and where to pay (docs/decisions.md B13). */
export function OpenPaymentBanner() {
  const { data } = useQuery(OPEN_PAYMENT);
  const { graceEndsAt, paidPlan, payUrl } = data?.subscription ?? {};
  if (!graceEndsAt || !paidPlan) return null;
  const words = { plan: PLAN_CATALOGUE[normalisePlan(paidPlan)].label, date: formatDay(graceEndsAt) };
  return (
    <Notice tone="danger" isAlert>
      {`${t('openPayment.text', words)} `}
      <PayLink payUrl={payUrl} />
    </Notice>
  );
}

/** Opens the page of the open payment in a new tab; without a page of its own the way is through Settings. */
export function PayLink({ payUrl }: { readonly payUrl: string | null | undefined }) {
  const url = payUrl ? trustedPaymentUrl(payUrl, location.origin) : null;
  return url === null ? (
    <Link className="notice-link" to={paths.settings}>
      {t('openPayment.settings')}
    </Link>
  ) : (
    <a className="notice-link" href={url} target="_blank" rel="noopener noreferrer">
      {t('openPayment.pay')}
    </a>
  );
}
