import { formatDay, formatMoney } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Badge } from '../ui/indicators.js';
import type { ListedPayment } from './payment-list.graphql.js';
import './payment-list.css';

/** Payments of a user, the latest first, each with what was given back. */
export const PaymentTable = ({ label, payments }: { readonly label: string; readonly payments: readonly ListedPayment[] }) => (
  // Can be focused, because it scrolls sideways where the window is narrow.
  <div className="payment-table" role="group" aria-label={label} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('payments.date')}</th>
          <th scope="col">{t('payments.what')}</th>
          <th scope="col" className="amount">
            {t('payments.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td>{formatDay(payment.at)}</td>
            <td>
              {payment.title} <GivenBack payment={payment} />
            </td>
            <td className="amount">{formatMoney(payment.cents, payment.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function GivenBack({ payment: { cents, currency, refundedCents, dispute } }: { readonly payment: ListedPayment }) {
  return (
    <>
      {refundedCents > 0 && (
        <Badge>
          {refundedCents >= cents
            ? t('payments.refundedAll')
            : t('payments.refundedPart', { amount: formatMoney(refundedCents, currency) })}
        </Badge>
      )}{' '}
      {dispute && <Badge tone={dispute === 'open' ? 'warning' : 'neutral'}>{t(`payments.dispute.${dispute}`)}</Badge>}
    </>
  );
}
