import { CreateKnowledgeInput, KnowledgeText } from '@kith/proto';
import { Form, Input, type FormInstance } from 'antd';
import { useId, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/state.js';
import { LeaveDialog, useLeaveGuard } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { ActivationField } from './activation-field.js';
import { tagsRule, type KnowledgeType, type KnowledgeValues, type RequiredPart } from './knowledge-values.js';

const { shape } = CreateKnowledgeInput;

interface KnowledgeDialogProps {
  readonly title: string;
  readonly form: FormInstance<KnowledgeValues>;
  readonly initial: Partial<KnowledgeValues>;
  readonly isDirty: boolean;
  readonly onEdit: () => void;
  readonly problem: string | null;
  readonly missing: readonly RequiredPart[];
  /** Null when nothing can be changed. */
  readonly submit: { readonly label: string; readonly isBusy: boolean; readonly onSubmit: () => Promise<void> } | null;
  /** Left of the submit button. */
  readonly renderButtons: (close: () => void) => ReactNode;
  /** Replaces closing the dialog by Escape and its close button. */
  readonly onDismiss?: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** Dialog to add or edit an item. Errors are shown inside, so that no input is lost. */
export function KnowledgeDialog(props: KnowledgeDialogProps) {
  const { title, form, initial, isDirty, onEdit, problem, missing, submit, renderButtons, onClose, children } = props;
  const missingId = useId();
  const guard = useLeaveGuard(isDirty);
  const close = (): void => guard.leave(onClose);
  const isIncomplete = missing.length > 0;
  return (
    <>
      <Dialog title={title} onClose={props.onDismiss ?? close}>
        <VerticalForm
          form={form}
          name="knowledge"
          initialValues={initial}
          onValuesChange={onEdit}
          onFinish={() => void submit?.onSubmit()}
          className="stack knowledge-form form-items"
        >
          {children}
          <ErrorNotice>{problem}</ErrorNotice>
          {submit && isIncomplete && (
            <p id={missingId} className="note">
              {t('knowledge.missing', { parts: missing.map((part) => t(`knowledge.missingPart.${part}`)).join(', ') })}
            </p>
          )}
          <div className="dialog-foot">
            {renderButtons(close)}
            {submit && (
              <Button
                type="submit"
                variant="primary"
                isBusy={submit.isBusy}
                disabled={isIncomplete}
                aria-describedby={isIncomplete ? missingId : undefined}
              >
                {submit.label}
              </Button>
            )}
          </div>
        </VerticalForm>
      </Dialog>
      <LeaveDialog guard={guard} />
    </>
  );
}

interface KnowledgeFieldsProps {
  readonly type: KnowledgeType;
  readonly isReadOnly: boolean;
  /** The field of the content, for types that have one. */
  readonly children: ReactNode;
}

/** Title, address, content, tags and activation. */
export const KnowledgeFields = ({ type, isReadOnly, children }: KnowledgeFieldsProps) => (
  <>
    <Form.Item
      name="title"
      label={t('knowledge.itemTitle')}
      // The dialog opens with the focus in this field: who chooses another type first has not left it empty.
      rules={[({ isFieldTouched }) => (isFieldTouched('title') ? schemaRule(shape.title) : {})]}
      validateTrigger="onBlur"
    >
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
    <ActivationField isReadOnly={isReadOnly} />
  </>
);

interface ContentFieldProps extends Omit<KnowledgeFieldsProps, 'children'> {
  /** The stored content; undefined for a new item. */
  readonly text?: string;
  readonly hasFocus?: boolean;
}

export const ContentField = ({ type, isReadOnly, text, hasFocus = false }: ContentFieldProps) => {
  const isNote = text === undefined && type === 'url';
  const { label, extra } = isNote ? { label: t('knowledge.note'), extra: t('knowledge.noteHint') } : contentLabel(type);
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

function contentLabel(type: KnowledgeType): { readonly label: string; readonly extra?: string } {
  if (type === 'image') return { label: t('form.description'), extra: t('knowledge.descriptionHint') };
  return { label: t('knowledge.content') };
}

/** An error of the server, announced when it appears. */
export const ErrorNotice = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className="error-notice">
    {children !== null && <Notice tone="danger">{children}</Notice>}
  </div>
);
