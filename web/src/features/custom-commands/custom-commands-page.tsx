import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { useLeaveGuard } from '../../lib/use-leave-guard.js';
import { usePending } from '../../lib/use-pending.js';
import { useWindowFocus } from '../../lib/use-window-focus.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { LeaveQuestion } from '../../ui/leave-question.js';
import { Notice } from '../../ui/notice.js';
import { Question } from '../../ui/question.js';
import { PageSpinner } from '../../ui/spinner.js';
import { CommandForm } from './command-form.js';
import { CommandLibrary } from './command-library.js';
import { NEW_COMMAND } from './command-values.js';
import { HandlerReference } from './handler-reference.js';
import { StoredCommandForm } from './stored-command.js';
import { useDeleteCommand } from './use-custom-commands.js';
import { CUSTOM_COMMANDS, type CommandSummary } from './custom-commands.graphql.js';
import './custom-commands.css';

export function CustomCommandsPage() {
  const { subscriptionPlan: plan } = useUser();
  const { data, error, refetch } = useQuery(CUSTOM_COMMANDS, { fetchPolicy: 'cache-and-network' });
  const again = (): void => void refetch().catch(() => undefined);
  useWindowFocus(again);
  if (!data) return error ? <LoadError error={error} onRetry={again} /> : <PageSpinner />;
  return (
    <>
      {error && <Stale error={error} />}
      <div className="page">
        <title>{`${t('customCommands.title')} · Kith`}</title>
        <header className="page-head">
          <div>
            <h1>{t('customCommands.title')}</h1>
            <p>{t('customCommands.lead')}</p>
          </div>
        </header>
        {plan === 'free' && (
          <Notice tone="info">
            {t('customCommands.freeNotice')} <Link to={paths.pricing}>{t('customCommands.comparePlans')}</Link>
          </Notice>
        )}
        <Workshop commands={data.customCommands.commands} />
      </div>
    </>
  );
}

/** The library beside the form; what is not saved is not left without a question. */
function Workshop({ commands }: { readonly commands: readonly CommandSummary[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  // Counted up, a new form takes the place of the one before.
  const [round, setRound] = useState(0);
  // The button that asked for a new one goes away with the form before.
  const [isAsked, setAsked] = useState(false);
  const [deleting, setDeleting] = useState<CommandSummary | null>(null);
  const [isDirty, setDirty] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const open = (id: string | null, wasAsked = false): void => {
    setDirty(false);
    setOpenId(id);
    setAsked(wasAsked);
    setRound((before) => before + 1);
  };
  return (
    <div className="workshop">
      <CommandLibrary
        commands={commands}
        openId={openId}
        onOpen={(id) => (id === openId && id !== null ? undefined : guard.leave(() => open(id, true)))}
        onDelete={setDeleting}
      />
      <div className="workshop-bench">
        {openId === null ? (
          <CommandForm
            key={round}
            id={null}
            heading={t('customCommands.createHeading')}
            initial={NEW_COMMAND}
            startsHere={isAsked}
            onDirty={setDirty}
            onSaved={() => open(null)}
          />
        ) : (
          <StoredCommandForm key={openId} id={openId} onDirty={setDirty} onNew={() => open(null, true)} />
        )}
      </div>
      <HandlerReference />
      <LeaveQuestion guard={guard} />
      {deleting && (
        <DeleteQuestion
          command={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => deleting.id === openId && open(null)}
        />
      )}
    </div>
  );
}

interface DeleteQuestionProps {
  readonly command: CommandSummary;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteQuestion({ command, onClose, onDeleted }: DeleteQuestionProps) {
  const remove = useDeleteCommand();
  const { run, isPending } = usePending();
  const confirm = (): Promise<void> =>
    run('delete', async () => {
      const isDeleted = await remove(command);
      onClose();
      if (isDeleted) onDeleted();
    });
  return (
    <Question
      title={t('customCommands.deleteTitle', { name: command.name })}
      text={t('customCommands.deleteText')}
      confirm={t('customCommands.deleteConfirm')}
      isBusy={isPending('delete')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
