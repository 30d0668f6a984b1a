import { useMutation } from '@apollo/client/react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast.js';
import { CHANGE_SANDBOX_SUBSCRIPTION } from './settings.graphql.js';

/** What the provider's portal would offer, where there is no provider (decision B17). */
export function SandboxButtons({ isCancelled }: { readonly isCancelled: boolean }) {
  const [changeSubscription, { loading }] = useMutation(CHANGE_SANDBOX_SUBSCRIPTION);
  const change = async (): Promise<void> => {
    try {
      await changeSubscription({ variables: { action: isCancelled ? 'resume' : 'cancel' } });
      toast.success(t(isCancelled ? 'settings.plan.resumed' : 'settings.plan.cancelled'));
    } catch (error) {
      toast.error(t('settings.plan.changeFailed'), { text: readError(error).message ?? t('load.failedText') });
    }
  };
  return (
    <Button variant={isCancelled ? 'primary' : 'secondary'} isBusy={loading} onClick={() => void change()}>
      {t(isCancelled ? 'settings.plan.resume' : 'settings.plan.cancel')}
    </Button>
  );
}
