import { useMutation } from '@apollo/client/react';
import { KnowledgeCreation, KnowledgeText } from '@kith/proto';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { fieldRule } from '../../lib/field-rule.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { toast } from '../../ui/toast.js';
import { ADD_KNOWLEDGE, DELETE_KNOWLEDGE, KNOWLEDGE, UPDATE_KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';

interface DialogProps {
  readonly botId: string;
  /** Null for a new one. */
  readonly item: KnowledgeItem | null;
  readonly onClose: () => void;
}

interface Values {
  readonly title: string;
  readonly content: string;
  readonly tags: string;
}

/** Adds, changes or deletes one text. Failures are said inside, so that nothing typed is lost. */
export function KnowledgeDialog({ botId, item, onClose }: DialogProps) {
  const [form] = Form.useForm<Values>();
  const { save, remove, busy, problem } = useKnowledge(botId, item, onClose);
  const title = Form.useWatch<string | undefined>('title', form) ?? '';
  const content = Form.useWatch<string | undefined>('content', form) ?? '';
  const initial: Values = { title: item?.title ?? '', content: item?.content ?? '', tags: item?.tags.join(', ') ?? '' };
  return (
    <Dialog title={t(item ? 'knowledge.edit' : 'knowledge.add')} onClose={onClose}>
      <Form
        form={form}
        name="knowledge"
        layout="vertical"
        initialValues={initial}
        requiredMark={false}
        onFinish={save}
        className="knowledge-form"
      >
        <KnowledgeFields />
        {problem && (
          <div role="alert">
            <Notice tone="danger">{problem}</Notice>
          </div>
        )}
        <div className="knowledge-actions">
          {item && (
            <Button
              variant="ghost"
              className="danger-text knowledge-delete"
              isBusy={busy === 'delete'}
              disabled={busy !== null}
              onClick={() => void remove()}
            >
              {t('knowledge.delete')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={busy === 'save'}
            disabled={busy !== null || !title.trim() || !content.trim()}
          >
            {t(item ? 'knowledge.save' : 'knowledge.add')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const KnowledgeFields = () => (
  <>
    <Form.Item
      name="title"
      label={t('knowledge.itemTitle')}
      rules={[fieldRule(KnowledgeCreation.shape.title)]}
      validateTrigger="onBlur"
    >
      <Input maxLength={200} autoFocus placeholder={t('knowledge.titlePlaceholder')} />
    </Form.Item>
    <Form.Item name="content" label={t('knowledge.content')} rules={[fieldRule(KnowledgeText)]} validateTrigger="onBlur">
      <Input.TextArea rows={7} placeholder={t('knowledge.contentPlaceholder')} />
    </Form.Item>
    <Form.Item name="tags" label={t('knowledge.tags')} extra={t('knowledge.tagsHint')}>
      <Input autoComplete="off" />
    </Form.Item>
  </>
);

function useKnowledge(botId: string, item: KnowledgeItem | null, onDone: () => void) {
  const refetchQueries = [KNOWLEDGE];
  const [addKnowledge] = useMutation(ADD_KNOWLEDGE, { refetchQueries });
  const [updateKnowledge] = useMutation(UPDATE_KNOWLEDGE, { refetchQueries });
  const [deleteKnowledge] = useMutation(DELETE_KNOWLEDGE, { refetchQueries });
  const [busy, setBusy] = useState<'save' | 'delete' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (what: 'save' | 'delete', work: () => Promise<unknown>, done: string): Promise<void> => {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    try {
      await work();
      toast.success(done);
      onDone();
    } catch (error) {
      setProblem(readError(error).message ?? t('load.failedText'));
      setBusy(null);
    }
  };

  const save = ({ title, content, tags }: Values): Promise<void> => {
    const input = { title: title.trim(), content, tags: splitTags(tags) };
    return item
      ? run('save', () => updateKnowledge({ variables: { botId, itemId: item.id, input } }), t('knowledge.updated'))
      : run('save', () => addKnowledge({ variables: { botId, input } }), t('knowledge.added'));
  };
  const remove = async (): Promise<void> => {
    if (item) await run('delete', () => deleteKnowledge({ variables: { botId, itemId: item.id } }), t('knowledge.deleted'));
  };
  return { save, remove, busy, problem };
}

/** Split on commas, trimmed, empties dropped (part 2, section 5). */
const splitTags = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
