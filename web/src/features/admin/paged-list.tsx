import type { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Pager, positionBefore, type ListedPage, type PagePosition } from '../../ui/pager.js';

/** The query of a page, and its page. The previous page stays until the next one has arrived. */
export function pageOf<Data, Page>(
  {
    data,
    previousData,
    error,
    loading,
    refetch,
  }: Pick<useQuery.Result<Data>, 'error' | 'loading' | 'refetch'> & {
    readonly data?: Data | undefined;
    readonly previousData?: Data | undefined;
  },
  read: (data: Data) => Page,
) {
  const shown = data ?? (error ? undefined : previousData);
  return {
    page: shown && read(shown),
    error,
    isLoading: loading,
    isTurning: data === undefined,
    // A failure appears as the error of the query.
    refresh: () => void refetch().catch(() => undefined),
  };
}

interface PagedListProps<Page> {
  /** Names the list in the label of its pager. */
  readonly label: string;
  /** Title of the error when the list could not be loaded. */
  readonly failed: string;
  readonly query: ReturnType<typeof pageOf<unknown, Page>>;
  readonly isEmpty: (page: Page) => boolean;
  readonly offset: number;
  readonly limit: number;
  readonly onTurn: (position: PagePosition) => void;
  readonly children: (page: Page) => ReactNode;
}

/** One page of a list on the server, with its loading and error states and a pager. One of which nothing is left leads to the page before. */
export function PagedList<Page extends ListedPage>({
  label,
  failed,
  query: { page, error, isTurning, refresh },
  isEmpty,
  children,
  ...position
}: PagedListProps<Page>) {
  const { offset, limit, onTurn } = position;
  const isLeft = page !== undefined && !isTurning && offset > 0 && isEmpty(page);
  const goBack = useEffectEvent(() => page && onTurn(positionBefore(page, offset, limit)));
  useEffect(() => {
    if (isLeft) goBack();
  }, [isLeft, offset]);
  return (
    <>
      {error && !page && <LoadError title={failed} error={error} onRetry={refresh} />}
      {error && page && <StaleNotice error={error} />}
      {((!page && !error) || isLeft) && <ListSkeleton />}
      {page && !isLeft && children(page)}
      {page && <Pager label={label} page={page} isTurning={isTurning} {...position} />}
    </>
  );
}

const ROWS = [1, 2, 3, 4, 5];

const ListSkeleton = () => (
  <div className="stack list-skeleton" role="status">
    <span className="sr-only">{t('common.loading')}</span>
    {ROWS.map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
);
