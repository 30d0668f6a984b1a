import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { usePolling, useReconnected } from '../../shared/live-state.js';
import { emptySavedChat } from '../../shared/saved-chat.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { BOT, BOT_FIGURES, BOT_RESET, RESET_BOT, type BotDetails } from './bots.graphql.js';
import './bot-page.css';

/** Actions that cannot be undone (docs/decisions.md M11). */
export function DangerZone({ bot }: { readonly bot: Pick<BotDetails, 'id' | 'name'> }) {
  const [isAsking, setAsking] = useState(false);
  const { cache } = useApolloClient();
  const showDone = useShowDone(bot);
  const isResetting = useReset(bot.id, () => {
    // The open dialog shows it itself, when the answer arrives.
    if (isAsking) return;
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'analytics', args: { botId: bot.id } });
    showDone();
  });
  return (
    <Section title={t('bot.danger')} className="card card-body" isDanger>
      <div className="divided">
        <DangerRow title={t('botReset.rowTitle')} text={t(isResetting ? 'botReset.runningText' : 'botReset.text')}>
          <Button className="danger-text" disabled={isResetting} onClick={() => setAsking(true)}>
            {t('botReset.action')}
          </Button>
        </DangerRow>
        <DangerRow title={t('bot.deleteTitle')} text={t('bot.deleteText')}>
          <ButtonLink to={paths.remove(bot.id)} className="danger-text">
            {t('bot.delete')}
          </ButtonLink>
        </DangerRow>
      </div>
      {isAsking && <ResetDialog bot={bot} onClose={() => setAsking(false)} />}
    </Section>
  );
}

/** Whether the bot is being reset; `onEnded` is called when that has ended while it is shown. */
function useReset(botId: string, onEnded: () => void): boolean {
  const reset = useQuery(BOT_RESET, { variables: { id: botId }, fetchPolicy: 'cache-first' });
  const isResetting = reset.data?.bot?.isResetting;
  const wasResetting = useRef(isResetting);
  const ended = useEffectEvent(onEnded);
  usePolling(reset, isResetting === true);
  useReconnected(() => void reset.refetch().catch(() => undefined));
  useEffect(() => {
    if (wasResetting.current && isResetting === false) ended();
    wasResetting.current = isResetting;
  }, [isResetting]);
  return isResetting === true;
}

/** Shows that a bot was reset, and forgets what this browser keeps of its test chat. */
function useShowDone(bot: Pick<BotDetails, 'id' | 'name'>): () => void {
  const { id: userId } = useUser();
  return () => {
    emptySavedChat({ userId, botId: bot.id });
    toast.success(t('botReset.done'), { text: t('botReset.doneText', { name: bot.name }) });
  };
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
  const showDone = useShowDone(bot);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { send, isBusy } = useToastMutation(RESET_BOT, {
    refetchQueries: [
      { query: BOT, variables: { id: bot.id } },
      { query: BOT_FIGURES, variables: { botId: bot.id } },
    ],
    done: ({ resetBot }) => {
      if (resetBot.isDone) showDone();
      else toast.info(t('botReset.running'), { text: t('botReset.runningText') });
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
