import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

/** While it is rendered, unsaved changes are not left without a question: for another page, or for good. */
export function LeaveGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  if (blocker.state !== 'blocked') return null;
  const { reset, proceed } = blocker;
  return (
    <Dialog title={t('channel.leave.title')} onClose={reset}>
      <p>{t('channel.leave.text')}</p>
      <div className="channel-dialog-foot">
        <Button onClick={reset}>{t('channel.leave.cancel')}</Button>
        <Button variant="danger" onClick={proceed}>
          {t('channel.leave.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
