import type { Citation } from '@kith/proto';
import { BookOpen } from 'lucide-react';
import { t } from '../../lib/i18n.js';

interface SourcesProps {
  /** Their titles; the first is `[1]` in the text of the reply. */
  readonly titles: readonly string[];
  readonly citations: readonly Citation[];
  /** Whether the text names them by number. */
  readonly isNumbered: boolean;
}

/** What a reply rests on. Where the passages are known, a source opens and shows them. */
export function Sources({ titles, citations, isNumbered }: SourcesProps) {
  return titles.map((title, at) => {
    const label = (
      <>
        <BookOpen size={13} aria-hidden="true" />
        <span className="sr-only">{t('chat.source')}: </span>
        {isNumbered && <b>{at + 1}</b>} {title}
      </>
    );
    const passages = citations[at]?.passages ?? [];
    if (passages.length === 0) return <li key={`${at} ${title}`}>{label}</li>;
    return (
      <li key={`${at} ${title}`} className="source">
        <details>
          <summary>{label}</summary>
          {passages.map((passage) => (
            <blockquote key={passage} tabIndex={0} aria-label={t('chat.passage', { title })}>
              {passage}
            </blockquote>
          ))}
        </details>
      </li>
    );
  });
}
