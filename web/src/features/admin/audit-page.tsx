import { useQuery } from '@apollo/client/react';
import { AUDIT_ACTIONS, type AuditAction, AuditEvent } from '@kith/proto';
import { ScrollText, SearchX, ShieldCheck } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { BackLink, Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Badge } from '../../ui/indicators.js';
import { Select } from '../../ui/inputs.js';
import { StaleNotice } from '../../ui/load-error.js';
import { Notice, State } from '../../ui/state.js';
import { AdminOnly } from './admin-only.js';
import { AUDIT_LOG } from './admin.graphql.js';
import { AuditList } from './audit-list.js';
import { ListError, ListSkeleton, Pager } from './paged-list.js';
import './admin.css';

const PAGE = 50;

export const AuditPage = () => (
  <AdminOnly allows="super_admin">
    <title>{`${t('admin.nav.audit')} · Kith`}</title>
    <AuditLog />
  </AdminOnly>
);

function AuditLog() {
  const { filters, setFilters } = useFilters();
  const key = `${filters.action ?? ''} ${filters.userId}`;
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{t('admin.nav.audit')}</h1>
          <p>{t('admin.audit.lead')}</p>
        </div>
      </header>
      <AuditFilters key={`filters ${key}`} filters={filters} onChange={setFilters} />
      {/* Other filters begin at their first page. */}
      <Entries key={key} filters={filters} onChange={setFilters} />
    </div>
  );
}

/** In the address, so that a filtered log can be linked to. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const action = AUDIT_ACTIONS.find((one) => one === params.get('action'));
  const filters: Filters = { action, userId: params.get('user') ?? '' };
  const setFilters = ({ action, userId }: Filters): void =>
    setParams({ ...(action && { action }), ...(userId && { user: userId }) }, { preventScrollReset: true });
  return { filters, setFilters };
}

interface EntriesProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function Entries({ filters, onChange }: EntriesProps) {
  const [offset, setOffset] = useState(0);
  const { data, previousData, error, loading, refetch } = useQuery(AUDIT_LOG, {
    variables: { ...asAsked(filters), limit: PAGE, offset },
  });
  const log = data?.auditLog ?? (error ? undefined : previousData?.auditLog);
  const again = (): void => void refetch().catch(() => undefined);
  const isFiltered = filters.action !== undefined || filters.userId !== '';
  return (
    <section className="card account-finder" aria-label={t('admin.audit.entries')}>
      {log && <Chain isIntact={log.isIntact} />}
      {error && !log && <ListError title={t('admin.audit.failed')} error={error} onRetry={again} />}
      {error && log && <StaleNotice error={error} />}
      {!log && !error && <ListSkeleton />}
      {log && log.events.length > 0 && (
        <AuditList entries={log.events} isBusy={loading} onUser={(userId) => onChange({ ...filters, userId })} />
      )}
      {log?.events.length === 0 && <Nothing isFiltered={isFiltered} onClear={() => onChange({ userId: '' })} />}
      {log && <Pager label={t('admin.nav.audit')} offset={offset} limit={PAGE} total={log.total} onTurn={setOffset} />}
    </section>
  );
}

const asAsked = ({ action, userId }: Filters): { action: AuditAction | null; userId: string | null } => ({
  action: action ?? null,
  userId: userId || null,
});

/** Whether the log can be trusted (S75). */
function Chain({ isIntact }: { readonly isIntact: boolean }) {
  if (!isIntact) {
    return (
      <div role="alert">
        <Notice tone="danger">{t('admin.audit.broken')}</Notice>
      </div>
    );
  }
  return (
    <p className="audit-chain">
      <Badge tone="success">
        <ShieldCheck size={13} aria-hidden="true" />
        {t('admin.audit.intact')}
      </Badge>
      <span className="muted">{t('admin.audit.intactText')}</span>
    </p>
  );
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered)
    return <State icon={ScrollText} heading="h2" title={t('admin.audit.empty')} text={t('admin.audit.emptyText')} />;
  return (
    <State icon={SearchX} heading="h2" title={t('admin.audit.noMatch')} text={t('admin.audit.noMatchText')}>
      <Button onClick={onClear}>{t('admin.audit.clear')}</Button>
    </State>
  );
}

export interface Filters {
  readonly action?: AuditAction | undefined;
  /** Empty for everybody. */
  readonly userId: string;
}

interface AuditFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const ALL = 'all';

/** What happened, and to or by whom. */
export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const id = useId();
  const [action, setAction] = useState(filters.action);
  const [userId, setUserId] = useState(filters.userId);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = userId.trim().toLowerCase();
    if (wanted !== '' && !AuditEvent.shape.id.safeParse(wanted).success) setProblem(t('admin.audit.userInvalid'));
    else onChange({ action, userId: wanted });
  };
  const options = [
    { value: ALL, label: t('admin.audit.allActions') },
    ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`admin.audit.actions.${value}`) })),
  ];
  return (
    <form className="audit-filters" aria-label={t('admin.audit.filters')} noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor={id} className="field-label">
          {t('admin.audit.action')}
        </label>
        <Select
          id={id}
          options={options}
          value={action ?? ALL}
          onChange={({ target }) => setAction(AUDIT_ACTIONS.find((one) => one === target.value))}
        />
      </div>
      <Field
        label={t('admin.audit.user')}
        error={problem}
        value={userId}
        placeholder={t('admin.audit.userHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        onChange={({ target }) => {
          setUserId(target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" className="audit-apply">
        {t('admin.audit.apply')}
      </Button>
    </form>
  );
}
