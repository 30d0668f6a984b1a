import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';

interface PagerProps {
  readonly label: string;
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onTurn: (offset: number) => void;
}

/** Where in a long list one is, and the ways to its neighbours; nothing for a list of one page. */
export function Pager({ label, offset, limit, total, onTurn }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const shown = { from: Math.min(offset + 1, total), to: Math.min(offset + limit, total), total };
  return (
    <nav className="admin-pager" aria-label={t('admin.pages', { label })}>
      <span className="muted" role="status">
        {t('admin.shown', { from: formatNumber(shown.from), to: formatNumber(shown.to), total: formatNumber(total) })}
      </span>
      <Button size="sm" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
        <ChevronLeft size={16} aria-hidden="true" />
        {t('admin.previous')}
      </Button>
      <Button size="sm" disabled={offset + limit >= total} onClick={() => onTurn(offset + limit)}>
        {t('admin.next')}
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </nav>
  );
}
