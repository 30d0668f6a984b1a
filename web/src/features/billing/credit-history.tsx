import { useQuery } from '@apollo/client/react';
import { History } from 'lucide-react';
import { formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { DownloadButton } from '../../shared/download-button.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { CREDIT_HISTORY, type Movement } from './billing.graphql.js';

const PAGE_SIZE = 20;

/** All postings of credits, the latest first. */
export function CreditHistory() {
  const { data, error, loading, refetch, fetchMore } = useQuery(CREDIT_HISTORY, { variables: { limit: PAGE_SIZE } });
  const history = data?.creditHistory;
  const showMore = async (before: string): Promise<void> => {
    try {
      await fetchMore({ variables: { before } });
    } catch (problem) {
      toastError(t('load.failed'), problem);
    }
  };
  return (
    <section aria-labelledby="history" className="stack credit-section">
      <div className="row row-between">
        <h2 id="history">{t('credits.history')}</h2>
        {history && history.total > 0 && (
          <DownloadButton path="/api/credits/history.csv" fileName="credits.csv" label={t('credits.download')} />
        )}
      </div>
      {error && !history && <LoadError error={error} onRetry={() => void refetch()} />}
      {error && history && <StaleNotice error={error} />}
      {!history && !error && <Skeleton height={120} />}
      {history?.total === 0 && (
        <div className="card">
          <State icon={History} heading="h3" title={t('credits.historyEmpty')} text={t('credits.historyEmptyText')} />
        </div>
      )}
      {history && history.total > 0 && <Movements movements={history.movements} />}
      {history && history.next !== null && (
        <div className="row row-between">
          <span className="muted">
            {t('credits.shown', { shown: formatNumber(history.movements.length), total: formatNumber(history.total) })}
          </span>
          <Button isBusy={loading} onClick={() => void showMore(history.next ?? '')}>
            {t('credits.showMore')}
          </Button>
        </div>
      )}
    </section>
  );
}

const Movements = ({ movements }: { readonly movements: readonly Movement[] }) => (
  <div className="card history">
    <table className="table" aria-labelledby="history">
      <thead>
        <tr>
          <th scope="col">{t('credits.date')}</th>
          <th scope="col">{t('credits.what')}</th>
          <th scope="col">{t('credits.companion')}</th>
          <th scope="col" className="amount">
            {t('credits.amount')}
          </th>
          <th scope="col" className="amount">
            {t('credits.balanceAfter')}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ id, at, description, botId, botName, credits, balanceAfter }) => (
          <tr key={id}>
            <td>{formatMoment(at)}</td>
            <td>{description}</td>
            <td data-empty={botName === null && botId === null}>
              {botName ?? (botId === null ? '—' : <span className="muted">{t('credits.deletedCompanion')}</span>)}
            </td>
            <td className="amount history-change" data-positive={credits > 0}>
              {credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits)}
            </td>
            <td className="amount" data-label={t('credits.balanceAfter')}>
              {formatNumber(balanceAfter)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
