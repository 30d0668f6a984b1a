import { CloudOff } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { State } from '../../ui/state.js';

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
