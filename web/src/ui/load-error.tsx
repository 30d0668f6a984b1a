import { CloudOff } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { Button } from './button.js';
import { Notice, State } from './state.js';

interface LoadErrorProps {
  readonly error: unknown;
  /** Where the specification gives the list a title of its own. */
  readonly title?: string;
  readonly onRetry: () => void;
}

/** Shown when a list or page could not be loaded, with a retry button. */
export function LoadError({ error, title, onRetry }: LoadErrorProps) {
  return (
    <div role="alert">
      <State
        icon={CloudOff}
        tone="danger"
        title={title ?? t('load.failed')}
        text={readError(error).message ?? t('load.failedText')}
      >
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      </State>
    </div>
  );
}

/** Shown above loaded data that could not be refreshed. */
export const StaleNotice = ({ error }: { readonly error: unknown }) => (
  <div role="alert" className="stale">
    <Notice tone="warning">{readError(error).message ?? t('load.failedText')}</Notice>
  </div>
);
