import { useQuery } from '@apollo/client/react';
import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoney, formatMonth, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Labelled } from '../../ui/field.js';
import { Skeleton } from '../../ui/indicators.js';
import { Select } from '../../ui/inputs.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { Notice, State } from '../../ui/state.js';
import { AdminFrame } from './admin-frame.js';
import { PAYMENT_STATISTICS, type Revenue, type StatisticsPeriod } from './payments.graphql.js';

const LAST_DAYS = 'last-30-days';

/** Money, subscribers and credits over time; measured values only (docs/decisions.md M9). */
export const RevenuePage = () => (
  <AdminFrame allows="admin" title={t('admin.nav.revenue')} lead={t('payments.revenue.lead')}>
    <Statistics />
  </AdminFrame>
);

function Statistics() {
  const { data, error, refetch } = useQuery(PAYMENT_STATISTICS, { fetchPolicy: 'cache-and-network' });
  // In the address, so that a month can be linked to.
  const [params, setParams] = useSearchParams();
  if (!data)
    return error ? (
      <LoadError title={t('payments.revenue.failed')} error={error} onRetry={() => void refetch().catch(() => undefined)} />
    ) : (
      <Skeleton height={420} />
    );
  const { mode, periods } = data.paymentStatistics;
  const shown = periods.find(({ month }) => month === params.get('period')) ?? periods[0];
  const choose = (value: string): void => setParams(value === LAST_DAYS ? {} : { period: value }, { preventScrollReset: true });
  return (
    <>
      {error && <StaleNotice error={error} />}
      {mode !== 'live' && <Notice tone="info">{t('payments.revenue.notLive')}</Notice>}
      <Labelled label={t('payments.revenue.period')}>
        {({ id }) => (
          <Select
            id={id}
            options={periods.map(({ month }) => ({ value: month ?? LAST_DAYS, label: nameOf(month) }))}
            value={shown?.month ?? LAST_DAYS}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </Labelled>
      {shown && <Period period={shown} />}
      <Months periods={periods.filter(({ month }) => month !== null)} />
    </>
  );
}

const nameOf = (month: string | null): string => (month === null ? t('payments.revenue.lastDays') : formatMonth(month));

function Period({ period: { revenue, subscribers, credits } }: { readonly period: StatisticsPeriod }) {
  return (
    <>
      <Section title={t('payments.revenue.money')} lead={t('payments.revenue.moneyNote')} className="card card-body">
        {revenue.length === 0 && <State icon={Receipt} heading="h3" title={t('payments.revenue.nothing')} />}
        {revenue.map((one) => (
          <Money key={one.currency} revenue={one} />
        ))}
      </Section>
      <div className="columns admin-panels">
        <Section
          title={t('payments.revenue.subscribers')}
          lead={t('payments.revenue.subscribersNote')}
          className="card card-body"
        >
          <Line label={PLAN_CATALOGUE.basic.label} value={formatNumber(subscribers.basic)} />
          <Line label={PLAN_CATALOGUE.premium.label} value={formatNumber(subscribers.premium)} />
          <Line label={t('payments.revenue.started')} value={formatNumber(subscribers.started)} />
          <Line label={t('payments.revenue.ended')} value={formatNumber(subscribers.ended)} />
        </Section>
        <Section title={t('payments.revenue.credits')} className="card card-body">
          <Line label={t('payments.revenue.sold')} value={formatNumber(credits.sold)} />
          <Line label={t('payments.revenue.granted')} value={formatNumber(credits.granted)} />
          <Line label={t('payments.revenue.spent')} value={formatNumber(credits.spent)} />
          <Line label={t('payments.revenue.creditsRefunded')} value={formatNumber(credits.refunded)} />
          <Line label={t('payments.revenue.corrected')} value={formatNumber(credits.corrected)} />
          <Line label={t('payments.revenue.outstanding')} value={formatNumber(credits.outstanding)} />
        </Section>
      </div>
    </>
  );
}

const Line = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <p className="row row-between">
    <span>{label}</span>
    <strong>{value}</strong>
  </p>
);

const itemName = ({ plan, credits }: Revenue['items'][number]): string => {
  if (credits !== null) return t('payments.revenue.pack', { credits: formatNumber(credits) });
  return plan === null
    ? t('payments.revenue.other')
    : t('payments.revenue.plan', { plan: PLAN_CATALOGUE[normalisePlan(plan)].label });
};

/** What was sold in one currency, and what is left of it. */
function Money({ revenue }: { readonly revenue: Revenue }) {
  const { currency, items, receivedCents, refundedCents, disputedCents, netCents } = revenue;
  const money = (cents: number): string => formatMoney(cents, currency);
  return (
    <ScrollingTable label={`${t('payments.revenue.money')}, ${currency.toUpperCase()}`}>
      <thead>
        <tr>
          <th scope="col">{t('payments.revenue.item')}</th>
          <th scope="col" className="amount">
            {t('payments.revenue.payments')}
          </th>
          <th scope="col" className="amount">
            {t('payments.revenue.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.plan ?? ''} ${item.credits ?? ''}`}>
            <td>{itemName(item)}</td>
            <td className="amount">{formatNumber(item.payments)}</td>
            <td className="amount">{money(item.cents)}</td>
          </tr>
        ))}
        <Sum label={t('payments.revenue.received')} value={money(receivedCents)} />
        <Sum label={t('payments.revenue.refunded')} value={money(0 - refundedCents)} />
        <Sum label={t('payments.revenue.disputed')} value={money(0 - disputedCents)} />
        <Sum label={t('payments.revenue.net')} value={money(netCents)} />
      </tbody>
    </ScrollingTable>
  );
}

const Sum = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <tr className="sum">
    <th scope="row" colSpan={2}>
      {label}
    </th>
    <td className="amount">{value}</td>
  </tr>
);

const Months = ({ periods }: { readonly periods: readonly StatisticsPeriod[] }) => (
  <Section title={t('payments.revenue.months')} className="card card-body months">
    <ScrollingTable label={t('payments.revenue.months')}>
      <thead>
        <tr>
          <th scope="col">{t('payments.revenue.month')}</th>
          <th scope="col" className="amount">
            {t('payments.revenue.received')}
          </th>
          <th scope="col" className="amount">
            {t('payments.revenue.net')}
          </th>
          <th scope="col" className="amount">
            {t('payments.revenue.subscribers')}
          </th>
          <th scope="col" className="amount">
            {t('payments.revenue.spentShort')}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ month, revenue, subscribers, credits }) => (
          <tr key={month}>
            <th scope="row">{nameOf(month)}</th>
            <td className="amount" data-label={t('payments.revenue.received')}>
              {sumsOf(revenue, 'receivedCents')}
            </td>
            <td className="amount" data-label={t('payments.revenue.net')}>
              {sumsOf(revenue, 'netCents')}
            </td>
            <td className="amount" data-label={t('payments.revenue.subscribers')}>
              {formatNumber(subscribers.basic + subscribers.premium)}
            </td>
            <td className="amount" data-label={t('payments.revenue.spentShort')}>
              {formatNumber(credits.spent)}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  </Section>
);

/** One amount per currency; a dash for a month without any. */
const sumsOf = (revenue: readonly Revenue[], field: 'receivedCents' | 'netCents'): string =>
  revenue.map((one) => formatMoney(one[field], one.currency)).join(', ') || '—';

/** Can be focused, because it scrolls sideways where the window is narrow. */
const ScrollingTable = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="admin-table" role="group" aria-label={label} tabIndex={0}>
    <table className="table">{children}</table>
  </div>
);
