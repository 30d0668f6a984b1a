import { useLazyQuery } from '@apollo/client/react';
import { Search } from 'lucide-react';
import { formatScore } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { SingleFieldForm } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { FIND_KNOWLEDGE, type Findings } from './knowledge.graphql.js';

interface KnowledgeSearchProps {
  readonly botId: string;
  readonly onOpen: (itemId: string) => void;
}

/** Tests which passages a question finds. */
export function KnowledgeSearch({ botId, onOpen }: KnowledgeSearchProps) {
  const [find, { data, error, loading }] = useLazyQuery(FIND_KNOWLEDGE, { fetchPolicy: 'network-only' });
  return (
    <Section title={t('knowledge.find.heading')} lead={t('knowledge.find.lead')} className="card card-body">
      <SingleFieldForm
        label={t('knowledge.find.question')}
        placeholder={t('knowledge.find.placeholder')}
        maxLength={1000}
        action={t('knowledge.find.start')}
        icon={<Search size={15} aria-hidden="true" />}
        isBusy={loading}
        onAsk={(question) => void find({ variables: { botId, query: question.trim() } }).catch(() => undefined)}
      />
      <div role="status">
        {error ? (
          <Notice tone="danger">{readError(error).message ?? t('load.failedText')}</Notice>
        ) : (
          data && !loading && <Passages findings={data.findKnowledge} onOpen={onOpen} />
        )}
      </div>
    </Section>
  );
}

function Passages({ findings, onOpen }: { readonly findings: Findings; readonly onOpen: (itemId: string) => void }) {
  const { passages, coverage } = findings;
  if (passages.length === 0) return <p className="muted">{t('knowledge.find.none')}</p>;
  return (
    <>
      <p className="note find-coverage">{t('knowledge.find.coverage', { percent: Math.round(coverage * 100) })}</p>
      <ol className="stack gap-sm" aria-label={t('knowledge.find.passages')}>
        {passages.map((passage, place) => (
          <li key={`${passage.itemId}-${place}`} className="well">
            <p className="row row-between small tabular">
              <button type="button" className="link-button find-title" onClick={() => onOpen(passage.itemId)}>
                {passage.title}
              </button>
              <span className="muted">{t('knowledge.find.score', { score: formatScore(passage.score) })}</span>
            </p>
            <p className="two-lines find-body">{passage.body}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
