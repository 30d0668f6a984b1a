import { FORM_TRAITS, planRank, type Plan } from '@kith/proto';
import { Form, Switch } from 'antd';
import { t } from '../../lib/i18n.js';
import { isOn, traitLabel } from '../../lib/traits.js';
import { Badge } from '../../ui/badge.js';
import { BasicFields } from './basic-fields.js';

/** What each plan adds. */
export const GROUPS = ['free', 'basic', 'premium'] as const;

export const PersonalityTab = ({ plan }: { readonly plan: Plan }) => (
  <div className="form-tab form-items">
    <BasicFields />
    {GROUPS.map((group) => (
      <TraitGroup key={group} group={group} isOpen={planRank(plan) >= planRank(group)} />
    ))}
  </div>
);

function TraitGroup({ group, isOpen }: { readonly group: Plan; readonly isOpen: boolean }) {
  const id = `traits-${group}`;
  return (
    <section aria-labelledby={id}>
      <TraitHead id={id} group={group} isOpen={isOpen} />
      <div className="trait-grid">
        {FORM_TRAITS.filter((trait) => trait.plan === group).map(({ name }) => (
          <label key={name} className="trait" data-off={!isOpen}>
            <span>
              {traitLabel(name)} {!isOpen && <span className="trait-plan">{t(`form.planMark.${group}`)}</span>}
            </span>
            <Form.Item
              name={['personality', name]}
              getValueProps={(value: unknown) => ({ checked: isOpen && isOn(value) })}
              valuePropName="checked"
              noStyle
            >
              <Switch disabled={!isOpen} size="small" />
            </Form.Item>
          </label>
        ))}
      </div>
    </section>
  );
}

interface TraitHeadProps {
  readonly id: string;
  readonly group: Plan;
  readonly isOpen: boolean;
}

export const TraitHead = ({ id, group, isOpen }: TraitHeadProps) => (
  <div className="trait-head">
    <h2 id={id}>{t(`form.traits.${group}`)}</h2>
    <TraitBadge group={group} isOpen={isOpen} />
  </div>
);

/** What a group needs: 'Upgrade Plan' while Standard is missing, and what is premium is marked for everybody. */
function TraitBadge({ group, isOpen }: Omit<TraitHeadProps, 'id'>) {
  if (group === 'premium') return <Badge tone="accent">{t('form.premium')}</Badge>;
  return !isOpen && <Badge tone="primary">{t('form.upgradePlan')}</Badge>;
}
