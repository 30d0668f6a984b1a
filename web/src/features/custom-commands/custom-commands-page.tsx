import { useQuery } from '@apollo/client/react';
import { MAX_CUSTOM_COMMANDS } from '@kith/proto';
import { Pencil, PenLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { usePending } from '../../lib/use-pending.js';
import { useUser } from '../../shared/auth.js';
import { LivingList } from '../../shared/brain.js';
import { Button } from '../../ui/button.js';
import { Question } from '../../ui/dialog.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { Notice, State } from '../../ui/state.js';
import { useLeaveGuard, LeaveQuestion } from '../../ui/unsaved-changes.js';
import { CommandForm, StoredCommandForm } from './command-form.js';
import { CUSTOM_COMMANDS, type CommandSummary } from './custom-commands.graphql.js';
import { HandlerReference } from './handler-reference.js';
import { NEW_COMMAND, useDeleteCommand } from './use-custom-commands.js';
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

interface CommandLibraryProps {
  readonly commands: readonly CommandSummary[];
  /** Of the command in the form; null for a new one. */
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly onDelete: (command: CommandSummary) => void;
}

export function CommandLibrary({ commands, openId, onOpen, onDelete }: CommandLibraryProps) {
  return (
    <section className="card brain-panel command-library" aria-labelledby="library">
      <header className="brain-head">
        <h2 id="library">{t('customCommands.library')}</h2>
        <Badge>{t('customCommands.count', { count: commands.length, max: MAX_CUSTOM_COMMANDS })}</Badge>
      </header>
      {openId !== null && (
        <Button isBlock onClick={() => onOpen(null)}>
          <Plus size={16} aria-hidden="true" />
          {t('customCommands.new')}
        </Button>
      )}
      <LivingList label={t('customCommands.library')} ids={commands.map(({ id }) => id)} className="brain-list">
        {commands.map((command) => (
          <LibraryRow
            key={command.id}
            command={command}
            isOpen={command.id === openId}
            onOpen={() => onOpen(command.id)}
            onDelete={() => onDelete(command)}
          />
        ))}
      </LivingList>
      {commands.length === 0 && (
        <State icon={PenLine} heading="h3" title={t('customCommands.empty')} text={t('customCommands.emptyText')} />
      )}
    </section>
  );
}

interface LibraryRowProps {
  readonly command: CommandSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

const LibraryRow = ({ command: { name, trigger, description, icon }, isOpen, onOpen, onDelete }: LibraryRowProps) => (
  <li className="brain-item command-row-item" aria-current={isOpen || undefined}>
    <span className="icon-box brain-icon" aria-hidden="true">
      {icon}
    </span>
    <div className="brain-words">
      <p className="brain-name">
        {name} <code>{trigger}</code>
      </p>
      <p className="note command-about">{description}</p>
    </div>
    <div className="brain-item-actions">
      <Button variant="ghost" size="sm" isIcon aria-label={t('customCommands.edit', { name })} onClick={onOpen}>
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="sm" isIcon aria-label={t('customCommands.delete', { name })} onClick={onDelete}>
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  </li>
);
