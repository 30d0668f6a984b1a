import { FileText, Lightbulb } from 'lucide-react';
import { formatDay, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { State } from '../../ui/state.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

const TONES: Readonly<Record<string, Tone>> = { ready: 'success', queued: 'warning', processing: 'warning', failed: 'danger' };

interface KnowledgeListProps {
  readonly items: readonly KnowledgeItem[];
  readonly total: number;
  readonly limit: number;
  readonly onOpen: (item: KnowledgeItem) => void;
}

export function KnowledgeList({ items, total, limit, onOpen }: KnowledgeListProps) {
  if (items.length === 0) {
    return (
      <div className="card">
        <State icon={Lightbulb} title={t('knowledge.empty')} text={t('knowledge.emptyText')} />
      </div>
    );
  }
  return (
    <>
      <ul className="card knowledge-list">
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" className="knowledge-item" onClick={() => onOpen(item)}>
              <FileText size={18} aria-hidden="true" />
              <span className="knowledge-words">
                <span className="knowledge-title">{item.title}</span>
                <span className="knowledge-text">{item.status === 'failed' ? item.statusReason : item.content}</span>
                <span className="knowledge-tags">
                  {item.tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                  {formatDay(item.createdAt)}
                </span>
              </span>
              <Badge tone={TONES[item.status]}>{t(`knowledge.status.${statusKey(item.status)}`)}</Badge>
            </button>
          </li>
        ))}
      </ul>
      <p className="muted">{t('knowledge.count', { items: formatNumber(total), limit: formatNumber(limit) })}</p>
    </>
  );
}

const STATUSES = ['queued', 'processing', 'ready', 'failed'] as const;

const statusKey = (status: string): (typeof STATUSES)[number] => STATUSES.find((known) => known === status) ?? 'processing';
