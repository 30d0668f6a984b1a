import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';

/** Where a page of a list begins: the index of its first entry, and the cursor by which the server finds it. */
export interface PagePosition {
  readonly offset: number;
  readonly cursor: string | null;
}
export const FIRST_PAGE: PagePosition = { offset: 0, cursor: null };

/** What the server says of a page. Lists that are short have neither `next` nor `previous`. */
export interface ListedPage {
  readonly total: number;
  /** There are more than `total`. */
  readonly isMoreThanTotal?: boolean;
  readonly next?: string | null;
  readonly previous?: string | null;
}

/** Where the page before one begins. The first page is read anew, with what was added meanwhile. */
export const positionBefore = ({ previous = null }: ListedPage, offset: number, limit: number): PagePosition =>
  offset > limit ? { offset: offset - limit, cursor: previous } : FIRST_PAGE;

interface PagerProps {
  /** Names the list. */
  readonly label: string;
  readonly page: ListedPage;
  /** Index of the first entry of this page, and entries per page. */
  readonly offset: number;
  readonly limit: number;
  /** The page that was asked for has not arrived yet: the cursors are those of another one. */
  readonly isTurning?: boolean;
  readonly onTurn: (position: PagePosition) => void;
}

/** Position in a list and its neighbouring pages; nothing for a list of one page. */
export function Pager({ label, page, offset, limit, isTurning = false, onTurn }: PagerProps) {
  const { total, isMoreThanTotal = false, next = null, previous = null } = page;
  const isLast = next === null && (previous !== null || (!isMoreThanTotal && offset + limit >= total));
  if (isLast && offset === 0) return null;
  const end = isMoreThanTotal ? offset + limit : total;
  const [from, to] = [Math.min(offset + 1, end), Math.min(offset + limit, end)];
  const turn = (position: PagePosition): void => {
    if (!isTurning) onTurn(position);
  };
  return (
    <nav className="row pager" aria-label={t('pager.label', { label })}>
      <span className="muted" role="status">
        {t(isMoreThanTotal ? 'pager.shownOfMore' : 'pager.shown', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </span>
      <span className="bar">
        <Button icon={ChevronLeft} size="sm" disabled={offset === 0} onClick={() => turn(positionBefore(page, offset, limit))}>
          {t('pager.previous')}
        </Button>
        <Button size="sm" disabled={isLast} onClick={() => turn({ offset: offset + limit, cursor: next })}>
          {t('pager.next')}
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}
