import { CloudOff } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { Button } from './button.js';
import { Notice, State } from './state.js';

/** Shown when a list or page could not be loaded, with a retry button. */
export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <State icon={CloudOff} tone="danger" title={t('load.failed')} text={readError(error).message ?? t('load.failedText')}>
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
