import { KNOWLEDGE_ACTIVATIONS } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { Select } from '../../ui/inputs.js';
import { keywordsRule } from './knowledge-values.js';

/** When an item enters replies, and its key words. */
export const ActivationField = ({ isReadOnly }: { readonly isReadOnly: boolean }) => {
  const activation = Form.useWatch<unknown>('activation') ?? 'search';
  const chosen = KNOWLEDGE_ACTIVATIONS.find((one) => one === activation) ?? 'search';
  return (
    <>
      <Form.Item name="activation" label={t('knowledge.activation')} extra={t(`knowledge.activationHint.${chosen}`)}>
        <Select
          disabled={isReadOnly}
          options={KNOWLEDGE_ACTIVATIONS.map((one) => ({ value: one, label: t(`knowledge.activations.${one}`) }))}
        />
      </Form.Item>
      {chosen === 'keywords' && (
        <Form.Item
          name="keywords"
          label={t('knowledge.keywords')}
          extra={t('knowledge.keywordsHint')}
          rules={[keywordsRule()]}
          validateTrigger="onBlur"
        >
          <Input autoComplete="off" readOnly={isReadOnly} placeholder={t('knowledge.keywordsPlaceholder')} />
        </Form.Item>
      )}
    </>
  );
};
