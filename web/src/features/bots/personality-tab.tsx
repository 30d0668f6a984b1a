import { AVATAR_COLORS, BotCreation, FORM_TRAITS, planRank, type Plan } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import { Badge } from '../../ui/badge.js';
import { ColorField } from './color-field.js';
import { fieldRule } from '../../lib/field-rule.js';

const SHOWN_COLORS = 7;
const GROUPS = ['free', 'basic', 'premium'] as const;

export function PersonalityTab({ plan }: { readonly plan: Plan }) {
  const name = Form.useWatch<string | undefined>('name');
  return (
    <div className="form-tab">
      <Form.Item name="name" label={t('form.name')} rules={[fieldRule(BotCreation.shape.name)]}>
        <Input placeholder={t('form.namePlaceholder')} maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('form.description')} rules={[fieldRule(BotCreation.shape.description)]}>
        <Input.TextArea placeholder={t('form.descriptionPlaceholder')} rows={2} maxLength={1000} />
      </Form.Item>
      <Form.Item name="avatarColor" label={t('form.color')}>
        <ColorField name={name ?? ''} colors={AVATAR_COLORS.slice(0, SHOWN_COLORS)} />
      </Form.Item>
      {GROUPS.map((group) => (
        <TraitGroup key={group} group={group} isOpen={planRank(plan) >= planRank(group)} />
      ))}
    </div>
  );
}

function TraitGroup({ group, isOpen }: { readonly group: Plan; readonly isOpen: boolean }) {
  const id = `traits-${group}`;
  return (
    <section aria-labelledby={id}>
      <div className="trait-head">
        <h3 id={id}>{t(`form.traits.${group}`)}</h3>
        {group === 'premium' && <Badge tone="accent">{t('form.premium')}</Badge>}
        {!isOpen && <Badge tone="primary">{t('form.upgradePlan')}</Badge>}
      </div>
      <div className="trait-grid">
        {FORM_TRAITS.filter((trait) => trait.plan === group).map(({ name }) => (
          <label key={name} className="trait" data-off={!isOpen}>
            <span>
              {traitLabel(name)} {!isOpen && <span className="trait-plan">{t(`form.planMark.${group}`)}</span>}
            </span>
            <Form.Item name={['personality', name]} valuePropName="checked" noStyle>
              <Switch disabled={!isOpen} size="small" />
            </Form.Item>
          </label>
        ))}
      </div>
    </section>
  );
}
