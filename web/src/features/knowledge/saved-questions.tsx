import { useMutation, useQuery } from '@apollo/client/react';
import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useListFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { Button, IconButton } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import { KNOWLEDGE_QUESTIONS, REMOVE_KNOWLEDGE_QUESTION, type KnowledgeItem, type SavedQuestion } from './knowledge.graphql.js';

interface SavedQuestionsProps {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  /** How often something was saved or deleted. */
  readonly edits: number;
  readonly onAsk: (question: string, previous: string) => void;
}

/** The saved questions with their results; asked for again whenever the knowledge has changed. */
export function SavedQuestions({ botId, items, edits, onAsk }: SavedQuestionsProps) {
  const id = useId();
  const { data, error, refetch } = useQuery(KNOWLEDGE_QUESTIONS, { variables: { botId }, fetchPolicy: 'cache-and-network' });
  const state = [edits, ...items.map(({ id: itemId, status }) => `${itemId} ${status}`)].join();
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    refetch().catch(() => undefined);
  }, [state, refetch]);
  const questions = data?.knowledgeQuestions ?? [];
  const kept = useListFocus<HTMLUListElement>(questions.map((question) => question.id));
  if (error && !data)
    return (
      <div role="alert" className="row">
        <Notice tone="warning">{readError(error).message ?? t('load.failedText')}</Notice>
        <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  if (questions.length === 0) return null;
  const passed = questions.filter(({ isPassed }) => isPassed).length;
  return (
    <div className="stack gap-sm saved-questions">
      <div>
        <h3 id={id}>{t('knowledge.find.savedHeading')}</h3>
        <p className="note" role="status">
          {t('knowledge.find.savedLead', { passed, total: questions.length })}
        </p>
      </div>
      <ul className="stack gap-xs" aria-labelledby={id} {...kept}>
        {questions.map((question) => (
          <QuestionRow key={question.id} botId={botId} saved={question} items={items} onAsk={onAsk} />
        ))}
      </ul>
    </div>
  );
}

interface QuestionRowProps extends Pick<SavedQuestionsProps, 'botId' | 'items' | 'onAsk'> {
  readonly saved: SavedQuestion;
}

function QuestionRow({ botId, saved, items, onAsk }: QuestionRowProps) {
  const { id, question, previous, expectedItemId, expectedTitle, isPassed } = saved;
  const [remove, { loading }] = useMutation(REMOVE_KNOWLEDGE_QUESTION, {
    variables: { botId, questionId: id },
    update: (cache) =>
      cache.updateQuery(
        { query: KNOWLEDGE_QUESTIONS, variables: { botId } },
        (before) => before && { ...before, knowledgeQuestions: before.knowledgeQuestions.filter((one) => one.id !== id) },
      ),
  });
  const title = items.find((item) => item.id === expectedItemId)?.title ?? expectedTitle;
  const removed = (): Promise<unknown> =>
    remove().catch((failure: unknown) => toast.error(readError(failure).message ?? t('load.failedText')));
  return (
    <li className="well row row-between saved-question">
      <div className="stack gap-xs">
        <button type="button" className="link-button find-title" onClick={() => onAsk(question, previous ?? '')}>
          {question}
        </button>
        {previous !== null && <p className="note">{t('knowledge.find.askedAfter', { previous })}</p>}
        <p className="note">
          {title === null ? t('knowledge.find.shouldNothing') : t('knowledge.find.should', { title })} {resultText(saved)}
        </p>
      </div>
      <span className="row find-facts">
        <Badge tone={isPassed ? 'success' : 'danger'}>{t(isPassed ? 'knowledge.find.passed' : 'knowledge.find.failed')}</Badge>
        <IconButton
          icon={Trash2}
          label={t(previous === null ? 'knowledge.find.remove' : 'knowledge.find.removeFollowUp', { question, previous })}
          aria-disabled={loading || undefined}
          onClick={() => void (loading || removed())}
        />
      </span>
    </li>
  );
}

/** What the last run found, and how that differs from the run before. */
function resultText({ expectedItemId, rank, previousRank, isPassed, wasPassed }: SavedQuestion): string {
  const now =
    expectedItemId === null
      ? t(isPassed ? 'knowledge.find.nothingFound' : 'knowledge.find.somethingFound')
      : rank === null
        ? t('knowledge.find.notFound')
        : t('knowledge.find.foundAt', { rank });
  const isSame = wasPassed === null || (wasPassed === isPassed && previousRank === rank);
  if (isSame) return now;
  if (expectedItemId === null) return `${now} ${t(wasPassed ? 'knowledge.find.wasNothing' : 'knowledge.find.wasSomething')}`;
  return `${now} ${previousRank === null ? t('knowledge.find.wasNotFound') : t('knowledge.find.wasAt', { rank: previousRank })}`;
}
