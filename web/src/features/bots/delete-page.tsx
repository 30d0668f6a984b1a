import { useMutation } from '@apollo/client/react';
import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { usePending } from '../../lib/use-pending.js';
import { BackLink } from '../../ui/back-link.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { State } from '../../ui/state.js';
import { toast } from '../../ui/toast.js';
import { DELETE_BOT, type BotDetails } from './bots.graphql.js';
import { WithBot } from './with-bot.js';

export const DeletePage = () => <WithBot>{(bot) => <Confirm bot={bot} />}</WithBot>;

function Confirm({ bot }: { readonly bot: BotDetails }) {
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
  return (
    <div className="page page-narrow">
      <title>{`${t('remove.title', { name: bot.name })} · Kith`}</title>
      <BackLink to={paths.bot(bot.id)}>{t('bot.backToBot')}</BackLink>
      <div className="card">
        <State icon={Trash2} tone="danger" heading="h1" title={t('remove.title', { name: bot.name })} text={t('remove.text')}>
          <ButtonLink to={paths.bot(bot.id)}>{t('common.cancel')}</ButtonLink>
          <Button variant="danger" isBusy={isPending('delete')} onClick={() => void confirm()}>
            {t('remove.confirm')}
          </Button>
        </State>
      </div>
    </div>
  );
}
