import { useLazyQuery } from '@apollo/client/react';
import type { Citation } from '@kith/proto';
import { BookOpen } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Skeleton } from '../../ui/indicators.js';
import { CITATIONS } from './chat.graphql.js';

interface SourcesProps {
  readonly botId: string;
  /** Of the message that was replied to; undefined where nothing of it is stored. */
  readonly requestId: string | undefined;
  /** Their titles; the first is `[1]` in the text of the reply. */
  readonly titles: readonly string[];
  /** As they came with the reply; empty after a reload of the page. */
  readonly citations: readonly Citation[];
  /** Whether the text names them by number. */
  readonly isNumbered: boolean;
}

/** What a reply rests on. A source opens and shows the passages: those that came with the reply, else those that are stored with it. */
export function Sources({ botId, requestId, titles, citations, isNumbered }: SourcesProps) {
  const [load, stored] = useLazyQuery(CITATIONS);
  const isStored = isNumbered && citations.length === 0 && requestId !== undefined;
  const open = (): void => {
    if (isStored && !stored.data && !stored.loading) void load({ variables: { botId, requestId } }).catch(() => undefined);
  };
  const known = isStored ? stored.data?.citations : citations;
  return titles.map((title, at) => {
    const label = (
      <>
        <BookOpen size={13} aria-hidden="true" />
        <span className="sr-only">{t('chat.source')}: </span>
        {isNumbered && <b>{at + 1}</b>} {title}
      </>
    );
    const passages = known?.[at]?.passages ?? [];
    if (passages.length === 0 && !isStored) return <li key={`${at} ${title}`}>{label}</li>;
    return (
      <li key={`${at} ${title}`} className="source">
        <details onToggle={({ currentTarget }) => currentTarget.open && open()}>
          <summary>{label}</summary>
          {passages.map((passage) => (
            <blockquote key={passage} tabIndex={0} aria-label={t('chat.passage', { title })}>
              {passage}
            </blockquote>
          ))}
          {stored.loading && <Skeleton height={32} />}
          {passages.length === 0 && stored.error && <p role="alert">{t('chat.passagesFailed')}</p>}
          {passages.length === 0 && stored.data && <p role="status">{t('chat.passagesGone')}</p>}
        </details>
      </li>
    );
  });
}
