import { AUDIT_ACTIONS, AuditEvent, type AuditAction } from '@kith/proto';
import { useId, useState, type FormEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';

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
