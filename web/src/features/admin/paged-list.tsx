import { ChevronLeft, ChevronRight, CloudOff } from 'lucide-react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { State } from '../../ui/state.js';

interface PagerProps {
  readonly label: string;
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onTurn: (offset: number) => void;
}

/** Where in a long list one is, and the ways to its neighbours; nothing for a list of one page. */
export function Pager({ label, offset, limit, total, onTurn }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const shown = { from: Math.min(offset + 1, total), to: Math.min(offset + limit, total), total };
  return (
    <nav className="admin-pager" aria-label={t('admin.pages', { label })}>
      <span className="muted" role="status">
        {t('admin.shown', { from: formatNumber(shown.from), to: formatNumber(shown.to), total: formatNumber(total) })}
      </span>
      <Button size="sm" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
        <ChevronLeft size={16} aria-hidden="true" />
        {t('admin.previous')}
      </Button>
      <Button size="sm" disabled={offset + limit >= total} onClick={() => onTurn(offset + limit)}>
        {t('admin.next')}
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}

interface ListErrorProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A list that could not be loaded, under the title that the specification gives it (part 2, section 8). */
export const ListError = ({ title, error, onRetry }: ListErrorProps) => (
  <div role="alert">
    <State icon={CloudOff} tone="danger" heading="h3" title={title} text={readError(error).message ?? t('load.failedText')}>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </State>
  </div>
);

const ROWS = [1, 2, 3, 4, 5];

export const ListSkeleton = () => (
  <div className="account-skeleton" role="status">
    <span className="sr-only">{t('common.loading')}</span>
    {ROWS.map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
);
