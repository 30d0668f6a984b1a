import { useQuery } from '@apollo/client/react';
import { Form } from 'antd';
import { Download, ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Skeleton, Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import { ContentField, KnowledgeDialog, KnowledgeFields } from './knowledge-form.js';
import { missingParts, showFieldErrors, valuesOf, type KnowledgeValues } from './knowledge-values.js';
import { KNOWLEDGE_ITEM, type KnowledgeItem } from './knowledge.graphql.js';
import { isPending } from './use-knowledge.js';
import { useSaveKnowledge } from './use-save-knowledge.js';

interface EditDialogProps {
  readonly botId: string;
  /** As it was when the dialog was opened. */
  readonly item: KnowledgeItem;
  /** After a downgrade (docs/decisions.md B14): items can be read and deleted only. */
  readonly isReadOnly: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Shows, changes or deletes one item. */
export function EditDialog(props: EditDialogProps) {
  const { item, isReadOnly, onClose } = props;
  const content = useContent(props);
  const { form, initial, missing, running, problem, save, remove, readAgain } = useEditKnowledge(props, content.text);
  const [isDirty, setDirty] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <KnowledgeDialog
        title={t('knowledge.edit')}
        form={form}
        initial={initial}
        isDirty={isDirty}
        onEdit={() => setDirty(true)}
        problem={problem}
        missing={missing}
        submit={isReadOnly ? null : { label: t('form.save'), isBusy: running === 'save', onSubmit: save }}
        renderButtons={(close) => (
          <>
            <Button
              variant="ghost"
              className="danger-text foot-start"
              disabled={running !== null}
              onClick={() => setDeleting(true)}
            >
              {t('knowledge.delete')}
            </Button>
            <Button onClick={close}>{t(isReadOnly ? 'common.close' : 'common.cancel')}</Button>
          </>
        )}
        onClose={onClose}
      >
        <Status item={item} isReadOnly={isReadOnly} />
        {!isReadOnly && item.type === 'url' && item.status === 'ready' && (
          <ReadAgain isBusy={running === 'read'} isDisabled={isDirty || running !== null} onRead={() => void readAgain()} />
        )}
        <KnowledgeFields type={item.type} isReadOnly={isReadOnly}>
          {!isPending(item) && <StoredContent item={item} isReadOnly={isReadOnly} content={content} />}
        </KnowledgeFields>
        <SourceLink item={item} />
      </KnowledgeDialog>
      {isDeleting && (
        <ConfirmDialog
          title={t('knowledge.deleteTitle', { title: item.title })}
          text={t('knowledge.deleteText')}
          confirm={t('knowledge.deleteConfirm')}
          isBusy={running === 'delete'}
          onConfirm={() => void remove().then(() => setDeleting(false))}
          onCancel={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function Status({ item, isReadOnly }: Pick<EditDialogProps, 'item' | 'isReadOnly'>) {
  return (
    <>
      {isReadOnly && <Notice tone="info">{t('knowledge.readOnlyItem')}</Notice>}
      {isPending(item) && <Notice tone="info">{t('knowledge.reading')}</Notice>}
      {item.status === 'failed' && (
        <Notice tone="danger">
          {t('knowledge.failedReason', { reason: item.statusReason ?? '' })} {!isReadOnly && t('knowledge.retryHint')}
        </Notice>
      )}
      {item.status === 'ready' && item.statusReason && <Notice tone="info">{item.statusReason}</Notice>}
    </>
  );
}

interface ReadAgainProps {
  readonly isBusy: boolean;
  /** Also while there are changes, which would be lost. */
  readonly isDisabled: boolean;
  readonly onRead: () => void;
}

const ReadAgain = ({ isBusy, isDisabled, onRead }: ReadAgainProps) => (
  <div>
    <Button icon={RotateCw} size="sm" isBusy={isBusy} disabled={isDisabled} onClick={onRead}>
      {t('knowledge.readAgain')}
    </Button>
  </div>
);

/** Downloads the file of an item, or opens its web page. */
function SourceLink({ item: { type, fileUrl } }: { readonly item: KnowledgeItem }) {
  const isPage = type === 'url';
  // The user typed the address: only web addresses become links.
  if (!fileUrl || (isPage && !/^https?:\/\//i.test(fileUrl))) return null;
  const Icon = isPage ? ExternalLink : Download;
  return (
    <a
      href={fileUrl}
      {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}
      className="notice-link"
    >
      <Icon size={15} aria-hidden="true" />
      {t(isPage ? 'knowledge.openAddress' : 'knowledge.download')}
    </a>
  );
}

type Action = 'save' | 'delete' | 'read';
const DONE = { save: 'knowledge.updated', delete: 'knowledge.deleted', read: 'knowledge.readAgainStarted' } as const;

function useEditKnowledge({ botId, item, onSaved, onClose }: EditDialogProps, text: string | undefined) {
  const [form] = Form.useForm<KnowledgeValues>();
  const { change, remove, readAgain } = useSaveKnowledge(botId);
  const [running, setRunning] = useState<Action | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const initial: Partial<KnowledgeValues> = valuesOf(item);
  const values = Form.useWatch((all: Partial<KnowledgeValues>) => all, form) ?? initial;

  const run = async (action: Action, work: () => Promise<unknown>): Promise<void> => {
    if (running) return;
    setRunning(action);
    setProblem(null);
    try {
      await work();
      toast.success(t(DONE[action]));
      onSaved();
      onClose();
    } catch (error) {
      setRunning(null);
      setProblem(action === 'save' ? showFieldErrors(form, error) : (readError(error).message ?? t('load.failedText')));
    }
  };
  return {
    form,
    initial,
    // Content that is not loaded is stored already.
    missing: missingParts(item.type, values, true).filter((part) => part !== 'content' || values.content !== undefined),
    running,
    problem,
    save: () => run('save', () => change(item, { values: { ...valuesOf(item), ...form.getFieldsValue() }, text })),
    remove: () => run('delete', () => remove(item)),
    readAgain: () => run('read', () => readAgain(item)),
  };
}

/** The content of an item, which the list does not contain. */
function useContent({ botId, item }: Pick<EditDialogProps, 'botId' | 'item'>) {
  const { data, error, loading, refetch } = useQuery(KNOWLEDGE_ITEM, {
    variables: { botId, itemId: item.id },
    // Not cached, so that a later change on the server does not replace what the user types.
    fetchPolicy: 'no-cache',
    skip: isPending(item),
  });
  // Stays while the query is repeated.
  const [problem, setProblem] = useState<unknown>(undefined);
  if (error !== undefined && error !== problem) setProblem(error);
  return {
    /** Undefined until it is loaded, and while the server still reads the item. */
    text: data?.knowledgeItem.content,
    problem,
    isLoading: loading,
    retry: () => {
      if (!loading) void refetch().catch(() => undefined);
    },
  };
}

interface StoredContentProps extends Pick<EditDialogProps, 'item' | 'isReadOnly'> {
  readonly content: ReturnType<typeof useContent>;
}

/** The field of the content once it is loaded. */
function StoredContent({ item, isReadOnly, content: { text, problem, isLoading, retry } }: StoredContentProps) {
  const hasFailed = problem !== undefined;
  // After a retry the focus moves from the button to the field.
  if (text !== undefined) return <ContentField type={item.type} isReadOnly={isReadOnly} text={text} hasFocus={hasFailed} />;
  if (!hasFailed) {
    return (
      <div className="stack" role="status">
        <span className="sr-only">{t('knowledge.loadingText')}</span>
        <Skeleton width={64} height={20} />
        <Skeleton height={190} />
      </div>
    );
  }
  return (
    <div role="alert" className="row">
      <Notice tone="danger">
        {t('knowledge.textFailed')} {readError(problem).message ?? t('load.failedText')}
      </Notice>
      {/* Not disabled during the retry, so that it keeps the focus. */}
      <Button size="sm" aria-disabled={isLoading} onClick={retry}>
        {isLoading && <Spinner />}
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
