import { useMutation } from '@apollo/client/react';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/state.js';
import { KNOWLEDGE_QUESTIONS, SAVE_KNOWLEDGE_QUESTION, type Findings, type KnowledgeItem } from './knowledge.graphql.js';

interface SaveQuestionProps {
  readonly botId: string;
  readonly question: string;
  /** What was asked before; empty for a question that stands alone. */
  readonly previous: string;
  readonly found: Findings;
  readonly items: readonly KnowledgeItem[];
}

const NOTHING = '';

/** Keeps a question with the item that it is to find. */
export function SaveQuestion({ botId, question, previous, found, items }: SaveQuestionProps) {
  const [best] = found.passages.filter(({ number }) => number !== null);
  const [expected, setExpected] = useState(best?.itemId ?? NOTHING);
  const [save, { loading, error }] = useMutation(SAVE_KNOWLEDGE_QUESTION, {
    refetchQueries: [{ query: KNOWLEDGE_QUESTIONS, variables: { botId } }],
    awaitRefetchQueries: true,
  });
  const submit = async (): Promise<void> => {
    const expectedItemId = expected === NOTHING ? null : expected;
    await save({ variables: { botId, question, previous: previous === '' ? null : previous, expectedItemId } }).then(
      () => toast.success(t('knowledge.find.saved')),
      () => undefined,
    );
  };
  const options = [
    { value: NOTHING, label: t('knowledge.find.expectNothing') },
    ...items.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <div className="stack gap-xs">
      <div className="find-save">
        <Labelled label={t('knowledge.find.expected')}>
          {(aria) => <Select {...aria} options={options} value={expected} onChange={({ target }) => setExpected(target.value)} />}
        </Labelled>
        <Button icon={BookmarkPlus} isBusy={loading} onClick={() => void submit()}>
          {t('knowledge.find.save')}
        </Button>
      </div>
      {error && (
        <Notice tone="danger" isAlert>
          {readError(error).message ?? t('load.failedText')}
        </Notice>
      )}
    </div>
  );
}
