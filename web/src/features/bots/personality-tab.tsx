import { AVATAR_COLORS, CreateBotInput, FORM_TRAITS, hasTrait, PLAN_CATALOGUE, planRank, type Plan } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { inactiveTraits, isOn, traitLabel } from '../../shared/traits.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/indicators.js';
import { Section } from '../../ui/section.js';

/** Traits are grouped by the lowest plan that has them. */
export const GROUPS = ['free', 'basic', 'premium'] as const;

export const lowestPlan = (trait: string): Plan => GROUPS.find((plan) => hasTrait(plan, trait)) ?? 'premium';

interface PersonalityTabProps {
  readonly plan: Plan;
  /** The traits as they are stored; undefined for a new bot. */
  readonly stored?: unknown;
}

export function PersonalityTab({ plan, stored }: PersonalityTabProps) {
  const inactive = inactiveTraits(stored, plan);
  return (
    <div className="stack form-tab form-items">
      <BasicFields />
      {GROUPS.map((group) => (
        <TraitGroup
          key={group}
          group={group}
          isOpen={planRank(plan) >= planRank(group)}
          inactive={inactive.filter((trait) => lowestPlan(trait) === group)}
        />
      ))}
    </div>
  );
}

interface TraitGroupProps {
  readonly group: Plan;
  readonly isOpen: boolean;
  /** Stored traits of this group that the plan does not unlock, also those that the form has no switch for. */
  readonly inactive: readonly string[];
}

function TraitGroup({ group, isOpen, inactive }: TraitGroupProps) {
  const id = `traits-${group}`;
  return (
    <section aria-labelledby={id}>
      <TraitHead id={id} group={group} isOpen={isOpen} />
      {inactive.length > 0 && (
        <p className="note trait-note">
          {t('form.inactiveTraits', { traits: inactive.map(traitLabel).join(', '), plan: PLAN_CATALOGUE[group].label })}{' '}
          <Link to={paths.pricing}>{t('bot.comparePlans')}</Link>
        </p>
      )}
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
  <div className="row trait-head">
    <h2 id={id}>{t(`form.traits.${group}`)}</h2>
    <TraitBadge group={group} isOpen={isOpen} />
  </div>
);

/** Premium traits carry a badge on every plan, Standard traits one to upgrade while the plan does not have them. */
function TraitBadge({ group, isOpen }: Omit<TraitHeadProps, 'id'>) {
  if (group === 'premium') return <Badge tone="accent">{t('form.premium')}</Badge>;
  return !isOpen && <Badge tone="primary">{t('form.upgradePlan')}</Badge>;
}

/** Name, description and colour. */
export function BasicFields() {
  const name = Form.useWatch<string | undefined>('name');
  return (
    <Section title={t('form.basics')} className="form-part">
      <Form.Item name="name" label={t('form.name')} rules={[schemaRule(CreateBotInput.shape.name)]} validateTrigger="onBlur">
        <Input placeholder={t('form.namePlaceholder')} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('form.description')} rules={[schemaRule(CreateBotInput.shape.description)]}>
        <Input.TextArea placeholder={t('form.descriptionPlaceholder')} rows={2} />
      </Form.Item>
      <Form.Item name="avatarColor" label={t('form.color')}>
        <ColorField name={name ?? ''} colors={AVATAR_COLORS} />
      </Form.Item>
    </Section>
  );
}

interface ColorFieldProps {
  readonly name: string;
  readonly colors: readonly string[];
  readonly value?: string;
  readonly onChange?: (color: string) => void;
}

/** The avatar with its colour: one of the palette, or any other through the browser's own colour picker. */
function ColorField({ name, colors, value = '', onChange }: ColorFieldProps) {
  const id = useId();
  const choices = colors.includes(value) ? colors : [...colors, value];
  return (
    <div className="bar gap-md color-field">
      <Avatar name={name.trim() || '?'} color={value} size={52} />
      <div className="row color-choices" role="radiogroup" aria-label={t('form.color')}>
        {choices.map((color) => (
          <label key={color} className="swatch" style={{ background: color }}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={color === value}
              onChange={() => onChange?.(color)}
              aria-label={t('form.colorChoice', { color })}
            />
          </label>
        ))}
        <span className="swatch color-own">
          <Plus size={16} aria-hidden="true" />
          <input
            type="color"
            value={value}
            aria-label={t('form.ownColor')}
            title={t('form.ownColor')}
            onChange={(event) => onChange?.(event.target.value)}
          />
        </span>
      </div>
    </div>
  );
}
