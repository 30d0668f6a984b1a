import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from '../ui/button.js';
import { State } from '../ui/state.js';

const RELOADED_AT = 'kith:reloaded-at';
const ONCE_PER_MS = 60_000;

/** A page that failed. After a release an open tab asks for chunks that are gone: one reload brings the new ones. */
export function Crash() {
  const error = useRouteError();
  useEffect(() => {
    if (isStaleChunk(error) && Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) > ONCE_PER_MS) {
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      location.reload();
    }
  }, [error]);
  return (
    <main className="page-center">
      <State icon={CircleAlert} tone="danger" heading="h1" title={t('crash.title')} text={t('crash.text')}>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </State>
    </main>
  );
}

const isStaleChunk = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
