import { KnowledgeCreation, KnowledgeText } from '@kith/proto';
import { Form, Input } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import type { KnowledgeType } from './knowledge-kinds.js';
import { tagsRule } from './knowledge-values.js';

const { shape } = KnowledgeCreation;

interface KnowledgeFieldsProps {
  readonly type: KnowledgeType;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  /** No text where there is none yet, or where none can be sent along. */
  readonly hasContent: boolean;
}

/** Title, address, text and tags, as far as the type has them. */
export const KnowledgeFields = ({ type, isNew, isReadOnly, hasContent }: KnowledgeFieldsProps) => (
  <>
    <Form.Item name="title" label={t('knowledge.itemTitle')} rules={[fieldRule(shape.title)]} validateTrigger="onBlur">
      <Input autoFocus readOnly={isReadOnly} autoComplete="off" placeholder={t('knowledge.titlePlaceholder')} />
    </Form.Item>
    {type === 'url' && (
      <Form.Item
        name="address"
        label={t('knowledge.address')}
        rules={[fieldRule(shape.fileUrl)]}
        validateTrigger="onBlur"
        extra={t('knowledge.typeHint.url')}
      >
        <Input
          type="url"
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('knowledge.addressPlaceholder')}
        />
      </Form.Item>
    )}
    {hasContent && <ContentField type={type} isNew={isNew} isReadOnly={isReadOnly} />}
    <Form.Item
      name="tags"
      label={t('knowledge.tags')}
      extra={t('knowledge.tagsHint')}
      rules={[tagsRule()]}
      validateTrigger="onBlur"
    >
      <Input autoComplete="off" readOnly={isReadOnly} />
    </Form.Item>
  </>
);

const ContentField = ({ type, isNew, isReadOnly }: Omit<KnowledgeFieldsProps, 'hasContent'>) => {
  const isNote = isNew && type === 'url';
  const { label, extra } = isNote ? { label: t('knowledge.note'), extra: t('knowledge.noteHint') } : wordsOf(type);
  return (
    <Form.Item
      name="content"
      label={label}
      extra={extra}
      rules={[fieldRule(type === 'text' ? KnowledgeText : shape.content)]}
      validateTrigger="onBlur"
    >
      <Input.TextArea
        rows={isNote ? 2 : 7}
        readOnly={isReadOnly}
        placeholder={type === 'text' ? t('knowledge.contentPlaceholder') : undefined}
      />
    </Form.Item>
  );
};

function wordsOf(type: KnowledgeType): { readonly label: string; readonly extra?: string } {
  if (type === 'image') return { label: t('knowledge.description'), extra: t('knowledge.descriptionHint') };
  return { label: t('knowledge.content') };
}
