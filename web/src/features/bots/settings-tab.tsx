import { BotCreation, MODELS, Preferences, RESPONSE_STYLES } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import { Select } from '../../ui/select.js';

const SWITCHES = ['rememberInteractions', 'sendMedia', 'shareLinks'] as const;
const MIN_TOKENS = 50;
const MAX_TOKENS = 4000;

export function SettingsTab() {
  const bounds = t('form.maxTokensRule', { min: formatNumber(MIN_TOKENS), max: formatNumber(MAX_TOKENS) });
  return (
    <div className="form-tab">
      <Form.Item
        name="instructions"
        label={t('form.instructions')}
        extra={t('form.instructionsHint')}
        rules={[fieldRule(BotCreation.shape.instructions)]}
      >
        <Input.TextArea placeholder={t('form.instructionsPlaceholder')} rows={5} maxLength={8000} />
      </Form.Item>
      <div className="form-row">
        <Form.Item name="model" label={t('form.model')}>
          <Select options={MODELS.map((model) => ({ value: model, label: model }))} />
        </Form.Item>
        <Form.Item name="responseStyle" label={t('form.responseStyle')}>
          <Select options={RESPONSE_STYLES.map((style) => ({ value: style, label: traitLabel(style) }))} />
        </Form.Item>
        <Form.Item
          name={['preferences', 'maxTokens']}
          label={t('form.maxTokens')}
          rules={[fieldRule(Preferences.shape.maxTokens, bounds)]}
          normalize={Number}
        >
          <Input type="number" min={MIN_TOKENS} max={MAX_TOKENS} step={50} />
        </Form.Item>
      </div>
      <section aria-labelledby="preferences">
        <div className="trait-head">
          <h3 id="preferences">{t('form.preferences')}</h3>
        </div>
        <div className="switch-list">
          {SWITCHES.map((key) => (
            <label key={key} className="switch-row">
              <span>
                <span className="switch-name">{t(`form.preference.${key}`)}</span>
                <span className="muted">{t(`form.preference.${key}Text`)}</span>
              </span>
              <Form.Item name={['preferences', key]} valuePropName="checked" noStyle>
                <Switch />
              </Form.Item>
            </label>
          ))}
        </div>
      </section>
    </div>
  );
}
