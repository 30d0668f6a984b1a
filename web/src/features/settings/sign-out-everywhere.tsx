import { useMutation } from '@apollo/client/react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '../../lib/auth.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { toast } from '../../ui/toast.js';
import { END_ALL_SESSIONS } from './settings.graphql.js';

export function SignOutEverywhere() {
  const { forget } = useAuth();
  const [endAll, { loading }] = useMutation(END_ALL_SESSIONS);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const confirm = async (): Promise<void> => {
    try {
      await endAll();
      toast.success(t('settings.sessions.endAllDone'));
      forget();
    } catch (error) {
      close();
      toast.error(t('settings.sessions.endAllFailed'), { text: readError(error).message ?? t('load.failedText') });
    }
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>
        <LogOut size={16} aria-hidden="true" />
        {t('settings.sessions.endAll')}
      </Button>
      {isAsked && (
        <Dialog title={t('settings.sessions.endAll')} onClose={close}>
          <p className="muted">{t('settings.sessions.endAllText')}</p>
          <div className="dialog-foot">
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="danger" isBusy={loading} onClick={() => void confirm()}>
              {t('settings.sessions.endAll')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
