import { useLazyQuery } from '@apollo/client/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Notice } from '../../ui/notice.js';
import { FIND_KNOWLEDGE, type Findings } from './knowledge.graphql.js';

interface KnowledgeSearchProps {
  readonly botId: string;
  readonly onOpen: (itemId: string) => void;
}

/** Which pieces a question would find: what an answer would rest on. */
export function KnowledgeSearch({ botId, onOpen }: KnowledgeSearchProps) {
  const [question, setQuestion] = useState('');
  const [find, { data, error, loading }] = useLazyQuery(FIND_KNOWLEDGE, { fetchPolicy: 'network-only' });
  const start = (): void => {
    const query = question.trim();
    if (query !== '' && !loading) void find({ variables: { botId, query } }).catch(() => undefined);
  };
  return (
    <section className="card card-body" aria-labelledby="find-heading">
      <h2 id="find-heading" className="card-title">
        {t('knowledge.find.heading')}
      </h2>
      <p className="muted">{t('knowledge.find.lead')}</p>
      <form
        className="find-form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Field
          label={t('knowledge.find.question')}
          value={question}
          maxLength={1000}
          placeholder={t('knowledge.find.placeholder')}
          autoComplete="off"
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" isBusy={loading} disabled={question.trim() === ''}>
          {!loading && <Search size={15} aria-hidden="true" />}
          {t('knowledge.find.start')}
        </Button>
      </form>
      <div role="status">
        {error ? (
          <Notice tone="danger">{readError(error).message ?? t('load.failedText')}</Notice>
        ) : (
          data && !loading && <Found findings={data.findKnowledge} onOpen={onOpen} />
        )}
      </div>
    </section>
  );
}

function Found({ findings, onOpen }: { readonly findings: Findings; readonly onOpen: (itemId: string) => void }) {
  const { passages, coverage } = findings;
  if (passages.length === 0) return <p className="find-none muted">{t('knowledge.find.none')}</p>;
  return (
    <>
      <p className="find-coverage">{t('knowledge.find.coverage', { percent: Math.round(coverage * 100) })}</p>
      <ol className="find-passages" aria-label={t('knowledge.find.passages')}>
        {passages.map((passage, place) => (
          <li key={`${passage.itemId}-${place}`}>
            <p className="find-head">
              <button type="button" className="find-title" onClick={() => onOpen(passage.itemId)}>
                {passage.title}
              </button>
              <span className="muted">{t('knowledge.find.score', { score: passage.score.toFixed(2) })}</span>
            </p>
            <p className="find-body">{passage.body}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
