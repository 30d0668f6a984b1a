import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { State } from '../../ui/state.js';
import { DELETE_BOT, type BotDetails } from './bots.graphql.js';
import { WithBot } from './with-bot.js';

export const DeletePage = () => <WithBot>{(bot) => <ConfirmDeletion bot={bot} />}</WithBot>;

function ConfirmDeletion({ bot }: { readonly bot: BotDetails }) {
  const navigate = useNavigate();
  const { send, isBusy } = useToastMutation(DELETE_BOT, {
    done: () => {
      toast.success(t('remove.done'));
      return navigate(paths.landing, { replace: true });
    },
    failed: t('remove.failed'),
    otherwise: t('remove.failedText'),
  });
  const title = t('remove.title', { name: bot.name });
  return (
    <Page title={title} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }} isNarrow>
      <div className="card">
        <State icon={Trash2} tone="danger" heading="h1" title={title} text={t('remove.text')}>
          <ButtonLink to={paths.bot(bot.id)}>{t('common.cancel')}</ButtonLink>
          <Button variant="danger" isBusy={isBusy} onClick={() => void send({ id: bot.id })}>
            {t('bot.delete')}
          </Button>
        </State>
      </div>
    </Page>
  );
}
