import { useQuery } from '@apollo/client/react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { traitLabel } from '../../shared/traits.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { CharacterDiff } from './character-diff.js';
import { RESTORE_PREVIEW, RESTORE_VERSION } from './versions.graphql.js';

interface RestoreDialogProps {
  readonly botId: string;
  /** Of the bot as it was loaded; VERSION_CONFLICT when it was saved since. */
  readonly botVersion: number;
  readonly version: number;
  /** The latest version that is kept: the character that the bot has. */
  readonly latest: number;
  readonly onClose: () => void;
}

/** Shows what restoring a version would change, and restores it. */
export function RestoreDialog({ botId, botVersion, version, latest, onClose }: RestoreDialogProps) {
  const { data, error, refetch } = useQuery(RESTORE_PREVIEW, { variables: { botId, version, latest } });
  const { send, isBusy } = useToastMutation(RESTORE_VERSION, {
    refetchQueries: ['BotVersions'],
    done: ({ restoreBotVersion: { droppedTraits, warnings } }) => {
      const dropped =
        droppedTraits.length > 0 ? [t('bot.droppedTraits', { traits: droppedTraits.map(traitLabel).join(', ') })] : [];
      const text = [...warnings, ...dropped].join(' ');
      toast.success(t('versions.restored', { version }), text === '' ? undefined : { text });
      onClose();
    },
    failed: t('versions.restoreFailed'),
  });
  return (
    <Dialog title={t('versions.restoreTitle', { version })} onClose={onClose}>
      <p>{t('versions.restoreText')}</p>
      {data && <CharacterDiff before={data.present.character} after={data.wanted.character} />}
      {!data &&
        (error ? <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <Skeleton height={120} />)}
      <footer className="dialog-foot">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={!data}
          onClick={() => void send({ botId, version, expectedVersion: botVersion })}
        >
          {t('versions.restore')}
        </Button>
      </footer>
    </Dialog>
  );
}
