import { useQuery } from '@apollo/client/react';
import { MAX_ACCESS_KEYS } from '@kith/proto';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { NewAccessKey, scopeLabel } from './new-access-key.js';
import { ACCESS_KEYS, REVOKE_ACCESS_KEY, type AccessKeyRow } from './account-access.graphql.js';

/** The keys with which the user's own scripts use the REST API (docs/decisions.md A19). */
export function AccessKeys() {
  const { data, error, refetch } = useQuery(ACCESS_KEYS);
  const [isCreating, setCreating] = useState(false);
  const keys = data?.accessKeys;
  const isFull = (keys?.length ?? 0) >= MAX_ACCESS_KEYS;
  return (
    <Section title={t('settings.accessKeys.heading')} lead={t('settings.accessKeys.lead')} className="card card-body">
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!keys && !error && <Skeleton height={44} />}
      {keys?.length === 0 && <p className="muted">{t('settings.accessKeys.none')}</p>}
      {keys && keys.length > 0 && (
        <ul className="divided">
          {keys.map((accessKey) => (
            <Row key={accessKey.id} row={accessKey} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon={Plus} disabled={isFull} onClick={() => setCreating(true)}>
          {t('settings.accessKeys.create')}
        </Button>
        <a className="notice-link" href={paths.apiDocs} target="_blank" rel="noopener noreferrer">
          {t('settings.accessKeys.howTo')}
        </a>
        {isFull && <p className="note">{t('settings.accessKeys.full', { max: MAX_ACCESS_KEYS })}</p>}
      </div>
      {isCreating && <NewAccessKey onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Row({ row: { id, name, hint, scopes, createdAt, lastUsedAt } }: { readonly row: AccessKeyRow }) {
  const used = lastUsedAt
    ? t('settings.accessKeys.lastUsed', { at: formatMoment(lastUsedAt) })
    : t('settings.accessKeys.neverUsed');
  return (
    <li className="bar gap-sm session">
      <span className="icon-box icon-box-quiet" aria-hidden="true">
        <KeyRound size={20} />
      </span>
      <div className="grow breakable">
        <p className="medium">
          {name} <code>{`…${hint}`}</code>
        </p>
        <p className="note">{scopes.map(scopeLabel).join(' · ')}</p>
        <p className="note">{`${t('settings.accessKeys.created', { at: formatMoment(createdAt) })} · ${used}`}</p>
      </div>
      <Revoke id={id} name={name} />
    </li>
  );
}

function Revoke({ id, name }: { readonly id: string; readonly name: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const { send, isBusy } = useToastMutation(REVOKE_ACCESS_KEY, {
    refetchQueries: ['AccessKeys'],
    done: () => {
      setConfirming(false);
      toast.success(t('settings.accessKeys.revoked'));
    },
    failed: t('settings.accessKeys.revokeFailed'),
    onFailed: () => setConfirming(false),
  });
  return (
    <>
      <Button size="sm" aria-label={t('settings.accessKeys.revokeOf', { name })} onClick={() => setConfirming(true)}>
        {t('settings.accessKeys.revoke')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('settings.accessKeys.revokeOf', { name })}
          text={t('settings.accessKeys.revokeText')}
          confirm={t('settings.accessKeys.revoke')}
          isBusy={isBusy}
          onConfirm={() => void send({ id })}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}
