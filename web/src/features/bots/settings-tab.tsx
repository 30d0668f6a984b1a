import {
  CONTEXT_RETENTIONS,
  CreateBotInput,
  DailyCaps,
  HISTORY_TOKENS,
  PLAN_CATALOGUE,
  planRank,
  PLANS,
  Preferences,
  RESPONSE_STYLES,
  type Plan,
} from '@kith/proto';
import { Form, Input } from 'antd';
import type { SelectHTMLAttributes } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { ModelSelect } from '../../shared/model-select.js';
import { traitLabel } from '../../shared/traits.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { TimeZoneInput } from './time-zone-input.js';
import { ToolFields } from './tool-fields.js';

// Shown as they are written, not filled.
const MACROS = { user: '{{user}}', char: '{{char}}' };

export const SettingsTab = ({ plan }: { readonly plan: Plan }) => (
  <div className="stack form-tab form-items">
    <Section title={t('form.ai')} className="form-part">
      <Form.Item
        name="instructions"
        label={t('form.instructions')}
        extra={t('form.instructionsHint')}
        rules={[schemaRule(CreateBotInput.shape.instructions)]}
      >
        <Input.TextArea placeholder={t('form.instructionsPlaceholder')} rows={5} />
      </Form.Item>
      <Form.Item
        name="greeting"
        label={t('form.greeting')}
        extra={t('form.greetingHint', MACROS)}
        rules={[schemaRule(CreateBotInput.shape.greeting)]}
      >
        <Input.TextArea placeholder={t('form.greetingPlaceholder', MACROS)} rows={2} />
      </Form.Item>
      <Form.Item
        name="exampleDialogues"
        label={t('form.exampleDialogues')}
        extra={t('form.exampleDialoguesHint')}
        rules={[schemaRule(CreateBotInput.shape.exampleDialogues)]}
      >
        <Input.TextArea placeholder={t('form.exampleDialoguesPlaceholder', MACROS)} rows={5} />
      </Form.Item>
      <div className="columns form-row">
        <Form.Item name="model" label={t('form.model')}>
          <ModelSelect plan={plan} />
        </Form.Item>
        <Form.Item name="responseStyle" label={t('form.responseStyle')}>
          <Select options={RESPONSE_STYLES.map((style) => ({ value: style, label: traitLabel(style) }))} />
        </Form.Item>
      </div>
      <Form.Item
        name="timeZone"
        label={t('form.timeZone')}
        extra={t('form.timeZoneHint')}
        rules={[schemaRule(CreateBotInput.shape.timeZone)]}
      >
        <TimeZoneInput />
      </Form.Item>
    </Section>
    <PreferencesFields plan={plan} />
    <ToolFields />
    <DailyCapFields />
  </div>
);

const CAPS = ['perBot', 'perServer', 'perMember'] as const satisfies readonly (keyof DailyCaps)[];
const MAX_CAP = 1_000_000;

/** Optional caps on the messages of a day; empty for none. */
const DailyCapFields = () => (
  <Section title={t('form.dailyCaps')} lead={t('form.dailyCapsText')} className="form-part">
    <div className="columns form-row">
      {CAPS.map((cap) => (
        <Form.Item
          key={cap}
          name={['dailyCaps', cap]}
          label={t(`form.dailyCap.${cap}`)}
          rules={[schemaRule(DailyCaps.shape[cap].unwrap(), t('form.dailyCapRule', { max: formatNumber(MAX_CAP) }))]}
          normalize={(typed: string) => (typed === '' ? null : Number(typed))}
        >
          <Input type="number" inputMode="numeric" min={1} max={MAX_CAP} placeholder={t('form.noCap')} />
        </Form.Item>
      ))}
    </div>
  </Section>
);

const SWITCHES = ['rememberInteractions', 'sendMedia', 'shareLinks', 'proactiveMessaging', 'learningMode'] as const;
const PACES = ['instant', 'natural', 'slow'] as const satisfies readonly Preferences['responseDelay'][];
const MIN_TOKENS = 50;
const MAX_TOKENS = 4000;

/** All eight preferences (docs/decisions.md M4). */
function PreferencesFields({ plan }: { readonly plan: Plan }) {
  const bounds = t('form.maxTokensRule', { min: formatNumber(MIN_TOKENS), max: formatNumber(MAX_TOKENS) });
  return (
    <Section title={t('form.preferences')} className="form-part">
      <div className="switch-list">
        {SWITCHES.map((key) => (
          <SwitchRow
            key={key}
            name={['preferences', key]}
            label={t(`form.preference.${key}`)}
            text={t(`form.preference.${key}Text`)}
          />
        ))}
      </div>
      <div className="columns form-row">
        <Form.Item
          name={['preferences', 'contextRetention']}
          label={t('form.contextRetention')}
          extra={t('form.contextRetentionText')}
        >
          <RetentionSelect plan={plan} />
        </Form.Item>
        <Form.Item name={['preferences', 'responseDelay']} label={t('form.responseDelay')} extra={t('form.responseDelayText')}>
          <Select options={PACES.map((value) => ({ value, label: t(`form.pace.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name={['preferences', 'maxTokens']}
          label={t('form.maxTokens')}
          rules={[schemaRule(Preferences.shape.maxTokens.unwrap(), bounds)]}
          normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
        >
          <Input type="number" inputMode="numeric" min={MIN_TOKENS} max={MAX_TOKENS} step={50} />
        </Form.Item>
      </div>
    </Section>
  );
}

/** Memory above the plan cannot be chosen; a stored one stays chosen, and the bot reads what the plan has (docs/decisions.md D3). */
function RetentionSelect({ plan: ownPlan, ...props }: SelectHTMLAttributes<HTMLSelectElement> & { readonly plan: Plan }) {
  const options = CONTEXT_RETENTIONS.map((retention) => {
    const needed = PLANS.find((plan) => HISTORY_TOKENS[retention] <= PLAN_CATALOGUE[plan].maxHistoryTokens) ?? 'premium';
    const isAbovePlan = planRank(needed) > planRank(ownPlan);
    const mark = isAbovePlan ? ` ${t('models.needsPlan', { plan: PLAN_CATALOGUE[needed].label })}` : '';
    return { value: retention, label: `${t(`form.retention.${retention}`)}${mark}`, disabled: isAbovePlan };
  });
  return <Select {...props} options={options} />;
}
