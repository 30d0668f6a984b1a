import { CreateKnowledgeInput, KNOWLEDGE_TYPES, KnowledgeText } from '@kith/proto';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { Notice } from '../../ui/state.js';
import { type KnowledgeType, type missingOf, tagsRule, TYPE_ICONS } from './knowledge-values.js';

const { shape } = CreateKnowledgeInput;

interface KnowledgeFieldsProps {
  readonly type: KnowledgeType;
  readonly isReadOnly: boolean;
  /** The field of the text, where there is one. */
  readonly children: ReactNode;
}

/** Title, address, text and tags, as far as the type has them. */
export const KnowledgeFields = ({ type, isReadOnly, children }: KnowledgeFieldsProps) => (
  <>
    <Form.Item name="title" label={t('knowledge.itemTitle')} rules={[schemaRule(shape.title)]} validateTrigger="onBlur">
      <Input readOnly={isReadOnly} autoComplete="off" placeholder={t('knowledge.titlePlaceholder')} />
    </Form.Item>
    {type === 'url' && (
      <Form.Item
        name="address"
        label={t('knowledge.address')}
        rules={[schemaRule(shape.fileUrl)]}
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
    {children}
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

interface ContentFieldProps extends Omit<KnowledgeFieldsProps, 'children'> {
  /** What is stored; absent for something new. */
  readonly text?: string;
  readonly hasFocus?: boolean;
}

export const ContentField = ({ type, isReadOnly, text, hasFocus = false }: ContentFieldProps) => {
  const isNote = text === undefined && type === 'url';
  const { label, extra } = isNote ? { label: t('knowledge.note'), extra: t('knowledge.noteHint') } : wordsOf(type);
  return (
    <Form.Item
      name="content"
      initialValue={text ?? ''}
      label={label}
      extra={extra}
      rules={[schemaRule(type === 'text' ? KnowledgeText : shape.content)]}
      validateTrigger="onBlur"
    >
      <Input.TextArea
        autoFocus={hasFocus}
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

interface TypeChoiceProps {
  readonly value: KnowledgeType;
  readonly isDisabled: boolean;
  readonly onChange: (type: KnowledgeType) => void;
}

/** Which kind of thing is added. */
export const TypeChoice = ({ value, isDisabled, onChange }: TypeChoiceProps) => (
  <fieldset className="type-choice" disabled={isDisabled}>
    <legend>{t('knowledge.type')}</legend>
    <div className="type-options">
      {KNOWLEDGE_TYPES.map((type) => {
        const Icon = TYPE_ICONS[type];
        return (
          <label key={type} className="type-option">
            <input
              type="radio"
              name="knowledge-type"
              className="sr-only"
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            <Icon size={18} aria-hidden="true" />
            {t(`knowledge.types.${type}`)}
          </label>
        );
      })}
    </div>
  </fieldset>
);

interface MissingProps {
  readonly id: string;
  readonly parts: ReturnType<typeof missingOf>;
}

/** Why the button below cannot be pressed. */
export const Missing = ({ id, parts }: MissingProps) =>
  parts.length > 0 && (
    <p id={id} className="note">
      {t('knowledge.missing', { parts: parts.map((part) => t(`knowledge.missingPart.${part}`)).join(', ') })}
    </p>
  );

/** What the server said, announced when it appears. */
export const Refusal = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className="refusal">
    {children !== null && <Notice tone="danger">{children}</Notice>}
  </div>
);
