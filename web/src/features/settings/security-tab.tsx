import { useMutation, useQuery } from '@apollo/client/react';
import { password } from '@kith/proto';
import { Form, type FormRule } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field, PasswordInput } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { SIGN_IN_METHODS } from './account-access.graphql.js';
import { DiscordAccount } from './discord-account.js';
import { Sessions } from './sessions.js';
import { SettingsForm, type PanelProps } from './settings-form.js';
import { CHANGE_PASSWORD, DELETE_ACCOUNT } from './settings.graphql.js';

export const SecurityTab = ({ note, onDeleted }: PanelProps) => (
  <div className="stack gap-lg">
    <PasswordForm note={note} />
    <DiscordAccount />
    <Sessions />
    <DeleteAccount onDeleted={onDeleted} />
  </div>
);

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };
type PasswordValues = typeof EMPTY;

/** The confirmation of the new password is only checked here, not sent. Who signed up with Discord sets a first password without an old one. */
function PasswordForm({ note }: Pick<PanelProps, 'note'>) {
  const { username } = useUser();
  const hasPassword = useQuery(SIGN_IN_METHODS).data?.signInMethods.hasPassword ?? true;
  // Changing the password ends all other sessions and the access keys.
  const [changePassword] = useMutation(CHANGE_PASSWORD, { refetchQueries: ['Sessions', 'SignInMethods', 'AccessKeys'] });
  return (
    <SettingsForm<PasswordValues>
      name="password"
      title={t('settings.password.heading')}
      lead={t(hasPassword ? 'settings.password.lead' : 'settings.password.first')}
      initial={EMPTY}
      valuesAfterSave={EMPTY}
      note={note}
      send={async ({ currentPassword, newPassword }) => {
        await changePassword({ variables: { input: { ...(hasPassword && { currentPassword }), newPassword } } });
      }}
      texts={{ save: t('settings.password.save'), done: t('settings.password.done'), failed: t('settings.password.failed') }}
      renderSubmit={(isBusy) => <SubmitPassword isBusy={isBusy} hasPassword={hasPassword} />}
    >
      {/* Tells password managers which account the passwords belong to. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      {hasPassword && (
        <Form.Item name="currentPassword" label={t('settings.password.current')}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
      )}
      <Form.Item name="newPassword" label={t('settings.password.next')} rules={[schemaRule(password)]}>
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('settings.password.confirm')}
        dependencies={['newPassword']}
        rules={[matchesNewPassword]}
      >
        <PasswordInput autoComplete="new-password" />
      </Form.Item>
    </SettingsForm>
  );
}

/** Disabled until all fields are filled, with the reason. */
function SubmitPassword({ isBusy, hasPassword }: { readonly isBusy: boolean; readonly hasPassword: boolean }) {
  const reasonId = useId();
  const values = Form.useWatch<PasswordValues | undefined>([], Form.useFormInstance<PasswordValues>());
  const { currentPassword, newPassword, confirmPassword } = values ?? EMPTY;
  const isFilled = Boolean((!hasPassword || currentPassword) && newPassword && confirmPassword);
  const incomplete = t(hasPassword ? 'settings.password.incomplete' : 'settings.password.emptyNew');
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        isBusy={isBusy}
        disabled={!isFilled}
        title={isFilled ? undefined : incomplete}
        aria-describedby={isFilled ? undefined : reasonId}
      >
        {t(isBusy ? 'form.saving' : hasPassword ? 'settings.password.save' : 'settings.password.set')}
      </Button>
      {!isFilled && (
        <p id={reasonId} className="note">
          {incomplete}
        </p>
      )}
    </>
  );
}

const matchesNewPassword: FormRule = ({ getFieldValue }) => ({
  validator: async (_rule, value: unknown) => {
    if (value !== getFieldValue('newPassword')) throw new Error(t('settings.password.mismatch'));
  },
});

function DeleteAccount({ onDeleted }: Pick<PanelProps, 'onDeleted'>) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Section title={t('settings.remove.heading')} lead={t('settings.remove.text')} className="card card-body" isDanger>
      <div className="row">
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {t('settings.remove.heading')}
        </Button>
      </div>
      {isConfirming && <ConfirmDeletion onDeleted={onDeleted} onClose={() => setConfirming(false)} />}
    </Section>
  );
}

function ConfirmDeletion({ onDeleted, onClose }: Pick<PanelProps, 'onDeleted'> & { readonly onClose: () => void }) {
  const { forget } = useAuth();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { send, isBusy } = useToastMutation(DELETE_ACCOUNT, {
    done: async () => {
      onDeleted();
      // Navigate first: without a user, RequireUser would redirect to the sign-in.
      await navigate(paths.landing, { replace: true, flushSync: true });
      forget();
      toast.success(t('settings.remove.done'), { text: t('settings.remove.doneText') });
    },
    failed: t('settings.remove.failed'),
    onFailed: (_error, text) => setProblem(text),
  });
  return (
    <FormDialog
      title={t('settings.remove.title')}
      submit={t(isBusy ? 'settings.remove.busy' : 'settings.remove.confirm')}
      isDanger
      isBusy={isBusy}
      isDisabled={password === ''}
      onSubmit={() => void send({ password })}
      onClose={onClose}
    >
      <p className="muted">{t('settings.remove.text')}</p>
      <Field
        label={t('settings.remove.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={({ target }) => {
          setPassword(target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
