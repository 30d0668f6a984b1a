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

/** The saved questions with their results; asked for again whenever the knowledge has changed. `edits`: how often something was saved or deleted. */
export function useSavedQuestions(botId: string, items: readonly KnowledgeItem[], edits: number) {
  const { data, error, refetch } = useQuery(KNOWLEDGE_QUESTIONS, { variables: { botId }, fetchPolicy: 'cache-and-network' });
  const state = [edits, ...items.map(({ id, status }) => `${id} ${status}`)].join();
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    refetch().catch(() => undefined);
  }, [state, refetch]);
  return { questions: data?.knowledgeQuestions ?? [], error: data ? undefined : error, refetch };
}

const LIST_ID = 'saved-questions';

/** How many of them find something else than before, and the way to them. */
export function ChangedQuestions({ questions }: { readonly questions: readonly SavedQuestion[] }) {
  const count = questions.filter(isChanged).length;
  if (count === 0) return null;
  return (
    <Notice tone="info">
      {t('knowledge.find.changed', { count })} <a href={`#${LIST_ID}`}>{t('knowledge.find.seeChanged')}</a>
    </Notice>
  );
}

const isChanged = ({ wasPassed, isPassed, previousRank, rank }: SavedQuestion): boolean =>
  wasPassed !== null && (wasPassed !== isPassed || previousRank !== rank);

interface SavedQuestionsProps {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  readonly saved: ReturnType<typeof useSavedQuestions>;
  readonly onAsk: (question: string, previous: string) => void;
}

export function SavedQuestions({ botId, items, saved: { questions, error, refetch }, onAsk }: SavedQuestionsProps) {
  const id = useId();
  const kept = useListFocus<HTMLUListElement>(questions.map((question) => question.id));
  if (error)
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
    <div id={LIST_ID} className="stack gap-sm saved-questions">
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
function resultText(saved: SavedQuestion): string {
  const { expectedItemId, rank, previousRank, isPassed, wasPassed } = saved;
  const now =
    expectedItemId === null
      ? t(isPassed ? 'knowledge.find.nothingFound' : 'knowledge.find.somethingFound')
      : rank === null
        ? t('knowledge.find.notFound')
        : t('knowledge.find.foundAt', { rank });
  if (!isChanged(saved)) return now;
  if (expectedItemId === null) return `${now} ${t(wasPassed ? 'knowledge.find.wasNothing' : 'knowledge.find.wasSomething')}`;
  return `${now} ${previousRank === null ? t('knowledge.find.wasNotFound') : t('knowledge.find.wasAt', { rank: previousRank })}`;
}
