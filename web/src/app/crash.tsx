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
    if (isStaleChunk(error)) void reload(mayReloadUnasked).then(setUnreachable);
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

/** Reloads if Kith answers, else resolves to true: from the page of the browser, or of a proxy, for that nothing leads back. */
async function reload(mayReload = () => true): Promise<boolean> {
  try {
    if (!(await fetch('/', { cache: 'no-store' })).ok) return true;
  } catch {
    return true;
  }
  if (mayReload()) location.reload();
  return false;
}

/** Once in a while, lest it never ends; never where that cannot be kept in mind. */
function mayReloadUnasked(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) <= ONCE_PER_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

// In the words of Chromium, Safari and Firefox, and of Vite where a page has styles of its own.
const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message);
