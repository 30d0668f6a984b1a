import { useMutation } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useUser } from '../../lib/auth.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { emptySavedChat } from '../../lib/saved-chat-place.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { toast } from '../../ui/toast.js';
import { BOT, BOT_FIGURES, RESET_BOT, type BotDetails } from './bots.graphql.js';

interface ResetDialogProps {
  readonly bot: Pick<BotDetails, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Wipes what was said with it, once its name is typed. */
export function ResetDialog({ bot, onClose }: ResetDialogProps) {
  const { id: userId } = useUser();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [resetBot] = useMutation(RESET_BOT);
  const { run, isPending } = usePending();
  const isBusy = isPending('reset');
  const reset = (): Promise<void> =>
    run('reset', async () => {
      setProblem(undefined);
      try {
        // What is shown of it is asked for again; that may fail without harm.
        const refetchQueries = [
          { query: BOT, variables: { id: bot.id } },
          { query: BOT_FIGURES, variables: { botId: bot.id } },
        ];
        await resetBot({ variables: { id: bot.id, name: typed }, refetchQueries });
        emptySavedChat({ userId, botId: bot.id });
        toast.success(t('botReset.done'), { text: t('botReset.doneText', { name: bot.name }) });
        onClose();
      } catch (error) {
        const { message, fields } = readError(error);
        setProblem(fields?.['name'] ?? message ?? t('load.failedText'));
        toast.error(t('botReset.failed'), { text: message ?? t('load.failedText') });
      }
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNamed) void reset();
  };
  const isNamed = typed.trim() === bot.name;
  return (
    <Dialog title={t('botReset.title', { name: bot.name })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>
          {t('botReset.text')} {t('botReset.warning')}
        </p>
        <Field
          label={t('botReset.typeName', { name: bot.name })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          {...(problem !== undefined && { error: problem })}
          autoComplete="off"
          spellCheck={false}
        />
        <footer className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="danger" disabled={!isNamed} isBusy={isBusy}>
            {t('botReset.action')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
