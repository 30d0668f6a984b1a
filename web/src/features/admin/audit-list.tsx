import { AUDIT_ACTIONS, type AuditAction } from '@kith/proto';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { auditMessages } from '../../lib/messages/en-audit.js';
import { type Tone, Badge } from '../../ui/indicators.js';
import type { AuditEntry, Names } from './admin.graphql.js';

interface AuditListProps {
  readonly entries: readonly AuditEntry[];
  /** Of the users and bots in the entries. */
  readonly names: Names;
  readonly isBusy?: boolean;
  /** Shows the entries of one user only. */
  readonly onUser?: (userId: string) => void;
}

const TONES: Partial<Record<AuditAction, Tone>> = {
  login_failed: 'warning',
  webhook_refused: 'warning',
  webhook_replayed: 'primary',
  account_removed: 'danger',
  bot_removed: 'danger',
  impersonation_started: 'danger',
  impersonation_ended: 'danger',
  admin_granted: 'primary',
  admin_revoked: 'primary',
  plan_set: 'primary',
  credits_granted: 'primary',
  credits_corrected: 'primary',
  users_exported: 'primary',
};

export const AuditList = ({ entries, names, isBusy = false, onUser }: AuditListProps) => (
  <ol className="divided results admin-rows" aria-label={t('admin.audit.entries')} aria-busy={isBusy || undefined}>
    {entries.map((entry) => (
      <AuditRow key={entry.id} entry={entry} names={names} onUser={onUser} />
    ))}
  </ol>
);

interface AuditRowProps extends Pick<AuditListProps, 'names' | 'onUser'> {
  readonly entry: AuditEntry;
}

function AuditRow({ entry, names, onUser }: AuditRowProps) {
  const { at, actorId, actorName, effectiveUserId, target, ip, requestId } = entry;
  const name = actorName ?? actorId ?? t('admin.audit.nobody');
  const action = AUDIT_ACTIONS.find((one) => one === entry.action);
  return (
    <li className="admin-row audit-entry">
      <div className="audit-head">
        <Badge tone={(action && TONES[action]) ?? 'neutral'}>{action ? t(`admin.audit.actions.${action}`) : entry.action}</Badge>
        <time className="muted" dateTime={at}>
          {formatMoment(at)}
        </time>
      </div>
      <p className="audit-who">
        {actorId === null || !onUser ? (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        ) : (
          <button
            type="button"
            className="link-button"
            aria-label={t('admin.audit.onlyUser', { name })}
            title={t('admin.audit.onlyUser', { name })}
            onClick={() => onUser(actorId)}
          >
            <bdi>{name}</bdi>
          </button>
        )}
        {actorId !== null && effectiveUserId !== null && effectiveUserId !== actorId && (
          <>
            {` ${t('admin.audit.actingAs')} `}
            <Value value={effectiveUserId} names={names} />
          </>
        )}
      </p>
      <dl className="audit-facts">
        <Fact label={t('admin.audit.target')} value={target} names={names} />
        {factsOf(entry.details).map(([key, value]) => (
          <Fact key={key} label={labelOf(key)} value={value} />
        ))}
        <Fact label={t('admin.audit.ip')} value={ip} />
        <Fact label={t('admin.audit.request')} value={requestId} />
      </dl>
    </li>
  );
}

interface ValueProps {
  readonly value: string;
  readonly names?: Names;
}

const Fact = ({ label, value, names }: Omit<ValueProps, 'value'> & { readonly label: string; readonly value: string | null }) =>
  value !== null && (
    <div>
      <dt>{label}</dt>
      <dd>
        <Value value={value} names={names} />
      </dd>
    </div>
  );

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The name of a user or bot; the title shows the id. An id without a name is shortened by CSS, and copying copies it. */
function Value({ value, names = [] }: ValueProps) {
  if (!UUID.test(value)) return value;
  const known = names.find(({ id }) => id === value);
  if (known?.name) return <span title={value}>{known.name}</span>;
  return (
    <>
      {known && <span className="muted">{t('admin.audit.deleted')} </span>}
      <code className="truncate audit-id" title={value}>
        {value}
      </code>
    </>
  );
}

const factsOf = (details: unknown): [string, string][] =>
  typeof details === 'object' && details !== null ? Object.entries(details).map(([key, value]) => [key, formatValue(value)]) : [];

const formatValue = (value: unknown): string =>
  typeof value === 'boolean' ? t(value ? 'admin.audit.yes' : 'admin.audit.no') : String(value);

const isDetail = (key: string): key is keyof typeof auditMessages.details => Object.hasOwn(auditMessages.details, key);
/** A detail that this version does not know is shown under its own name. */
const labelOf = (key: string): string => (isDetail(key) ? t(`admin.audit.details.${key}`) : key);
