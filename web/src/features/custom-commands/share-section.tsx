import { useQuery } from '@apollo/client/react';
import { Copy } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { COMMAND_SHARE, SHARE_COMMAND, UNSHARE_COMMAND } from './custom-commands.graphql.js';

/** The code with which a command is shared. */
export function ShareSection({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(COMMAND_SHARE, { variables: { id }, fetchPolicy: 'network-only' });
  return (
    <Section title={t('commandTools.shareHeading')} lead={t('commandTools.shareLead')} className="card card-body">
      {data ? (
        <ShareCode id={id} shareCode={data.commandShare.shareCode ?? null} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={40} />
        </div>
      )}
    </Section>
  );
}

function ShareCode({ id, shareCode }: { readonly id: string; readonly shareCode: string | null }) {
  const outcome = { refetchQueries: [COMMAND_SHARE], failed: t('commandTools.shareFailed'), otherwise: t('crash.title') };
  const share = useToastMutation(SHARE_COMMAND, { ...outcome, done: () => toast.success(t('commandTools.shared')) });
  const unshare = useToastMutation(UNSHARE_COMMAND, { ...outcome, done: () => toast.success(t('commandTools.unshared')) });
  if (shareCode === null) {
    return (
      <Button isBusy={share.isBusy} onClick={() => void share.send({ id })}>
        {t('commandTools.share')}
      </Button>
    );
  }
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(shareCode);
    toast.success(t('commandTools.copied'));
  };
  return (
    <div className="row">
      <output className="well" aria-label={t('commandTools.shareCode')}>
        <code>{shareCode}</code>
      </output>
      <Button icon={Copy} onClick={() => void copy().catch(() => undefined)}>
        {t('commandTools.copy')}
      </Button>
      <Button variant="ghost" isBusy={unshare.isBusy} onClick={() => void unshare.send({ id })}>
        {t('commandTools.unshare')}
      </Button>
    </div>
  );
}
