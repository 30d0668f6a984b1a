import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from '../ui/button.js';
import { State } from '../ui/state.js';

const RELOADED_AT = 'kith.reloaded-at';
const ONCE_PER_MS = 60_000;

/** A page that failed. After a release an open tab asks for chunks that are gone: one reload brings the new ones. */
export function Crash() {
  const error = useRouteError();
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!isStaleChunk(error) || Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) <= ONCE_PER_MS) return;
    void reload(() => sessionStorage.setItem(RELOADED_AT, String(Date.now()))).then(setUnreachable);
  }, [error]);
  useEffect(() => {
    if (!isUnreachable) return;
    const again = (): void => void reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isUnreachable]);
  return (
    <main className="page-center">
      <State
        icon={CircleAlert}
        tone="danger"
        heading="h1"
        title={t('crash.title')}
        text={t(isUnreachable ? 'common.offline' : 'crash.text')}
      >
        <Button variant="primary" onClick={() => void reload().then(setUnreachable)}>
          {t('crash.reload')}
        </Button>
      </State>
    </main>
  );
}

/** Reloads if somebody answers, else resolves to true: from the browser's own page for that nothing leads back. */
async function reload(before?: () => void): Promise<boolean> {
  try {
    await fetch('/', { cache: 'no-store' });
  } catch {
    return true;
  }
  before?.();
  location.reload();
  return false;
}

// In the words of Chromium, Safari and Firefox, and of Vite where a page has styles of its own.
const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message);
