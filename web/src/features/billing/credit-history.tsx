import { useQuery } from '@apollo/client/react';
import { History } from 'lucide-react';
import { formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { CREDIT_HISTORY, type Movement } from './billing.graphql.js';

const PAGE_SIZE = 20;

/** All postings of credits, the latest first. */
export function CreditHistory() {
  const { data, error, loading, refetch, fetchMore } = useQuery(CREDIT_HISTORY, {
    variables: { limit: PAGE_SIZE },
  });
  const history = data?.creditHistory;
  const shown = history?.movements.length ?? 0;
  const showMore = async (): Promise<void> => {
    try {
      await fetchMore({ variables: { before: history?.next } });
    } catch (problem) {
      toastError(t('load.failed'), problem);
    }
  };
  return (
    <section aria-labelledby="history" className="stack credit-section">
      <h2 id="history">{t('credits.history')}</h2>
      {error && !history && <LoadError error={error} onRetry={() => void refetch()} />}
      {error && history && <StaleNotice error={error} />}
      {!history && !error && <Skeleton height={120} />}
      {history?.total === 0 && (
        <div className="card">
          <State icon={History} heading="h3" title={t('credits.historyEmpty')} text={t('credits.historyEmptyText')} />
        </div>
      )}
      {history && history.total > 0 && <Movements movements={history.movements} />}
      {history && shown < history.total && (
        <div className="row row-between">
          <span className="muted">{t('credits.shown', { shown: formatNumber(shown), total: formatNumber(history.total) })}</span>
          <Button isBusy={loading} onClick={() => void showMore()}>
            {t('credits.showMore')}
          </Button>
        </div>
      )}
    </section>
  );
}

const Movements = ({ movements }: { readonly movements: readonly Movement[] }) => (
  <div className="card history">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('credits.date')}</th>
          <th scope="col">{t('credits.what')}</th>
          <th scope="col" className="amount">
            {t('credits.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ id, at, description, credits }) => (
          <tr key={id}>
            <td>{formatMoment(at)}</td>
            <td>{description}</td>
            <td className="amount" data-positive={credits > 0}>
              {credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
