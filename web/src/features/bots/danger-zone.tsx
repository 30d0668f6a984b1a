import { useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { emptySavedChat } from '../../shared/saved-chat.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { BOT, BOT_FIGURES, RESET_BOT, type BotDetails } from './bots.graphql.js';
import './bot-page.css';

/** Actions that cannot be undone (docs/decisions.md M11). */
export function DangerZone({ bot }: { readonly bot: Pick<BotDetails, 'id' | 'name'> }) {
  const [isResetting, setResetting] = useState(false);
  return (
    <Section title={t('bot.danger')} className="card card-body" isDanger>
      <div className="divided">
        <DangerRow title={t('botReset.rowTitle')} text={t('botReset.text')}>
          <Button className="danger-text" onClick={() => setResetting(true)}>
            {t('botReset.action')}
          </Button>
        </DangerRow>
        <DangerRow title={t('bot.deleteTitle')} text={t('bot.deleteText')}>
          <ButtonLink to={paths.remove(bot.id)} className="danger-text">
            {t('bot.delete')}
          </ButtonLink>
        </DangerRow>
      </div>
      {isResetting && <ResetDialog bot={bot} onClose={() => setResetting(false)} />}
    </Section>
  );
}

const DangerRow = ({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) => (
  <div className="row row-between danger-row">
    <div className="danger-row-text">
      <h3>{title}</h3>
      <p className="muted">{text}</p>
    </div>
    {children}
  </div>
);

/** Deletes the bot's conversations, memory and counters after its name was typed. */
function ResetDialog({ bot, onClose }: { readonly bot: Pick<BotDetails, 'id' | 'name'>; readonly onClose: () => void }) {
  const { id: userId } = useUser();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { send, isBusy } = useToastMutation(RESET_BOT, {
    refetchQueries: [
      { query: BOT, variables: { id: bot.id } },
      { query: BOT_FIGURES, variables: { botId: bot.id } },
    ],
    done: () => {
      emptySavedChat({ userId, botId: bot.id });
      toast.success(t('botReset.done'), { text: t('botReset.doneText', { name: bot.name }) });
      onClose();
    },
    failed: t('botReset.failed'),
    onFailed: (error, text) => setProblem(readError(error).fields?.['name'] ?? text),
  });
  const isNamed = typed.trim() === bot.name;
  const reset = (): void => {
    setProblem(undefined);
    if (isNamed) void send({ id: bot.id, name: typed });
  };
  return (
    <FormDialog
      title={t('botReset.title', { name: bot.name })}
      submit={t('botReset.action')}
      isDanger
      isBusy={isBusy}
      isDisabled={!isNamed}
      onSubmit={reset}
      onClose={onClose}
    >
      <p>
        {t('botReset.text')} {t('botReset.warning')}
      </p>
      <Field
        label={t('botReset.typeName', { name: bot.name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
