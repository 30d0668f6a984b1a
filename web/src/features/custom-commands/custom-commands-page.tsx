import { useQuery } from '@apollo/client/react';
import { MAX_CUSTOM_COMMANDS } from '@kith/proto';
import { Pencil, PenLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { BrainItem, FocusKeepingList } from '../../shared/brain.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Notice, State } from '../../ui/state.js';
import { useLeaveGuard, LeaveDialog } from '../../ui/unsaved-changes.js';
import { CommandForm, StoredCommandForm } from './command-form.js';
import { CUSTOM_COMMANDS, DELETE_CUSTOM_COMMAND, type CommandSummary } from './custom-commands.graphql.js';
import { ExamplePicker } from './example-picker.js';
import { HandlerReference } from './handler-reference.js';
import { ImportSection } from './import-section.js';
import { NEW_COMMAND, type CommandValues } from './use-custom-commands.js';
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
            {t('customCommands.freeNotice')} <Link to={paths.pricing}>{t('bot.comparePlans')}</Link>
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
  // What was clicked, "New Command" or the button of a saved form, disappears, so the new form takes the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const [example, setExample] = useState<CommandValues>(NEW_COMMAND);
  const [deleting, setDeleting] = useState<CommandSummary | null>(null);
  const [isDirty, setDirty] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const open = (id: string | null, focus = false, begun = NEW_COMMAND): void => {
    setDirty(false);
    setExample(begun);
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
      <div className="stack workspace-main">
        {openId === null ? (
          <>
            <ExamplePicker value={example.name} onPick={(picked) => guard.leave(() => open(null, false, picked))} />
            <CommandForm
              key={formKey}
              id={null}
              heading={t('customCommands.createHeading')}
              initial={example}
              hasFocus={takesFocus}
              onDirty={setDirty}
              onSaved={() => open(null, true)}
            />
            <ImportSection onImported={(id) => open(id, true)} />
          </>
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

function DeleteQuestion({ command: { id, name }, onClose, onDeleted }: DeleteQuestionProps) {
  const { send, isBusy } = useToastMutation(DELETE_CUSTOM_COMMAND, {
    // The refetch is not awaited: the dialog closes first and returns the focus to the row, from where it moves to the next row.
    refetchQueries: [CUSTOM_COMMANDS],
    done: () => {
      toast.success(t('customCommands.deleted'), { text: name });
      onClose();
      onDeleted();
    },
    failed: t('customCommands.deleteFailed'),
    otherwise: t('customCommands.unknownError'),
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={t('customCommands.deleteTitle', { name })}
      text={t('customCommands.deleteText')}
      confirm={t('customCommands.deleteConfirm')}
      isBusy={isBusy}
      onConfirm={() => void send({ id })}
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
    <section className="card card-body stack gap-sm brain-panel command-library" aria-labelledby="library">
      <header className="row row-between brain-head">
        <h2 id="library">{t('customCommands.library')}</h2>
        <Badge>{t('customCommands.count', { count: commands.length, max: MAX_CUSTOM_COMMANDS })}</Badge>
      </header>
      {openId !== null && (
        <Button icon={Plus} isBlock onClick={() => onOpen(null)}>
          {t('customCommands.new')}
        </Button>
      )}
      <FocusKeepingList
        label={t('customCommands.library')}
        ids={commands.map(({ id }) => id)}
        className="stack gap-xs brain-list"
      >
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

const LibraryRow = ({ command, isOpen, onOpen, onDelete }: LibraryRowProps) => {
  const { name, trigger, description, icon, needsReview } = command;
  return (
    <BrainItem
      icon={icon}
      name={name}
      trigger={trigger}
      className="command-row-item"
      aria-current={isOpen || undefined}
      actions={
        <>
          <IconButton icon={Pencil} label={t('customCommands.edit', { name })} onClick={onOpen} />
          <IconButton icon={Trash2} label={t('customCommands.delete', { name })} onClick={onDelete} />
        </>
      }
    >
      {needsReview && <Badge tone="warning">{t('commandTools.needsReview')}</Badge>}
      <p className="note two-lines command-about">{description}</p>
    </BrainItem>
  );
};
