import { useLazyQuery } from '@apollo/client/react';
import { optionsUsage } from '@kith/proto';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SharedCommandQuery } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { SingleFieldForm } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { CUSTOM_COMMANDS, IMPORT_COMMAND, SHARED_COMMAND } from './custom-commands.graphql.js';

interface Found {
  readonly shareCode: string;
  readonly command: SharedCommandQuery['sharedCommand'];
}

/** Shows a command that somebody shares, and copies it into the library. */
export function ImportSection({ onImported }: { readonly onImported: (id: string) => void }) {
  const [found, setFound] = useState<Found | null>(null);
  const [ask] = useLazyQuery(SHARED_COMMAND, { fetchPolicy: 'network-only' });
  const { run, isPending } = usePending();
  const lookUp = (shareCode: string): void =>
    void run('ask', async () => {
      setFound(null);
      try {
        const { data, error } = await ask({ variables: { shareCode } });
        if (error) throw error;
        if (data) setFound({ shareCode, command: data.sharedCommand });
      } catch (error) {
        toastError(t('commandTools.lookUpFailed'), error, t('customCommands.unknownError'));
      }
    });
  return (
    <Section title={t('commandTools.importHeading')} className="card card-body">
      <SingleFieldForm
        label={t('commandTools.importCode')}
        placeholder={t('commandTools.importPlaceholder')}
        maxLength={40}
        action={t('commandTools.lookUp')}
        icon={<Search size={15} aria-hidden="true" />}
        isBusy={isPending('ask')}
        onAsk={lookUp}
      />
      {found && (
        <SharedCommand
          key={found.shareCode}
          found={found}
          onClose={() => setFound(null)}
          onImported={(id) => {
            setFound(null);
            onImported(id);
          }}
        />
      )}
    </Section>
  );
}

interface SharedCommandProps {
  readonly found: Found;
  readonly onClose: () => void;
  readonly onImported: (id: string) => void;
}

function SharedCommand({ found: { shareCode, command }, onClose, onImported }: SharedCommandProps) {
  const [trigger, setTrigger] = useState(command.trigger);
  const { send, isBusy } = useToastMutation(IMPORT_COMMAND, {
    refetchQueries: [CUSTOM_COMMANDS],
    done: ({ importCustomCommand: { id } }) => {
      toast.success(t('commandTools.imported'), { text: t('commandTools.importedText') });
      onImported(id);
    },
    failed: t('commandTools.importFailed'),
    otherwise: t('customCommands.unknownError'),
  });
  return (
    <article className="stack gap-sm" aria-label={command.name}>
      <h3>
        <span aria-hidden="true">{command.icon}</span> <bdi>{command.name}</bdi>
      </h3>
      <p className="note">{command.description}</p>
      {command.options.length > 0 && (
        <p className="note">
          {t('commandOptions.heading')}: <code>{optionsUsage(command.options)}</code>
        </p>
      )}
      <Notice tone="warning">{t('commandTools.importLead')}</Notice>
      <pre className="well run-context" tabIndex={0} aria-label={t('commandTools.sharedCode')}>
        {command.code}
      </pre>
      <Field
        label={t('customCommands.trigger')}
        value={trigger}
        maxLength={32}
        spellCheck={false}
        onChange={(event) => setTrigger(event.target.value)}
      />
      <div className="dialog-foot">
        <Button onClick={onClose}>{t('commandTools.cancel')}</Button>
        <Button variant="primary" isBusy={isBusy} onClick={() => void send({ shareCode, trigger: trigger.trim() || null })}>
          {t('commandTools.import')}
        </Button>
      </div>
    </article>
  );
}
