import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { openDiscord } from '../../lib/discord.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { SIGN_IN_METHODS, UNLINK_DISCORD } from './account-access.graphql.js';

/** Links the user's Discord account, or unlinks it. Shown where the installation offers the sign-in, or an account is linked. */
export function DiscordAccount() {
  const { signInMethods } = useQuery(SIGN_IN_METHODS).data ?? {};
  if (!signInMethods || !(signInMethods.isDiscordOffered || signInMethods.discordName)) return null;
  const { discordName, hasPassword } = signInMethods;
  return (
    <Section title={t('settings.discord.heading')} lead={t('settings.discord.lead')} className="card card-body">
      {discordName === null ? (
        <Link />
      ) : (
        <>
          <p>{t('settings.discord.linked', { name: discordName })}</p>
          <Unlink hasPassword={hasPassword} />
        </>
      )}
    </Section>
  );
}

function Link() {
  const [isConfirming, setConfirming] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isPending } = usePending();
  const submit = (): Promise<void> =>
    run('link', async () => {
      try {
        await openDiscord('/api/auth/discord/link/start', { currentPassword });
      } catch (error) {
        setProblem(toastError(t('settings.discord.linkFailed'), error));
      }
    });
  return (
    <div className="row">
      <Button onClick={() => setConfirming(true)}>{t('settings.discord.link')}</Button>
      {isConfirming && (
        <FormDialog
          title={t('settings.discord.link')}
          submit={t('settings.discord.continue')}
          isBusy={isPending('link')}
          isDisabled={currentPassword === ''}
          onSubmit={() => void submit()}
          onClose={() => setConfirming(false)}
        >
          <p className="muted">{t('settings.discord.linkText')}</p>
          <Field
            label={t('settings.discord.password')}
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            error={problem}
            onChange={({ target }) => {
              setPassword(target.value);
              setProblem(undefined);
            }}
          />
        </FormDialog>
      )}
    </div>
  );
}

/** Not offered to a user without a password, who could not sign in any more. */
function Unlink({ hasPassword }: { readonly hasPassword: boolean }) {
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const { send, isBusy } = useToastMutation(UNLINK_DISCORD, {
    refetchQueries: ['SignInMethods'],
    done: () => {
      close();
      toast.success(t('settings.discord.unlinked'));
    },
    failed: t('settings.discord.unlinkFailed'),
    onFailed: close,
  });
  return (
    <>
      <div className="row">
        <Button disabled={!hasPassword} onClick={() => setConfirming(true)}>
          {t('settings.discord.unlink')}
        </Button>
        {!hasPassword && <p className="note">{t('settings.discord.passwordFirst')}</p>}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('settings.discord.unlink')}
          text={t('settings.discord.unlinkText')}
          confirm={t('settings.discord.unlink')}
          isBusy={isBusy}
          onConfirm={() => void send({})}
          onCancel={close}
        />
      )}
    </>
  );
}
