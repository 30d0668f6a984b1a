import { Preferences } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { useId } from 'react';
import { fieldRule } from '../../lib/field-rule.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Select } from '../../ui/select.js';

const SWITCHES = ['rememberInteractions', 'sendMedia', 'shareLinks', 'proactiveMessaging', 'learningMode'] as const;
const RETENTIONS = ['minimal', 'standard', 'extended'] as const satisfies readonly Preferences['contextRetention'][];
const PACES = ['instant', 'natural', 'slow'] as const satisfies readonly Preferences['responseDelay'][];
const MIN_TOKENS = 50;
const MAX_TOKENS = 4000;

/** Kept with the bot while nothing acts on them yet: the form says so. */
const SOON: readonly string[] = ['proactiveMessaging', 'learningMode', 'responseDelay'];

const classOf = (name: string): string => (SOON.includes(name) ? 'form-soon' : '');
const SoonBadge = ({ name }: { readonly name: string }) => SOON.includes(name) && <Badge>{t('bot.soon')}</Badge>;

/** All eight preferences (decision M4). */
export function PreferencesFields() {
  const bounds = t('form.maxTokensRule', { min: formatNumber(MIN_TOKENS), max: formatNumber(MAX_TOKENS) });
  return (
    <section className="form-part" aria-labelledby="preferences">
      <h2 id="preferences">{t('form.preferences')}</h2>
      <div className="switch-list">
        {SWITCHES.map((key) => (
          <PreferenceSwitch key={key} name={key} />
        ))}
      </div>
      <div className="columns form-row">
        <Form.Item
          name={['preferences', 'contextRetention']}
          label={t('form.contextRetention')}
          extra={t('form.contextRetentionText')}
        >
          <Select options={RETENTIONS.map((value) => ({ value, label: t(`form.retention.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name={['preferences', 'responseDelay']}
          className={classOf('responseDelay')}
          label={
            <>
              {t('form.responseDelay')} <SoonBadge name="responseDelay" />
            </>
          }
          extra={SOON.includes('responseDelay') && t('form.preferenceSoon')}
        >
          <Select
            aria-label={t('form.responseDelay')}
            options={PACES.map((value) => ({ value, label: t(`form.pace.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          name={['preferences', 'maxTokens']}
          label={t('form.maxTokens')}
          rules={[fieldRule(Preferences.shape.maxTokens.unwrap(), bounds)]}
          normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
        >
          <Input type="number" inputMode="numeric" min={MIN_TOKENS} max={MAX_TOKENS} step={50} />
        </Form.Item>
      </div>
    </section>
  );
}

/** A switch with what it does; the whole row is its label. */
function PreferenceSwitch({ name }: { readonly name: (typeof SWITCHES)[number] }) {
  const id = useId();
  const label = t(`form.preference.${name}`);
  return (
    <label className={`switch-row ${classOf(name)}`}>
      <span>
        <span className="switch-name">
          {label} <SoonBadge name={name} />
        </span>
        <span id={id} className="muted">
          {t(`form.preference.${name}Text`)} {SOON.includes(name) && <span className="sr-only">{t('form.preferenceSoon')}</span>}
        </span>
      </span>
      <Form.Item name={['preferences', name]} valuePropName="checked" noStyle>
        <Switch aria-label={label} aria-describedby={id} />
      </Form.Item>
    </label>
  );
}
