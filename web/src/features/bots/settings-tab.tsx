import { CreateBotInput, MODELS, RESPONSE_STYLES } from '@kith/proto';
import { Form, Input } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import { traitLabel } from '../../lib/traits.js';
import { Select } from '../../ui/select.js';
import { PreferencesFields } from './preferences-fields.js';

export const SettingsTab = () => (
  <div className="form-tab form-items">
    <section className="form-part" aria-labelledby="ai">
      <h2 id="ai">{t('form.ai')}</h2>
      <Form.Item
        name="instructions"
        label={t('form.instructions')}
        extra={t('form.instructionsHint')}
        rules={[fieldRule(CreateBotInput.shape.instructions)]}
      >
        <Input.TextArea placeholder={t('form.instructionsPlaceholder')} rows={5} />
      </Form.Item>
      <div className="columns form-row">
        <Form.Item name="model" label={t('form.model')}>
          <Select options={MODELS.map((model) => ({ value: model, label: model }))} />
        </Form.Item>
        <Form.Item name="responseStyle" label={t('form.responseStyle')}>
          <Select options={RESPONSE_STYLES.map((style) => ({ value: style, label: traitLabel(style) }))} />
        </Form.Item>
      </div>
    </section>
    <PreferencesFields />
  </div>
);
