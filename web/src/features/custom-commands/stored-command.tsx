import { useQuery } from '@apollo/client/react';
import { SearchX } from 'lucide-react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { Skeleton } from '../../ui/skeleton.js';
import { State } from '../../ui/state.js';
import { CommandForm } from './command-form.js';
import { valuesOf } from './command-values.js';
import { CUSTOM_COMMAND } from './custom-commands.graphql.js';

interface StoredCommandFormProps {
  readonly id: string;
  readonly onDirty: (isDirty: boolean) => void;
  /** The way on from a command that is gone. */
  readonly onNew: () => void;
}

/** The form for a command of the library, with its code as the server has it now. */
export function StoredCommandForm({ id, onDirty, onNew }: StoredCommandFormProps) {
  // Not asked for again while somebody types.
  const { data, error, refetch } = useQuery(CUSTOM_COMMAND, { variables: { id }, fetchPolicy: 'network-only' });
  const command = data?.customCommand;
  if (command) {
    return (
      <CommandForm
        id={id}
        heading={t('customCommands.edit', { name: command.name })}
        initial={valuesOf(command)}
        onDirty={onDirty}
        onSaved={() => undefined}
      />
    );
  }
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || data) {
    return (
      <div className="card">
        <State icon={SearchX} title={t('customCommands.gone')} text={t('customCommands.goneText')}>
          <Button onClick={onNew}>{t('customCommands.new')}</Button>
        </State>
      </div>
    );
  }
  if (error) return <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  return (
    <div className="card card-body stack form-items brain-form" role="status" aria-label={t('common.loading')}>
      <Skeleton width="40%" height={24} />
      <Skeleton height={40} />
      <Skeleton height={40} />
      <Skeleton height={220} />
    </div>
  );
}
