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
import { FocusKeepingList } from '../../shared/brain.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Notice, State } from '../../ui/state.js';
import { useLeaveGuard, LeaveDialog } from '../../ui/unsaved-changes.js';
import { CommandForm, StoredCommandForm } from './command-form.js';
import { CUSTOM_COMMANDS, type CommandSummary } from './custom-commands.graphql.js';
import { HandlerReference } from './handler-reference.js';
import { NEW_COMMAND, useDeleteCommand } from './use-custom-commands.js';
import './custom-commands.css';

export function CustomCommandsPage() {
  const { subscriptionPlan: plan } = useUser();
  const { data, error, refetch } = useQuery(CUSTOM_COMMANDS);
  const refresh = (): void => void refetch().catch(() => undefined);
  useWindowFocus(refresh);
  if (!data) return error ? <LoadError error={error} onRetry={refresh} /> : <PageSpinner />;
  return (
    <>
      {error && <StaleNotice error={error} />}
      <Page title={t('customCommands.title')} heading={t('customCommands.title')} lead={t('customCommands.lead')}>
        {plan === 'free' && (
          <Notice tone="info">
            {t('customCommands.freeNotice')} <Link to={paths.pricing}>{t('customCommands.comparePlans')}</Link>
          </Notice>
        )}
        <Workspace commands={data.customCommands.commands} />
      </Page>
    </>
  );
}

/** The library beside the form; asks before unsaved changes are left. */
function Workspace({ commands }: { readonly commands: readonly CommandSummary[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  // Key of the form: a new value replaces the form by an empty one.
  const [formKey, setFormKey] = useState(0);
  // The button "New Command" disappears when clicked, so the new form takes the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const [deleting, setDeleting] = useState<CommandSummary | null>(null);
  const [isDirty, setDirty] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const open = (id: string | null, focus = false): void => {
    setDirty(false);
    setOpenId(id);
    setTakesFocus(focus);
    setFormKey((before) => before + 1);
  };
  return (
    <div className="workspace">
      <CommandLibrary
        commands={commands}
        openId={openId}
        onOpen={(id) => (id === openId && id !== null ? undefined : guard.leave(() => open(id, true)))}
        onDelete={setDeleting}
      />
      <div className="workspace-main">
        {openId === null ? (
          <CommandForm
            key={formKey}
            id={null}
            heading={t('customCommands.createHeading')}
            initial={NEW_COMMAND}
            hasFocus={takesFocus}
            onDirty={setDirty}
            onSaved={() => open(null)}
          />
        ) : (
          <StoredCommandForm key={openId} id={openId} onDirty={setDirty} onNew={() => open(null, true)} />
        )}
      </div>
      <HandlerReference />
      <LeaveDialog guard={guard} />
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
    <ConfirmDialog
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
  /** Id of the command in the form; null for a new one. */
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly onDelete: (command: CommandSummary) => void;
}

function CommandLibrary({ commands, openId, onOpen, onDelete }: CommandLibraryProps) {
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
      <FocusKeepingList label={t('customCommands.library')} ids={commands.map(({ id }) => id)} className="brain-list">
        {commands.map((command) => (
          <LibraryRow
            key={command.id}
            command={command}
            isOpen={command.id === openId}
            onOpen={() => onOpen(command.id)}
            onDelete={() => onDelete(command)}
          />
        ))}
      </FocusKeepingList>
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
      <p className="note two-lines command-about">{description}</p>
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
