import { AUDIT_ACTIONS, type AuditAction } from '@kith/proto';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { adminMessages } from '../../lib/messages/en-admin.js';
import { type Tone, Badge } from '../../ui/indicators.js';
import type { AuditEntry } from './admin.graphql.js';

interface AuditListProps {
  readonly entries: readonly AuditEntry[];
  readonly isBusy: boolean;
  readonly onUser: (userId: string) => void;
}

const TONES: Partial<Record<AuditAction, Tone>> = {
  login_failed: 'warning',
  webhook_refused: 'warning',
  account_removed: 'danger',
  bot_removed: 'danger',
  impersonation_started: 'danger',
  impersonation_ended: 'danger',
  admin_granted: 'primary',
  admin_revoked: 'primary',
  plan_set: 'primary',
  credits_granted: 'primary',
  users_exported: 'primary',
};

export const AuditList = ({ entries, isBusy, onUser }: AuditListProps) => (
  <ol className="divided results admin-rows" aria-label={t('admin.audit.entries')} aria-busy={isBusy || undefined}>
    {entries.map((entry) => (
      <AuditRow key={entry.id} entry={entry} onUser={onUser} />
    ))}
  </ol>
);

function AuditRow({ entry, onUser }: { readonly entry: AuditEntry; readonly onUser: AuditListProps['onUser'] }) {
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
        {actorId === null ? (
          <strong>{name}</strong>
        ) : (
          <button
            type="button"
            className="link-button"
            aria-label={t('admin.audit.onlyUser', { name })}
            title={t('admin.audit.onlyUser', { name })}
            onClick={() => onUser(actorId)}
          >
            {name}
          </button>
        )}
        {actorId !== null && effectiveUserId !== null && effectiveUserId !== actorId && (
          <>
            {` ${t('admin.audit.actingAs')} `}
            <Value value={effectiveUserId} />
          </>
        )}
      </p>
      <dl className="audit-facts">
        <Fact label={t('admin.audit.target')} value={target} />
        {factsOf(entry.details).map(([key, value]) => (
          <Fact key={key} label={labelOf(key)} value={value} />
        ))}
        <Fact label={t('admin.audit.ip')} value={ip} />
        <Fact label={t('admin.audit.request')} value={requestId} />
      </dl>
    </li>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string | null }) =>
  value !== null && (
    <div>
      <dt>{label}</dt>
      <dd>
        <Value value={value} />
      </dd>
    </div>
  );

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ids are shortened by CSS: the title shows the whole id, and copying copies it. */
const Value = ({ value }: { readonly value: string }) =>
  UUID.test(value) ? (
    <code className="truncate audit-id" title={value}>
      {value}
    </code>
  ) : (
    value
  );

const factsOf = (details: unknown): [string, string][] =>
  typeof details === 'object' && details !== null ? Object.entries(details).map(([key, value]) => [key, formatValue(value)]) : [];

const formatValue = (value: unknown): string =>
  typeof value === 'boolean' ? t(value ? 'admin.audit.yes' : 'admin.audit.no') : String(value);

const isDetail = (key: string): key is keyof typeof adminMessages.admin.audit.details =>
  Object.hasOwn(adminMessages.admin.audit.details, key);
/** A detail that this version does not know is shown under its own name. */
const labelOf = (key: string): string => (isDetail(key) ? t(`admin.audit.details.${key}`) : key);
