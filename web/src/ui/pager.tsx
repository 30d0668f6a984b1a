import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';

interface PagerProps {
  /** Names the list. */
  readonly label: string;
  /** Index of the first entry of this page, and entries per page. */
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onTurn: (offset: number) => void;
}

/** Position in a list and its neighbouring pages; nothing for a list of one page. */
export function Pager({ label, offset, limit, total, onTurn }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const [from, to] = [Math.min(offset + 1, total), Math.min(offset + limit, total)];
  return (
    <nav className="row pager" aria-label={t('pager.label', { label })}>
      <span className="muted" role="status">
        {t('pager.shown', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </span>
      <Button icon={ChevronLeft} size="sm" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
        {t('pager.previous')}
      </Button>
      <Button size="sm" disabled={offset + limit >= total} onClick={() => onTurn(offset + limit)}>
        {t('pager.next')}
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}
