import { ACCESS_SCOPES, CreateAccessKeyInput, type AccessScope } from '@kith/proto';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Dialog, FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Notice } from '../../ui/state.js';
import { CREATE_ACCESS_KEY } from './account-access.graphql.js';

const LABELS = { 'bots:read': 'botsRead', 'bots:write': 'botsWrite', chat: 'chat', 'analytics:read': 'analyticsRead' } as const;

/** What a scope allows, in words; the scope itself when it is unknown. */
export const scopeLabel = (scope: string): string => (isScope(scope) ? t(`settings.accessKeys.scopes.${LABELS[scope]}`) : scope);

const isScope = (scope: string): scope is AccessScope => Object.hasOwn(LABELS, scope);

/** Dialog that creates an access key and then shows it, once. */
export function NewAccessKey({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState<string>();
  return key === undefined ? <Form onCreated={setKey} onClose={onClose} /> : <Created value={key} onClose={onClose} />;
}

interface FormProps {
  readonly onCreated: (key: string) => void;
  readonly onClose: () => void;
}

function Form({ onCreated, onClose }: FormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['bots:read']);
  const [currentPassword, setPassword] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { send, isBusy } = useToastMutation(CREATE_ACCESS_KEY, {
    refetchQueries: ['AccessKeys'],
    done: ({ createAccessKey }) => onCreated(createAccessKey.key),
    failed: t('settings.accessKeys.createFailed'),
    onFailed: (error, text) => setProblems(problemsOf(error, text)),
  });
  const submit = (): void => {
    const input = { name: name.trim(), scopes: [...scopes], currentPassword };
    const { error } = CreateAccessKeyInput.safeParse(input);
    const found = Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
    setProblems(found);
    if (!error) void send({ input });
  };
  return (
    <FormDialog
      title={t('settings.accessKeys.create')}
      submit={t(isBusy ? 'settings.accessKeys.creating' : 'settings.accessKeys.create')}
      isBusy={isBusy}
      isDisabled={currentPassword === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('settings.accessKeys.name')}
        placeholder={t('settings.accessKeys.namePlaceholder')}
        value={name}
        maxLength={50}
        error={problems['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <Scopes chosen={scopes} error={problems['scopes']} onChange={setScopes} />
      <Field
        label={t('settings.accessKeys.password')}
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        error={problems['currentPassword']}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}

interface ScopesProps {
  readonly chosen: readonly AccessScope[];
  readonly error: string | undefined;
  readonly onChange: (scopes: readonly AccessScope[]) => void;
}

function Scopes({ chosen, error, onChange }: ScopesProps) {
  const toggle = (scope: AccessScope): void =>
    onChange(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope]);
  return (
    <fieldset className="stack scope-list">
      <legend className="field-label">{t('settings.accessKeys.allowed')}</legend>
      {ACCESS_SCOPES.map((scope) => (
        <label key={scope} className="bar gap-sm">
          <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
          <span>
            {scopeLabel(scope)} <code className="note">{scope}</code>
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The server's words at the field that it refused; without one at the password, whose field is the last. */
function problemsOf(error: unknown, text: string): Readonly<Record<string, string>> {
  const { fields } = readError(error);
  return fields ?? { currentPassword: text };
}

function Created({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t('settings.accessKeys.copied'));
    } catch {
      toast.error(t('settings.accessKeys.copyFailed'), { text: t('settings.accessKeys.copyFailedText') });
    }
  };
  return (
    <Dialog title={t('settings.accessKeys.done')} onClose={onClose}>
      <div className="stack">
        <Notice tone="warning">{t('settings.accessKeys.once')}</Notice>
        <p>
          <code className="access-key">{value}</code>
        </p>
        <footer className="dialog-foot">
          <Button icon={Copy} onClick={() => void copy()}>
            {t('settings.accessKeys.copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('settings.accessKeys.close')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
