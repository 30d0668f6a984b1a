import { CloudOff } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { Button } from './button.js';
import { Notice, State } from './state.js';

/** A list or page that could not be loaded: why, and the way to try again. */
export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <State icon={CloudOff} tone="danger" title={t('load.failed')} text={readError(error).message ?? t('load.failedText')}>
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
      </State>
    </div>
  );
}

/** What is on the screen could not be asked for again: it may have changed since. */
export const Stale = ({ error }: { readonly error: unknown }) => (
  <div role="alert" className="stale">
    <Notice tone="warning">{readError(error).message ?? t('load.failedText')}</Notice>
  </div>
);
