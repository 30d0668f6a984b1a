import { AVATAR_COLORS, CreateBotInput } from '@kith/proto';
import { Form, Input } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import { ColorField } from './color-field.js';

/** Name, description and colour: what every companion has first. */
export function BasicFields() {
  const name = Form.useWatch<string | undefined>('name');
  return (
    <section className="form-part" aria-labelledby="basics">
      <h2 id="basics">{t('form.basics')}</h2>
      <Form.Item name="name" label={t('form.name')} rules={[fieldRule(CreateBotInput.shape.name)]} validateTrigger="onBlur">
        <Input placeholder={t('form.namePlaceholder')} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('form.description')} rules={[fieldRule(CreateBotInput.shape.description)]}>
        <Input.TextArea placeholder={t('form.descriptionPlaceholder')} rows={2} />
      </Form.Item>
      <Form.Item name="avatarColor" label={t('form.color')}>
        <ColorField name={name ?? ''} colors={AVATAR_COLORS} />
      </Form.Item>
    </section>
  );
}
