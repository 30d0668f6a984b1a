import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from '../ui/button.js';
import { State } from '../ui/state.js';

const RELOADED_AT = 'kith.reloaded-at';
const AUTO_RELOAD_INTERVAL_MS = 60_000;

/** Shown when a page has crashed. An open tab of an old release asks for chunks that are gone: then the page reloads itself once. */
export function ErrorPage() {
  const error = useRouteError();
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (isStaleChunk(error)) void reload(mayReloadAutomatically).then(setUnreachable);
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

/** Reloads if the server answers, else resolves to true: a reload would lead to an error page of the browser, from which nothing leads back. */
async function reload(mayReload = () => true): Promise<boolean> {
  try {
    if (!(await fetch('/', { cache: 'no-store' })).ok) return true;
  } catch {
    return true;
  }
  if (mayReload()) location.reload();
  return false;
}

/** At most once per interval, to avoid a reload loop; never when storage is denied. */
function mayReloadAutomatically(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) <= AUTO_RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

// Messages of Chromium, Safari, Firefox, and of Vite for style sheets.
const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|unable to preload/i.test(error.message);
