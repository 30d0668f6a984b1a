import { useQuery } from '@apollo/client/react';
import { AUDIT_ACTIONS, AuditEvent, type AuditAction } from '@kith/proto';
import { ScrollText, SearchX, ShieldCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { useKept } from '../../lib/use-kept.js';
import { Button } from '../../ui/button.js';
import { Field, Labelled } from '../../ui/field.js';
import { Badge } from '../../ui/indicators.js';
import { Select } from '../../ui/inputs.js';
import { FIRST_PAGE } from '../../ui/pager.js';
import { Notice, State } from '../../ui/state.js';
import { AdminFrame } from './admin-frame.js';
import { AUDIT_LOG } from './admin.graphql.js';
import { AuditList } from './audit-list.js';
import { PagedList, pageOf } from './paged-list.js';

const PAGE = 50;

interface Filters {
  readonly action?: AuditAction | undefined;
  /** Empty for all users. */
  readonly userId: string;
}
interface FiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function AuditPage() {
  // In the address, so that a filtered log can be linked to.
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    action: AUDIT_ACTIONS.find((one) => one === params.get('action')),
    userId: params.get('user') ?? '',
  };
  const setFilters = ({ action, userId }: Filters): void =>
    setParams({ ...(action && { action }), ...(userId && { user: userId }) }, { preventScrollReset: true });
  const key = `${filters.action ?? ''} ${filters.userId}`;
  return (
    <AdminFrame allows="super_admin" title={t('admin.nav.audit')} lead={t('admin.audit.lead')}>
      <FilterForm key={`filters ${key}`} filters={filters} onChange={setFilters} />
      {/* Changed filters start at the first page. */}
      <Entries key={key} filters={filters} onChange={setFilters} />
    </AdminFrame>
  );
}

function Entries({ filters, onChange }: FiltersProps) {
  const [position, setPosition] = useKept(`page of ${filters.action ?? ''} ${filters.userId}`, FIRST_PAGE);
  const variables = { action: filters.action ?? null, userId: filters.userId || null, limit: PAGE, ...position };
  const query = pageOf(useQuery(AUDIT_LOG, { variables }), ({ auditLog }) => auditLog);
  const isFiltered = filters.action !== undefined || filters.userId !== '';
  return (
    <section className="card admin-list" aria-label={t('admin.audit.entries')}>
      <PagedList
        label={t('admin.nav.audit')}
        failed={t('admin.audit.failed')}
        query={query}
        isEmpty={({ events }) => events.length === 0}
        offset={position.offset}
        limit={PAGE}
        onTurn={setPosition}
      >
        {({ isIntact, events, names }) => (
          <>
            <ChainStatus isIntact={isIntact} />
            {events.length > 0 ? (
              <AuditList
                entries={events}
                names={names}
                isBusy={query.isLoading}
                onUser={(userId) => onChange({ ...filters, userId })}
              />
            ) : (
              <NoEntries isFiltered={isFiltered} onClear={() => onChange({ userId: '' })} />
            )}
          </>
        )}
      </PagedList>
    </section>
  );
}

/** Whether the hash chain of the log is unbroken (docs/security.md S75). */
function ChainStatus({ isIntact }: { readonly isIntact: boolean }) {
  if (!isIntact) {
    return (
      <Notice tone="danger" isAlert>
        {t('admin.audit.broken')}
      </Notice>
    );
  }
  return (
    <p className="row audit-chain">
      <Badge tone="success">
        <ShieldCheck size={13} aria-hidden="true" />
        {t('admin.audit.intact')}
      </Badge>
      <span className="note">{t('admin.audit.intactText')}</span>
    </p>
  );
}

function NoEntries({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) return <State icon={ScrollText} title={t('admin.audit.empty')} text={t('admin.audit.emptyText')} />;
  return (
    <State icon={SearchX} title={t('admin.audit.noMatch')} text={t('admin.audit.noMatchText')}>
      <Button onClick={onClear}>{t('admin.audit.clear')}</Button>
    </State>
  );
}

const ALL = 'all';

function FilterForm({ filters, onChange }: FiltersProps) {
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
      <Labelled label={t('admin.audit.action')}>
        {({ id }) => (
          <Select
            id={id}
            options={options}
            value={action ?? ALL}
            onChange={({ target }) => setAction(AUDIT_ACTIONS.find((one) => one === target.value))}
          />
        )}
      </Labelled>
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
