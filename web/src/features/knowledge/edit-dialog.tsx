import { useQuery } from '@apollo/client/react';
import { Form } from 'antd';
import { Download, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { Skeleton, Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import { LeaveDialog, useLeaveGuard } from '../../ui/unsaved-changes.js';
import { ContentField, KnowledgeFields, Missing, Refusal } from './knowledge-form.js';
import { type KnowledgeValues, missingOf, showRefusal, typeKey, valuesOf } from './knowledge-values.js';
import { KNOWLEDGE_ITEM, type KnowledgeItem } from './knowledge.graphql.js';
import { isPending } from './use-knowledge.js';
import { useSaveKnowledge } from './use-save-knowledge.js';

interface EditDialogProps {
  readonly botId: string;
  /** As it was when the dialog was opened. */
  readonly item: KnowledgeItem;
  /** After a downgrade (decision B14): it can be read and deleted. */
  readonly isReadOnly: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Shows, changes or deletes one item. Refusals are said inside, so that nothing typed is lost. */
export function EditDialog(props: EditDialogProps) {
  const { item, isReadOnly, onClose } = props;
  const { form, initial, text, missing, busy, problem, isDirty, setDirty, isAsking, setAsking, save, remove } = useEditing(props);
  const guard = useLeaveGuard(isDirty);
  const close = (): void => guard.leave(onClose);
  const missingId = useId();
  return (
    <>
      <Dialog title={t('knowledge.edit')} onClose={close}>
        <Form
          form={form}
          name="knowledge"
          layout="vertical"
          initialValues={initial}
          requiredMark={false}
          noValidate
          onValuesChange={() => setDirty(true)}
          onFinish={() => void save()}
          className="knowledge-form form-items"
        >
          <Condition item={item} isReadOnly={isReadOnly} />
          <KnowledgeFields type={typeKey(item.type)} isReadOnly={isReadOnly}>
            {!isPending(item) && <TextField item={item} isReadOnly={isReadOnly} state={text} />}
          </KnowledgeFields>
          <SourceLink item={item} />
          <Refusal>{problem}</Refusal>
          {!isReadOnly && <Missing id={missingId} parts={missing} />}
          <div className="dialog-foot">
            <Button variant="ghost" className="knowledge-delete" disabled={busy !== null} onClick={() => setAsking(true)}>
              {t('knowledge.delete')}
            </Button>
            <Button onClick={close}>{t(isReadOnly ? 'knowledge.close' : 'common.cancel')}</Button>
            {!isReadOnly && (
              <Button
                type="submit"
                variant="primary"
                isBusy={busy === 'save'}
                disabled={busy !== null || missing.length > 0}
                aria-describedby={missing.length > 0 ? missingId : undefined}
              >
                {t('knowledge.save')}
              </Button>
            )}
          </div>
        </Form>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title={t('knowledge.deleteTitle', { title: item.title })}
          text={t('knowledge.deleteText')}
          confirm={t('knowledge.deleteConfirm')}
          isBusy={busy === 'delete'}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
      <LeaveDialog guard={guard} />
    </>
  );
}

/** How far it has come, and what can be done. */
function Condition({ item, isReadOnly }: Pick<EditDialogProps, 'item' | 'isReadOnly'>) {
  return (
    <>
      {isReadOnly && <Notice tone="info">{t('knowledge.readOnlyItem')}</Notice>}
      {isPending(item) && <Notice tone="info">{t('knowledge.reading')}</Notice>}
      {item.status === 'failed' && (
        <Notice tone="danger">
          {t('knowledge.failedReason', { reason: item.statusReason ?? '' })} {!isReadOnly && t('knowledge.retryHint')}
        </Notice>
      )}
      {item.status === 'ready' && item.statusReason && <Notice tone="warning">{item.statusReason}</Notice>}
    </>
  );
}

/** The file behind an item, to be saved, or the page, to be opened. */
function SourceLink({ item: { type, fileUrl } }: { readonly item: KnowledgeItem }) {
  if (!fileUrl) return null;
  if (type !== 'url') {
    return (
      <a href={fileUrl} download className="knowledge-source">
        <Download size={15} aria-hidden="true" />
        {t('knowledge.download')}
      </a>
    );
  }
  // The address is the user's own; anything but a web page does not become a link.
  if (!/^https?:\/\//i.test(fileUrl)) return null;
  return (
    <a href={fileUrl} target="_blank" rel="noopener noreferrer" className="knowledge-source">
      <ExternalLink size={15} aria-hidden="true" />
      {t('knowledge.openAddress')}
    </a>
  );
}

function useEditing({ botId, item, onSaved, onClose }: EditDialogProps) {
  const text = useItemText(botId, item);
  const [form] = Form.useForm<KnowledgeValues>();
  const { change, remove } = useSaveKnowledge(botId);
  const [busy, setBusy] = useState<'save' | 'delete' | null>(null);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const initial: Partial<KnowledgeValues> = valuesOf(item);
  const values = Form.useWatch((all: Partial<KnowledgeValues>) => all, form) ?? initial;

  const run = async (what: 'save' | 'delete', work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    try {
      await work();
      toast.success(t(what === 'save' ? 'knowledge.updated' : 'knowledge.deleted'));
      onSaved();
      onClose();
    } catch (error) {
      setAsking(false);
      setBusy(null);
      setProblem(what === 'save' ? showRefusal(form, error) : (readError(error).message ?? t('load.failedText')));
    }
  };
  return {
    form,
    initial,
    text,
    // A text that is not here is stored all the same.
    missing: missingOf(typeKey(item.type), values, true).filter((part) => part !== 'content' || values.content !== undefined),
    busy,
    isDirty,
    isAsking,
    problem,
    setDirty,
    setAsking,
    save: () => run('save', () => change(item, { values: { ...valuesOf(item), ...form.getFieldsValue() }, text: text.text })),
    remove: () => run('delete', () => remove(item)),
  };
}

interface TextFieldProps {
  readonly item: Pick<KnowledgeItem, 'type'>;
  readonly isReadOnly: boolean;
  readonly state: ItemText;
}

/** The text of a stored item, once it is here. */
export function TextField({ item, isReadOnly, state: { text, problem, isLoading, again } }: TextFieldProps) {
  const hasFailed = problem !== undefined;
  // Whoever asked again finds the focus where the text is now.
  if (text !== undefined)
    return <ContentField type={typeKey(item.type)} isReadOnly={isReadOnly} text={text} hasFocus={hasFailed} />;
  if (!hasFailed) return <TextPlaceholder />;
  return (
    <div role="alert" className="knowledge-more">
      <Notice tone="danger">
        {t('knowledge.textFailed')} {readError(problem).message ?? t('load.failedText')}
      </Notice>
      {/* Not disabled meanwhile: whoever has just pressed it keeps the focus. */}
      <Button size="sm" aria-disabled={isLoading} onClick={again}>
        {isLoading && <Spinner />}
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

const TextPlaceholder = () => (
  <div className="text-placeholder" role="status">
    <span className="sr-only">{t('knowledge.loadingText')}</span>
    <Skeleton width={64} height={20} />
    <Skeleton height={190} />
  </div>
);

/** The text of an item, which its list does not bring. */
export function useItemText(botId: string, item: KnowledgeItem) {
  const { data, error, loading, refetch } = useQuery(KNOWLEDGE_ITEM, {
    variables: { botId, itemId: item.id },
    // Asked for once and not followed: what comes later must not take the place of what is typed.
    fetchPolicy: 'no-cache',
    skip: isPending(item),
  });
  // Said until there is a text, also while it is asked for again.
  const [problem, setProblem] = useState<unknown>(undefined);
  if (error !== undefined && error !== problem) setProblem(error);
  return {
    /** Undefined until it is here, or while it is still being read. */
    text: data?.knowledgeItem.content,
    problem,
    isLoading: loading,
    again: () => {
      if (!loading) void refetch().catch(() => undefined);
    },
  };
}

export type ItemText = ReturnType<typeof useItemText>;
