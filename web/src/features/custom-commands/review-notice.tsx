import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { APPROVE_COMMAND, CUSTOM_COMMANDS } from './custom-commands.graphql.js';

/** Above an imported command that its owner has not looked at. */
export function ReviewNotice({ id }: { readonly id: string }) {
  const { send, isBusy } = useToastMutation(APPROVE_COMMAND, {
    refetchQueries: [CUSTOM_COMMANDS],
    done: () => toast.success(t('commandTools.approved')),
    failed: t('commandTools.approveFailed'),
    otherwise: t('customCommands.unknownError'),
  });
  return (
    <Notice tone="warning">
      <span className="row row-between">
        {t('commandTools.reviewText')}
        <Button isBusy={isBusy} onClick={() => void send({ id })}>
          {t('commandTools.approve')}
        </Button>
      </span>
    </Notice>
  );
}
