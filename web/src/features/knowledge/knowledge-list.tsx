import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useListFocus } from '../../lib/focus.js';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { STATUS_TONES, TYPE_ICONS } from './knowledge-values.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const PAGE_SIZE = 25;

interface KnowledgeListProps {
  readonly items: readonly KnowledgeItem[];
  readonly onOpen: (item: KnowledgeItem) => void;
  /** Lets the server read a failed item again; absent when nothing may be changed. */
  readonly onRetry?: (item: KnowledgeItem) => void;
  readonly isRetrying: (id: string) => boolean;
}

/** The items as a paged list. */
export function KnowledgeList({ items, onOpen, onRetry, isRetrying }: KnowledgeListProps) {
  const [page, setPage] = useState(0);
  const last = Math.max(0, Math.ceil(items.length / PAGE_SIZE) - 1);
  // The list may have become shorter.
  const shownPage = Math.min(page, last);
  const start = shownPage * PAGE_SIZE;
  const shown = items.slice(start, start + PAGE_SIZE);
  const kept = useListFocus<HTMLUListElement>(shown.map(({ id }) => id));
  return (
    <>
      <ul className="card knowledge-list" aria-label={t('knowledge.items')} {...kept}>
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
      {last > 0 && (
        <nav className="row knowledge-pages" aria-label={t('knowledge.pages')}>
          <Button
            size="sm"
            isIcon
            aria-label={t('knowledge.previous')}
            disabled={shownPage === 0}
            onClick={() => setPage(shownPage - 1)}
          >
            <ChevronLeft size={16} aria-hidden="true" />
          </Button>
          <p role="status">
            {t('knowledge.range', {
              from: formatNumber(start + 1),
              to: formatNumber(start + shown.length),
              total: formatNumber(items.length),
            })}
          </p>
          <Button
            size="sm"
            isIcon
            aria-label={t('knowledge.next')}
            disabled={shownPage === last}
            onClick={() => setPage(shownPage + 1)}
          >
            <ChevronRight size={16} aria-hidden="true" />
          </Button>
        </nav>
      )}
    </>
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
            <span className="note truncate">{item.excerpt || item.fileUrl}</span>
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
          size="sm"
          className="knowledge-retry"
          isBusy={isRetrying}
          aria-label={t('knowledge.retryItem', { title: item.title })}
          onClick={onRetry}
        >
          {!isRetrying && <RotateCw size={14} aria-hidden="true" />}
          {t('common.tryAgain')}
        </Button>
      )}
    </li>
  );
}
