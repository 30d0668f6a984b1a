import { CloudOff } from 'lucide-react';
import { readError } from '../lib/graphql-error.js';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { State } from './state.js';

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
