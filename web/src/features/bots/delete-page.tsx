import { useMutation } from '@apollo/client/react';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { State } from '../../ui/state.js';
import { DELETE_BOT, type BotDetails } from './bots.graphql.js';
import { WithBot } from './with-bot.js';

export const DeletePage = () => <WithBot>{(bot) => <ConfirmDeletion bot={bot} />}</WithBot>;

function ConfirmDeletion({ bot }: { readonly bot: BotDetails }) {
  const [deleteBot] = useMutation(DELETE_BOT, { variables: { id: bot.id } });
  const navigate = useNavigate();
  const { run, isPending } = usePending();
  const confirm = (): Promise<void> =>
    run('delete', async () => {
      try {
        await deleteBot();
        toast.success(t('remove.done'));
        await navigate(paths.landing, { replace: true });
      } catch (error) {
        toast.error(t('remove.failed'), { text: readError(error).message ?? t('remove.failedText') });
      }
    });
  const title = t('remove.title', { name: bot.name });
  return (
    <Page title={title} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }} isNarrow>
      <div className="card">
        <State icon={Trash2} tone="danger" heading="h1" title={title} text={t('remove.text')}>
          <ButtonLink to={paths.bot(bot.id)}>{t('common.cancel')}</ButtonLink>
          <Button variant="danger" isBusy={isPending('delete')} onClick={() => void confirm()}>
            {t('remove.confirm')}
          </Button>
        </State>
      </div>
    </Page>
  );
}
