import { RotateCw } from 'lucide-react';
import { useListFocus } from '../../lib/focus.js';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { Pager } from '../../ui/pager.js';
import type { Counted } from '../../lib/search.js';
import { STATUS_TONES, TYPE_ICONS } from './knowledge-values.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

export const PAGE_SIZE = 25;

interface KnowledgeListProps {
  /** The first ones, of `counted`: further ones follow when the reader turns to them. */
  readonly items: readonly KnowledgeItem[];
  readonly counted: Counted;
  /** Index of the first item of the page that the reader turned to. */
  readonly turnedTo: number;
  readonly onTurn: (offset: number) => void;
  readonly onOpen: (item: KnowledgeItem) => void;
  /** Lets the server read a failed item again; absent when nothing may be changed. */
  readonly onRetry?: (item: KnowledgeItem) => void;
  readonly isRetrying: (id: string) => boolean;
}

/** The items as a paged list. */
export function KnowledgeList({ items, counted, turnedTo, onTurn, onOpen, onRetry, isRetrying }: KnowledgeListProps) {
  // The list may have become shorter, or the page has not arrived yet.
  const offset = Math.min(turnedTo, Math.floor((items.length - 1) / PAGE_SIZE) * PAGE_SIZE);
  const shown = items.slice(offset, offset + PAGE_SIZE);
  const kept = useListFocus<HTMLUListElement>(shown.map(({ id }) => id));
  return (
    <div className="card knowledge-list">
      <ul className="divided" aria-label={t('knowledge.items')} {...kept}>
        {shown.map((item) => (
          <KnowledgeRow
            key={item.id}
            item={item}
            onOpen={() => onOpen(item)}
            onRetry={onRetry && (() => onRetry(item))}
            isRetrying={isRetrying(item.id)}
          />
        ))}
      </ul>
      <Pager
        label={t('knowledge.items')}
        page={counted}
        offset={offset}
        limit={PAGE_SIZE}
        onTurn={({ offset: to }) => onTurn(to)}
      />
    </div>
  );
}

interface KnowledgeRowProps {
  readonly item: KnowledgeItem;
  readonly onOpen: () => void;
  readonly onRetry?: () => void;
  readonly isRetrying: boolean;
}

function KnowledgeRow({ item, onOpen, onRetry, isRetrying }: KnowledgeRowProps) {
  const Icon = TYPE_ICONS[item.type];
  const status = item.status;
  const isFailed = status === 'failed';
  return (
    <li className="row knowledge-row">
      <button type="button" className="knowledge-item" onClick={onOpen}>
        <Icon size={18} aria-hidden="true" />
        <span className="knowledge-words">
          <span className="knowledge-line">
            <span className="knowledge-title">{item.title}</span>
            <Badge tone={STATUS_TONES[status]}>{t(`knowledge.status.${status}`)}</Badge>
          </span>
          {isFailed ? (
            <span className="knowledge-reason">{t('knowledge.failedReason', { reason: item.statusReason ?? '' })}</span>
          ) : (
            <span className="note truncate">{withoutHeadingMarks(item.excerpt) || item.fileUrl}</span>
          )}
          <span className="row knowledge-tags">
            <span>{t(`knowledge.types.${item.type}`)}</span>
            {item.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            <span>{formatDay(item.createdAt)}</span>
          </span>
        </span>
      </button>
      {isFailed && onRetry && item.type !== 'text' && (
        <Button
          icon={RotateCw}
          size="sm"
          className="knowledge-retry"
          isBusy={isRetrying}
          aria-label={t('knowledge.retryItem', { title: item.title })}
          onClick={onRetry}
        >
          {t('common.tryAgain')}
        </Button>
      )}
    </li>
  );
}

/** The text of a web page or of Markdown begins its headings with marks that an excerpt of one line does not need. */
const withoutHeadingMarks = (text: string): string => text.replaceAll(/^#{1,6} +/gm, '');
