import { useLazyQuery } from '@apollo/client/react';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { formatScore } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Badge } from '../../ui/indicators.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { FIND_KNOWLEDGE, type Findings, type KnowledgeItem } from './knowledge.graphql.js';
import { SaveQuestion } from './save-question.js';
import { SavedQuestions, type useSavedQuestions } from './saved-questions.js';

interface KnowledgeSearchProps {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  readonly saved: ReturnType<typeof useSavedQuestions>;
  readonly onOpen: (itemId: string) => void;
}

/** Tests what a question finds, with the search of the live bot, and keeps questions that are run again after a change. */
export function KnowledgeSearch({ botId, items, saved, onOpen }: KnowledgeSearchProps) {
  const [find, { data, error, loading }] = useLazyQuery(FIND_KNOWLEDGE, { fetchPolicy: 'network-only' });
  const [asked, setAsked] = useState({ question: '', previous: '' });
  const ask = (query: string, previous: string): void => {
    setAsked({ question: query, previous });
    void find({ variables: { botId, query, ...(previous !== '' && { previous }) } }).catch(() => undefined);
  };
  const isShown = data && !loading && !error;
  return (
    <Section title={t('knowledge.find.heading')} lead={t('knowledge.find.lead')} className="card card-body">
      <QuestionForm isBusy={loading} onAsk={ask} />
      <div role="status">
        {error && <Notice tone="danger">{readError(error).message ?? t('load.failedText')}</Notice>}
        {isShown && <Result findings={data.findKnowledge} onOpen={onOpen} />}
      </div>
      {isShown && <SaveQuestion key={JSON.stringify(asked)} botId={botId} {...asked} found={data.findKnowledge} items={items} />}
      <SavedQuestions botId={botId} items={items} saved={saved} onAsk={ask} />
    </Section>
  );
}

interface QuestionFormProps {
  readonly isBusy: boolean;
  readonly onAsk: (question: string, previous: string) => void;
}

function QuestionForm({ isBusy, onAsk }: QuestionFormProps) {
  const [question, setQuestion] = useState('');
  const [previous, setPrevious] = useState('');
  const isReady = !isBusy && question.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) onAsk(question.trim(), previous.trim());
  };
  const shared = { maxLength: 1000, autoComplete: 'off' };
  return (
    <form className="find-form" onSubmit={submit}>
      <Field
        {...shared}
        label={t('knowledge.find.question')}
        placeholder={t('knowledge.find.placeholder')}
        value={question}
        onChange={({ target }) => setQuestion(target.value)}
      />
      <Field
        {...shared}
        label={t('knowledge.find.previous')}
        placeholder={t('knowledge.find.previousPlaceholder')}
        value={previous}
        onChange={({ target }) => setPrevious(target.value)}
      />
      <Button type="submit" icon={Search} isBusy={isBusy} disabled={!isReady}>
        {t('knowledge.find.start')}
      </Button>
    </form>
  );
}

interface ResultProps {
  readonly findings: Findings;
  readonly onOpen: (itemId: string) => void;
}

function Result({ findings, onOpen }: ResultProps) {
  const { passages, outcome } = findings;
  return (
    <div className="stack gap-sm">
      <Notice tone={outcome === 'found' ? 'info' : 'warning'}>{decisionText(findings)}</Notice>
      {findings.rewritten !== null && <p className="small">{t('knowledge.find.rewritten', { question: findings.rewritten })}</p>}
      <p className="small muted">{t(`knowledge.find.searchedBy.${findings.searchedBy}`)}</p>
      {passages.length > 0 && (
        <ol className="stack gap-sm" aria-label={t('knowledge.find.passages')}>
          {passages.map((passage, place) => (
            <li key={`${passage.itemId}-${place}`} className="well">
              <p className="row row-between small tabular">
                <button type="button" className="link-button find-title" onClick={() => onOpen(passage.itemId)}>
                  {passage.title}
                </button>
                <PassageFacts passage={passage} />
              </p>
              <p className="two-lines find-body">{passage.body}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function PassageFacts({ passage: { activation, score, relevance, number } }: { readonly passage: Findings['passages'][number] }) {
  return (
    <span className="row find-facts">
      {number === null ? (
        <Badge>{t('knowledge.find.leftOut')}</Badge>
      ) : (
        <Badge tone="success">{t('knowledge.find.cited', { number })}</Badge>
      )}
      <span className="muted">
        {activation === 'search'
          ? t('knowledge.find.score', { score: formatScore(score), fit: formatScore(relevance ?? 0) })
          : t(`knowledge.activations.${activation}`)}
      </span>
    </span>
  );
}

function decisionText({ outcome, coverage, relevance, minRelevance, passages }: Findings): string {
  const words = { fit: formatScore(relevance), least: formatScore(minRelevance), percent: Math.round(coverage * 100) };
  if (outcome === 'found') return t('knowledge.find.enters', words);
  if (outcome === 'not_relevant') return t('knowledge.find.tooWeak', words);
  return t(passages.length > 0 ? 'knowledge.find.noneButActive' : 'knowledge.find.none');
}
